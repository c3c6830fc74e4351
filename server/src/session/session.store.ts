import { sql } from 'kysely'
import type { OwnSession, UserInfo } from '@brigade/contract/session/session.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'
import type { RevocationCause, SignInMethod } from './session.tables.ts'

export type SessionDraft = {
  tokenHash: Buffer
  accountId: string
  method: SignInMethod
  address: string
  userAgent: string
  at: number
  expiresAt: number
  absoluteExpiresAt: number
  /** The console of an organisation, opened from another session. */
  openedOrganisationId?: string
  openerId?: string
}

/** Returns its id. */
export async function insertSession(
  db: Db,
  { at, expiresAt, absoluteExpiresAt, ...draft }: SessionDraft,
): Promise<string> {
  const { id } = await db
    .insertInto('session')
    .values({
      ...draft,
      createdAt: iso(at),
      lastSeenAt: iso(at),
      expiresAt: iso(expiresAt),
      absoluteExpiresAt: iso(absoluteExpiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A session and the account behind it. Times are epoch ms. */
export type SessionOwner = {
  sessionId: string
  accountId: string
  account: string
  name: string
  /** The organisation of the account. */
  organisationId: string
  /** The organisation of the opened console; null: the account's own. */
  openedId: string | null
  mustChangePassword: boolean
  isRevoked: boolean
  /**
   * False also if the account's organisation, or one above it, is disabled, or the session that this one was opened
   * from has ended.
   */
  isOpen: boolean
  lastSeenAt: number
  expiresAt: number
  absoluteExpiresAt: number
}

export async function findSession(db: Db, tokenHash: Buffer): Promise<SessionOwner | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .leftJoin('session as opener', 'opener.id', 'session.openerId')
    .select([
      'session.id as sessionId',
      'session.openedOrganisationId as openedId',
      'session.accountId',
      'account.account',
      'account.name',
      'account.organisationId',
      'session.lastSeenAt',
      'session.expiresAt',
      'session.absoluteExpiresAt',
      sql<boolean>`session.revoked_at is not null`.as('isRevoked'),
      // After a sign-in by a code or an identity provider the preset password does not matter, because the person
      // neither used nor knows it.
      sql<boolean>`account.must_change_password and session.method = 'password'`.as('mustChangePassword'),
      sql<boolean>`account.enabled and not exists (
        select from organisation_tree t join organisation o on o.id = t.ancestor_id
        where t.descendant_id = account.organisation_id and not o.enabled)
        and (opener.id is null or opener.revoked_at is null)`.as('isOpen'),
    ])
    .where('session.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...row,
    lastSeenAt: Date.parse(row.lastSeenAt),
    expiresAt: Date.parse(row.expiresAt),
    absoluteExpiresAt: Date.parse(row.absoluteExpiresAt),
  }
}

/** Returns whether the session still existed and was prolonged. */
export async function prolongSession(db: Db, id: string, at: number, expiresAt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ lastSeenAt: iso(at), expiresAt: iso(expiresAt) })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sessions of an account, all or one, or the session of a token of any account. */
type Sessions = Readonly<{ accountId: string; id?: string } | { tokenHash: Buffer }>

/** Ends sessions that have not ended yet. Returns their number. */
export async function revokeSessions(
  db: Db,
  which: Sessions,
  { because, at }: { because: RevocationCause; at: number },
): Promise<number> {
  const open = db
    .updateTable('session')
    .set({ revokedAt: iso(at), revokedBecause: because })
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', iso(at))
  const chosen =
    'tokenHash' in which
      ? open.where('tokenHash', '=', which.tokenHash)
      : open
          .where('accountId', '=', which.accountId)
          .$if(which.id !== undefined, (query) => query.where('id', '=', which.id ?? ''))
  const { numUpdatedRows } = await chosen.executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Sessions of an account that are still valid, the last used first. */
export async function listOwnSessions(db: Db, accountId: string, at: number): Promise<Omit<OwnSession, 'current'>[]> {
  return db
    .selectFrom('session')
    .select(['id', 'address', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('accountId', '=', accountId)
    .where('openedOrganisationId', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', iso(at))
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function getUserInfo(
  db: Db,
  accountId: string,
): Promise<Omit<UserInfo, 'mustChangePassword' | 'opened' | 'mailsLinks'>> {
  const { organisationName, organisationId, kind, avatar, ...row } = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .innerJoin('organisation', 'organisation.id', 'account.organisationId')
    .select([
      'account.id',
      'account.account',
      'account.name',
      'account.avatarFileId as avatar',
      'role.name as roleName',
      'role.enName as enRoleName',
      'organisation.id as organisationId',
      'organisation.name as organisationName',
      'organisation.kind',
      'account.phone',
      'account.email',
      'account.emailVerified',
      'account.lastLoginAt as lastLoginTime',
      sql<boolean>`account.oidc_subject is not null`.as('isLinked'),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...row, avatar: avatar ?? '', organisation: { id: organisationId, name: organisationName, kind } }
}

/** Deletes sessions that ended before a time (epoch ms). Returns their number. */
export async function removeSessionsBefore(db: Db, at: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where((where) => where.or([where('expiresAt', '<', iso(at)), where('revokedAt', '<', iso(at))]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
