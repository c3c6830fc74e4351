import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { OrganisationField } from './organisation-field.tsx'
import { deviceAskText } from './record.text.ts'
import { useNamed, type Target } from './target.ts'

const none: readonly Target[] = []

/** The notes of the devices are kept or removed with the transfer. */
type Notes = 'keep' | 'remove'

type Props = { kind: DeviceKind; targets: readonly Target[]; onClose: () => void; onDone: () => void }

/** Moves devices to another organisation, found in the tree, after explaining the consequences. */
export function TransferDialog({ kind, targets, onClose, onDone }: Props) {
  const w = useWords(deviceAskText)
  const last = useLast(targets.length === 0 ? null : targets) ?? none
  return (
    <Dialog
      title={w.transferTitle({ count: last.length, name: last[0]?.sn ?? '' })}
      isOpen={targets.length > 0}
      onClose={onClose}
      width={480}
    >
      {last.length === 0 ? null : <Body kind={kind} targets={last} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function Body({ kind, targets, onClose, onDone }: Props) {
  const w = useWords(deviceAskText)
  const locale = useLocale()
  const named = useNamed()
  const { mutateAsync: transfer, isPending } = useSend(recordCalls[kind].transfer, { quiet: true })
  const [organisationId, setOrganisationId] = useState<string | undefined>(undefined)
  const [wrong, setWrong] = useState<CallError | 'empty' | null>(null)
  const [notes, setNotes] = useState<Notes | null>(null)
  const [isNotesMissed, setNotesMissed] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const count = targets.length
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setRefused(null)
    setNotesMissed(notes === null)
    if (organisationId === undefined) return setWrong('empty')
    if (notes === null) return undefined
    try {
      await transfer({ ids: targets.map(({ id }) => id), organisationId, notes })
      toastDone(w.transferred({ count, name: targets[0]?.sn ?? '' }))
      onDone()
      onClose()
    } catch (error) {
      if (error instanceof CallError && error.fields['organisationId'] !== undefined) setWrong(error)
      else setRefused(error instanceof CallError ? error : String(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {count > 1 ? (
        <Text.p marginBottom="16" tone="ink-2">
          {named(targets)}
        </Text.p>
      ) : null}
      <Text.p marginBottom="16" tone="ink-2">
        {w.transferBody({ count })}
      </Text.p>
      <RefusedNote message={refused} />
      <OrganisationField
        label={w.transferTo}
        required
        value={organisationId}
        onChange={(id) => {
          setOrganisationId(id)
          setWrong(null)
        }}
        error={wrong === 'empty' ? w.transferNeeded : wrong?.fieldIn('organisationId', locale)}
      />
      <SelectField
        label={w.transferNotes}
        required
        placeholder={w.transferNotesNeeded}
        options={[
          { value: 'keep', label: w.transferNotesKeep },
          { value: 'remove', label: w.transferNotesRemove },
        ]}
        value={notes}
        error={isNotesMissed && notes === null ? w.transferNotesNeeded : undefined}
        onChange={(value) => setNotes(value === 'keep' || value === 'remove' ? value : null)}
      />
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={isPending}>
          {w.transferTitle({ count, name: '' }).trim()}
        </Button>
      </DialogFoot>
    </form>
  )
}
