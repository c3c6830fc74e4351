import type { Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { dayOf as dateOf } from '../../platform/db/partitions.ts'
import { dayOf, timesText } from '../history/device-history.store.ts'
import type { PackedHours } from '../history/sealed-day.ts'
import { packedColumns, packedHours, type PackedDay } from '../history/sealed-days.store.ts'

// Reads one property of many devices, in one statement for all of them. Days before yesterday are sealed, with the
// figures of each whole hour (UTC); the others are rows. A late report is a row beside its sealed day, of which the
// values are then read.

type Span = Readonly<{ startTime: string; endTime: string }>
type Property = Readonly<{ deviceIds: readonly string[]; propertyId: number }>

/** The whole hour of an instant, since 1970. */
const hourOf = (time: string) => sql.raw(`floor(extract(epoch from ${time}) / 3600)::int`)

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
    /** The times at which a device's values do not count, rising. */
    denied: ReadonlyMap<string, readonly Gap[]>
  }>

/** Some hours of a device in the form of a sealed day. */
export type FleetHours = PackedHours &
  Readonly<{
    deviceId: string
    /** Days since 1970, and the hours are of that day; null: they are those since 1970. */
    day: number | null
  }>

/** A sealed day of a device of which values are read. */
export type FleetValues = PackedDay &
  Readonly<{
    deviceId: string
    /** Days since 1970. */
    day: number
    /** All its values count here. Otherwise only those of partial hours do: the others arrive as hours. */
    isWhole: boolean
    /** Instants with a row, which replaces the sealed value; ms since the start of the day. */
    late: readonly number[]
  }>

type Found =
  | (FleetHours & Readonly<{ isWhole: boolean; isRead: false }>)
  | (Omit<FleetHours, 'day' | 'scale'> & FleetValues & Readonly<{ isRead: true }>)

/**
 * The figures of hours, like `listBuckets` for one device: the last of several values of one instant counts. An hour
 * may arrive in several parts. Those of a sealed day come in their stored form, as PostgreSQL sends arrays
 * (`sentNumbers`): splitting, grouping and formatting them would cost it three times as much as reading them. For the
 * same reason the values of days come packed. One statement reads everything, so that no day is missed or counted twice
 * while it is sealed.
 */
export async function listFleetHours(
  db: Db,
  { deviceIds, propertyId, startTime, endTime, denied }: FleetFilter,
): Promise<Readonly<{ hours: readonly FleetHours[]; values: readonly FleetValues[] }>> {
  const ofThese = (alias: string) =>
    sql`${sql.ref(`${alias}.device_id`)} = any(${deviceIds}::bigint[]) and ${sql.ref(`${alias}.property_id`)} = ${propertyId}`
  const inDays = (alias: string) =>
    sql`${sql.ref(`${alias}.day`)} >= ${dayOf(startTime)} and ${sql.ref(`${alias}.day`)} <= ${dayOf(endTime)}`
  // The figures of an hour include denied values, and no late ones.
  const isWhole = sql`(d.hour_points is null or late.times is not null or (not isempty(asked.denied) and asked.denied &&
    tstzrange(d.day::timestamp at time zone 'UTC', (d.day + 1)::timestamp at time zone 'UTC')))`
  const times = deviceIds.map((id) => timesText(denied.get(id) ?? []))
  const { rows } = await sql<Found>`
    with asked as materialized (
      select * from unnest(${deviceIds}::bigint[], ${times}::tstzmultirange[]) as asked (device_id, denied)
    ), young as materialized (
      select h.device_id, h.reported_at, h.number from device_history_value h
      where ${ofThese('h')} and h.reported_at >= ${startTime} and h.reported_at < ${endTime}
    ), late as materialized (
      select d.device_id, d.day, array_agg(floor((extract(epoch from young.reported_at) - extract(epoch from d.day)) * 1000)::int) as times
      from young join device_history_day d on d.device_id = young.device_id and d.day = (young.reported_at at time zone 'UTC')::date
      where ${ofThese('d')} and ${inDays('d')}
      group by 1, 2
    ), day as materialized (
      select d.device_id, d.day, late.times, ${isWhole} as is_whole, ${isWhole} or d.day = any(${cutDays({ startTime, endTime })}::date[]) as is_read
      from device_history_day d join asked on asked.device_id = d.device_id
      left join late on late.device_id = d.device_id and late.day = d.day
      where ${ofThese('d')} and ${inDays('d')}
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
    ), sealed as (
      select day.device_id, day.day - date '1970-01-01' as day, ${packedHours}, day.is_whole, day.is_read, day.times as late, ${packedColumns}
      from day join device_history_day d on d.device_id = day.device_id and d.day = day.day
      left join device_history_day t on day.is_read and t.device_id = day.device_id and t.day = day.day
        and t.property_id = coalesce(d.times_of, d.property_id) and t.device_id = any(${deviceIds}::bigint[]) and ${inDays('t')}
      where ${ofThese('d')} and ${inDays('d')}
    )
    select device_id, null::int as day, array_send(array_agg(hour)) as hours, array_send(array_agg(points::int)) as hour_points,
      null::bytea as lows, null::bytea as highs, null::bytea as sums, array_send(array_agg(low) || array_agg(high) || array_agg(total / points)) as figures,
      false as is_whole, false as is_read, null::int[] as late, null::int as points, null::int as first_ms, null::int as every, null::bytea as times,
      null::bytea as times_far, null::smallint as scale, null::int as first_whole, null::bytea as steps, null::bytea as steps_far,
      null::bytea as numbers
    from part group by 1
    union all
    select device_id, day, hours, hour_points, lows, highs, sums, figures, is_whole, is_read, coalesce(late, '{}'), points, first_ms, every, times, times_far, scale, first_whole,
      case when is_read then steps end, case when is_read then steps_far end, case when is_read then numbers end
    from sealed`.execute(db)
  return { hours: rows.filter(({ isWhole: isOther }) => !isOther), values: rows.filter((row) => row.isRead) }
}

/** The days of the one or two hours that a span cuts. */
const cutDays = ({ startTime, endTime }: Span): string[] =>
  [startTime, endTime].map((instant) => Date.parse(instant)).flatMap((at) => (at % hourMs === 0 ? [] : [dateOf(at)]))
