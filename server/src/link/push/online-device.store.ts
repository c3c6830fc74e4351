import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type OnlineDevice = Readonly<{ deviceId: string; createdAt: string }>

/** The next online devices of a product, newest first, after the last of the previous ones. */
export async function listOnlineOf(
  db: Db,
  productId: string,
  most: number,
  last?: OnlineDevice,
): Promise<OnlineDevice[]> {
  let query = db.selectFrom('deviceState').where('productId', '=', productId).where('online', '=', true)
  if (last !== undefined)
    query = query.where(
      sql<boolean>`(created_at, device_id) < (${last.createdAt}::timestamptz, ${last.deviceId}::bigint)`,
    )
  return query
    .select(['deviceId', sql<string>`created_at::text`.as('createdAt')])
    .orderBy(sql`created_at desc, device_id desc`)
    .limit(most)
    .execute()
}
