import type { Locale } from '@brigade/contract/locale.ts'
import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { nextVersion } from '../platform/db/next-version.ts'
import { spellingOf } from './area/spell-name.ts'

/** The columns of an account that signing in needs. */
export type SignInAccount = {
  id: string
  account: string
  organisationId: string
  passwordHash: string
  mustChangePassword: boolean
  /** The time until which a password chosen by somebody else is valid; null: without end. */
  presetUntil: string | null
  enabled: boolean
  /** Has the administrator's role at the platform. */
  isAdministrator: boolean
  hasTwoStep: boolean
  /** Whether its role requires it, set up or not. */
  requiresTwoStep: boolean
  /** Whether its organisation and all above it are enabled. */
  organisationEnabled: boolean
}

const organisationEnabled = sql<boolean>`not exists (
  select from organisation_tree t join organisation o on o.id = t.ancestor_id
  where t.descendant_id = account.organisation_id and not o.enabled)`

const isAdministrator = sql<boolean>`exists (
  select from role r join organisation o on o.id = account.organisation_id
  where r.id = account.role_id and r.key = 'administrator' and o.kind = 'platform')`

const hasTwoStep = sql<boolean>`exists (select from two_step t where t.account_id = account.id)`
const requiresTwoStep = sql<boolean>`exists (select from role r where r.id = account.role_id and r.requires_two_step)`

/** A deleted account cannot sign in. */
const signInAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .where('account.removedAt', 'is', null)
    .select([
      'account.id',
      'account.account',
      'organisationId',
      'passwordHash',
      'mustChangePassword',
      'presetUntil',
      'account.enabled',
      organisationEnabled.as('organisationEnabled'),
      isAdministrator.as('isAdministrator'),
      hasTwoStep.as('hasTwoStep'),
      requiresTwoStep.as('requiresTwoStep'),
    ])

export async function findAccount(db: Db, id: string): Promise<SignInAccount | undefined> {
  return signInAccounts(db).where('account.id', '=', id).executeTakeFirst()
}

/** Finds an account by its sign-in name, ignoring case; the database lower-cases both. */
export async function findAccountByName(db: Db, account: string): Promise<SignInAccount | undefined> {
  return signInAccounts(db)
    .where(sql`lower(account.account)`, '=', sql`lower(${account}::text)`)
    .executeTakeFirst()
}

export async function findAccountBySubject(db: Db, subject: string): Promise<SignInAccount | undefined> {
  return signInAccounts(db).where('oidcSubject', '=', subject).executeTakeFirst()
}

/** Accounts without a link with this e-mail address, verified by somebody other than their owner. */
export async function listAccountsByEmail(db: Db, email: string): Promise<SignInAccount[]> {
  return signInAccounts(db)
    .where('oidcSubject', 'is', null)
    .where('emailVerified', '=', true)
    .where(sql`lower(account.email)`, '=', sql`lower(${email}::text)`)
    .limit(2)
    .execute()
}

export async function linkSubject(db: Db, id: string, subject: string): Promise<void> {
  await db.updateTable('account').set({ oidcSubject: subject }).where('id', '=', id).execute()
}

/**
 * Whether an organisation and all above it are enabled; they stay locked until the transaction ends, so that a
 * concurrent disabling finds and ends the new session.
 */
export async function holdOrganisation(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ enabled: boolean }>`
    select o.enabled from organisation_tree t join organisation o on o.id = t.ancestor_id
    where t.descendant_id = ${id} order by o.id for share of o`.execute(db)
  return rows.every(({ enabled }) => enabled)
}

/**
 * Stores the time, language and zone of a sign-in. `at` is epoch ms. Returns false if the account is disabled by now,
 * or its password has changed since it was read. The row stays locked until the transaction ends.
 */
export async function setLastLogin(
  db: Db,
  { id, passwordHash }: Pick<SignInAccount, 'id' | 'passwordHash'>,
  { at, locale, timeZone }: Readonly<{ at: number; locale: Locale; timeZone: string }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ lastLoginAt: iso(at), locale, timeZone })
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('enabled', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sign-ins of the demo's past: a later one of an account stays its last. */
export async function noteSignIns(
  db: Db,
  signIns: readonly Readonly<{ accountId: string; beganAt: string }>[],
): Promise<void> {
  await sql`
    update account a set last_login_at = greatest(a.last_login_at, given.at)
    from (select account_id, max(began_at) as at from unnest(${signIns.map(({ accountId }) => accountId)}::bigint[],
      ${signIns.map(({ beganAt }) => beganAt)}::timestamptz[]) as one (account_id, began_at) group by account_id) as given
    where given.account_id = a.id`.execute(db)
}

export async function setPassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ passwordHash, mustChangePassword: false, presetUntil: null })
    .where('id', '=', id)
    .execute()
}

export type Profile = { avatarFileId: string | null; name: string; phone: string; email: string }

/** A change by the account itself: a new e-mail counts as unverified. */
export async function setProfile(db: Db, id: string, profile: Profile, at: number): Promise<void> {
  await db
    .updateTable('account')
    .set({
      ...profile,
      spelling: spellingOf(profile.name, 'person'),
      emailVerified: sql`email_verified and lower(email) = lower(${profile.email}::text)`,
      updatedAt: nextVersion('account', at),
    })
    .where('id', '=', id)
    .execute()
}

/** A mailed link proves the e-mail. */
export async function verifyEmail(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('account')
    .set({ emailVerified: true, updatedAt: nextVersion('account', at) })
    .where('id', '=', id)
    .execute()
}

export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export type AccountDraft = {
  organisationId: string
  roleId: string
  account: string
  name: string
  phone?: string
  email?: string
  /** True if somebody other than its owner verified the e-mail. */
  emailVerified?: boolean
  passwordHash: string
  mustChangePassword: boolean
  /** Epoch ms. */
  presetUntil?: number
}

/** Adds an account for an administrator or a seed. Returns its id. `at` is epoch ms. */
export async function insertAccount(db: Db, draft: AccountDraft, at: number): Promise<string> {
  const { presetUntil, ...fields } = draft
  const { id } = await db
    .insertInto('account')
    .values({
      ...fields,
      spelling: spellingOf(fields.name, 'person'),
      presetUntil: presetUntil === undefined ? null : iso(presetUntil),
      createdAt: iso(at),
      updatedAt: iso(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
