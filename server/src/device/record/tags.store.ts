import type { z } from 'zod'
import type { Tag } from '@brigade/contract/device/record/record.model.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

export async function listTags(db: Db, deviceId: string): Promise<z.output<typeof Tag>[]> {
  return db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', deviceId).orderBy('key').execute()
}

/** Adds tags, or updates their values. */
export async function writeTags(
  trx: Transaction,
  deviceId: string,
  tags: readonly z.output<typeof Tag>[],
  nowMs: number,
): Promise<void> {
  if (tags.length === 0) return
  const updatedAt = new Date(nowMs).toISOString()
  await trx
    .insertInto('deviceTag')
    .values(tags.map(({ key, value }) => ({ deviceId, key, value, updatedAt })))
    .onConflict((conflict) =>
      conflict
        .columns(['deviceId', 'key'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value'), updatedAt: row.ref('excluded.updatedAt') })),
    )
    .execute()
}

export async function removeTags(trx: Transaction, deviceId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await trx.deleteFrom('deviceTag').where('deviceId', '=', deviceId).where('key', 'in', keys).execute()
}

/** Serialises concurrent edits of the tags of one device. */
export async function lockDevice(trx: Transaction, deviceId: string): Promise<void> {
  await trx.selectFrom('device').select('id').where('id', '=', deviceId).forUpdate().execute()
}
