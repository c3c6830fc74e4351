import { upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findKnownRows, findSealedValues, type Instant } from '../../telemetry/history/known-values.store.ts'
import { comparable, type HistoryRow } from '../../telemetry/history/write-history.store.ts'
import { findSeenMessages } from '../../telemetry/messages/message.store.ts'
import type { Entry, ReadValue } from '../../telemetry/messages/message.ts'
import type { ShadowRow } from '../../telemetry/shadow/shadow.store.ts'
import { deviceRows, rowAt, settle, type DeviceRows, type OpenRow } from './row-places.ts'

/**
 * The new values of a batch, with their entries, in rows: one for the values that a message reports for an instant.
 * `overflowing` are merged with the last row of a full millisecond.
 */
export type PlacedValues = Readonly<{
  /**
   * Entries in the order of the batch. Repeated values are left out; `place` is the position among the values of the
   * instant.
   */
  entries: readonly Entry[]
  rows: readonly HistoryRow[]
  overflowing: readonly HistoryRow[]
  /** Entries with values that are all repetitions. */
  repeated: ReadonlySet<Entry>
}>

type Options = Readonly<{
  shadows: readonly ShadowRow[]
  propertyIds: ReadonlyMap<string, number>
  nowMs: number
  /** Looks for stored values of every instant, because the shadow does not limit the instants in the history. */
  looksAtAll: boolean
}>

/** A known value with its row; `entry` if this batch has brought it. */
type Known = Readonly<{ value: number | string | null; row: Readonly<{ place: number }>; entry?: Entry }>

/** A property of a device while its batch is placed. */
type Series = {
  readonly device: DeviceRows
  readonly propertyId: number
  /** The newest instant, and when its last value was received. */
  newest: { ms: number; receivedAt: number }
  /** Values that this batch has added so far. */
  accepted: { ms: number; known: Known }[]
  /** Stored and new values by instant, filled only for instants that are not newer than the newest. */
  byInstant: Map<number, Known[]> | undefined
  /** The row of a message and time that its last value was added to. */
  last: Readonly<{ rows: readonly OpenRow[]; index: number }> | undefined
}

