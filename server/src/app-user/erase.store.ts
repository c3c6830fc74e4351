import { sql } from 'kysely'
import type { Db, Transaction } from '../platform/db/database.ts'

/** Locked until the transaction ends. Undefined if the person is erased already. */
export async function findErasable(trx: Transaction, id: string) {
  return trx
    .selectFrom('appUser')
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .select(['id', 'nickname'])
    .forUpdate()
    .executeTakeFirst()
}

/** Triggers empty the inbox and the bodies of log lines, which belong to other domains. */
export async function erase(
  trx: Transaction,
  id: string,
  { by, at }: Readonly<{ by: string | null; at: number }>,
): Promise<void> {
  await trx.deleteFrom('appToken').where('appUserId', '=', id).execute()
  await trx.deleteFrom('appInvitation').where('ownerId', '=', id).execute()
  await trx.updateTable('appSearch').set({ appUserId: null }).where('appUserId', '=', id).execute()
  // The app version of the phone stays; its description is deleted.
  await trx.updateTable('appInstallation').set({ system: '' }).where('appUserId', '=', id).execute()
  const { addressKeys } = await trx
    .selectFrom('appUser')
    .where('id', '=', id)
    .select(sql<Buffer[]>`array_remove(array[phone_key, email_key], null)`.as('addressKeys'))
    .executeTakeFirstOrThrow()
  if (addressKeys.length > 0) await trx.deleteFrom('appCode').where('addressKey', 'in', addressKeys).execute()
  const nothing = {
    nickname: '',
    spelling: '',
    phone: '',
    email: '',
    phoneKey: null,
    emailKey: null,
    timeZone: '',
    disabledReason: '',
  }
  // A separate statement, so that the operation log records the actor but not the removed values.
  await trx
    .updateTable('appUser')
    .set({ ...nothing, lastLoginAt: null, removedAt: new Date(at).toISOString() })
    .where('id', '=', id)
    .execute()
  if (by !== null) await trx.updateTable('appUser').set({ removedBy: by }).where('id', '=', id).execute()
}

export const areUnnoted = () =>
  sql<boolean>`exists (select from app_user where removed_at is not null and not erasure_left)`

/** Erased people who are not yet recorded outside the database. */
export async function listUnnoted(db: Db, limit: number) {
  return db
    .selectFrom('appUser')
    .where('removedAt', 'is not', null)
    .where('erasureLeft', '=', false)
    .select(['id', 'createdAt'])
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markNoted(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('appUser').set({ erasureLeft: true }).where('id', 'in', ids).execute()
}

/**
 * Erased people who exist again after an older backup was restored. Their id may belong to another person by then,
 * which the creation time shows.
 */
export async function listErasedAgain(db: Db, erased: readonly Readonly<{ id: string; createdAt: string }>[]) {
  if (erased.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id::text from app_user u
    join unnest(${erased.map(({ id }) => id)}::bigint[], ${erased.map(({ createdAt }) => createdAt)}::timestamptz[])
      as erased (id, created_at) on erased.id = u.id and date_trunc('milliseconds', u.created_at) = date_trunc('milliseconds', erased.created_at)
    where u.removed_at is null order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}
