import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { deviceAskText } from './record.text.ts'
import type { Target } from './target.ts'

type Props = { kind: DeviceKind; device: Target | null; onClose: () => void; onRemoved: () => void }

/** The dialog asks for the SN, because deleting a device also deletes its reports. */
export function RemoveDialog({ kind, device, onClose, onRemoved }: Props) {
  const w = useWords(deviceAskText)
  const last = useLast(device)
  return (
    <Dialog title={last === null ? '' : w.removeTitle(last)} isOpen={device !== null} onClose={onClose} width={440}>
      {last === null ? null : <Body key={last.id} kind={kind} device={last} onClose={onClose} onRemoved={onRemoved} />}
    </Dialog>
  )
}

const atField = new Set(['device.wrongSn', 'field.required'])

function Body({ kind, device, onClose, onRemoved }: Props & { device: Target }) {
  const w = useWords(deviceAskText)
  const locale = useLocale()
  const { mutateAsync: remove, isPending } = useSend(recordCalls[kind].remove, { quiet: true })
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const wrong =
    refused instanceof CallError
      ? (refused.fieldIn('sn', locale) ?? (atField.has(refused.key) ? refused.messageIn(locale) : undefined))
      : undefined
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setRefused(null)
    try {
      await remove({ id: device.id, sn: typed })
      toastDone(w.removed(device))
      onClose()
      onRemoved()
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Text.p marginBottom="16" tone="ink-2">
        {w.removeBody}
      </Text.p>
      <RefusedNote message={wrong === undefined ? refused : null} />
      <TextField
        label={w.typeSn(device)}
        required
        startsFocused
        autoComplete="off"
        value={typed}
        error={wrong}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          if (wrong !== undefined) setRefused(null)
        }}
      />
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="dangerous" busy={isPending}>
          {w.remove}
        </Button>
      </DialogFoot>
    </form>
  )
}