type Task = Readonly<{
  options: Options
  seriesOf: (deviceId: string, identifier: string) => Series | undefined
  /**
   * Messages whose content is in the trace: from an earlier connection or, if they are marked or contain stored data,
   * from any.
   */
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
 * Looked for in the history are only values that are not newer than their shadow's, and the places of an instant before the newest of
 * their device. Without a time of the device none is.
 */
export async function placeValues(
  trx: Transaction,
  entries: readonly Entry[],
  options: Options,
): Promise<PlacedValues> {
  const devices = new Map<string, Readonly<{ rows: DeviceRows; series: Map<string, Series> }>>()
  const shadowOf = new Map(options.shadows.map((shadow) => [shadow.deviceId, shadow]))
  const seriesOf = (deviceId: string, identifier: string): Series | undefined => {
    const shadow = shadowOf.get(deviceId)
    let own = devices.get(deviceId)
    if (own === undefined) devices.set(deviceId, (own = { rows: deviceRows(deviceId, shadow), series: new Map() }))
    const known = own.series.get(identifier)
    if (known !== undefined) return known
    const propertyId = options.propertyIds.get(identifier)
    if (propertyId === undefined) return undefined
    const { t = Number.NEGATIVE_INFINITY, s = 0 } = shadow?.reported[identifier] ?? {}
    const newest = { ms: t, receivedAt: s }
    const made = { device: own.rows, propertyId, newest, accepted: [], byInstant: undefined, last: undefined }
    own.series.set(identifier, made)
    return made
  }
  const asked = lookedFor(entries, options, seriesOf)
  const equal = await readKnown(trx, asked, options)
  const seen = await findSeen(trx, equal, options)
  return placed(entries, { options, seriesOf, seen })
}

const isStoredData = ({ topic }: Entry): boolean =>
  topic.endsWith('post') &&
  (matchTopic(upTopics.propertyHistoryPost, topic) !== null || matchTopic(upTopics.propertyBatchPost, topic) !== null)

/**
 * The newest value of this very instant came over the same connection as this message, which is not marked, so this
 * value follows it.
 */
const follows = (entry: Entry, { receivedAt }: Series['newest']): boolean =>
  !entry.again && entry.connectedAt !== undefined && receivedAt > entry.connectedAt && !isStoredData(entry)

type Asked = Readonly<{ entry: Entry; value: ReadValue; series: Series; ms: number; mayBeKnown: boolean }>

/** Whether a value may be in the history at its instant already. */
const mayBeKnown = (entry: Entry, ms: number, { newest }: Series): boolean =>
  ms < newest.ms || (ms === newest.ms && !follows(entry, newest))

/** The values of instants that may be in the history. */
function lookedFor(entries: readonly Entry[], { looksAtAll }: Options, seriesOf: Task['seriesOf']): readonly Asked[] {
  const asked: Asked[] = []
  for (const entry of entries) {
    for (const value of entry.read.values) {
      if (!value.isDeviceTime && !looksAtAll) continue
      const series = seriesOf(entry.device.id, value.identifier)
      if (series === undefined) continue
      const ms = Math.floor(value.timeMs)
      const isKnown = looksAtAll || mayBeKnown(entry, ms, series)
      if (isKnown || ms < series.device.newest.ms) asked.push({ entry, value, series, ms, mayBeKnown: isKnown })
    }
  }
  return asked
}

/**
 * Reads the stored rows of these instants into their devices and series. Returns the entries with a value that is
 * already stored.
 */
async function readKnown(trx: Transaction, asked: readonly Asked[], { nowMs }: Options): Promise<ReadonlySet<Entry>> {
  const instants: { deviceId: string; ms: number; device: DeviceRows }[] = []
  const sealed: (Instant & Readonly<{ series: Series }>)[] = []
  const sealedBefore = Math.floor(nowMs / dayMs) * dayMs
  for (const { series, ms } of asked) {
    const { device, propertyId } = series
    const { deviceId } = device
    if (!device.looked.has(ms)) {
      device.looked.set(ms, [])
      instants.push({ deviceId, ms, device })
    }
    series.byInstant ??= new Map()
    if (ms >= sealedBefore || series.byInstant.has(ms)) continue
    series.byInstant.set(ms, [])
    sealed.push({ deviceId, propertyId, ms, series })
  }
  for (const [index, values] of await findSealedValues(trx, sealed)) {
    const one = sealed[index]
    one?.series.byInstant?.set(
      one.ms,
      values.map(({ value, place }) => ({ value, row: { place } })),
    )
  }
  for (const [index, rows] of await findKnownRows(trx, instants)) {
    const one = instants[index]
    one?.device.looked.set(one.ms, rows)
  }
  for (const { series, ms } of sealed) series.byInstant?.get(ms)?.push(...inRows(series, ms))
  const equal = new Set<Entry>()
  for (const { entry, value, series, ms, mayBeKnown: isKnown } of asked) {
    const stored = comparable(value.value)
    if (isKnown && knownAt(series, ms).some((each) => each.value === stored)) equal.add(entry)
  }
  return equal
}

/** Returns the values of a property in the rows that were looked up. */
function inRows({ device, propertyId }: Series, ms: number): Known[] {
  const known: Known[] = []
  for (const row of device.looked.get(ms) ?? []) {
    const value = row.values.get(propertyId)
    if (value !== undefined) known.push({ value, row })
  }
  return known
}

/**
 * Returns the entries whose content is already in the trace, from an earlier connection or, for stored data and marked
 * messages, from any connection. Marked messages were looked up before, but another connector may have written one
 * meanwhile.
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

/** The known values of an instant of a series. */
function knownAt(series: Series, ms: number): readonly Known[] {
  const byInstant = (series.byInstant ??= new Map<number, Known[]>())
  const at = (instant: number): Known[] => {
    let known = byInstant.get(instant)
    if (known === undefined) byInstant.set(instant, (known = inRows(series, instant)))
    return known
  }
  // Values of this batch are added only when they are needed, as most values are newer than all before them.
  for (const one of series.accepted) at(one.ms).push(one.known)
  series.accepted = []
  return at(ms)
}

const hasContentOf = (a: Entry, b: Entry): boolean =>
  a.device.id === b.device.id && a.topic === b.topic && a.payload === b.payload

/** Whether a value is known for its instant and is a repetition. */
function isAgain(
  { seen }: Task,
  entry: Entry,
  known: readonly Known[],
  at: Readonly<{ stored: Known['value']; isPast: boolean; isLongAgo: boolean }>,
) {
  const equal = known.filter((one) => one.value === at.stored && one.entry !== entry)
  if (equal.length === 0) return false
  // A marked message that is not in the trace was lost before, unless nothing was received for as long as the trace
  // goes back: a day.
  if (entry.again && (seen.has(entry) || at.isLongAgo)) return true
  const isStored = isStoredData(entry)
  // A message that continues known values is not a repetition.
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

/** Whether a value is known for its instant and is a repetition. */
function isRepetition(task: Task, entry: Entry, value: ReadValue, series: Series): boolean {
  const { looksAtAll, nowMs } = task.options
  const ms = Math.floor(value.timeMs)
  const { newest } = series
  if (!looksAtAll && (!value.isDeviceTime || !mayBeKnown(entry, ms, series))) return false
  return isAgain(task, entry, knownAt(series, ms), {
    stored: comparable(value.value),
    isPast: ms < newest.ms,
    isLongAgo: newest.receivedAt < nowMs - dayMs,
  })
}

type Gathered = Readonly<{ row: OpenRow; series: Series[] }>

/** The new values of an entry in rows; those of one time in their order. Their places are not known yet. */
function gather(task: Task, entry: Entry) {
  const byTime = new Map<number, OpenRow[]>()
  const gathered = new Map<OpenRow, Gathered>()
  const fresh: Readonly<{ value: ReadValue; row: OpenRow }>[] = []
  for (const value of entry.read.values) {
    const series = task.seriesOf(entry.device.id, value.identifier)
    if (series === undefined || isRepetition(task, entry, value, series)) continue
    const { timeMs, isDeviceTime } = value
    const { propertyId } = series
    let rows = byTime.get(timeMs)
    if (rows === undefined) byTime.set(timeMs, (rows = []))
    const from = series.last?.rows === rows ? series.last.index + 1 : 0
    const index = rowAt(rows, from, entry.device.id, { propertyId, timeMs, isDeviceTime })
    const row = rows[index]
    if (row === undefined) continue
    series.last = { rows, index }
    row.values.push({ propertyId, value: value.value })
    const known = gathered.get(row)
    if (known === undefined) gathered.set(row, { row, series: [series] })
    else known.series.push(series)
    if (row.ms >= series.newest.ms) series.newest = { ms: row.ms, receivedAt: entry.receivedAt }
    series.accepted.push({ ms: row.ms, known: { value: comparable(value.value), row, entry } })
    fresh.push({ value, row })
  }
  return { fresh, rows: [...gathered.values()] }
}

/** The last place of the known values of a row's properties at its instant. */
const lastKnown = ({ row, series }: Gathered): number =>
  series.reduce(
    (last, one) => knownAt(one, row.ms).reduce((place, known) => Math.max(place, known.row.place), last),
    -1,
  )

const withPlace = (value: ReadValue, place: number): ReadValue =>
  place === 0 || !value.isDeviceTime ? value : { ...value, place }

function placed(entries: readonly Entry[], task: Task): PlacedValues {
  const rows: HistoryRow[] = []
  const overflowing: HistoryRow[] = []
  const repeated = new Set<Entry>()
  const kept = entries.map((entry): Entry => {
    const { read } = entry
    if (read.values.length === 0) return entry
    const { fresh, rows: own } = gather(task, entry)
    for (const each of own) {
      const [first] = each.series
      if (first === undefined) continue
      const isFull = settle(first.device, each.row, task.options.looksAtAll, () => lastKnown(each))
      ;(isFull ? overflowing : rows).push(each.row)
    }
    if (fresh.length === 0) repeated.add(entry)
    const values = fresh.map(({ value, row }) => withPlace(value, row.place))
    const isChanged = values.length < read.values.length || values.some((value, index) => value !== read.values[index])
    return isChanged ? { ...entry, read: { ...read, values } } : entry
  })
  return { entries: kept, rows, overflowing, repeated }
}
