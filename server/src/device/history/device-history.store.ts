import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countCap } from '../../platform/db/page.ts'
import type { SeenDevice } from '../device.store.ts'

type Span = Readonly<{ startTime?: string | undefined; endTime?: string | undefined }>

/** The numbers of properties in the history, by identifier. One never reported by any device has none. */
export async function listPropertyIds(db: Db, identifiers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (identifiers.length === 0) return new Map()
  const rows = await db
    .selectFrom('propertyIdentifier')
    .select(['id', 'identifier'])
    .where('identifier', 'in', identifiers)
    .execute()
  return new Map(rows.map((row) => [row.identifier, row.id]))
}

export type CurvePoint = { propertyId: number; at: number; min: number; max: number; mean: number }

/** Every report of a number in a span, unless one of the properties has more than `most`: then undefined. Times in epoch ms. */
export async function listPoints(
  db: Db,
  device: SeenDevice,
  propertyIds: readonly number[],
  { startTime, endTime }: Required<Span>,
  most: number,
): Promise<CurvePoint[] | undefined> {
  const { rows } = await sql<{ propertyId: number; at: number; number: number }>`
    select point.property_id, (extract(epoch from point.time) * 1000)::double precision as at, point.number
    from unnest(${propertyIds}::int[]) as property (id)
    cross join lateral (
      select property_id, time, number from device_history
      where device_id = ${device.id} and property_id = property.id and time >= ${startTime} and time < ${endTime}
        and number is not null
      order by time limit ${most + 1}
    ) as point
    order by point.property_id, point.time`.execute(db)
  const counts = new Map<number, number>()
  for (const { propertyId } of rows) counts.set(propertyId, (counts.get(propertyId) ?? 0) + 1)
  if ([...counts.values()].some((count) => count > most)) return undefined
  return rows.map(({ propertyId, at, number }) => ({ propertyId, at, min: number, max: number, mean: number }))
}

/** Minimum, maximum and mean of each bucket that holds a report, straight from the primary key. `at` is the bucket's start, epoch ms. */
export async function listBuckets(
  db: Db,
  device: SeenDevice,
  propertyIds: readonly number[],
  { startTime, endTime }: Required<Span>,
  bucketMs: number,
): Promise<CurvePoint[]> {
  const { rows } = await sql<CurvePoint>`
    select property_id, (extract(epoch from bucket) * 1000)::double precision as at, min, max, mean
    from (
      select property_id, date_bin(${`${bucketMs} milliseconds`}::interval, time, ${startTime}::timestamptz) as bucket,
        min(number), max(number), avg(number) as mean
      from device_history
      where device_id = ${device.id} and property_id = any(${propertyIds}::int[])
        and time >= ${startTime} and time < ${endTime} and number is not null
      group by 1, 2
    ) as buckets
    order by 1, 2`.execute(db)
  return rows
}

/** Online and offline in turn: the entries of a span and the last one before it. Times in epoch ms. */
export async function listSwitches(db: Db, device: SeenDevice, { startTime, endTime }: Required<Span>) {
  const entries = db
    .selectFrom('onlineLog')
    .where('deviceId', '=', device.id)
    .where('online', 'is not', null)
    .select(['time', 'seq', 'online'])
  const before = await entries
    .where('time', '<', startTime)
    .orderBy('time', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  const within = await entries
    .where('time', '>=', startTime)
    .where('time', '<', endTime)
    .orderBy('time')
    .orderBy('seq')
    .execute()
  return [...before, ...within].map(({ time, online }) => ({ at: Date.parse(time), online: online === true }))
}

export type HistoryFilter = Span & Readonly<{ propertyIds: readonly number[] }>

// One walk down the key for each property: the key orders by time only within a property.
const newestOf = (
  device: SeenDevice,
  { propertyIds, startTime, endTime }: HistoryFilter,
  descending: boolean,
  rows: number,
) => sql`
  from unnest(${propertyIds}::int[]) as property (id)
  cross join lateral (
    select property_id, time, number, text, device_time from device_history
    where device_id = ${device.id} and property_id = property.id
      and time >= ${startTime ?? '-infinity'} and time <= ${endTime ?? 'infinity'}
    order by time ${descending ? sql`desc` : sql`asc`} limit ${rows}
  ) as report`

export type StoredReport = {
  propertyId: number
  time: string
  number: number | null
  text: string | null
  deviceTime: boolean
}

/** Reports of one or several properties in the order of time; equal times by property. */
export async function listReports(
  db: Db,
  device: SeenDevice,
  filter: HistoryFilter,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select report.* ${newestOf(device, filter, descending, limit + offset)}
    order by report.time ${descending ? sql`desc` : sql`asc`}, report.property_id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** How many, up to the cap. */
export async function countReports(
  db: Db,
  device: SeenDevice,
  filter: HistoryFilter,
): Promise<{ total: number; totalCapped?: true }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${newestOf(device, filter, true, countCap + 1)} limit ${countCap + 1}) as counted`.execute(
    db,
  )
  const total = rows[0]?.n ?? 0
  return total > countCap ? { total: countCap, totalCapped: true } : { total }
}
