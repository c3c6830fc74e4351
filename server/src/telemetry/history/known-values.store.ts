import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** An instant of a device, in whole epoch ms. */
export type DeviceInstant = Readonly<{ deviceId: string; ms: number }>
/** An instant of a property of a device. */
export type Instant = DeviceInstant & Readonly<{ propertyId: number }>

/**
 * The stored value of a property at an instant: a number, or the text of any other value; and its place among the
 * values of that millisecond.
 */
export type KnownValue = Readonly<{ value: number | string | null; place: number }>

/** A stored row: its place among the rows of that device and millisecond, and its values by property. */
export type KnownRow = Readonly<{ place: number; values: ReadonlyMap<number, KnownValue['value']> }>

/** The most rows of one instant that are read: a frozen clock has an unlimited number. The last ones count. */
export const maxRows = 256

const placeIn = (time: string) => sql.raw(`(extract(microseconds from ${time})::bigint % 1000)::int`)

function gathered<T, F extends { n: string }>(
  found: readonly F[],
  read: (one: F) => T,
): ReadonlyMap<number, readonly T[]> {
  const known = new Map<number, T[]>()
  for (const one of found) {
    const at = Number(one.n) - 1
    const own = known.get(at)
    if (own === undefined) known.set(at, [read(one)])
    else own.push(read(one))
  }
  return known
}

/** The rows of these instants that are not sealed, in their order, by the position of the instant in the list. */
export async function findKnownRows(
  db: Db,
  instants: readonly DeviceInstant[],
): Promise<ReadonlyMap<number, readonly KnownRow[]>> {
  if (instants.length === 0) return new Map()
  const { rows } = await sql<{
    n: string
    place: number
    properties: number[]
    numbers: (number | null)[] | null
    texts: (string | null)[] | null
  }>`
    select w.n, ${placeIn('h.reported_at')} as place, h.properties, h.numbers, h.texts
    from (
      select device_id, to_timestamp(ms / 1000) as at, n
      from unnest(${instants.map(({ deviceId }) => deviceId)}::bigint[], ${instants.map(({ ms }) => ms)}::float8[])
        with ordinality as wanted (device_id, ms, n)
    ) as w
    cross join lateral (
      select reported_at, properties, numbers, texts from device_history_row
      where device_id = w.device_id and reported_at >= w.at and reported_at < w.at + interval '1 millisecond'
      order by reported_at desc limit ${maxRows}
    ) as h
    order by w.n, h.reported_at`.execute(db)
  return gathered(rows, ({ place, properties, numbers, texts }) => ({
    place,
    values: new Map(properties.map((property, index) => [property, numbers?.[index] ?? texts?.[index] ?? null])),
  }))
}

/** The same of sealed days, by property. */
export async function findSealedValues(
  db: Db,
  instants: readonly Instant[],
): Promise<ReadonlyMap<number, readonly KnownValue[]>> {
  if (instants.length === 0) return new Map()
  const { rows } = await sql<{ n: string; number: number | null; text: string | null; place: number }>`
    with wanted as materialized (
      select device_id, property_id, to_timestamp(ms / 1000) as at, n
      from unnest(
        ${instants.map(({ deviceId }) => deviceId)}::bigint[],
        ${instants.map(({ propertyId }) => propertyId)}::int[],
        ${instants.map(({ ms }) => ms)}::float8[]
      ) with ordinality as wanted (device_id, property_id, ms, n)
    )
    select w.n, point.number, point.value as text, ${placeIn('point.reported_at')} as place
    from (select distinct device_id, property_id, (at at time zone 'UTC')::date as day from wanted) as k
    join device_history_day d on d.device_id = k.device_id and d.property_id = k.property_id and d.day = k.day
    cross join lateral sealed_points(d) as point
    join wanted w on w.device_id = k.device_id and w.property_id = k.property_id
      and w.at = date_trunc('milliseconds', point.reported_at)
    order by w.n, point.reported_at`.execute(db)
  return gathered(rows, ({ number, text, place }) => ({ value: number ?? text, place }))
}
