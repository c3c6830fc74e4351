import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findKnownValues, type Instant, type KnownValue } from '../../telemetry/history/known-values.store.ts'
import { comparable, lastPlace, type HistoryEntry } from '../../telemetry/history/write-history.store.ts'
import { findSeenMessages } from '../../telemetry/messages/message.store.ts'
import type { Entry, ReadValue } from '../../telemetry/messages/message.ts'
import type { ShadowRow } from '../../telemetry/shadow/shadow.store.ts'

const dayMs = 86_400_000

/** The values of a batch that are new, with the entries that have them; `overflowing` replace the last value of a full millisecond. */
export type PlacedValues = Readonly<{
  /** In the order of the batch. Values that came again are left out; `place` is the one among the values of its instant. */
  entries: readonly Entry[]
  rows: readonly HistoryEntry[]
  overflowing: readonly HistoryEntry[]
  /** Entries with values, all of which came again. */
  repeated: ReadonlySet<Entry>
}>

type Options = Readonly<{
  shadows: readonly ShadowRow[]
  propertyIds: ReadonlyMap<string, number>
  nowMs: number
  /** Looks for stored values of every instant: the shadow is no limit of the instants in the history. */
  looksAtAll: boolean
}>

/** A known value; `entry` if this batch has brought it. */
type Known = KnownValue & Readonly<{ entry?: Entry }>

/** A property of a device while its batch is placed. */
type Series = {
  readonly deviceId: string
  readonly propertyId: number
  /** The newest instant, when its last value was received, and the place of that value. */
  newest: { ms: number; receivedAt: number; place: number }
  /** What this batch has brought so far. */
  accepted: { ms: number; known: Known }[]
  /** By instant: what is stored, and what this batch has brought. Filled only for instants that are not newer than the newest. */
  byInstant: Map<number, Known[]> | undefined
}

type Task = Readonly<{
  options: Options
  seriesOf: (deviceId: string, identifier: string) => Series | undefined
  /** Messages whose content is in the trace: from an earlier connection or, if they are marked or bring stored data, from any. */
  seen: ReadonlySet<Entry>
}>

/**
 * Decides which values of a batch are new, and the place of each among the values of its instant: devices whose clocks count whole
 * seconds report several. Of these the one that was received last counts, in history as in the shadow.
 *
 * On one connection an unmarked live message never repeats another. A value changes nothing when it is known for its instant and comes
 * again: in a message that MQTT marks as repeated and that is stored; in `history/post` or `batch/post` before the newest instant of its
 * property; or in a message with the content of one from an earlier connection. The shadows are locked, so that no other connector
 * decides meanwhile.
 *
 * Only values that are not newer than the shadow's are looked for in the history. Without a time of the device none is.
 */
export async function placeValues(
  trx: Transaction,
  entries: readonly Entry[],
  options: Options,
): Promise<PlacedValues> {
  const series = new Map<string, Map<string, Series>>()
  const shadowOf = new Map(options.shadows.map((shadow) => [shadow.deviceId, shadow]))
  const seriesOf = (deviceId: string, identifier: string): Series | undefined => {
    let own = series.get(deviceId)
    if (own === undefined) series.set(deviceId, (own = new Map<string, Series>()))
    const known = own.get(identifier)
    if (known !== undefined) return known
    const propertyId = options.propertyIds.get(identifier)
    if (propertyId === undefined) return undefined
    const made = newSeries(deviceId, propertyId, shadowOf.get(deviceId), identifier)
    own.set(identifier, made)
    return made
  }
  const asked = lookedFor(entries, options, seriesOf)
  const equal = await readKnown(trx, asked, options)
  const seen = await findSeen(trx, equal, options)
  return placed(entries, { options, seriesOf, seen })
}

function newSeries(deviceId: string, propertyId: number, shadow: ShadowRow | undefined, identifier: string): Series {
  const { t = Number.NEGATIVE_INFINITY, s = 0, p = 0 } = shadow?.reported[identifier] ?? {}
  const newest = { ms: t, receivedAt: s, place: p }
  return { deviceId, propertyId, newest, accepted: [], byInstant: undefined }
}

const isStoredData = ({ topic }: Entry): boolean =>
  topic.endsWith('post') &&
  (matchTopic(upTopics.propertyHistoryPost, topic) !== null || matchTopic(upTopics.propertyBatchPost, topic) !== null)

/** The newest value of this very instant came over the same connection as this message, which is not marked: it follows that value. */
const follows = (entry: Entry, { receivedAt }: Series['newest']): boolean =>
  !entry.again && entry.connectedAt !== undefined && receivedAt > entry.connectedAt && !isStoredData(entry)

type Asked = Readonly<{ entry: Entry; value: ReadValue; series: Series; ms: number }>

/** The values whose instants may be in the history. */
function lookedFor(entries: readonly Entry[], { looksAtAll }: Options, seriesOf: Task['seriesOf']): readonly Asked[] {
  const asked: Asked[] = []
  for (const entry of entries) {
    for (const value of entry.read.values) {
      if (!value.isDeviceTime && !looksAtAll) continue
      const series = seriesOf(entry.device.id, value.identifier)
      if (series === undefined) continue
      const ms = Math.floor(value.timeMs)
      const { newest } = series
      if (!looksAtAll && (ms > newest.ms || (ms === newest.ms && follows(entry, newest)))) continue
      asked.push({ entry, value, series, ms })
    }
  }
  return asked
}

