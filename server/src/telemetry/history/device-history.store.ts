import type { Gap } from '@brigade/contract/telemetry/silence.rules.ts'
import { sql } from 'kysely'
import type { CachedDb } from '../../platform/caches.ts'
import { prepared } from '../../platform/db/connection/prepared-statement.ts'
import type { Db } from '../../platform/db/database.ts'
import { countCap } from '../../platform/db/page.ts'
import type { SeenDevice } from '../../device/list/device.store.ts'
import { propertyIdCache } from './write-history.store.ts'

type Span = Readonly<{ startTime?: string | undefined; endTime?: string | undefined }>

/** The ids of properties in the history, by identifier. A property that no device ever reported has none. */
export async function listPropertyIds(db: Db, identifiers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (identifiers.length === 0) return new Map()
  const rows = await db
    .selectFrom('propertyIdentifier')
    .select(['id', 'identifier'])
    .where('identifier', 'in', identifiers)
    .execute()
  return new Map(rows.map((row) => [row.identifier, row.id]))
}

/** The same for frequent questions, because an id never changes. */
export async function knownPropertyIds(
  { db, caches }: CachedDb,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = caches.of(propertyIdCache)
  const missing = identifiers.filter((identifier) => !known.has(identifier))
  for (const [identifier, id] of await listPropertyIds(db, missing)) known.set(identifier, id)
  return new Map(
    identifiers.flatMap((identifier) => {
      const id = known.get(identifier)
      return id === undefined ? [] : [[identifier, id] as const]
    }),
  )
}

export type CurvePoint = {
  propertyId: number
  at: number
  min: number
  max: number
  mean: number
  /** Only if each value was read. */
  timeMean?: number
  /** The value at the end of the bucket, if each value was read; null if its last value does not count. */
  last?: number | null
}

// Reports of today and yesterday are rows, older days are sealed. Both forms may have reports of the same day.
export const dayOf = (instant: string) => sql`(${instant}::timestamptz at time zone 'UTC')::date`

/** Epoch ms. The microseconds of a time are the place of a value among those of its instant. */
const wholeMs = (time: string) => sql.raw(`floor(extract(epoch from ${time}) * 1000)::double precision`)
/** The end of a span that includes its last instant, with all values of it. */
const throughout = (instant: string) => sql`(${instant}::timestamptz + interval '999 microseconds')`

/** Spans as PostgreSQL writes a `tstzmultirange`. */
export const timesText = (times: readonly Gap[]): string =>
  `{${times.map(({ from, to }) => `[${new Date(from).toISOString()},${new Date(to).toISOString()})`).join(',')}}`

/** The reports that a curve draws: those of some properties in a span, without those at `denied` times. */
export type CurveFilter = Required<Span> & Readonly<{ propertyIds: readonly number[]; denied?: readonly Gap[] }>

/** All numbers of a curve. Undefined if one of the properties has more than `most` reports. Times are epoch ms. */
export async function listPoints(
  db: Db,
  device: SeenDevice,
  filter: CurveFilter,
  most: number,
): Promise<CurvePoint[] | undefined> {
  const { propertyIds, startTime, endTime, denied: deniedTimes = [] } = filter
  // The counts of sealed days include denied values.
  if (deniedTimes.length === 0 && (await hasSealedMore(db, device, filter, most))) return undefined
  const denied = timesText(deniedTimes)
  const { rows } = await sql<{ propertyId: number; at: number; number: number | null }>`
    select property.id as property_id, ${wholeMs('point.reported_at')} as at, point.number
    from unnest(${propertyIds}::int[]) as property (id)
    cross join lateral (
      (
        select reported_at, number from device_history_value
        where device_id = ${device.id} and property_id = property.id and reported_at >= ${startTime} and reported_at < ${endTime}
          and not reported_at <@ ${denied}::tstzmultirange
        order by reported_at limit ${most + 1}
      ) union all (
        select point.reported_at, point.number from device_history_day d cross join lateral sealed_points(d) as point
        where d.device_id = ${device.id} and d.property_id = property.id
          and d.day >= ${dayOf(startTime)} and d.day <= ${dayOf(endTime)}
          and point.reported_at >= ${startTime} and point.reported_at < ${endTime}
          and not point.reported_at <@ ${denied}::tstzmultirange
        limit ${most + 1}
      )
    ) as point
    order by property.id, point.reported_at`.execute(db)
  const counts = new Map<number, number>()
  for (const { propertyId } of rows) counts.set(propertyId, (counts.get(propertyId) ?? 0) + 1)
  if ([...counts.values()].some((count) => count > most)) return undefined
  // The last of several values of one instant counts, even if it is a text.
  const last = rows.filter(({ propertyId, at }, index) => {
    const next = rows[index + 1]
    return next?.at !== at || next.propertyId !== propertyId
  })
  return last.flatMap(({ propertyId, at, number }) =>
    number === null ? [] : [{ propertyId, at, min: number, max: number, mean: number }],
  )
}

