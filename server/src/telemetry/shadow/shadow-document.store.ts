import type { Db, Transaction } from '../../platform/db/database.ts'
import { lockShadows, type ShadowRow } from './shadow.store.ts'
import type { ExtraEntry } from './shadow-entry.ts'

/** The shadow with the entries that the thing model does not contain. */
export type ShadowDocument = ShadowRow &
  Readonly<{ extraReported: Record<string, ExtraEntry>; extraDesired: Record<string, ExtraEntry> }>

const freeOf = (db: Db, deviceId: string) =>
  db
    .selectFrom('deviceShadow')
    .select(['extraReported', 'extraDesired'])
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
      extraReported: JSON.stringify(document.extraReported),
      extraDesired: JSON.stringify(document.extraDesired),
    })
    .where('deviceId', '=', document.deviceId)
    .execute()
}
