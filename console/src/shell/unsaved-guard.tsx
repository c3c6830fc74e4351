import { useBlocker } from '@tanstack/react-router'
import { useWords } from '../platform/locale.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { uiText } from '../ui/ui.text.ts'

/** Leaving unsaved work asks first; closing the tab lets the browser ask. */
export function UnsavedGuard({ when }: { when: boolean }) {
  const w = useWords(uiText)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  })
  return (
    <ConfirmAction
      title={w.leaveTitle}
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      confirmLabel={w.leave}
      cancelLabel={w.stay}
      danger
      onConfirm={() => blocker.proceed?.()}
    >
      {w.leaveBody}
    </ConfirmAction>
  )
}
