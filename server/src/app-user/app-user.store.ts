import { sql, type Insertable } from 'kysely'
import type { Locale } from '@brigade/contract/locale.ts'
import type { ProfileChange } from '@brigade/contract/app-user/phone.model.ts'
import type { MessageType } from '@brigade/contract/message/message.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Database, Db } from '../platform/db/database.ts'
import { storableText } from '../platform/storable-text.ts'
import { spellingOf } from '../system/area/spell-name.ts'

export type AppUserDraft = Readonly<
  Pick<Insertable<Database['appUser']>, 'nickname' | 'phone' | 'email' | 'phoneKey' | 'emailKey'> & { locale?: Locale }
>

export async function hasAppUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** `createdAt` is epoch ms. */
export async function insertAppUsers(
  db: Db,
  users: readonly (AppUserDraft & Readonly<{ createdAt: number }>)[],
): Promise<void> {
  await db
    .insertInto('appUser')
    .values(
      users.map((user) => ({
        ...user,
        spelling: spellingOf(user.nickname, 'person'),
        lastLoginAt: null,
        createdAt: iso(user.createdAt),
      })),
    )
    .execute()
}

/** A nickname as it can be stored, and how it is read. */
function named(typed: string): Pick<Database['appUser'], 'nickname' | 'spelling'> {
  const nickname = storableText(typed)
  return { nickname, spelling: spellingOf(nickname, 'person') }
}

/** Inserts a person who registers. Returns the id. */
export async function insertPerson(db: Db, { nickname, ...draft }: AppUserDraft, at: number): Promise<string> {
  const { id } = await db
    .insertInto('appUser')
    .values({ ...draft, ...named(nickname), lastLoginAt: null, createdAt: iso(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds a person by the keyed hash of a whole phone number or e-mail address. */
export async function findByKey(db: Db, key: Buffer) {
  return db
    .selectFrom('appUser')
    .where('removedAt', 'is', null)
    .where((where) => where.or([where('phoneKey', '=', key), where('emailKey', '=', key)]))
    .select(['id', 'nickname', 'enabled'])
    .executeTakeFirst()
}

export async function noteSignIn(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ lastLoginAt: iso(at) })
    .where('id', '=', id)
    .execute()
}

/** The caller's own row. */
export async function findProfile(db: Db, id: string) {
  return db
    .selectFrom('appUser')
    .where('id', '=', id)
    .select(['id', 'phone', 'email', 'createdAt', 'nickname', 'locale', 'units', 'timeZone'])
    .executeTakeFirstOrThrow()
}

export async function writeProfile(db: Db, id: string, { nickname, ...profile }: ProfileChange): Promise<void> {
  await db
    .updateTable('appUser')
    .set({ ...profile, ...named(nickname) })
    .where('id', '=', id)
    .execute()
}

/** The person's own data beside the profile, for a copy of all of it. */
export async function findOwnData(db: Db, id: string) {
  const [installations, days, searches, devices] = await Promise.all([
    listInstallations(db, id),
    listDays(db, id, 400),
    db
      .selectFrom('appSearch')
      .where('appUserId', '=', id)
      .select(['words', 'found', 'searchedAt'])
      .orderBy('searchedAt', 'desc')
      .limit(10_000)
      .execute(),
    db
      .selectFrom('deviceBinding')
      .innerJoin('device', 'device.id', 'deviceBinding.deviceId')
      .where('deviceBinding.appUserId', '=', id)
      .select(['device.sn', 'deviceBinding.role', 'deviceBinding.boundAt', 'deviceBinding.unboundAt'])
      .orderBy('deviceBinding.boundAt', 'desc')
      .execute(),
  ])
  return { installations, days, searches, devices }
}

export async function listInstallations(db: Db, id: string) {
  return db
    .selectFrom('appInstallation')
    .where('appUserId', '=', id)
    .select(['type', 'version', 'system', 'firstSeenAt', 'lastCallAt'])
    .orderBy('lastCallAt', 'desc')
    .execute()
}

/** Days with a call, the latest first. */
export async function listDays(db: Db, id: string, limit: number) {
  return db
    .selectFrom('appUserDay')
    .where('appUserId', '=', id)
    .select([sql<string>`day::text`.as('day'), 'calls'])
    .orderBy('appUserDay.day', 'desc')
    .limit(limit)
    .execute()
}

/** People from before the keyed hashes, with addresses that are not in use by others. */
export async function listWithoutKeys(db: Db, limit: number) {
  return db
    .selectFrom('appUser')
    .where('phoneKey', 'is', null)
    .where('emailKey', 'is', null)
    .where('removedAt', 'is', null)
    .where((where) => where.or([where('phone', '<>', ''), where('email', '<>', '')]))
    .select(['id', 'phone', 'email'])
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Leaves out a hash that another person has: if two people share an address, it finds the first. */
export async function writeKeys(
  db: Db,
  id: string,
  { phoneKey, emailKey }: Readonly<{ phoneKey: Buffer | null; emailKey: Buffer | null }>,
): Promise<void> {
  await sql`
    update app_user u set
      phone_key = case when not exists (select from app_user o where o.phone_key = ${phoneKey} and o.removed_at is null) then ${phoneKey}::bytea end,
      email_key = case when not exists (select from app_user o where o.email_key = ${emailKey} and o.removed_at is null) then ${emailKey}::bytea end
    where u.id = ${id}`.execute(db)
}

/** Kinds of messages that a person has disabled. */
export async function findMuted(db: Db, id: string): Promise<MessageType[]> {
  const { mutedTypes } = await db
    .selectFrom('appUser')
    .where('id', '=', id)
    .select('mutedTypes')
    .executeTakeFirstOrThrow()
  return mutedTypes
}

export async function writeMuted(db: Db, id: string, mutedTypes: MessageType[]): Promise<void> {
  await db.updateTable('appUser').set({ mutedTypes }).where('id', '=', id).execute()
}
