import { useWords } from '../platform/locale.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { signInText } from './session.text.ts'
import { useSignOut } from './use-leave.ts'

export function SignOutConfirm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(signInText)
  const signOut = useSignOut()
  return (
    <ConfirmAction
      title={w.signOutTitle}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={w.signOut}
      onConfirm={signOut}
    >
      {w.signOutBody}
    </ConfirmAction>
  )
}
