import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { newCopy } from '../../platform/db/copy/copy.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { packHours, packNumbers, packTimes, scaleOf } from './pack-day.ts'
import { comparable, type HistoryRow } from './write-history.store.ts'

/** A day of so many has no figures of hours, which would take as much room (0079_room_of_figures.sql). */
const fewValues = 300

const columns = {
  deviceId: 'int8',
  propertyId: 'int4',
  day: 'date',
  points: 'int4',
  firstMs: 'int4',
  lastMs: 'int4',
  timesOf: 'int4',
  every: 'int4',
  times: 'bytea',
  timesFar: 'int4[][]',
  scale: 'int2',
  firstWhole: 'int4',
  steps: 'bytea',
  stepsFar: 'int4[][]',
  numbers: 'float8[]',
  texts: 'text[]',
  deviceTime: 'bool',
  hours: 'int2[]',
  hourPoints: 'int4[]',
  hourLows: 'int2[]',
  hourHighs: 'int2[]',
  hourSums: 'int4[]',
  hourFigures: 'float8[]',
} as const

/** The values of a property in a day, in the order of time. */
type Values = { at: number[]; values: (number | string | null)[] }
/**
 * The same so far. The arrays are as long as the fullest day was, and are filled anew each day: new ones would grow old within the day, and
 * old memory is dear to give back.
 */
type Filling = Values & { count: number }

const filled = ({ at, values, count }: Filling): Values => ({ at: at.slice(0, count), values: values.slice(0, count) })

const isNumber = (value: number | string | null): value is number => typeof value === 'number'

/**
 * Writes days of a device without stored rows directly as sealed days: its rows come in the order of time, all with
 * times of its own. Of a completed day only the packed form is kept in memory.
 */
export function newSealedCopy(deviceId: string) {
  const copy = newCopy('deviceHistoryDay', columns)
  let day = Number.NaN
  const open = new Map<number, Filling>()

  function close(): void {
    const known: (Values & Readonly<{ propertyId: number }>)[] = []
    for (const [propertyId, filling] of [...open].toSorted(([a], [b]) => a - b)) {
      if (filling.count === 0) continue
      const own = filled(filling)
      filling.count = 0
      const same = known.find(({ at }) => areEqual(at, own.at))
      if (same === undefined) known.push({ ...own, propertyId })
      copy.add({ deviceId, propertyId, day, ...packedOf(own), ...timesOf(own.at, same?.propertyId) })
    }
  }

  return {
    add: ({ ms, values }: Pick<HistoryRow, 'ms' | 'values'>): void => {
      const of = Math.floor(ms / dayMs)
      if (of !== day) close()
      day = of
      for (const { propertyId, value } of values) {
        let own = open.get(propertyId)
        if (own === undefined) open.set(propertyId, (own = { at: [], values: [], count: 0 }))
        own.at[own.count] = ms - of * dayMs
        own.values[own.count] = comparable(value)
        own.count += 1
      }
    },
    send: async (trx: Transaction): Promise<void> => {
      close()
      await copy.send(trx)
    },
  }
}

/** Most differ in how many they are, or in their last one. */
function areEqual(one: readonly number[], other: readonly number[]): boolean {
  if (one.length !== other.length) return false
  for (let index = one.length - 1; index >= 0; index -= 1) if (one[index] !== other[index]) return false
  return true
}

/** Properties that were reported together have their times once: in the row of the first of them. */
function timesOf(at: readonly number[], of: number | undefined) {
  const [firstMs, lastMs] = [at[0] ?? 0, at.at(-1) ?? 0]
  if (of !== undefined) return { firstMs, lastMs, timesOf: of, every: null, times: null, timesFar: null }
  const { every, bytes, far } = packTimes(at)
  return { firstMs, lastMs, timesOf: null, every, times: bytes, timesFar: far }
}

const noHours = {
  hours: null,
  hourPoints: null,
  hourLows: null,
  hourHighs: null,
  hourSums: null,
  hourFigures: null,
} as const
const unpacked = { scale: null, firstWhole: null, steps: null, stepsFar: null } as const

function packedOf({ at, values }: Values) {
  const own = { points: at.length, deviceTime: true }
  const numbers = values.filter(isNumber)
  if (numbers.length < values.length) {
    const texts = values.map((value) => (isNumber(value) ? null : value))
    return { ...own, ...unpacked, numbers: values.map((value) => (isNumber(value) ? value : null)), texts, ...noHours }
  }
  const scale = scaleOf(numbers)
  const hours = at.length > fewValues ? packHours(at, numbers, scale) : noHours
  if (scale === null) return { ...own, ...unpacked, numbers, texts: null, ...hours }
  const { firstWhole, bytes, far } = packNumbers(numbers, scale)
  return { ...own, scale, firstWhole, steps: bytes, stepsFar: far, numbers: null, texts: null, ...hours }
}

/** Whether days of the device are sealed. Until the end of the transaction none is. */
export async function hasSealed(trx: Transaction, deviceId: string): Promise<boolean> {
  await sql`select hold_sealing()`.execute(trx)
  const { rows } = await sql`select from device_history_day where device_id = ${deviceId}::bigint limit 1`.execute(trx)
  return rows.length > 0
}
