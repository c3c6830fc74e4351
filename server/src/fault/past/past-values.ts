import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPropertyIds } from '../../telemetry/history/device-history.store.ts'
import { daysOf } from '../../telemetry/history/sealed-day.ts'
import { listSealedValues, listYoungReports } from '../../telemetry/history/sealed-days.store.ts'

type Span = Readonly<{ deviceId: string; from: number; to: number }>
type Series = Readonly<{ times: readonly number[]; numbers: readonly number[] }>

const holds = {
  below: (number: number, value: number) => number < value,
  above: (number: number, value: number) => number > value,
  equal: (number: number, value: number) => number === value,
} as const

/**
 * Finds what ends the alarms of one device in a past that the same transaction has written, like `findEnd`. Each
 * property is read once: a past has hundreds of alarms, and planning a query costs more than reading a month.
 */
export function newPastValues(db: Db, span: Span) {
  const known = new Map<string, Promise<Series>>()
  return {
    findEnd: async ({ identifier, is, value }: EndsWhen, afterMs: number): Promise<number | null> => {
      let reading = known.get(identifier)
      if (reading === undefined) known.set(identifier, (reading = read(db, span, identifier)))
      const { times, numbers } = await reading
      for (let index = firstAfter(times, afterMs); index < times.length; index += 1)
        if (holds[is](numbers[index] ?? Number.NaN, value)) return times[index] ?? null
      return null
    },
  }
}

/** Values in the order of time. The last of several values of one instant counts; NaN is a text. */
async function read(db: Db, { deviceId: id, from, to }: Span, identifier: string): Promise<Series> {
  const propertyIds = [...(await listPropertyIds(db, [identifier])).values()]
  const [times, numbers]: [number[], number[]] = [[], []]
  const add = (at: number, number: number) => {
    if (at > to) return
    if (times.at(-1) === at) numbers.pop()
    else times.push(at)
    numbers.push(number)
  }
  for (const day of await listSealedValues(db, { id }, propertyIds, daysOf(from, to)))
    for (const [index, ms] of day.times.entries()) add(day.dayMs + ms, day.numbers[index] ?? Number.NaN)
  for (const { at, number } of await listYoungReports(db, { id }, propertyIds, { from: iso(from), to: iso(to + 1) }))
    add(at, number)
  return { times, numbers }
}

function firstAfter(times: readonly number[], ms: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) > ms) high = middle
    else low = middle + 1
  }
  return low
}
