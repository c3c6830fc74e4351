import { sql, type Expression } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type PlaceCount = Readonly<{ devices: number; online: number; faulty: number }>

/** Counts the same faults as open as the statistics and the data wall do. */
const isFaulty = (f: string) =>
  sql`${sql.ref(`${f}.device_id`)} in (select device_id from fault_open where type = 'fault')`

const figures = sql`sum(devices)::int as devices, sum(online)::int as online, sum(faulty)::int as faulty`

/**
 * Counts `found` by the codes of their places at a level: `unit` 10000 is a province, 100 a city, 1 a region. A less
 * exact place is counted as `null`, together with those without a place in China; `found` is read once.
 */
export async function countByArea(db: Db, found: Expression<unknown>, unit: 1 | 100 | 10_000) {
  const { rows } = await sql<PlaceCount & { code: string | null }>`
    with by_area as (
      select area, count(*) as devices, count(*) filter (where online) as online,
        count(*) filter (where ${isFaulty('found')}) as faulty
      from (${found}) as found group by area)
    select case when area / ${sql.lit(unit)} % 100 <> 0 or ${sql.lit(unit)} = 10000 then (area / ${sql.lit(unit)} * ${sql.lit(unit)})::text end as code, ${figures}
    from by_area group by 1 order by 1`.execute(db)
  return rows
}

/**
 * Counts devices without an area code, by their place in words; an empty text if there is none. The largest count comes
 * first.
 */
export async function countAbroad(db: Db, found: Expression<unknown>) {
  const { rows } = await sql<PlaceCount & { place: string }>`
    select coalesce(d.place, '') as place, count(*)::int as devices, count(*) filter (where f.online)::int as online,
      count(*) filter (where ${isFaulty('f')})::int as faulty
    from (${found}) as f
    -- Word for word the condition of the index device_abroad, which holds the words.
    left join device d on d.id = f.device_id and d.province = '' and d.place <> ''
    where f.area is null
    group by 1 order by devices desc, place`.execute(db)
  return rows
}
