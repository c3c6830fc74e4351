import type { Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import { sql } from 'kysely'
import { chunks } from '@brigade/contract/chunks.ts'
import { iso } from '@brigade/contract/time.ts'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { dayOf, timesText } from './device-history.store.ts'
import { daysOf } from './sealed-day.ts'
import { listSealedValues, sealedTimes, type PackedTimesOf } from './sealed-days.store.ts'

// When a module of a device sent a message, whatever was in it. Sealed days keep the times of each property, and many share theirs.

const epochMs = (time: string) => sql.raw(`floor(extract(epoch from ${time}) * 1000)::double precision`)
/** The days that one statement reads. */
const daysAtOnce = 92

/** A module of a device reports these properties, by id, and these events. */
export type Module = Readonly<{ propertyIds: readonly number[]; events: readonly string[] }>

/**
 * The times within some stretches, rising, at which any of a module's properties was reported or one of its events happened. `everyList`: of
 * each sealed day all lists of times; else only the longest, which has most of them.
 */
export async function listMessageTimes(
  db: Db,
  device: SeenDevice,
  module: Module,
  within: readonly Gap[],
  { everyList }: Readonly<{ everyList: boolean }>,
): Promise<number[]> {
  const [first, last] = [within[0], within.at(-1)]
  if (first === undefined || last === undefined) return []
  const [from, to] = [iso(first.from), iso(last.to)]
  const stretches = timesText(within)
  // Rows first: a day that is sealed between the statements is then read twice.
  const rows = await sql<{ at: number }>`${prepared}
    select distinct ${epochMs('reported_at')} as at from device_history_row
    where device_id = ${device.id} and reported_at >= ${from} and reported_at < ${to}
      and reported_at <@ ${stretches}::tstzmultirange and properties && ${module.propertyIds}::int[]
    union all
    select ${epochMs('occurred_at')} from device_event
    where device_id = ${device.id} and occurred_at >= ${from} and occurred_at < ${to}
      and occurred_at <@ ${stretches}::tstzmultirange and identifier = any(${module.events}::text[])`.execute(db)
  const times = rows.rows.map(({ at }) => at)
  const days = [...new Set(within.flatMap((gap) => daysOf(gap.from, gap.to - 1)))]
  for (const some of chunks(days, daysAtOnce))
    for (const list of await listTimes(db, device, module.propertyIds, some, everyList))
      for (const at of inStretches(list, within)) times.push(at)
  return [...new Set(times)].sort((a, b) => a - b)
}

async function listTimes(
  db: Db,
  device: SeenDevice,
  propertyIds: readonly number[],
  days: readonly string[],
  everyList: boolean,
): Promise<Float64Array[]> {
  const { rows } = await sql<PackedTimesOf>`${prepared}
    with list as (
      select day, coalesce(times_of, property_id) as property_id, max(points) as points
      from device_history_day
      where device_id = ${device.id} and property_id = any(${propertyIds}::int[]) and day = any(${days}::date[])
      group by 1, 2
    ), asked as (
      select day, property_id, row_number() over (partition by day order by points desc, property_id) as place from list
    )
    select (extract(epoch from t.day) * 1000)::double precision as day_ms, t.points, t.first_ms, t.every, t.times,
      array_send(t.times_far) as times_far
    from device_history_day t
    join asked on asked.day = t.day and asked.property_id = t.property_id and (${everyList} or asked.place = 1)
    where t.device_id = ${device.id} and t.day = any(${days}::date[])`.execute(db)
  return rows.map(sealedTimes)
}

function inStretches(times: Float64Array, stretches: readonly Gap[]): number[] {
  const found: number[] = []
  let place = 0
  for (const at of times) {
    while ((stretches[place]?.to ?? Number.POSITIVE_INFINITY) <= at) place += 1
    if ((stretches[place]?.from ?? Number.POSITIVE_INFINITY) <= at) found.push(at)
  }
  return found
}

/** A value at its time, epoch ms. NaN is a text. */
export type ValueAt = Readonly<{ time: number; value: number }>

/** The last value of each property in a stretch of time. */
export async function listLastOf(
  db: Db,
  device: SeenDevice,
  propertyIds: readonly number[],
  { from, to }: Gap,
): Promise<ReadonlyMap<number, ValueAt>> {
  if (propertyIds.length === 0) return new Map()
  const young = await sql<ValueAt & { propertyId: number }>`${prepared}
    select distinct on (property_id) property_id, ${epochMs('reported_at')} as time, coalesce(number, 'NaN') as value
    from device_history_value
    where device_id = ${device.id} and property_id = any(${propertyIds}::int[])
      and reported_at >= ${iso(from)} and reported_at < ${iso(to)}
    order by property_id, reported_at desc`.execute(db)
  const days = await sql<{ day: string }>`${prepared}
    select distinct last.day::text as day
    from unnest(${propertyIds}::int[]) as asked (id)
    cross join lateral (
      -- The day of the instant may have no value before it.
      select d.day from device_history_day d
      where d.device_id = ${device.id} and d.property_id = asked.id and d.day >= ${dayOf(iso(from))} and d.day <= ${dayOf(iso(to))}
        and d.day::timestamp at time zone 'UTC' + d.first_ms * interval '1 millisecond' < ${iso(to)}::timestamptz
      order by d.day desc limit 1
    ) as last`.execute(db)
  const sealed = await listSealedValues(
    db,
    device,
    propertyIds,
    days.rows.map(({ day }) => day),
  )
  const last = new Map<number, ValueAt>()
  const put = (propertyId: number, found: ValueAt) => {
    if (found.time >= (last.get(propertyId)?.time ?? from)) last.set(propertyId, found)
  }
  for (const { propertyId, dayMs, times, numbers } of sealed) {
    const place = times.findLastIndex((ms) => dayMs + ms < to)
    if (place !== -1) put(propertyId, { time: dayMs + (times[place] ?? 0), value: numbers[place] ?? Number.NaN })
  }
  // Late values follow sealed ones of the same instant.
  for (const { propertyId, time, value } of young.rows) put(propertyId, { time, value })
  return last
}
