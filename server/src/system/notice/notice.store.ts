import type { Db } from '../../platform/db/database.ts'

/** Only the first accounts are checked, which a start created. */
const maxLookedAt = 200

/** The oldest accounts that may sign in, with their password hashes. */
export async function listOldestAccounts(db: Db): Promise<{ account: string; passwordHash: string }[]> {
  return db
    .selectFrom('account')
    .select(['account', 'passwordHash'])
    .where('enabled', '=', true)
    .orderBy('id')
    .limit(maxLookedAt)
    .execute()
}

/** The password hash of an account that may sign in. */
export async function findPasswordHash(db: Db, account: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('passwordHash')
    .where('account', '=', account)
    .where('enabled', '=', true)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.passwordHash
}