/** Reads what is stored for these instants into their series. Returns the entries with a value that is stored already. */
async function readKnown(trx: Transaction, asked: readonly Asked[], { nowMs }: Options): Promise<ReadonlySet<Entry>> {
  const wanted: (Instant & Readonly<{ series: Series }>)[] = []
  for (const { series, ms } of asked) {
    series.byInstant ??= new Map()
    if (series.byInstant.has(ms)) continue
    series.byInstant.set(ms, [])
    wanted.push({ deviceId: series.deviceId, propertyId: series.propertyId, ms, series })
  }
  const known = await findKnownValues(trx, wanted, Math.floor(nowMs / dayMs) * dayMs)
  for (const [index, values] of known) {
    const one = wanted[index]
    one?.series.byInstant?.set(one.ms, [...values])
  }
  const equal = new Set<Entry>()
  for (const { entry, value, series, ms } of asked) {
    const stored = comparable(value.value)
    if (series.byInstant?.get(ms)?.some((each) => each.value === stored) === true) equal.add(entry)
  }
  return equal
}

/**
 * Of these entries those whose content is in the trace, from an earlier connection or, of stored data and of marked messages, from any.
 * Marked messages were looked for before, but another connector may have written one meanwhile.
 */
async function findSeen(trx: Transaction, equal: ReadonlySet<Entry>, { nowMs }: Options): Promise<ReadonlySet<Entry>> {
  const suspects = [...equal]
  if (suspects.length === 0) return new Set()
  const found = await findSeenMessages(
    trx,
    suspects.map((entry) => ({
      deviceId: entry.device.id,
      topic: entry.topic,
      payload: entry.payload,
      before: entry.again || isStoredData(entry) ? Number.POSITIVE_INFINITY : (entry.connectedAt ?? null),
    })),
    nowMs,
  )
  return new Set(suspects.filter((_, index) => found.has(index)))
}

/** The known values of an instant that is not newer than the newest of its series. */
function knownAt(series: Series, ms: number): Known[] {
  if (series.byInstant === undefined) series.byInstant = new Map()
  let known = series.byInstant.get(ms)
  if (known === undefined) series.byInstant.set(ms, (known = []))
  // What this batch has brought is added once it matters: most values are newer than all before.
  for (const one of series.accepted) {
    const of = series.byInstant.get(one.ms)
    if (of === undefined) series.byInstant.set(one.ms, [one.known])
    else of.push(one.known)
  }
  series.accepted = []
  return known
}

const hasContentOf = (a: Entry, b: Entry): boolean =>
  a.device.id === b.device.id && a.topic === b.topic && a.payload === b.payload

/** Whether a value is known for its instant and comes again. */
function isAgain(
  { seen }: Task,
  entry: Entry,
  known: readonly Known[],
  at: Readonly<{ stored: Known['value']; isPast: boolean; isLongAgo: boolean }>,
) {
  const equal = known.filter((one) => one.value === at.stored && one.entry !== entry)
  if (equal.length === 0) return false
  // A marked message that is not in the trace was lost before, unless nothing was received for as long as the trace goes back: a day.
  if (entry.again && (seen.has(entry) || at.isLongAgo)) return true
  const isStored = isStoredData(entry)
  // A message that continues what was known has not come again.
  const continues = known.some((one) =>
    isStored
      ? one.entry === entry
      : one.entry !== undefined && one.entry.connectedAt === entry.connectedAt && !isStoredData(one.entry),
  )
  if (continues) return false
  if (isStored && at.isPast) return true
  return (
    seen.has(entry) ||
    equal.some(
      (one) =>
        one.entry !== undefined &&
        hasContentOf(one.entry, entry) &&
        (isStored || one.entry.connectedAt !== entry.connectedAt),
    )
  )
}

/** The place of a new value, or undefined if it came again. */
function placeOf(task: Task, entry: Entry, value: ReadValue, series: Series): number | undefined {
  const ms = Math.floor(value.timeMs)
  // A message that arrives without a time has one of the server's, in microseconds.
  const own = Math.round((value.timeMs - ms) * 1000)
  const { newest } = series
  if (!task.options.looksAtAll) {
    if (!value.isDeviceTime || ms > newest.ms) return own
    if (ms === newest.ms && follows(entry, newest)) return newest.place + 1
  }
  const known = knownAt(series, ms)
  const stored = comparable(value.value)
  if (
    isAgain(task, entry, known, {
      stored,
      isPast: ms < newest.ms,
      isLongAgo: newest.receivedAt < task.options.nowMs - dayMs,
    })
  )
    return undefined
  return known.reduce((place, one) => Math.max(place, one.place + 1), own)
}

function placed(entries: readonly Entry[], task: Task): PlacedValues {
  const rows: HistoryEntry[] = []
  const overflowing: HistoryEntry[] = []
  const repeated = new Set<Entry>()
  const kept = entries.map((entry): Entry => {
    const { read, device, receivedAt } = entry
    if (read.values.length === 0) return entry
    const values: ReadValue[] = []
    let isChanged = false
    for (const value of read.values) {
      const series = task.seriesOf(device.id, value.identifier)
      if (series === undefined) continue
      const wanted = placeOf(task, entry, value, series)
      if (wanted === undefined) {
        isChanged = true
        continue
      }
      const place = Math.min(wanted, lastPlace)
      const ms = Math.floor(value.timeMs)
      const { newest, propertyId } = series
      if (ms >= newest.ms) series.newest = { ms, receivedAt, place }
      series.accepted.push({ ms, known: { value: comparable(value.value), place, entry } })
      const row = { deviceId: device.id, propertyId, ms, place, value: value.value, isDeviceTime: value.isDeviceTime }
      ;(wanted > lastPlace ? overflowing : rows).push(row)
      if (place === 0 || !value.isDeviceTime) values.push(value)
      else {
        isChanged = true
        values.push({ ...value, place })
      }
    }
    if (values.length === 0) repeated.add(entry)
    return isChanged ? { ...entry, read: { ...read, values } } : entry
  })
  return { entries: kept, rows, overflowing, repeated }
}
