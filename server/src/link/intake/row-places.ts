import type { Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { maxRows, type KnownRow } from '../../telemetry/history/known-values.store.ts'
import { lastPlace, type HistoryRow } from '../../telemetry/history/write-history.store.ts'
import type { ShadowRow } from '../../telemetry/shadow/shadow.store.ts'

/** A row that is being collected: the values that one message reports for one instant. */
export type OpenRow = HistoryRow & {
  /** -1 until all its values are known. */
  place: number
  readonly values: { propertyId: number; value: Value }[]
  /** The least place: the microseconds of a time of the server's. */
  readonly own: number
}

/** The rows of a device while its batch is placed. */
export type DeviceRows = {
  readonly deviceId: string
  /** The newest instant of all its properties, and the last place of it. */
  newest: { ms: number; place: number }
  /** Stored rows that were looked up, by instant. */
  readonly looked: Map<number, readonly KnownRow[]>
  /** The places of the rows of this batch, by instant. */
  readonly placed: Map<number, number[]>
}

export function deviceRows(deviceId: string, shadow: ShadowRow | undefined): DeviceRows {
  const newest = { ms: Number.NEGATIVE_INFINITY, place: 0 }
  for (const { t, p = 0 } of Object.values(shadow?.reported ?? {})) {
    if (t > newest.ms) {
      newest.ms = t
      newest.place = p
    } else if (t === newest.ms && p > newest.place) newest.place = p
  }
  return { deviceId, newest, looked: new Map(), placed: new Map() }
}

/**
 * The index of the row for a value among the rows of its message and time: the first from `from` on that has no value of its property, or a
 * new one. So values of one property are in rows one after another, and those of several share them.
 */
export function rowAt(
  rows: OpenRow[],
  from: number,
  deviceId: string,
  { propertyId, timeMs, isDeviceTime }: Readonly<{ propertyId: number; timeMs: number; isDeviceTime: boolean }>,
): number {
  const isTaken = (row: OpenRow) =>
    row.isDeviceTime !== isDeviceTime || row.values.some((one) => one.propertyId === propertyId)
  let index = from
  for (let row = rows[index]; row !== undefined && isTaken(row); row = rows[index]) index += 1
  if (index < rows.length) return index
  const ms = Math.floor(timeMs)
  // A message that arrives without a time has one of the server's, in microseconds.
  const own = Math.round((timeMs - ms) * 1000)
  rows.push({ deviceId, ms, own, place: -1, isDeviceTime, values: [] })
  return index
}

/**
 * Gives a row its place: free, and behind `after`, the last place of an earlier value of one of its properties. A row
 * that is newer than all of its device, or of its newest instant, is placed without a query; `isLooked`: its instant
 * was looked up all the same. Returns true if the millisecond is full: the row then has the last place, which is taken.
 */
export function settle(device: DeviceRows, row: OpenRow, isLooked: boolean, after: () => number): boolean {
  const { ms } = row
  const { newest, placed } = device
  const own = placed.get(ms)
  let place = row.own
  if (isLooked || ms < newest.ms) place = firstFree(device, ms, Math.max(place, after() + 1))
  else if (ms === newest.ms) {
    place = Math.max(place, newest.place + 1)
    if (device.looked.has(ms)) place = firstFree(device, ms, place)
  }
  row.place = Math.min(place, lastPlace)
  if (own === undefined) placed.set(ms, [row.place])
  else own.push(row.place)
  if (ms > newest.ms) device.newest = { ms, place: row.place }
  else if (ms === newest.ms) newest.place = Math.max(newest.place, row.place)
  return place > lastPlace
}

/** The first free place from one on. If not all rows of the instant were read, it is behind all of them. */
function firstFree({ looked, placed }: DeviceRows, ms: number, from: number): number {
  const stored = looked.get(ms) ?? []
  const taken = new Set(placed.get(ms))
  for (const { place } of stored) taken.add(place)
  let place = stored.length < maxRows ? from : Math.max(from, ...taken)
  while (taken.has(place)) place += 1
  return place
}
