import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { newBuckets } from './bucket-values.ts'
import { listHours, type Buckets, type CurveFilter, type CurvePoint } from './device-history.store.ts'
import { listSealedValues, listYoungReports, type SealedValues, type YoungReport } from './sealed-days.store.ts'

/**
 * The figures of each bucket that has a report, by property and time. Those of whole hours come from the figures that
 * sealed days keep of each hour, which include denied reports; for any other width each value is read once.
 */
export async function listBuckets(
  db: Db,
  device: SeenDevice,
  filter: CurveFilter,
  buckets: Buckets,
): Promise<CurvePoint[]> {
  const { propertyIds, startTime, endTime, denied = [] } = filter
  if (propertyIds.length === 0) return []
  if (buckets.isHourly && denied.length === 0) return listHours(db, device, filter, buckets)
  const span = { from: Date.parse(startTime), to: Date.parse(endTime) }
  const { widthMs, knownTo = span.to } = buckets
  const plan = { widthMs, origin: Date.parse(buckets.origin), span, knownTo, denied }
  // Rows first: a day that is sealed between the statements is then read twice, and of one instant the last value counts.
  const young = await listYoungReports(db, device, propertyIds, { from: startTime, to: endTime })
  const lines = [...propertyIds]
    .toSorted((a, b) => a - b)
    .map((propertyId) => {
      const found = newBuckets(plan)
      return { propertyId, found, put: inOrder(young.filter(isOf(propertyId)), found.add) }
    })
  for (let from = span.from; from < span.to; from += daysAtOnce * dayMs) {
    const to = Math.min(span.to, from + daysAtOnce * dayMs)
    // A day in which one part ends is read with the next.
    const days = { from: dayOf(from), to: to === span.to ? dayOf(to) : dayOf(to - dayMs) }
    const sealed = await listSealedValues(db, device, propertyIds, days)
    for (const { propertyId, put } of lines) sealed.filter(isOf(propertyId)).forEach(put.sealed)
  }
  return lines.flatMap(({ propertyId, found, put }) => {
    put.end()
    return found.end().map((bucket) => ({ propertyId, ...bucket }))
  })
}

const dayMs = 86_400_000
/** The days that one statement reads, so that memory does not grow with the span. */
const daysAtOnce = 92
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const isOf =
  (propertyId: number) =>
  (one: Readonly<{ propertyId: number }>): boolean =>
    one.propertyId === propertyId

/** Puts sealed values and rows of one property in the order of time. What came late follows what is sealed of the same instant. */
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
