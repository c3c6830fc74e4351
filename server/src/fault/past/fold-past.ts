import { closesByItself } from '@brigade/contract/fault/fault-life.rules.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { evaluateSpan, termsOf } from '../../cold-chain/read-temperature.ts'
import { findDevice } from '../../device/list/device.store.ts'
import { markRead } from '../../message/inbox/inbox.store.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import { shareOf } from '../../platform/program/demo-days.ts'
import { acknowledge, close } from '../act/act-on-faults.ts'
import type { Raised, Raising } from '../raise/cause.ts'
import { announceRaised, nearestHolders } from '../raise/notify-raised.ts'
import { endOpen, notifyChanged } from '../raise/raise-record.ts'
import { listRaisers, type Raiser } from '../raise/raise.store.ts'
import { inMilliseconds } from '../watch/evaluate-excursion.ts'
import type { Spell } from '../watch/excursion.store.ts'
import { watchEnds, type ToWatch } from '../watch/end-alarm.ts'
import { foldOne } from '../watch/fold-changes.ts'
import { raiseServer } from '../watch/handle-due.ts'
import { ownAlarmSides } from '../watch/own-alarm.ts'
import { settleExcursions } from '../watch/settle-excursions.ts'
import { findWatched, type Watched } from '../watch/wait.store.ts'
import type { SeededCause } from '../cause/fault-cause.seed.ts'
import { listChosen } from '../cause/fault-cause.store.ts'
import { closings } from './closing-words.ts'
import {
  findServerAlarm,
  listOpenOf,
  listService,
  lockOverdueOf,
  takeChangesOf,
  type OpenOf,
  type Server,
} from './past-faults.store.ts'
import { newPastValues } from './past-values.ts'

type Due = Readonly<{ at: number; happen: (at: number) => Promise<void> }>

/**
 * A queue of events in the order of their times, to which more are added while it is read. Events of one time keep the
 * order in which they were added.
 */
function newTimeline() {
  const due: Due[] = []
  return {
    add: (at: number, happen: Due['happen']): void => {
      const later = due.findLastIndex((one) => one.at <= at)
      due.splice(later + 1, 0, { at, happen })
    },
    take: (): Due | undefined => due.shift(),
  }
}
type Timeline = ReturnType<typeof newTimeline>

/** A time without a connection; `to` null: it lasts. */
export type Loss = Readonly<{ from: number; to: number | null }>
type Past = Readonly<{ deviceId: string; from: number; to: number; losses: readonly Loss[] }>
type Folding = Pick<Platform, 'clock' | 'settings' | 'caches' | 'stopping'> & Readonly<{ db: Raising['db'] }>
type Of = Readonly<{
  past: Past
  /** Applies the present rules to a past moment. */
  at: (ms: number) => Raising & Pick<Platform, 'caches'>
  timeline: Timeline
  values: ReturnType<typeof newPastValues>
  causes: ReturnType<typeof newPastCauses>
  raiser: Raiser
  device: Watched
  staff: readonly Server[]
  /** Who acknowledged a record, by its id. */
  acknowledgedBy: Map<string, Server>
  seen: Seen
}>
/**
 * The records that were open after the last event, and when the next of them ends by itself. Nothing else changes them
 * meanwhile.
 */
type Seen = { open: readonly OpenOf[] | undefined; endsMs: number }

/**
 * Makes the fault records of one device's past from what its transaction has just written, by the rules of running
 * devices, each at its moment: its own faults and alarms, the alarm of a lost connection, and the excursions that the
 * printed report finds. People acknowledge and close them as time passes. Only records that are still active have a
 * message.
 */
export async function foldPast(folding: Folding, past: Past): Promise<void> {
  const { db } = folding
  const changes = await takeChangesOf(db, past.deviceId, past.to)
  const raiser = (await listRaisers(db, [past.deviceId])).get(past.deviceId)
  const device = await findWatched(db, past.deviceId)
  if (raiser === undefined || device === undefined) return
  const raised: Noted[] = []
  const of: Of = {
    past,
    at: (ms) => ({
      ...folding,
      clock: { now: () => ms },
      noted: (one) => void raised.push({ ms, raised: one }),
    }),
    timeline: newTimeline(),
    values: newPastValues(db, past),
    causes: newPastCauses(),
    raiser,
    device,
    staff: await listService(db),
    acknowledgedBy: new Map(),
    seen: { open: undefined, endsMs: Number.NEGATIVE_INFINITY },
  }
  const isCooler = raiser.kind === 'cooler'
  for (const change of changes) {
    // A cabinet's own alarm is evidence of the excursion that the server finds.
    if (change.kind === 'side' || (isCooler && ownAlarmSides.has(change.identifier))) continue
    of.timeline.add(Date.parse(change.at), async (ms) => {
      const alarm = await foldOne(of.at(ms), change, raiser)
      if (alarm !== undefined) await planEnd(of, alarm)
    })
  }
  if (isCooler) {
    planLosses(of)
    await planExcursions(folding, of)
  }
  await live(of, folding.stopping)
  await tell(of, raised)
}

