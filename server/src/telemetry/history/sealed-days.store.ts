import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import {
  sentNumbers,
  unpackHours,
  unpackNumbers,
  unpackTimes,
  type HourFigures,
  type PackedHours,
} from './sealed-day.ts'

/** The values of one property in one sealed day, in their order. `times` are ms since the start of the day; NaN is a text. */
export type SealedValues = Readonly<{ propertyId: number; dayMs: number; times: Int32Array; numbers: Float64Array }>

/** A sealed day of a property, with times that may be those of another one. Lists are as PostgreSQL sends arrays. */
export type PackedDay = Readonly<{
  points: number
  firstMs: number
  every: number
  times: Buffer
  timesFar: Buffer | null
  scale: number | null
  firstWhole: number | null
  steps: Buffer | null
  stepsFar: Buffer | null
  numbers: Buffer | null
}>
type Row = Omit<PackedDay, 'times'> & {
  propertyId: number
  dayMs: number
  timesOf: number
  /** Only the first row with these times contains them. */
  times: Buffer | null
}

/** The columns of `PackedDay`, of a day `d` whose times are in the row `t`. */
export const packedColumns =
  sql.raw(`d.points, d.first_ms, t.every, t.times, array_send(t.times_far) as times_far, d.scale, d.first_whole,
  d.steps, array_send(d.steps_far) as steps_far, array_send(d.numbers) as numbers`)

const listOf = (sent: Buffer | null): Float64Array | null => (sent === null ? null : sentNumbers(sent))

type PackedTimes = Pick<PackedDay, 'points' | 'firstMs' | 'every' | 'times' | 'timesFar'>

export const timesIn = ({ points, firstMs, every, times, timesFar }: PackedTimes): Int32Array =>
  unpackTimes({ points, firstMs, every, bytes: times, far: listOf(timesFar) })

/** The times of a sealed day, of one property or of several that share them. */
export type PackedTimesOf = PackedTimes & Readonly<{ dayMs: number }>

/** Epoch ms. */
export const sealedTimes = (day: PackedTimesOf): Float64Array => Float64Array.from(timesIn(day), (ms) => day.dayMs + ms)

/** NaN is a text. */
export function numbersIn({ points, firstWhole, scale, steps, stepsFar, numbers }: Omit<PackedDay, 'times'>) {
  if (steps === null || firstWhole === null || scale === null) return listOf(numbers) ?? new Float64Array(0)
  return unpackNumbers({ points, firstWhole, scale, bytes: steps, far: listOf(stepsFar) })
}

/** The sealed values of some properties on some days (`2026-11-29`), by day. */
export async function listSealedValues(
  db: Db,
  device: Pick<SeenDevice, 'id'>,
  propertyIds: readonly number[],
  days: readonly string[],
): Promise<SealedValues[]> {
  if (days.length === 0) return []
  const isOf = (day: string) =>
    sql`${sql.raw(day)}.device_id = ${device.id} and ${sql.raw(day)}.day = any(${days}::date[])`
  // Times that several properties share are read and unpacked once. The days are named for both: each prunes its partitions by them.
  const { rows } = await sql<Row>`${prepared}
    select d.property_id, (extract(epoch from d.day) * 1000)::double precision as day_ms, t.property_id as times_of, d.points, d.first_ms,
      t.every, case when row_number() over (partition by d.day, t.property_id order by d.property_id) = 1 then t.times end as times,
      array_send(t.times_far) as times_far, d.scale, d.first_whole, d.steps, array_send(d.steps_far) as steps_far, array_send(d.numbers) as numbers
    from device_history_day d
    join device_history_day t
      on t.device_id = d.device_id and t.property_id = coalesce(d.times_of, d.property_id) and t.day = d.day and ${isOf('t')}
    where d.property_id = any(${propertyIds}::int[]) and ${isOf('d')}
    order by d.day, t.property_id, d.property_id`.execute(db)
  let times: Int32Array = new Int32Array(0)
  return rows.map((row) => {
    // The rows of one day with the same times follow each other.
    if (row.times !== null) times = timesIn({ ...row, times: row.times })
    return { propertyId: row.propertyId, dayMs: row.dayMs, times, numbers: numbersIn(row) }
  })
}

/** The figures of the hours of one property in one sealed day. Null where there is a text among its values, or where those are few (0079_room_of_figures.sql). */
export type SealedHours = Readonly<{ propertyId: number; dayMs: number; hours: readonly HourFigures[] | null }>

type HoursRow = Omit<PackedHours, 'hourPoints'> & { propertyId: number; dayMs: number; hourPoints: Buffer | null }

/** The columns of `PackedHours`, of a day `d`. */
export const packedHours =
  sql.raw(`array_send(d.hours) as hours, array_send(d.hour_points) as hour_points, array_send(d.hour_lows) as lows,
  array_send(d.hour_highs) as highs, array_send(d.hour_sums) as sums, array_send(d.hour_figures) as figures`)

/** The figures of the hours of sealed days after one day and before another. No value is read. */
export async function listSealedHours(
  db: Db,
  device: Pick<SeenDevice, 'id'>,
  propertyIds: readonly number[],
  { after, before }: Readonly<{ after: string; before: string }>,
): Promise<SealedHours[]> {
  const { rows } = await sql<HoursRow>`${prepared}
    select d.property_id, (extract(epoch from d.day) * 1000)::double precision as day_ms, d.scale, ${packedHours}
    from device_history_day d
    where device_id = ${device.id} and property_id = any(${propertyIds}::int[]) and day > ${after}::date and day < ${before}::date`.execute(
    db,
  )
  return rows.map(({ propertyId, dayMs, hourPoints, ...packed }) => ({
    propertyId,
    dayMs,
    hours: hourPoints === null ? null : unpackHours({ ...packed, hourPoints }),
  }))
}

/** Reports that are rows: those of today and yesterday, and late ones. NaN is a text: of several values of one instant it may be the last. */
export type YoungReport = { propertyId: number; at: number; number: number }

export async function listYoungReports(
  db: Db,
  device: Pick<SeenDevice, 'id'>,
  propertyIds: readonly number[],
  { from, to }: Readonly<{ from: string; to: string }>,
): Promise<YoungReport[]> {
  const { rows } = await sql<YoungReport>`${prepared}
    select property_id, floor(extract(epoch from reported_at) * 1000)::double precision as at, coalesce(number, 'NaN') as number
    from device_history_value
    where device_id = ${device.id} and property_id = any(${propertyIds}::int[])
      and reported_at >= ${from} and reported_at < ${to}
    order by property_id, reported_at`.execute(db)
  return rows
}
