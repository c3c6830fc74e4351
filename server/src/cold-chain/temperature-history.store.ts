import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { SeenDevice } from '../device/list/device.store.ts'

/** Reports of numbers that are rows: those of today and yesterday, and late ones. */
export type YoungReport = { propertyId: number; at: number; number: number }

type Days = Readonly<{ from: string; to: string }>

export async function listYoungReports(
  db: Db,
  device: SeenDevice,
  propertyIds: readonly number[],
  { from, to }: Days,
): Promise<YoungReport[]> {
  const { rows } = await sql<YoungReport>`
    select property_id, floor(extract(epoch from reported_at) * 1000)::double precision as at, number
    from device_history
    where device_id = ${device.id} and property_id = any(${propertyIds}::int[])
      and reported_at >= ${from} and reported_at < ${to} and number is not null
    order by property_id, reported_at`.execute(db)
  return rows
}