/** A raised record, and when it became known. */
type Noted = Readonly<{ ms: number; raised: Raised }>

/**
 * Tells accounts that acknowledge faults about records that are still open, as of their beginning; messages about the
 * others count as read.
 */
async function tell({ past, at, acknowledgedBy }: Of, noted: readonly Noted[]): Promise<void> {
  const { db } = at(past.to)
  const open = await listOpenOf(db, past.deviceId)
  await notifyChanged(db, ...open.map(({ id }) => id), ...noted.map(({ raised }) => raised.id))
  for (const { id, condition, handling, updatedAt } of open) {
    const one = noted.findLast(({ raised }) => raised.id === id)
    if (one === undefined || condition !== 'active') continue
    const raising = at(one.ms)
    const holders = await nearestHolders(raising.db, one.raised.raiser.organisationId)
    if (holders.length === 0) continue
    const message = await announceRaised(raising, one.raised, holders)
    // An account that has acknowledged a record has also read its message.
    const server = acknowledgedBy.get(id)
    if (server === undefined || handling === 'new') continue
    await markRead(raising.db, { kind: 'account', id: server.accountId }, [message.id], Date.parse(updatedAt))
  }
}

/** An alarm ends with the first value that ends it; without one it is watched on. */
async function planEnd({ past, timeline, at, values }: Of, alarm: ToWatch): Promise<void> {
  const { endsWhen = null, afterMs = past.from } = alarm.watch ?? {}
  const endMs = endsWhen === null ? null : await values.findEnd(endsWhen, afterMs)
  const watch = { endsWhen, afterMs, until: endMs }
  timeline.add(endMs ?? past.to, (ms) => watchEnds(at(ms), [alarm.watch === undefined ? alarm : { ...alarm, watch }]))
}

/** Processes the events in order, together with alarms that end by time and people who handle open records. */
async function live(of: Of, stopping: AbortSignal): Promise<void> {
  const { past, timeline } = of
  const planned = new Map<string, 'acknowledged' | 'closed'>()
  for (let next = timeline.take(); next !== undefined; next = timeline.take()) {
    if (next.at > past.to) break
    stopping.throwIfAborted()
    await endOverdue(of, next.at)
    await next.happen(next.at)
    of.seen.open = undefined
    await planPeople(of, next.at, planned)
  }
  await endOverdue(of, past.to)
}

async function endOverdue({ past, at, seen }: Of, ms: number): Promise<void> {
  if (ms < seen.endsMs) return
  for (const over of await lockOverdueOf(at(ms).db, past.deviceId, ms))
    await endOpen(at(Date.parse(over.endsAt)), over, over.endsAt)
  seen.open = undefined
}

async function openOf({ past, at, seen }: Of, ms: number): Promise<readonly OpenOf[]> {
  if (seen.open !== undefined) return seen.open
  seen.open = await listOpenOf(at(ms).db, past.deviceId)
  const ends = seen.open.flatMap(({ condition, endsAt }) =>
    condition === 'active' && endsAt !== null ? [Date.parse(endsAt)] : [],
  )
  seen.endsMs = Math.min(Number.POSITIVE_INFINITY, ...ends)
  return seen.open
}

/** A refrigerator that stays away is an alarm after an hour, and its return ends it. */
function planLosses({ past, timeline, at, device }: Of): void {
  const silenceMs = faultLimits.silentMinutes * minuteMs
  for (const { from, to } of past.losses) {
    if ((to ?? past.to) - from < silenceMs) continue
    timeline.add(from + silenceMs, (ms) => raiseServer(at(ms), device, { alertType: 'offline', at: iso(from) }))
    if (to === null) continue
    timeline.add(to, async (ms) => {
      const open = await findServerAlarm(at(ms).db, past.deviceId, 'Offline')
      if (open !== undefined) await endOpen(at(ms), open, iso(to))
    })
  }
}

/** The excursions of the whole time, each when it is over; one that lasts as soon as it is one. */
async function planExcursions({ db, caches }: Folding, of: Of): Promise<void> {
  const { past, device, timeline, at } = of
  const seen = await findDevice(db, { organisationId: device.organisationId }, 'cooler', past.deviceId)
  if (seen === undefined) return
  const span = { startTime: iso(past.from), endTime: iso(past.to) }
  const terms = await termsOf(db, seen, span, past.to)
  const { evaluation } = await evaluateSpan({ db, caches }, seen, terms)
  for (const spell of evaluation.excursions.map(inMilliseconds)) {
    const knownMs = spell.to ?? Math.min(past.to, spell.from + terms.delayMinutes * minuteMs)
    timeline.add(knownMs, (ms) => settleOne(at(ms), device, spell, ms))
  }
}

