import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import { lockEnds, readEnds, writeEnds } from '../../telemetry/shadow/shadow.store.ts'
import type { EndWatch } from '../../telemetry/shadow/shadow-entry.ts'
import type { Raising } from '../raise/cause.ts'
import { endOpen, notifyChanged, withoutExtremes } from '../raise/raise-record.ts'
import { recordHappened, type FaultChange } from '../raise/raise.store.ts'
import { findEnd, findEndsWhen, isEndedByHand } from './end.store.ts'
import { lockRecord, reactivate, writeEnd, type Locked } from './excursion.store.ts'

/**
 * An alarm whose end is watched from a moment on, epoch ms. `endsWhen` null: no value ends it any more. `until`: the
 * end that was already found; null: there is none. Without `watch` it is watched already.
 */
export type ToWatch = Readonly<{
  id: string
  month: string
  deviceId: string
  watch?: Readonly<{ endsWhen: EndsWhen | null; afterMs: number; until?: number | null }>
}>

/** The most alarms that are watched for one device; the newest are kept. */
const maxWatched = 16
/** Late values are not older than this. */
const lateMs = 8 * dayMs

/**
 * An alarm ends with the first value after its last report that fulfils its condition. Stored values are searched once;
 * new ones are compared when they are merged (`crossings.ts`), so that nothing scans all open alarms. The shadow is
 * locked first: a value is either found here or compared there. Devices are locked in the order of their ids, as by the
 * connectors.
 */
export async function watchEnds(raising: Raising, alarms: readonly ToWatch[]): Promise<void> {
  for (const alarm of alarms.toSorted((a, b) => (BigInt(a.deviceId) < BigInt(b.deviceId) ? -1 : 1))) {
    const { db, clock } = raising
    const { id, deviceId, watch } = alarm
    const ends = await lockEnds(db, deviceId)
    if (watch === undefined) {
      await endAnew(raising, alarm, ends)
      continue
    }
    const { endsWhen, afterMs } = watch
    const oldest = clock.now() - lateMs
    const others = ends.filter(({ f, until: ended }) => f !== id && (ended === null || ended >= oldest))
    if (endsWhen === null) {
      if (ends.length > others.length) await writeEnds(db, deviceId, others)
      continue
    }
    const until = watch.until === undefined ? await findEnd(db, deviceId, endsWhen, afterMs) : watch.until
    const { identifier: p, is, value } = endsWhen
    await writeEnds(db, deviceId, [...others.slice(1 - maxWatched), { f: id, p, is, value, after: afterMs, until }])
    if (until !== null) await endAt(raising, alarm, until)
  }
}

/** A value that arrived ends the alarm, or shows that it ended at another time. Of several such changes only the newest counts. */
export async function foldSettled(
  raising: Raising,
  { deviceId, code: id, at }: FaultChange,
  month: string,
): Promise<void> {
  const watched = (await readEnds(raising.db, deviceId)).find(({ f }) => f === id)
  const endedMs = Date.parse(at)
  if (watched === undefined || watched.until === endedMs) await endAt(raising, { id, month }, endedMs)
}

/** An alarm whose end was withdrawn: a later value of the same instant replaced the one that ended it. */
export const alarmWithoutEnd = ({ deviceId, code: id }: FaultChange, month: string): ToWatch => ({
  id,
  month,
  deviceId,
})

/** It ends with the next value; until there is one it is active again, unless its record is closed. */
async function endAnew(raising: Raising, alarm: ToWatch, ends: readonly EndWatch[]): Promise<void> {
  const { db, clock } = raising
  const watched = ends.find(({ f }) => f === alarm.id)
  if (watched === undefined || watched.until !== null) return
  const { p: identifier, is, value, after } = watched
  const until = await findEnd(db, alarm.deviceId, { identifier, is, value }, after)
  if (until !== null) {
    await writeEnds(
      db,
      alarm.deviceId,
      ends.map((end) => (end === watched ? { ...end, until } : end)),
    )
    return endAt(raising, alarm, until)
  }
  const record = await lockRecord(db, alarm)
  if (record?.isOpen !== true || record.condition !== 'eliminated' || (await isEndedByHand(db, record))) return
  await reactivate(db, record, clock.now())
  await notifyChanged(db, alarm.id)
}

/** The alarm to be watched after a change of its condition, or after a person opened it again. */
export async function alarmToWatch(
  { db }: Raising,
  { code: id, at }: FaultChange,
  month: string,
): Promise<ToWatch | undefined> {
  const found = await findEndsWhen(db, id)
  if (found === undefined || saysItsEnd(found.output)) return undefined
  return { id, month, deviceId: found.deviceId, watch: { endsWhen: found.endsWhen, afterMs: Date.parse(at) } }
}

/** An alarm that carries `Active` ends with `Active` 0 alone. */
export const saysItsEnd = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'Active' in output

async function endAt(raising: Raising, key: Readonly<{ id: string; month: string }>, endedMs: number): Promise<void> {
  const { db } = raising
  const record = await lockRecord(db, key)
  if (record === undefined || endedMs <= Date.parse(record.lastAt)) return
  if (record.condition === 'active') return endOpen(raising, record, iso(endedMs))
  await correctEnd(raising, record, endedMs)
}

/**
 * A late value ended it earlier than was known, or the value that ended it does not count. A person's mark as
 * eliminated stays.
 */
async function correctEnd({ db, clock }: Raising, record: Locked, endedMs: number): Promise<void> {
  const { id, month, eliminatedAt, raisedAt } = record
  if (eliminatedAt === null || Date.parse(eliminatedAt) === endedMs || (await isEndedByHand(db, record))) return
  const from = Date.parse(raisedAt)
  const correction = [{ was: withoutExtremes(from, Date.parse(eliminatedAt)), is: withoutExtremes(from, endedMs) }]
  await writeEnd(db, record, iso(endedMs))
  await recordHappened(db, { id, month, act: 'correct', at: iso(clock.now()), correction })
  await notifyChanged(db, id)
}
