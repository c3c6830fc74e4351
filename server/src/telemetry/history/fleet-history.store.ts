import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { dayOf as dateOf } from '../../platform/db/partitions.ts'
import { dayOf } from './device-history.store.ts'

// One property of many devices, in one statement for all of them. Days before yesterday are sealed, with the figures of each whole hour (UTC);
// the others are rows. A late report is a row beside its sealed day, of which the points are then read.

type Span = Readonly<{ startTime: string; endTime: string }>
type Property = Readonly<{ deviceIds: readonly string[]; propertyId: number }>

/** The whole hour of an instant, since 1970. */
const hourOf = (time: string) => sql.raw(`floor(extract(epoch from ${time}) / 3600)::int`)
const hourMs = 3_600_000

/** Epoch ms at which each day of a span begins in a zone, and at which the day after them does. */
export async function listDayStarts(db: Db, { startTime, endTime }: Span, zone: string): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from day_start(day::date, ${zone}))::double precision * 1000 as at
    from generate_series(
      (${startTime}::timestamptz at time zone ${zone})::date - 1,
      (${endTime}::timestamptz at time zone ${zone})::date + 1, interval '1 day') as day
    order by 1`.execute(db)
  return rows.map(({ at }) => at)
}

export type FleetFilter = Span &
  Property &
  Readonly<{
    /** The times at which a device's values do not count (`timesText`), in the order of `deviceIds`. */
    denied: readonly string[]
  }>

/** Some hours of a device, as a sealed day has them (`device_history_day`): arrays as PostgreSQL sends them. */
export type FleetHours = Readonly<{
  deviceId: string
  /** Days since 1970; null: the hours are of any day. */
  day: number | null
  /** Their numbers since 1970, or within the day; null: all 24. */
  hours: Buffer | null
  points: Buffer
  /** Whole numbers, 10^scale times as large; null where `figures` has all lows, then all highs, then all means. */
  scale: number | null
  lows: Buffer | null
  highs: Buffer | null
  sums: Buffer | null
  figures: Buffer | null
}>

/**
 * The figures of hours, as `listBuckets` has them of one device: of several values of one instant the last one counts. An hour may come in
 * several parts. Those of a sealed day come as they are stored, as PostgreSQL sends arrays (`sentNumbers`): taking them apart, grouping them
 * and writing them as texts costs it three times what reading them does. One statement has all, so that no day is missed or counted twice
 * while it is sealed.
 */
export async function listFleetHours(db: Db, filter: FleetFilter): Promise<FleetHours[]> {
  const { deviceIds, propertyId, startTime, endTime, denied } = filter
  const ofThese = (alias: string) =>
    sql`${sql.ref(`${alias}.device_id`)} = any(${deviceIds}::bigint[]) and ${sql.ref(`${alias}.property_id`)} = ${propertyId}`
  const inDays = sql`${ofThese('d')} and d.day >= ${dayOf(startTime)} and d.day <= ${dayOf(endTime)}`
  // The figures of an hour include what was denied in it, and nothing that came later.
  const isRead = sql`(d.hour_points is null or late.times is not null or (not isempty(asked.denied) and asked.denied &&
    tstzrange(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC')))`
  const { cut, cutDays } = cutHours(filter)
  const { rows } = await sql<FleetHours>`
    with asked as materialized (
      select * from unnest(${deviceIds}::bigint[], ${denied}::tstzmultirange[]) as asked (device_id, denied)
    ), young as materialized (
      select h.device_id, h.reported_at, h.number from device_history_value h
      where ${ofThese('h')} and h.reported_at >= ${startTime} and h.reported_at < ${endTime}
    ), late as materialized (
      select d.device_id, d.day, array_agg(date_trunc('milliseconds', young.reported_at)) as times
      from young join device_history_day d on d.device_id = young.device_id and d.day = (young.reported_at at time zone 'UTC')::date
      where ${inDays}
      group by 1, 2
    ), day as materialized (
      select d.device_id, d.day, late.times, asked.denied, ${isRead} as is_read
      from device_history_day d join asked on asked.device_id = d.device_id
      left join late on late.device_id = d.device_id and late.day = d.day
      where ${inDays}
    ), part as (
      select device_id, ${hourOf('reported_at')} as hour, min(number) as low, max(number) as high, sum(number) as total, count(*) as points
      from (
        select young.*, asked.denied,
          lead(reported_at) over (partition by young.device_id order by reported_at) as next_at
        from young join asked on asked.device_id = young.device_id
      ) as asked
      where number is not null and (next_at is null or date_trunc('milliseconds', next_at) > date_trunc('milliseconds', reported_at))
        and not (reported_at <@ denied)
      group by 1, 2
      union all
      select read.device_id, ${hourOf('point.reported_at')}, min(point.number), max(point.number), sum(point.number), count(*)
      from (
        -- A fence: otherwise every day is taken apart before it is known which ones are to be read.
        select d as sealed, day.* from day join device_history_day d on d.device_id = day.device_id and d.day = day.day
        where ${inDays} and (day.is_read or day.day = any(${cutDays}::date[])) offset 0
      ) as read cross join lateral sealed_points(read.sealed) as point
      where (read.is_read or ${hourOf('point.reported_at')} = any(${cut}::int[]))
        and point.reported_at >= ${startTime} and point.reported_at < ${endTime} and point.number is not null
        and point.is_last and (read.times is null or not date_trunc('milliseconds', point.reported_at) = any(read.times))
        and not (point.reported_at <@ read.denied)
      group by 1, 2
    )
    select device_id, null::int as day, null::smallint as scale, array_send(array_agg(hour)) as hours,
      array_send(array_agg(points::int)) as points, null::bytea as lows, null::bytea as highs, null::bytea as sums,
      array_send(array_agg(low) || array_agg(high) || array_agg(total / points)) as figures
    from part group by 1
    union all
    select d.device_id, d.day - date '1970-01-01', d.scale, array_send(d.hours), array_send(d.hour_points),
      array_send(d.hour_lows), array_send(d.hour_highs), array_send(d.hour_sums), array_send(d.hour_figures)
    from day join device_history_day d on d.device_id = day.device_id and d.day = day.day
    where ${inDays} and not day.is_read`.execute(db)
  return rows
}

/** The one or two hours that a span cuts, and their days. */
function cutHours({ startTime, endTime }: Span) {
  const ends = [startTime, endTime].map((instant) => Date.parse(instant) / hourMs)
  const cut = [...new Set(ends.filter((end) => !Number.isInteger(end)).map(Math.floor))]
  return { cut, cutDays: cut.map((hour) => dateOf(hour * hourMs)) }
}

/** The last value before an instant, of each device that has one. Null: it is no number. */
export async function listLastBefore(
  db: Db,
  { deviceIds, propertyId }: Property,
  before: string,
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql<{ deviceId: string; number: number | null }>`
    select asked.device_id, last.number
    from unnest(${deviceIds}::bigint[]) as asked (device_id)
    cross join lateral (
      select either.number from (
        (
          select reported_at, number from device_history_value
          where device_id = asked.device_id and property_id = ${propertyId} and reported_at < ${before}
          order by reported_at desc limit 1
        ) union all (
          -- The day of the instant may have no report before it; an earlier one has.
          select point.reported_at, point.number
          from (
            select d as sealed from device_history_day d
            where d.device_id = asked.device_id and d.property_id = ${propertyId} and d.day <= ${dayOf(before)}
            order by d.day desc limit 2
          ) as day
          cross join lateral sealed_points(day.sealed) as point
          where point.reported_at < ${before} order by point.reported_at desc limit 1
        )
      ) as either
      order by either.reported_at desc limit 1
    ) as last`.execute(db)
  return new Map(rows.map(({ deviceId, number }) => [deviceId, number]))
}

/** The reports of a span at which a number changed, and the first one, of each device. Times are epoch ms. */
export async function listTurns(db: Db, { deviceIds, propertyId }: Property, { startTime, endTime }: Span) {
  const { rows } = await sql<{ deviceId: string; at: number; number: number }>`
    select device_id, floor(extract(epoch from reported_at) * 1000)::double precision as at, number
    from (
      select device_id, reported_at, number, lag(number) over (partition by device_id order by reported_at) as before
      from (
        select device_id, reported_at, number from device_history_value
        where device_id = any(${deviceIds}::bigint[]) and property_id = ${propertyId}
          and reported_at >= ${startTime} and reported_at < ${endTime}
        union all
        select d.device_id, point.reported_at, point.number
        from device_history_day d cross join lateral sealed_points(d) as point
        where d.device_id = any(${deviceIds}::bigint[]) and d.property_id = ${propertyId}
          and d.day >= ${dayOf(startTime)} and d.day <= ${dayOf(endTime)}
          and point.reported_at >= ${startTime} and point.reported_at < ${endTime}
      ) as report
      where number is not null
    ) as report
    where before is distinct from number order by device_id, reported_at`.execute(db)
  return Map.groupBy(rows, ({ deviceId }) => deviceId)
}
