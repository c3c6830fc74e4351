import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** An instant of a property of a device, in whole epoch ms. */
export type Instant = Readonly<{ deviceId: string; propertyId: number; ms: number }>

/** A stored value with its place among the values of its millisecond. A number, or the text of any other value. */
export type KnownValue = Readonly<{ value: number | string | null; place: number }>

type Found = { n: string; number: number | null; text: string | null; place: number }

/** The most values of one instant that are compared: a clock that stands still has no end of them. The last ones count. */
const mostCompared = 64

/**
 * The stored values of these instants in their order, by the position of the instant in the list; those that have none are left
 * out. Days from `sealedBefore` (epoch ms) on are rows alone.
 */
export async function findKnownValues(
  db: Db,
  instants: readonly Instant[],
  sealedBefore: number,
): Promise<ReadonlyMap<number, readonly KnownValue[]>> {
  const known = new Map<number, KnownValue[]>()
  const add = ({ n, number, text, place }: Found) => {
    const at = Number(n) - 1
    const values = known.get(at)
    const one = { value: number ?? text, place }
    if (values === undefined) known.set(at, [one])
    else values.push(one)
  }
  if (instants.length === 0) return known
  const wanted = wantedOf(instants)
  if (instants.some(({ ms }) => ms < sealedBefore)) for (const found of await findSealed(db, wanted)) add(found)
  for (const found of await findRows(db, wanted)) add(found)
  return known
}

const wantedOf = (instants: readonly Instant[]) => sql`
  select device_id, property_id, to_timestamp(ms / 1000) as at, n
  from unnest(
    ${instants.map(({ deviceId }) => deviceId)}::bigint[],
    ${instants.map(({ propertyId }) => propertyId)}::int[],
    ${instants.map(({ ms }) => ms)}::float8[]
  ) with ordinality as wanted (device_id, property_id, ms, n)`

const placeIn = (time: string) => sql.raw(`(extract(microseconds from ${time})::bigint % 1000)::int`)

async function findRows(db: Db, wanted: ReturnType<typeof wantedOf>): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    select w.n, h.number, h.text, ${placeIn('h.reported_at')} as place
    from (${wanted}) as w
    cross join lateral (
      select reported_at, number, text from device_history
      where device_id = w.device_id and property_id = w.property_id
        and reported_at >= w.at and reported_at < w.at + interval '1 millisecond'
      order by reported_at desc limit ${mostCompared}
    ) as h
    order by w.n, h.reported_at`.execute(db)
  return rows
}

async function findSealed(db: Db, wanted: ReturnType<typeof wantedOf>): Promise<readonly Found[]> {
  const { rows } = await sql<Found>`
    with wanted as materialized (${wanted})
    select w.n, point.number, point.value as text, ${placeIn('point.reported_at')} as place
    from (select distinct device_id, property_id, (at at time zone 'UTC')::date as day from wanted) as k
    join device_history_day d on d.device_id = k.device_id and d.property_id = k.property_id and d.day = k.day
    cross join lateral sealed_points(d) as point
    join wanted w on w.device_id = k.device_id and w.property_id = k.property_id
      and w.at = date_trunc('milliseconds', point.reported_at)
    order by w.n, point.reported_at`.execute(db)
  return rows
}
