import { taskLimits } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { firmwareText } from '../firmware.text.ts'
import { actText } from '../task.text.ts'
import { useActWords } from './use-act-words.ts'

type Props = { task: UpgradeTaskRow; isOpen: boolean; onClose: () => void }

/** Sends a task back with a reason. */
export function RejectDialog({ task, isOpen, onClose }: Props) {
  const w = useWords(actText)
  return (
    <Dialog title={w.rejectTitle({ name: task.name })} isOpen={isOpen} onClose={onClose} width={440}>
      <Form task={task} onClose={onClose} />
    </Dialog>
  )
}

function Form({ task: { id, updatedAt, name }, onClose }: Omit<Props, 'isOpen'>) {
  const w = useWords(actText)
  const f = useWords(firmwareText)
  const words = useActWords()
  const locale = useLocale()
  const reject = useSend(upgradeTaskApi.reject, { quiet: true })
  const [reason, setReason] = useKept('reason of rejection', '')
  useUnsaved(reason !== '')
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSent(true)
    setRefused(null)
    if (reason.trim() === '' || reject.isPending) return
    try {
      await reject.mutateAsync({ id, updatedAt, reason })
      toastDone(w.rejected({ name }))
      onClose()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    }
  }
  const atField = refused instanceof CallError ? refused.fieldIn('reason', locale) : undefined
  const missing = wasSent && reason.trim() === '' ? w.reasonNeeded : undefined
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p>{w.rejectBody}</p>
      <RefusedNote message={atField === undefined ? refused : null} />
      <TextArea
        label={w.rejectReason}
        required
        rows={3}
        most={taskLimits.note}
        value={reason}
        error={missing ?? atField}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogFoot>
        <Button onClick={onClose}>{f.cancel}</Button>
        <Button type="submit" look="dangerous" busy={reject.isPending}>
          {words('reject')}
        </Button>
      </DialogFoot>
    </form>
  )
}
