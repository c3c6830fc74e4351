import type { Db } from '../../platform/db/database.ts'
import type { SeenDevice } from '../list/device.store.ts'

export async function isLogAsked(db: Db, deviceId: string): Promise<boolean> {
  const row = await db.selectFrom('device').select('logAsked').where('id', '=', deviceId).executeTakeFirst()
  return row?.logAsked === true
}

/** Returns false if it was already set so. */
export async function setLogAsked(db: Db, device: SeenDevice, isAsked: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ logAsked: isAsked })
    .where('id', '=', device.id)
    .where('logAsked', '<>', isAsked)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
