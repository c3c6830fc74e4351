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
