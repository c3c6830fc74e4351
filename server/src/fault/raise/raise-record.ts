import { afterEnd, raiseStep, type Life } from '@brigade/contract/fault/fault-life.rules.ts'
import type { Severity } from '@brigade/contract/fault/record.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { monthOf } from '../fault-month.ts'
import type { Cause, Raising } from './cause.ts'
import { notifyRaised } from './notify-raised.ts'
import {
  endRecord,
  findContinued,
  insertOpen,
  lockOpen,
  raiseAgain,
  recordHappened,
  type OpenRecord,
  type Raiser,
} from './raise.store.ts'

const isUrgent = (severity: Severity): boolean => severity === 'critical' || severity === 'major'

/** Continues the open record of a device and code, or makes a new one. */
export async function raiseRecord(
  raising: Raising,
  cause: Cause,
  raiser: Raiser,
  /** `isOnce`: an active record is left unchanged. */
  { isOnce = false } = {},
): Promise<Readonly<{ id: string; month: string }>> {
  const { db, clock } = raising
  const open = await lockOpen(db, cause)
  if (open === undefined) return raiseNew(raising, cause, raiser)
  if (isOnce && open.condition === 'active') return open
  const life: Life = cause.endedAt === null ? { ...open, condition: 'active' } : open
  const { at, endsAt } = cause
  // The fault was over when it became known, and came after the known end: the record ends with this one.
  const endedAt = life.condition === 'eliminated' && Date.parse(at) > Date.parse(open.lastAt) ? cause.endedAt : null
  const output = storableJson(cause.output)
  await raiseAgain(db, { id: open.id, at, endsAt, endedAt, output, life, now: clock.now() })
  if (Date.parse(at) < Date.parse(open.raisedAt)) await correctBegin(raising, open, at)
  if (endedAt !== null) {
    await recordHappened(db, { id: open.id, month: open.month, act: 'reopen', at })
    await recordHappened(db, { id: open.id, month: open.month, act: 'eliminate', at: endedAt })
  }
  if (open.condition === 'eliminated' && life.condition === 'active') {
    await recordHappened(db, { id: open.id, month: open.month, act: 'reopen', at })
    const isShelved = open.shelvedUntil !== null && Date.parse(open.shelvedUntil) > clock.now()
    const { id, month, severity } = open
    if (!isShelved && isUrgent(severity))
      await notifyRaised(raising, { id, month, cause: { ...cause, severity }, raiser })
  }
  await showChanged(raising, open.id)
  return open
}

type Corrected = Readonly<{ id: string; month: string; raisedAt: string; eliminatedAt: string | null }>

/** Beginning and end of a record without a measurement, in the form of a correction; epoch ms. */
export const withoutExtremes = (from: number, to: number | null) => ({
  from,
  to,
  limitC: null,
  worstC: null,
  worstAt: null,
})

/** A late report shows that the record began earlier than was known. */
async function correctBegin({ db, clock }: Raising, open: Corrected, at: string): Promise<void> {
  const { id, month, raisedAt, eliminatedAt } = open
  const to = eliminatedAt === null ? null : Date.parse(eliminatedAt)
  const correction = [{ was: withoutExtremes(Date.parse(raisedAt), to), is: withoutExtremes(Date.parse(at), to) }]
  await recordHappened(db, { id, month, act: 'correct', at: new Date(clock.now()).toISOString(), correction })
}

async function raiseNew(raising: Raising, cause: Cause, raiser: Raiser): Promise<{ id: string; month: string }> {
  const { db, clock } = raising
  const { deviceId, type, alertType, identifier, code, severity, category, words, at, endedAt, endsAt } = cause
  const closed = await findContinued(db, cause, cause)
  const step = raiseStep(false, closed === undefined ? null : Date.parse(closed.closedAt), Date.parse(at))
  const record = {
    month: monthOf(at),
    type,
    alertType,
    deviceId,
    deviceKind: raiser.kind,
    productId: raiser.productId,
    organisationId: raiser.organisationId,
    raisedOrganisationId: raiser.organisationId,
    identifier,
    code,
    severity,
    category,
    output: storableJson(cause.output),
    search: [raiser.sn, code === '' ? identifier : code, words?.name, words?.enName]
      .filter((word) => word !== undefined)
      .join(' '),
    condition: endedAt === null ? ('active' as const) : ('eliminated' as const),
    handling: 'new' as const,
    assigneeId: null,
    occurrenceOf: step === 'continues' ? (closed?.id ?? null) : null,
    raisedAt: at,
    lastAt: at,
    endsAt: endedAt === null ? endsAt : null,
    eliminatedAt: endedAt,
    shelvedUntil: null,
    updatedAt: new Date(clock.now()).toISOString(),
  }
  const id = await insertOpen(db, record)
  await recordHappened(db, { id, month: record.month, act: 'raise', at })
  if (endedAt !== null) await recordHappened(db, { id, month: record.month, act: 'eliminate', at: endedAt })
  if (endedAt === null && isUrgent(severity)) await notifyRaised(raising, { id, month: record.month, cause, raiser })
  await showChanged(raising, id)
  return { id, month: record.month }
}

/** Ends a record on a report of the device or the server. */
export async function endOpen(
  raising: Pick<Raising, 'db' | 'clock' | 'noted'>,
  open: Pick<OpenRecord, 'id' | 'month' | 'condition' | 'handling' | 'severity'>,
  endedAt: string,
  /** `isClosed`: the record is closed too, whatever its severity. */
  { isClosed = false } = {},
): Promise<void> {
  const { db, clock } = raising
  const { id, month } = open
  const ended = afterEnd(open)
  const life: Life = isClosed ? { ...ended, handling: 'closed' } : ended
  await recordHappened(db, { id, month, act: 'eliminate', at: endedAt })
  if (life.handling === 'closed') await recordHappened(db, { id, month, act: 'close', at: endedAt })
  await endRecord(db, { id, endedAt, life, now: clock.now() })
  await showChanged(raising, id)
}

/** Open pages show each change at once, and changes of a past together. */
const showChanged = async ({ db, noted }: Pick<Raising, 'db' | 'noted'>, id: string): Promise<void> => {
  if (noted === undefined) await notifyChanged(db, id)
}

/** Notifies open pages, which then show the change. */
export const notifyChanged = (db: Transaction, ...ids: readonly string[]): Promise<void> =>
  notifyOnCommit(db, 'live', { fault: ids })