const settleOne = (raising: Raising, device: Watched, spell: Spell, ms: number): Promise<void> =>
  settleExcursions(raising, device, { found: [spell], kept: [], judgedMs: ms, isComing: false })

/**
 * When the server learns of an event of a device: at once, or when its connection is back, and never if it does not
 * come back. Events that the server observes itself are known at once.
 */
function heardMs({ losses }: Past, { alertType }: OpenOf, ms: number): number {
  if (alertType === 'offline') return ms
  const away = losses.find(({ from, to }) => from <= ms && (to === null || ms < to))
  return away === undefined ? ms : (away.to ?? Number.POSITIVE_INFINITY)
}

/** When the first of the service begins, in hours of UTC: six in the morning where the demo has its maker. */
const firstShift = 22

/** The service answers around the clock, and its people take turns. */
function onDuty(staff: readonly Server[], ms: number): Server | undefined {
  const hour = Math.floor(ms / hourMs) % 24
  return staff[Math.floor((((hour - firstShift + 24) % 24) * staff.length) / 24)]
}

/** A person acknowledges new records and closes ended ones, after minutes and hours that the record determines. */
async function planPeople(of: Of, now: number, planned: Map<string, 'acknowledged' | 'closed'>): Promise<void> {
  const { past, timeline, staff, raiser } = of
  if (staff.length === 0) return
  for (const open of await openOf(of, now)) {
    const partOf = (minutes: number) => shareOf(`${raiser.sn} ${now}`, minutes) * minuteMs
    const knownMs = heardMs(past, open, now)
    if (!planned.has(open.id)) {
      planned.set(open.id, 'acknowledged')
      timeline.add(knownMs + 5 * minuteMs + partOf(85), (ms) => act(of, open.id, ms).then(() => {}))
    }
    if (open.condition !== 'eliminated' || open.handling === 'new' || planned.get(open.id) === 'closed') continue
    planned.set(open.id, 'closed')
    const overMs = Math.max(knownMs, Date.parse(open.eliminatedAt ?? iso(now)))
    timeline.add(overMs + hourMs + partOf(30 * 60), async (ms) => {
      // The fault occurred again meanwhile, so it is closed after its next end.
      if (!(await act(of, open.id, ms))) planned.set(open.id, 'acknowledged')
    })
  }
}

/** Acknowledging a record that closes by itself also closes it, so this must not happen before its end. */
const closingMs = ({ condition, severity, eliminatedAt }: OpenOf): number =>
  eliminatedAt !== null && closesByItself({ condition, severity, handling: 'acknowledged' })
    ? Date.parse(eliminatedAt)
    : Number.NEGATIVE_INFINITY

/** Acknowledges a record that is due, or closes it with cause and action. Returns false if neither applies. */
async function act(of: Of, id: string, ms: number): Promise<boolean> {
  const { at, raiser, timeline, staff, acknowledgedBy } = of
  const raising = at(ms)
  const open = (await openOf(of, ms)).find((one) => one.id === id)
  const server = onDuty(staff, ms)
  if (open === undefined || server === undefined) return false
  const ctx = { db: raising.db, clock: raising.clock, caller: server }
  const records = [{ id, updatedAt: open.updatedAt }]
  const overMs = closingMs(open)
  // The fault occurred again meanwhile, and its end is known from its beginning.
  if (open.handling === 'new' && overMs > ms) timeline.add(overMs, (later) => act(of, id, later).then(() => {}))
  else if (open.handling === 'new') {
    acknowledgedBy.set(id, server)
    await acknowledge(ctx, { body: { records } })
  } else if (open.condition !== 'eliminated' || Date.parse(open.eliminatedAt ?? iso(ms)) > ms) return false
  else {
    const { key, cause, action } = closingOf(open, raiser)
    const causeId = await of.causes.find(raising.db, key)
    if (causeId === undefined) return false
    await close(ctx, { body: { records, causeId, cause, action, photos: [] } })
  }
  return true
}

function closingOf({ updatedAt, category, alertType }: OpenOf, { sn }: Raiser) {
  const closing = closings[alertType === 'excursion' || alertType === 'offline' ? alertType : category]
  const [cause, action] = closing[shareOf(`${sn} ${updatedAt}`, 2) === 0 ? 'zh' : 'en']
  return { key: closing.cause, cause, action }
}

/** The causes by which the demo's people close, read once: of one that is not there any more the first in the list. */
function newPastCauses() {
  let known: ReturnType<typeof listChosen> | undefined
  return {
    find: async (db: Db, wanted: SeededCause): Promise<string | undefined> => {
      known ??= listChosen(db)
      const causes = await known
      return (causes.find(({ key }) => key === wanted) ?? causes[0])?.id
    },
  }
}
