import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A stored name that is not known; `first`: the id of the first row that has it. */
export type UnknownZone = Readonly<{ place: string; zone: string; rows: number; first: string }>

/** Every table with a zone that somebody entered, with the id of its rows; of jobs those that are still to run. */
const places = [
  { place: 'organisation', id: 'id', among: sql`true` },
  { place: 'device', id: 'id', among: sql`true` },
  { place: 'account', id: 'id', among: sql`removed_at is null` },
  { place: 'account_notify', id: 'account_id', among: sql`true` },
  { place: 'app_user', id: 'id', among: sql`time_zone <> ''` },
  { place: 'job', id: 'id', among: sql`status in ('waiting', 'running')` },
] as const

export async function listUnknownZones(db: Db): Promise<UnknownZone[]> {
  const stored = places.map(
    ({ place, id, among }) => sql`
      select ${sql.lit(place)} as place, time_zone as zone, count(*)::int as rows, min(${sql.ref(id)})::text as first
      from ${sql.table(place)} where time_zone is not null and ${among} group by time_zone`,
  )
  const { rows } = await sql<UnknownZone>`
    select place, zone, rows, first from (${sql.join(stored, sql` union all `)}) as stored
    where known_time_zone(zone) is null order by place, zone`.execute(db)
  return rows
}