/** The count of the sealed days that the span contains whole. No report is read. */
async function hasSealedMore(
  db: Db,
  device: SeenDevice,
  { propertyIds, startTime, endTime }: CurveFilter,
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ property: number }>`${prepared}
    select property_id as property from device_history_day
    where device_id = ${device.id} and property_id = any(${propertyIds}::int[])
      and day > ${dayOf(startTime)} and day < ${dayOf(endTime)}
    group by 1 having sum(points) > ${most} limit 1`.execute(db)
  return rows.length > 0
}

/** The online log of a span and the last entry before it. Times are epoch ms. */
export async function listSwitches(db: Db, device: SeenDevice, { startTime, endTime }: Required<Span>) {
  const { rows } = await sql<{ occurredAt: string; online: boolean }>`${prepared}
    select occurred_at, online from (
      (select occurred_at, seq, online from online_log
        where device_id = ${device.id} and online is not null and occurred_at < ${startTime}
        order by occurred_at desc, seq desc limit 1)
      union all
      select occurred_at, seq, online from online_log
      where device_id = ${device.id} and online is not null and occurred_at >= ${startTime} and occurred_at < ${endTime}
    ) as entry
    order by occurred_at, seq`.execute(db)
  return rows.map(({ occurredAt, online }) => ({
    at: Date.parse(occurredAt),
    online,
  }))
}

export type HistoryFilter = Span & Readonly<{ propertyIds: readonly number[] }>

export type StoredReport = {
  propertyId: number
  time: string
  number: number | null
  text: string | null
  deviceTime: boolean
}

const orderOf = (descending: boolean) => (descending ? sql`desc` : sql`asc`)

/** Reports of one or several properties in the order of time. Equal times are ordered by property. */
export async function listReports(
  db: Db,
  device: SeenDevice,
  { propertyIds, startTime, endTime }: HistoryFilter,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
): Promise<StoredReport[]> {
  const order = orderOf(descending)
  const [start, end] = [startTime ?? '-infinity', endTime ?? 'infinity']
  const wanted = limit + offset
  // Keys are in the order of time only within one property, so each property has its own index scan. A sealed day has at
  // least one report. A day that the span cuts may have none in it, so it does not count towards the page.
  const { rows } = await sql<StoredReport>`
    select property.id as property_id, date_trunc('milliseconds', report.reported_at) as time, report.number, report.text, report.device_time
    from unnest(${propertyIds}::int[]) as property (id)
    cross join lateral (
      (
        select reported_at, number, text, device_time from device_history_value
        where device_id = ${device.id} and property_id = property.id and reported_at >= ${start} and reported_at <= ${throughout(end)}
        order by reported_at ${order} limit ${wanted}
      ) union all (
        select point.reported_at, point.number, point.value, point.device_time
        from (
          select sealed, sum(case when day > ${dayOf(start)} and day < ${dayOf(end)} then points else 0 end)
            over (order by day ${order} rows between unbounded preceding and 1 preceding) as before
          from (
            select d as sealed, d.day, d.points from device_history_day d
            where d.device_id = ${device.id} and d.property_id = property.id
              and d.day >= ${dayOf(start)} and d.day <= ${dayOf(end)}
            order by day ${order} limit ${wanted + 2}
          ) as counted
        ) as day
        cross join lateral sealed_points(day.sealed) as point
        where coalesce(day.before, 0) < ${wanted} and point.reported_at >= ${start} and point.reported_at <= ${throughout(end)}
        order by point.reported_at ${order} limit ${wanted}
      )
    ) as report
    order by report.reported_at ${order}, property.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** The number of reports, up to the cap. */
export async function countReports(
  db: Db,
  device: SeenDevice,
  { propertyIds, startTime, endTime }: HistoryFilter,
): Promise<{ total: number; totalCapped?: true }> {
  const [start, end] = [startTime ?? '-infinity', endTime ?? 'infinity']
  const ofThese = sql`device_id = ${device.id} and property_id = any(${propertyIds}::int[])`
  const isWhole = sql`day > ${dayOf(start)} and day < ${dayOf(end)}`
  const { rows } = await sql<{ n: number }>`
    select (
      (select count(*) from (
        select from device_history_value where ${ofThese} and reported_at >= ${start} and reported_at <= ${throughout(end)} limit ${countCap + 1}
      ) as young)
      + (select coalesce(sum(points), 0) from device_history_day where ${ofThese} and ${isWhole})
      + (
        select count(*) from device_history_day d cross join lateral sealed_points(d) as point
        where ${ofThese} and day >= ${dayOf(start)} and day <= ${dayOf(end)} and not (${isWhole})
          and point.reported_at >= ${start} and point.reported_at <= ${throughout(end)}
      )
    )::int as n`.execute(db)
  const total = rows[0]?.n ?? 0
  return total > countCap ? { total: countCap, totalCapped: true } : { total }
}
