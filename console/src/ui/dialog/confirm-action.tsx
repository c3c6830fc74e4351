import { useState, type ReactNode } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { uiText } from '../ui.text.ts'
import { Dialog, DialogFoot } from './dialog.tsx'
import css from './dialog.module.css'
import { RefusedNote } from './refused-note.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** States exactly what will happen, and to how many things. */
  children: ReactNode
  /** The verb: "Delete 3 devices", never "OK". */
  confirmLabel: string
  /** Replaces "Cancel" if another word is clearer. */
  cancelLabel?: string | undefined
  danger?: boolean
  /** The reason why it cannot be confirmed yet: its effect is not known. */
  waitsFor?: string | undefined
  /** The dialog closes on success; it shows a refusal itself. */
  onConfirm: () => Promise<unknown> | void
}

export function ConfirmAction({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  waitsFor,
  onConfirm,
}: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} width={440}>
      <Body {...{ onClose, confirmLabel, cancelLabel, danger, waitsFor, onConfirm }}>{children}</Body>
    </Dialog>
  )
}

type BodyProps = Omit<Props, 'isOpen' | 'title'>

function Body({ onClose, children, confirmLabel, cancelLabel, danger, waitsFor, onConfirm }: BodyProps) {
  const w = useWords(uiText)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setRefused(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={css.text}>{children}</div>
      <RefusedNote message={refused} />
      <DialogFoot>
        <Button onClick={onClose}>{cancelLabel ?? w.cancel}</Button>
        <Button
          look={danger === true ? 'dangerous' : 'primary'}
          busy={isBusy}
          disabledReason={waitsFor}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
      </DialogFoot>
    </>
  )
}
