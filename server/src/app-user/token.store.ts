import { sql } from 'kysely'
import type { AppType } from '@brigade/contract/app-user/app-user.model.ts'
import { phoneLimits } from '@brigade/contract/app-user/phone.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'

/** A token expires this long after its last use. */
export const slidingMs = phoneLimits.tokenDays * dayMs

export type TokenDraft = Readonly<{ tokenHash: Buffer; appUserId: string; at: number; expiresAt: number }>

export async function insertToken(db: Db, { tokenHash, appUserId, at, expiresAt }: TokenDraft): Promise<void> {
  await db
    .insertInto('appToken')
    .values({ tokenHash, appUserId, createdAt: iso(at), lastSeenAt: iso(at), expiresAt: iso(expiresAt) })
    .execute()
}

/** A token and its owner. Times are epoch ms. */
export async function findToken(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom('appToken')
    .innerJoin('appUser', 'appUser.id', 'appToken.appUserId')
    .where('appToken.tokenHash', '=', tokenHash)
    .where('appUser.removedAt', 'is', null)
    .select(['appToken.id', 'appToken.appUserId', 'appToken.lastSeenAt', 'appToken.expiresAt'])
    .select(['appUser.nickname', 'appUser.enabled'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { ...row, lastSeenAt: Date.parse(row.lastSeenAt), expiresAt: Date.parse(row.expiresAt) }
}
export type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

export type SeenApp = Readonly<{ type: AppType; version: string; system: string }>

/** Prolongs a token after use, and stores the app version of the phone. */
export async function noteUse(
  db: Db,
  { id, appUserId }: Pick<FoundToken, 'id' | 'appUserId'>,
  { app, at, expiresAt }: Readonly<{ app: SeenApp | undefined; at: number; expiresAt: number }>,
): Promise<void> {
  const now = iso(at)
  await db
    .updateTable('appToken')
    .set({ lastSeenAt: now, expiresAt: iso(expiresAt) })
    .where('id', '=', id)
    .execute()
  await db.updateTable('appUser').set({ lastCallAt: now }).where('id', '=', appUserId).execute()
  if (app === undefined) return
  await db
    .insertInto('appInstallation')
    .values({ appUserId, ...app, firstSeenAt: now, lastCallAt: now })
    .onConflict((conflict) =>
      conflict.columns(['appUserId', 'type', 'version']).doUpdateSet({ system: app.system, lastCallAt: now }),
    )
    .execute()
}

/** Counts a call of a day, in the statistics' time zone. */
export async function countCall(db: Db, appUserId: string, at: number, zone: string): Promise<void> {
  await sql`
    insert into app_user_day as d (app_user_id, day, calls) values (${appUserId}, (${iso(at)}::timestamptz at time zone ${zone})::date, 1)
    on conflict (app_user_id, day) do update set calls = d.calls + 1`.execute(db)
}

export async function removeToken(db: Db, id: string): Promise<void> {
  await db.deleteFrom('appToken').where('id', '=', id).execute()
}

export async function removeOldTokens(db: Db, at: number): Promise<void> {
  await db.deleteFrom('appToken').where('expiresAt', '<=', iso(at)).execute()
  await db.deleteFrom('appInvitation').where('expiresAt', '<=', iso(at)).execute()
}
