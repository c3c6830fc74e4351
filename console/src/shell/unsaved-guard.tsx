import { useBlocker } from '@tanstack/react-router'
import { isWorkKept, noAuthPath, useUnsaved } from '../platform/kept-work.ts'
import { useWords } from '../platform/locale.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { uiText } from '../ui/ui.text.ts'

type Props = {
  when: boolean
  /** A change of these address parameters also leaves the work, because they identify the edited record. */
  keys?: readonly string[]
}

const stays: readonly string[] = []

/** Leaving unsaved work asks for confirmation; on closing the tab the browser asks. */
export function UnsavedGuard({ when, keys = stays }: Props) {
  const w = useWords(uiText)
  useUnsaved(when)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const [here, there] = [new Map(Object.entries(current.search)), new Map(Object.entries(next.search))]
      const leaves = current.pathname !== next.pathname || keys.some((key) => here.get(key) !== there.get(key))
      // The work was stored, and the page may not become visible again.
      return when && leaves && next.pathname !== noAuthPath
    },
    enableBeforeUnload: () => when && !isWorkKept(),
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
