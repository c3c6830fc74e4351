import { afterEnd, raiseStep, type Life } from '@brigade/contract/fault/fault-life.rules.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { notifyRaised } from './notify-raised.ts'
import {
  endRecord,
  findCode,
  findContinued,
  insertOpen,
  listRaisers,
  lockOpen,
  lockOverdue,
  raiseAgain,
  recordHappened,
  takeChanges,
  type FaultChange,
  type Raiser,
} from './raise.store.ts'

const pauseMs = 250

/** What folding needs of the platform. */
type Folding = Readonly<{ db: Transaction }> & Pick<Platform, 'clock' | 'settings'>

/** Makes records of what events left behind, in their order, and ends alarms that are not repeated. */
export function startFoldingChanges(platform: Platform): Repetition {
  const { db, log } = platform
  const look = () =>
    transaction(db, async (trx) => {
      const folding = { ...platform, db: trx }
      const changes = await takeChanges(trx)
      const raisers = changes.length === 0 ? new Map<string, Raiser>() : await listRaisers(trx, devicesOf(changes))
      for (const change of changes) {
        const raiser = raisers.get(change.deviceId)
        if (raiser === undefined) continue
        if (change.kind === 'end') await foldEnd(folding, change)
        else await foldRaise(folding, change, raiser)
      }
      await endOverdue(folding)
    })
  return repeat(look, { pauseMs, log, onErrorMessage: 'Reports of faults could not become records yet' })
}

const devicesOf = (changes: readonly FaultChange[]) => [...new Set(changes.map(({ deviceId }) => deviceId))]

/** An alarm that carries `Active` says its end itself. */
const endOf = ({ type, output, receivedAt }: FaultChange): string | null =>
  type === 'fault' || (typeof output === 'object' && output !== null && 'Active' in output)
    ? null
    : new Date(Date.parse(receivedAt) + faultLimits.alarmEndsMinutes * 60_000).toISOString()

async function foldRaise(folding: Folding, change: FaultChange, raiser: Raiser): Promise<void> {
  const { db, clock } = folding
  const now = clock.now()
  const open = await lockOpen(db, change)
  if (open !== undefined) {
    const life: Life = change.endedAt === null ? { ...open, condition: 'active' } : open
    const endsAt = endOf(change)
    await raiseAgain(db, { id: open.id, at: change.at, endsAt, output: storableJson(change.output), life, now })
    if (open.condition === 'eliminated' && life.condition === 'active')
      await recordHappened(db, { id: open.id, month: open.month, act: 'reopen', at: change.at })
    return
  }
  await foldNew(folding, change, raiser)
}

async function foldNew(folding: Folding, change: FaultChange, raiser: Raiser): Promise<void> {
  const { db, clock } = folding
  const { deviceId, identifier, code, type, at, endedAt } = change
  const described = await findCode(db, raiser.productId, change)
  const closed = await findContinued(db, change, at)
  const step = raiseStep(false, closed === undefined ? null : Date.parse(closed.closedAt), Date.parse(at))
  const severity = described?.severity ?? (type === 'fault' ? 'major' : 'minor')
  const record = {
    month: `${at.slice(0, 7)}-01`,
    type,
    alertType: type === 'alarm' ? ('device' as const) : null,
    deviceId,
    deviceKind: raiser.kind,
    productId: raiser.productId,
    organisationId: raiser.organisationId,
    raisedOrganisationId: raiser.organisationId,
    identifier,
    code,
    severity,
    category: described?.category ?? ('other' as const),
    output: storableJson(change.output),
    search: [raiser.sn, code, described?.name, described?.enName].filter((word) => word !== undefined).join(' '),
    condition: endedAt === null ? ('active' as const) : ('eliminated' as const),
    handling: 'new' as const,
    assigneeId: null,
    occurrenceOf: step === 'continues' ? (closed?.id ?? null) : null,
    raisedAt: at,
    lastAt: at,
    endsAt: endedAt === null ? endOf(change) : null,
    eliminatedAt: endedAt,
    shelvedUntil: null,
    updatedAt: new Date(clock.now()).toISOString(),
  }
  const id = await insertOpen(db, record)
  await recordHappened(db, { id, month: record.month, act: 'raise', at })
  if (endedAt !== null) await recordHappened(db, { id, month: record.month, act: 'eliminate', at: endedAt })
  if (endedAt === null && (severity === 'critical' || severity === 'major'))
    await notifyRaised(folding, { id, change, raiser, severity, words: described })
}

/** An end of an event that is not the newest one leaves the record active: it was raised again after it. */
async function foldEnd({ db, clock }: Folding, change: FaultChange): Promise<void> {
  const open = await lockOpen(db, change)
  if (open === undefined || open.condition === 'eliminated') return
  if (Date.parse(open.lastAt) > Date.parse(change.at)) return
  await end({ db, clock }, open, change.endedAt ?? change.at)
}

async function endOverdue({ db, clock }: Pick<Folding, 'db' | 'clock'>): Promise<void> {
  for (const overdue of await lockOverdue(db, clock.now())) await end({ db, clock }, overdue, overdue.endsAt)
}

async function end(
  { db, clock }: Pick<Folding, 'db' | 'clock'>,
  open: Life & Readonly<{ id: string; month: string }>,
  endedAt: string,
): Promise<void> {
  const { id, month } = open
  const life = afterEnd(open)
  await recordHappened(db, { id, month, act: 'eliminate', at: endedAt })
  if (life.handling === 'closed') await recordHappened(db, { id, month, act: 'close', at: endedAt })
  await endRecord(db, { id, endedAt, life, now: clock.now() })
}
