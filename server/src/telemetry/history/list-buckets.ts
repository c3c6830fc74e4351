import { hourMs } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { dayOf } from '../../platform/db/partitions.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { newBuckets } from './bucket-values.ts'
import type { CurveFilter, CurvePoint } from './device-history.store.ts'
import { daysOf } from './sealed-day.ts'
import {
  listSealedHours,
  listSealedValues,
  listYoungReports,
  type SealedHours,
  type SealedValues,
  type YoungReport,
} from './sealed-days.store.ts'

export type Buckets = Readonly<{
  widthMs: number
  /** The start of the first bucket. */
  origin: string
  /** Buckets of whole hours use the figures that sealed days keep of each hour. */
  isHourly: boolean
  /** A value holds until then at most, epoch ms: now. By default until the end of the span. */
  knownTo?: number
}>

/** The days that one statement reads, so that memory does not grow with the span. */
const daysAtOnce = 92

const isOf =
  (propertyId: number) =>
  (one: Readonly<{ propertyId: number }>): boolean =>
    one.propertyId === propertyId

/** The figures of each bucket that has a report, by property and time. `at` is the bucket's start, epoch ms. */
export async function listBuckets(
  db: Db,
  device: SeenDevice,
  filter: CurveFilter,
  buckets: Buckets,
): Promise<CurvePoint[]> {
  const { startTime, endTime, denied = [] } = filter
  const propertyIds = filter.propertyIds.toSorted((a, b) => a - b)
  if (propertyIds.length === 0) return []
  // Rows first: a day that is sealed between the statements is then read twice, and of one instant the last value counts.
  const young = await listYoungReports(db, device, propertyIds, { from: startTime, to: endTime })
  const reading = { db, device, propertyIds, young, span: { from: Date.parse(startTime), to: Date.parse(endTime) } }
  // The figures of an hour include its denied reports.
  if (buckets.isHourly && denied.length === 0) return listHours(reading, buckets)
  return reckon(reading, daysOf(reading.span.from, reading.span.to), { ...buckets, denied })
}

type Reading = Readonly<{
  db: Db
  device: SeenDevice
  propertyIds: readonly number[]
  young: readonly YoungReport[]
  span: Readonly<{ from: number; to: number }>
}>

/** The figures of buckets from every value of the rows and of these sealed days. */
async function reckon(
  { db, device, propertyIds, young, span }: Reading,
  days: readonly string[],
  { widthMs, origin, knownTo = span.to, denied }: Buckets & Pick<Required<CurveFilter>, 'denied'>,
) {
  const lines = propertyIds.map((propertyId) => {
    const found = newBuckets({ widthMs, origin: Date.parse(origin), span, knownTo, denied })
    return { propertyId, found, put: inOrder(young.filter(isOf(propertyId)), found.add) }
  })
  for (let first = 0; first < days.length; first += daysAtOnce) {
    const sealed = await listSealedValues(db, device, propertyIds, days.slice(first, first + daysAtOnce))
    for (const { propertyId, put } of lines) sealed.filter(isOf(propertyId)).forEach(put.sealed)
  }
  return lines.flatMap(({ propertyId, found, put }) => {
    put.end()
    return found.end().map((bucket) => ({ propertyId, ...bucket }))
  })
}

/**
 * Merges sealed values and rows of one property in the order of time. Late values follow sealed ones of the same
 * instant.
 */
function inOrder(young: readonly YoungReport[], add: (at: number, value: number) => void) {
  let next = 0
  const putYoungBefore = (at: number) => {
    for (let row = young[next]; row !== undefined && row.at < at; row = young[next]) {
      add(row.at, row.number)
      next += 1
    }
  }
  return {
    sealed: ({ dayMs: start, times, numbers }: SealedValues) => {
      for (let index = 0; index < numbers.length; index += 1) {
        const at = start + (times[index] ?? 0)
        putYoungBefore(at)
        add(at, numbers[index] ?? Number.NaN)
      }
    },
    end: () => putYoungBefore(Number.POSITIVE_INFINITY),
  }
}

/**
 * Whole days use the figures of their hours. Values are read for days that the span cuts, that have rows beside them,
 * or a text.
 */
async function listHours(reading: Reading, buckets: Buckets): Promise<CurvePoint[]> {
  const { db, device, propertyIds, young, span } = reading
  const whole = { after: dayOf(span.from), before: dayOf(span.to) }
  const sealed = await listSealedHours(db, device, propertyIds, whole)
  const read = new Set([
    whole.after,
    whole.before,
    ...young.map(({ at }) => dayOf(at)),
    ...sealed.flatMap(({ dayMs: at, hours }) => (hours === null ? [dayOf(at)] : [])),
  ])
  const parts = sealed.filter(({ dayMs: at }) => !read.has(dayOf(at))).flatMap((day) => bucketsIn(day, buckets))
  const values = await reckon(reading, [...read].toSorted(), { ...buckets, denied: [] })
  return together([...parts, ...values])
}

type Part = { propertyId: number; at: number; min: number; max: number; mean: number; count: number }

const bucketsIn = ({ propertyId, dayMs: start, hours }: SealedHours, { widthMs, origin }: Buckets): Part[] => {
  const first = Date.parse(origin)
  return (hours ?? []).map(({ hour, min, max, sum, count }) => {
    const at = first + Math.floor((start + hour * hourMs - first) / widthMs) * widthMs
    return { propertyId, at, min, max, mean: sum / count, count }
  })
}

/** A bucket may have several hours, and values besides. */
function together(parts: readonly Part[]): CurvePoint[] {
  const found: Part[] = []
  for (const part of parts.toSorted((a, b) => a.propertyId - b.propertyId || a.at - b.at)) {
    const last = found.at(-1)
    if (last?.propertyId !== part.propertyId || last.at !== part.at) {
      found.push({ ...part })
      continue
    }
    last.min = Math.min(last.min, part.min)
    last.max = Math.max(last.max, part.max)
    last.mean = (last.mean * last.count + part.mean * part.count) / (last.count + part.count)
    last.count += part.count
  }
  return found.map(({ propertyId, at, min, max, mean }) => ({ propertyId, at, min, max, mean }))
}
