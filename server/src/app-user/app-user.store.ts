import type { Insertable } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { AppUserTable } from './app-user.tables.ts'

export type AppUserDraft = Readonly<Pick<Insertable<AppUserTable>, 'nickname' | 'phone' | 'email'>>

export async function hasAppUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** `at` is epoch ms. */
export async function insertAppUsers(db: Db, users: readonly AppUserDraft[], at: number): Promise<void> {
  const createdAt = new Date(at).toISOString()
  await db
    .insertInto('appUser')
    .values(users.map((user) => ({ ...user, lastLoginAt: null, createdAt })))
    .execute()
}
