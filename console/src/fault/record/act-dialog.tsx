import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { faultText as serverText } from '@brigade/contract/fault/fault.text.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { faultLimits, type FaultRow } from '@brigade/contract/fault/record.model.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { call } from '../../platform/call.ts'
import { useKept, useUnsaved } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { MomentField } from '../../ui/field/moment-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { useLast } from '../../ui/dialog/use-last.ts'
import { useCauses } from '../cause/use-causes.ts'
import css from '../fault.module.css'
import { actText } from '../fault.text.ts'
import { labelOf, versionsOf, type Act } from './act.ts'
import { AssigneeField } from './assignee-field.tsx'
import { PhotoField } from './photos.tsx'
import { useRecordName } from './use-record-name.ts'

type Asking = Exclude<Act, 'acknowledge' | 'unshelve'>
export type PendingAct = Readonly<{ act: Asking; rows: readonly FaultRow[] }>

type Props = {
  pending: PendingAct | null
  onClose: () => void
  onDone: (pending: PendingAct, batchId: string) => Promise<void>
}

/** One dialog for every act with input: assignee, reason, duration. */
export function ActDialog({ pending, onClose, onDone }: Props) {
  const w = useWords(actText)
  const last = useLast(pending)
  return (
    <Dialog
      title={last === null ? '' : labelOf(w, last.act, last.rows)}
      isOpen={pending !== null}
      onClose={onClose}
      width={480}
    >
      {last === null ? null : (
        <ActForm key={`${last.act} ${last.rows.map(({ id }) => id).join()}`} pending={last} {...{ onClose, onDone }} />
      )}
    </Dialog>
  )
}

type Typed = {
  text: string
  causeId: string | null
  action: string
  hours: string
  accountId: string | null
  /** YYYY-MM-DDTHH:mm, in the viewer's zone. */
  plannedAt: string
  phone: string
  parts: string
  photos: readonly string[]
}

const nothing: Typed = {
  text: '',
  causeId: null,
  action: '',
  hours: '4',
  accountId: null,
  plannedAt: '',
  phone: '',
  parts: '',
  photos: [],
}

/** An act can be sent only when all of its required fields are filled. */
const isComplete = (act: Asking, { text, causeId, action, accountId, plannedAt }: Typed): boolean => {
  if (act === 'assign') return accountId !== null
  if (act === 'visit') return accountId !== null && plannedAt !== ''
  if (act === 'close') return causeId !== null && action.trim() !== ''
  return text.trim() !== ''
}

function send({ act, rows }: PendingAct, typed: Typed): Promise<{ batchId: string }> {
  const records = versionsOf(rows)
  const text = typed.text.trim()
  switch (act) {
    case 'assign':
      return call(faultApi.assign, { records, accountId: typed.accountId ?? '' }, { quiet: true })
    case 'visit': {
      const { phone, parts } = typed
      const plannedAt = new Date(typed.plannedAt).toISOString()
      const planned = { records, accountId: typed.accountId ?? '', plannedAt, phone: phone.trim(), parts: parts.trim() }
      return call(faultApi.visit, planned, { quiet: true })
    }
    case 'note':
      return call(faultApi.note, { records, text, photos: [...typed.photos] }, { quiet: true })
    case 'eliminate':
      return call(faultApi.eliminate, { records, cause: text }, { quiet: true })
    case 'close':
      return call(
        faultApi.close,
        { records, causeId: typed.causeId ?? '', cause: text, action: typed.action.trim(), photos: [...typed.photos] },
        { quiet: true },
      )
    case 'reopen':
      return call(faultApi.reopen, { records, reason: text }, { quiet: true })
    case 'shelve': {
      // A little less than the limit: the clock of this computer may be ahead.
      const until = new Date(Date.now() + Number(typed.hours) * hourMs - minuteMs).toISOString()
      return call(faultApi.shelve, { records, reason: text, until }, { quiet: true })
    }
  }
}

function ActForm({ pending, onClose, onDone }: { pending: PendingAct } & Omit<Props, 'pending'>) {
  const w = useWords(actText)
  const u = useWords(uiText)
  const nameOf = useRecordName()
  const [typed, setTyped] = useKept<Typed>('fault act', nothing)
  useUnsaved(JSON.stringify(typed) !== JSON.stringify(nothing))
  const [isBusy, setBusy] = useState(false)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<CallError | string | null>(null)
  const { act, rows } = pending
  const [first] = rows
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSent(true)
    if (isBusy || !isComplete(act, typed)) return
    setBusy(true)
    setRefused(null)
    try {
      const { batchId } = await send(pending, typed)
      await onDone(pending, batchId)
    } catch (error) {
      setRefused(error instanceof CallError ? error : String(error))
    } finally {
      setBusy(false)
    }
  }
  const about = first === undefined ? '' : w.about({ n: rows.length, first: nameOf(first) })
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{about}</p>
      {act === 'eliminate' ? <p>{w.eliminateBody}</p> : null}
      {act === 'shelve' ? <p>{w.shelveBody}</p> : null}
      <RefusedNote message={refused} />
      <Fields {...{ pending, typed, wasSent }} onType={(patch) => setTyped((before) => ({ ...before, ...patch }))} />
      <DialogFoot>
        <Button onClick={onClose}>{u.cancel}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {labelOf(w, act, rows)}
        </Button>
      </DialogFoot>
    </form>
  )
}

