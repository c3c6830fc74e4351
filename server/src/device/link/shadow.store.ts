import type { Db, Transaction } from '../../platform/db/database.ts'
import { lockShadows } from '../device-link.store.ts'
import type { ShadowRow } from '../device-link.store.ts'
import type { FreeEntry } from '../device.tables.ts'

/** The shadow with what the thing model does not know. */
export type ShadowDocument = ShadowRow &
  Readonly<{ freeReported: Record<string, FreeEntry>; freeDesired: Record<string, FreeEntry> }>

const freeOf = (db: Db, deviceId: string) =>
  db
    .selectFrom('deviceShadow')
    .select(['freeReported', 'freeDesired'])
    .where('deviceId', '=', deviceId)
    .executeTakeFirstOrThrow()

export async function lockDocument(trx: Transaction, deviceId: string): Promise<ShadowDocument> {
  const [row] = await lockShadows(trx, [deviceId])
  if (row === undefined) throw new Error(`There is no shadow of device ${deviceId}`)
  return { ...row, ...(await freeOf(trx, deviceId)) }
}

export async function updateDocument(trx: Transaction, document: ShadowDocument): Promise<void> {
  await trx
    .updateTable('deviceShadow')
    .set({
      version: String(document.version),
      desiredVersion: String(document.desiredVersion),
      reported: JSON.stringify(document.reported),
      desired: JSON.stringify(document.desired),
      freeReported: JSON.stringify(document.freeReported),
      freeDesired: JSON.stringify(document.freeDesired),
    })
    .where('deviceId', '=', document.deviceId)
    .execute()
}
