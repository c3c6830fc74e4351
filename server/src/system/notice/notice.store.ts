import type { Db } from '../../platform/db/database.ts'

/** Most accounts are never looked at: the first ones are those that a start made. */
const mostLookedAt = 200

/** The oldest accounts that may sign in, with what their passwords are held against. */
export async function listOldestAccounts(db: Db): Promise<{ account: string; passwordHash: string }[]> {
  return db
    .selectFrom('account')
    .select(['account', 'passwordHash'])
    .where('enabled', '=', true)
    .orderBy('id')
    .limit(mostLookedAt)
    .execute()
}
