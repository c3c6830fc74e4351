import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { useWords } from '../platform/locale.ts'
import { go } from '../platform/navigate.ts'
import { endSession } from '../platform/session.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { signInText } from './session.text.ts'

export function SignOutConfirm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const w = useWords(signInText)
  const client = useQueryClient()
  const signOut = async (): Promise<void> => {
    // A server that does not answer cannot keep a person signed in here: the token is forgotten in any case.
    await call(sessionApi.signOut, {}, { quiet: true }).catch(() => undefined)
    endSession()
    go('/login')
    client.clear()
  }
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
