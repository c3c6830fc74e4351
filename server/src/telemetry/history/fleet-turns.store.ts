import { sql } from 'kysely'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db } from '../../platform/db/database.ts'
import { dayOf } from './device-history.store.ts'
import { numbersIn, packedColumns, timesIn, type PackedDay } from './sealed-days.store.ts'

// When a property of many devices changed, which other properties depend on. Sealed days come packed; in SQL each of
// their values would be a row.

type Property = Readonly<{ deviceIds: readonly string[]; propertyId: number }>
type Sealed = PackedDay & Readonly<{ deviceId: string; dayMs: number }>

/** A value of a device; `at` is epoch ms, and NaN is a text. */
export type Turn = Readonly<{ at: number; number: number }>

const packedDay = sql`d.device_id, (extract(epoch from d.day) * 1000)::double precision as day_ms, ${packedColumns}`
const epochMs = (time: string) => sql.raw(`floor(extract(epoch from ${time}) * 1000)::double precision`)

/** The last value before an instant, of each device that has one. NaN: it is not a number. */
export async function listLastBefore(
  db: Db,
  { deviceIds, propertyId }: Property,
  before: string,
): Promise<ReadonlyMap<string, number>> {
  // Rows first: a day that is sealed between the statements is then read twice.
  const young = await sql<{ deviceId: string } & Turn>`${prepared}
    select asked.device_id, ${epochMs('last.reported_at')} as at, coalesce(last.number, 'NaN') as number
    from unnest(${deviceIds}::bigint[]) as asked (device_id)
    cross join lateral (
      select reported_at, number from device_history_value
      where device_id = asked.device_id and property_id = ${propertyId} and reported_at < ${before}
      order by reported_at desc limit 1
    ) as last`.execute(db)
  const sealed = await sql<Sealed>`${prepared}
    select ${packedDay}
    from unnest(${deviceIds}::bigint[]) as asked (device_id)
    cross join lateral (
      -- The day of the instant may have no value before it.
      select * from device_history_day d
      where d.device_id = asked.device_id and d.property_id = ${propertyId} and d.day <= ${dayOf(before)}
        and d.day::timestamp at time zone 'UTC' + d.first_ms * interval '1 millisecond' < ${before}::timestamptz
      order by d.day desc limit 1
    ) as d
    join device_history_day t on t.device_id = d.device_id and t.property_id = coalesce(d.times_of, d.property_id) and t.day = d.day`.execute(
    db,
  )
  const lastSealed = sealed.rows.map((day) => {
    const times = timesIn(day)
    const place = times.findLastIndex((ms) => day.dayMs + ms < Date.parse(before))
    const number = numbersIn(day)[place] ?? Number.NaN
    return { deviceId: day.deviceId, at: day.dayMs + (times[place] ?? 0), number }
  })
  const byDevice = Map.groupBy([...lastSealed, ...young.rows], ({ deviceId }) => deviceId)
  // Late values follow sealed ones of the same instant.
  const last = (some: readonly Turn[]) => some.reduce((one, other) => (other.at >= one.at ? other : one))
  return new Map([...byDevice].map(([deviceId, some]) => [deviceId, last(some).number]))
}

/**
 * The values of a span at which a property of a device changed, and others that are equal to the one before, in the order of time; of several
 * values of one instant the last one is the last.
 */
export async function listTurns(
  db: Db,
  { deviceIds, propertyId }: Property,
  { startTime, endTime }: Readonly<{ startTime: string; endTime: string }>,
): Promise<ReadonlyMap<string, readonly Turn[]>> {
  // If the day is sealed too, every row counts, as a sealed value may lie between two equal ones.
  const young = await sql<{ deviceId: string; isLate: boolean } & Turn>`${prepared}
    select device_id, ${epochMs('reported_at')} as at, number, is_late
    from (
      select r.device_id, r.reported_at, r.number, d.device_id is not null as is_late,
        lag(r.number) over (partition by r.device_id, r.day order by r.reported_at) as before
      from (
        select device_id, property_id, reported_at, coalesce(number, 'NaN') as number, (reported_at at time zone 'UTC')::date as day
        from device_history_value
        where device_id = any(${deviceIds}::bigint[]) and property_id = ${propertyId}
          and reported_at >= ${startTime} and reported_at < ${endTime}
      ) as r
      left join device_history_day d on d.device_id = r.device_id and d.property_id = r.property_id and d.day = r.day
    ) as report
    where is_late or before is distinct from number order by device_id, reported_at`.execute(db)
  const { rows } = await sql<Sealed>`${prepared}
    select ${packedDay}
    from device_history_day d
    join device_history_day t on t.device_id = d.device_id and t.property_id = coalesce(d.times_of, d.property_id) and t.day = d.day
      and t.device_id = any(${deviceIds}::bigint[]) and t.day >= ${dayOf(startTime)} and t.day <= ${dayOf(endTime)}
    where d.device_id = any(${deviceIds}::bigint[]) and d.property_id = ${propertyId}
      and d.day >= ${dayOf(startTime)} and d.day <= ${dayOf(endTime)}
    order by d.device_id, d.day`.execute(db)
  const span = { from: Date.parse(startTime), to: Date.parse(endTime) }
  const lateDevices = new Set(young.rows.flatMap(({ deviceId, isLate }) => (isLate ? [deviceId] : [])))
  const sealed = rows.flatMap((day) => turnsIn(day, span, lateDevices.has(day.deviceId)))
  const turns = Map.groupBy([...sealed, ...young.rows], ({ deviceId }) => deviceId)
  // Sorting keeps the order of equal times: late values follow sealed ones.
  for (const own of turns.values()) own.sort((one, other) => one.at - other.at)
  return turns
}

/** The first value of a sealed day and those that differ from the one before; `every`: all of them. */
function turnsIn(
  day: Sealed,
  { from, to }: Readonly<{ from: number; to: number }>,
  every: boolean,
): (Turn & Readonly<{ deviceId: string }>)[] {
  const { deviceId, dayMs } = day
  const turns: (Turn & Readonly<{ deviceId: string }>)[] = []
  const times = timesIn(day)
  let before: number | undefined
  for (const [place, number] of numbersIn(day).entries()) {
    if (!every && before !== undefined && Object.is(number, before)) continue
    const at = dayMs + (times[place] ?? 0)
    if (at < from || at >= to) continue
    before = number
    turns.push({ deviceId, at, number })
  }
  return turns
}