type FieldsProps = { pending: PendingAct; typed: Typed; wasSent: boolean; onType: (patch: Partial<Typed>) => void }

function Fields({ pending, typed, wasSent, onType }: FieldsProps) {
  const w = useWords(actText)
  const { act, rows } = pending
  const missing = (value: string): string | undefined => (wasSent && value.trim() === '' ? w.required : undefined)
  if (act === 'assign') return <AssigneeField {...assigned({ rows, typed, wasSent, onType })} />
  if (act === 'visit') return <VisitFields {...{ rows, typed, wasSent, onType }} />
  const isClosing = act === 'close'
  const label = act === 'note' ? w.text : act === 'eliminate' || isClosing ? w.found : w.why
  return (
    <>
      {act === 'shelve' ? <HoursField {...{ rows, typed, onType }} /> : null}
      {isClosing ? <CauseField {...{ typed, wasSent, onType }} /> : null}
      <TextArea
        label={label}
        required={!isClosing}
        rows={isClosing ? 2 : 3}
        most={faultLimits.text}
        value={typed.text}
        error={isClosing ? undefined : missing(typed.text)}
        onChange={(event) => onType({ text: event.currentTarget.value })}
      />
      {isClosing ? (
        <TextArea
          label={w.action}
          required
          rows={3}
          most={faultLimits.text}
          value={typed.action}
          error={missing(typed.action)}
          onChange={(event) => onType({ action: event.currentTarget.value })}
        />
      ) : null}
      {act === 'note' || isClosing ? (
        <PhotoField fileIds={typed.photos} onChange={(photos) => onType({ photos })} />
      ) : null}
    </>
  )
}

/** One cause for all records that are closed. */
function CauseField({ typed, wasSent, onType }: Omit<FieldsProps, 'pending'>) {
  const w = useWords(actText)
  const { offered } = useCauses()
  return (
    <SelectField
      label={w.cause}
      required
      searchable={offered.length > 12}
      options={offered}
      value={typed.causeId}
      placeholder={w.chooseCause}
      error={wasSent && typed.causeId === null ? w.required : undefined}
      onChange={(causeId) => onType({ causeId })}
    />
  )
}

type FieldProps = Pick<FieldsProps, 'typed' | 'onType'> & { rows: readonly FaultRow[] }

/** The duration of the shelving, at most a day for a critical record. */
function HoursField({ rows, typed, onType }: FieldProps) {
  const w = useWords(actText)
  const locale = useLocale()
  const hasCritical = rows.some(({ severity }) => severity === 'critical')
  const spans = [
    { value: '1', label: w.hour1 },
    { value: '4', label: w.hours4 },
    { value: '24', label: w.hours24 },
    ...(hasCritical
      ? []
      : [
          { value: '72', label: w.days3 },
          { value: '168', label: w.days7 },
        ]),
  ]
  return (
    <SelectField
      label={w.until}
      required
      options={spans}
      value={typed.hours}
      hint={hasCritical ? serverText['fault.shelveTooLong'][locale] : undefined}
      onChange={(hours) => onType({ hours: hours ?? '4' })}
    />
  )
}

/** The visit has a technician, a time, a phone number and a list of things to bring. */
function VisitFields({ rows, typed, wasSent, onType }: FieldProps & { wasSent: boolean }) {
  const w = useWords(actText)
  return (
    <>
      <AssigneeField {...assigned({ rows, typed, wasSent, onType })} />
      <MomentField
        label={w.plannedAt}
        required
        value={typed.plannedAt}
        error={wasSent && typed.plannedAt === '' ? w.required : undefined}
        onChange={(plannedAt) => onType({ plannedAt })}
      />
      <TextField
        label={w.phone}
        value={typed.phone}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => onType({ phone: event.currentTarget.value })}
      />
      <TextField
        label={w.parts}
        value={typed.parts}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onType({ parts: event.currentTarget.value })}
      />
    </>
  )
}

const assigned = ({ rows, typed, wasSent, onType }: FieldProps & { wasSent: boolean }) => ({
  recordIds: rows.map(({ id }) => id).join(','),
  value: typed.accountId,
  isMissing: wasSent && typed.accountId === null,
  onChange: (accountId: string | null) => onType({ accountId }),
})
