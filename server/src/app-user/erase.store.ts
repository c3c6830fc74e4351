import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'

/** Held until the transaction ends. Undefined where nothing of the person is left. */
export async function findErasable(trx: Transaction, id: string) {
  return trx
    .selectFrom('appUser')
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .select(['id', 'nickname'])
    .forUpdate()
    .executeTakeFirst()
}

/** The inbox and the bodies of log lines are emptied by triggers: they are of other domains. */
export async function erase(
  trx: Transaction,
  id: string,
  { by, at }: Readonly<{ by: string | null; at: number }>,
): Promise<void> {
  await trx.deleteFrom('appToken').where('appUserId', '=', id).execute()
  await trx.deleteFrom('appInvitation').where('ownerId', '=', id).execute()
  await trx.updateTable('appSearch').set({ appUserId: null }).where('appUserId', '=', id).execute()
  const { addressKeys } = await trx
    .selectFrom('appUser')
    .where('id', '=', id)
    .select(sql<Buffer[]>`array_remove(array[phone_key, email_key], null)`.as('addressKeys'))
    .executeTakeFirstOrThrow()
  if (addressKeys.length > 0) await trx.deleteFrom('appCode').where('addressKey', 'in', addressKeys).execute()
  const nothing = {
    nickname: '',
    phone: '',
    email: '',
    phoneKey: null,
    emailKey: null,
    timeZone: '',
    disabledReason: '',
  }
  // What the operation log keeps of it is who did it, in a statement of its own: it must not keep what is removed here.
  await trx
    .updateTable('appUser')
    .set({ ...nothing, lastLoginAt: null, removedAt: new Date(at).toISOString() })
    .where('id', '=', id)
    .execute()
  if (by !== null) await trx.updateTable('appUser').set({ removedBy: by }).where('id', '=', id).execute()
}
