import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../platform/locale.ts'
import { ConfirmAction } from '../ui/dialog/confirm-action.tsx'
import { SideSheet } from '../ui/dialog/dialog.tsx'
import { uiText } from '../ui/ui.text.ts'
import { SheetAround } from './sheet.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  width?: number
  /** The form: through `useSheet` (sheet.ts) it can close the sheet, and reports unsaved input. */
  children: ReactNode
}

/** A sheet that holds a form: Esc, the cross, "cancel", another screen and closing the tab all ask before unsaved work is lost. */
export function FormSheet({ title, isOpen, onClose, width = 480, children }: Props) {
  const w = useWords(uiText)
  const [isDirty, setShownDirty] = useState(false)
  // This is read at the very moment of leaving, so that a key right after a letter cannot overtake it.
  const dirty = useRef(false)
  const setDirty = useCallback((now: boolean): void => {
    dirty.current = now
    setShownDirty(now)
  }, [])
  const [isAsking, setAsking] = useState(false)
  const done = (): void => {
    setDirty(false)
    setAsking(false)
    onClose()
  }
  const leave = (): void => {
    if (dirty.current) setAsking(true)
    else done()
  }
  return (
    <>
      <SideSheet title={title} isOpen={isOpen} onClose={leave} width={width}>
        <SheetAround value={{ setDirty, leave, done }}>{children}</SheetAround>
      </SideSheet>
      <ConfirmAction
        title={w.leaveTitle}
        isOpen={isOpen && isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={w.leave}
        cancelLabel={w.stay}
        danger
        onConfirm={done}
      >
        {w.leaveBody}
      </ConfirmAction>
      <UnsavedGuard when={isOpen && isDirty} />
    </>
  )
}
