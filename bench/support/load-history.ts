import { dayMs } from '@brigade/contract/time.ts'
import type pg from 'pg'

/**
 * Makes points of a fleet over past days, sealed, and a part of them as rows for comparison. Each point is derived from
 * its device, property and time.
 */

type Client = Pick<pg.ClientBase, 'query'>
export type HistorySize = Readonly<{ points: number; peerPoints: number }>

export const historyDays = 30
/** Properties that a device reports every two minutes. */
export const identifiers = ['ChamberTemp', 'CoreTemp', 'Humidity', 'DoorOpenings'] as const
const everyMs = 120_000
export const pointsADay = dayMs / everyMs
const pointsOfDevice = pointsADay * historyDays * identifiers.length

/** Devices are alike by their number, so that each day's points are made once for this many and not for each. */
const variants = 64

/** The points of one day: values in tenths, and times up to half a second off the two-minute grid. */
const pointsOfDay = `
  create temporary table point as
  select variant, property, number, number * ${everyMs} + (abs(hashint8extended(variant, number)) % 500)::int as ms,
    round(1600 + 400 * sin(($2::date - date '2026-01-01') + number / 40.0 + variant) + (hashint8extended(number, variant + property) % 8))::int as whole
  from generate_series(0, ${variants - 1}) as variant, unnest($1::int[]) as property, generate_series(0, ${pointsADay - 1}) as number`

/** Devices that the points are of: the first ovens, and how many of them have rows too. */
async function reporting(client: Client, { points, peerPoints }: HistorySize) {
  const count = Math.max(1, Math.round(points / pointsOfDevice))
  const { rows } = await client.query<{ id: string }>(
    `select device_id as id from device_state where kind = 'oven' and installed order by device_id limit ${count}`,
  )
  const ids = rows.map(({ id }) => id)
  return { ids, peers: ids.slice(0, Math.max(1, Math.round(peerPoints / pointsOfDevice))) }
}

async function propertyIds(client: Client): Promise<number[]> {
  await client.query(`insert into property_identifier (identifier) select unnest($1::text[]) on conflict do nothing`, [
    identifiers,
  ])
  const { rows } = await client.query<{ id: number }>(
    `select id from property_identifier where identifier = any($1) order by id`,
    [identifiers],
  )
  return rows.map(({ id }) => id)
}

/** The last whole days before yesterday, the oldest first. */
function days(nowMs: number): string[] {
  return Array.from({ length: historyDays }, (_, index) =>
    new Date(nowMs - (historyDays + 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}

/** Rows in the form that sealing would write. */
const sealedDay = `
  with day as (
    select variant, property, min(property) over (partition by variant) as first, at, numbers, times.every, times.bytes as times, times.far as times_far,
      steps.first_whole, steps.bytes as steps, steps.far as steps_far, hourly
    from (
      select variant, property, array_agg(ms order by number) as at, array_agg(whole / 10::double precision order by number) as numbers
      from point group by 1, 2
    ) as grouped
    cross join lateral packed_times(at) as times
    cross join lateral packed_numbers(numbers, 1) as steps
    cross join lateral packed_hours(at, numbers, 1) as hourly
  )
  insert into device_history_day (device_id, property_id, day, points, first_ms, last_ms, times_of, every, times, times_far,
    scale, first_whole, steps, steps_far, device_time, hours, hour_points, hour_lows, hour_highs, hour_sums, hour_figures)
  select device, property, $2::date, ${pointsADay}, at[1], at[${pointsADay}], nullif(first, property),
    case when first = property then every end, case when first = property then times end, case when first = property then times_far end,
    1, first_whole, steps, steps_far, true,
    (hourly).hours, (hourly).points, (hourly).lows, (hourly).highs, (hourly).sums, (hourly).figures
  from day join unnest($1::bigint[]) as device on device % ${variants} = variant
  order by device, property`

/** Rows as they would arrive: in the order of time. */
const rowDay = `
  insert into peer_history
  select device, property, $2::date::timestamp at time zone 'UTC' + ms * interval '1 millisecond', whole / 10::double precision, null, true
  from point join unnest($1::bigint[]) as device on device % ${variants} = variant
  order by number, device`

/** Two connections share the days: the machine has two cores. */
export async function loadHistory(
  clients: readonly Client[],
  size: HistorySize,
  nowMs: number,
  log: (line: string) => void,
): Promise<void> {
  const [first] = clients
  if (first === undefined) return
  const { ids, peers } = await reporting(first, size)
  const properties = await propertyIds(first)
  await first.query(
    `create table peer_history (device_id bigint not null, property_id int not null, reported_at timestamptz not null, number float8, text text,
      device_time boolean not null, primary key (device_id, property_id, reported_at)) partition by range (reported_at)`,
  )
  const all = days(nowMs)
  for (const month of new Set(all.map((day) => day.slice(0, 7))))
    await first.query(`select seal_history('${month}-01', 0, 0)`)
  for (const day of all)
    await first.query(`create table peer_history_${day.replaceAll('-', '')} partition of peer_history
      for values from ('${day}') to ('${day}'::date + 1)`)
  const waiting = [...all]
  const work = async (client: Client) => {
    for (let day = waiting.shift(); day !== undefined; day = waiting.shift()) {
      await client.query(pointsOfDay, [properties, day])
      await client.query('analyze point')
      await client.query(sealedDay, [ids, day])
      await client.query(rowDay, [peers, day])
      await client.query('drop table point')
      log(`points of ${day}`)
    }
  }
  await Promise.all(clients.map(work))
  await first.query('vacuum (analyze) device_history_day')
  await first.query('vacuum (analyze) peer_history')
}
