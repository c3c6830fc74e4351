import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { removeBrakes, lowered } from './brake.store.ts'

/** Replaces the captcha of the same id. Times are epoch ms here and below. */
export async function putCaptcha(
  db: Db,
  captcha: { id: string; answerHash: Buffer; expiresAt: number },
): Promise<void> {
  const { id, answerHash } = captcha
  const expiresAt = iso(captcha.expiresAt)
  await db
    .insertInto('captcha')
    .values({ id, answerHash, expiresAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ answerHash, expiresAt }))
    .execute()
}

/** Takes a captcha, so that a second request finds none. Undefined also if it has expired. */
export async function takeCaptcha(db: Db, id: string, at: number): Promise<{ answerHash: Buffer } | undefined> {
  const row = await db
    .deleteFrom('captcha')
    .where('id', '=', id)
    .returning(['answerHash', 'expiresAt'])
    .executeTakeFirst()
  return row !== undefined && Date.parse(row.expiresAt) > at ? { answerHash: row.answerHash } : undefined
}

export type Attempt = { failures: number; lockedUntil: number | null }

/**
 * Counts a try as failed before it is checked, so that concurrent tries cannot evade the lock; `forgetFailures` takes
 * it back. Failures older than the duration of the lock do not count.
 */
export async function countAttempt(
  db: Db,
  {
    account,
    address,
    at,
    most,
    lockMs,
  }: { account: string; address: string; at: number; most: number; lockMs: number },
): Promise<Attempt> {
  const now = iso(at)
  const lockEnd = iso(at + lockMs)
  const stale = sql`case when f.locked_until is null then f.last_failed_at <= ${iso(at - lockMs)} else f.locked_until <= ${now} end`
  const { rows } = await sql<{ failures: number; lockedUntil: string | null }>`
    insert into sign_in_failure as f (account, address, failures, last_failed_at)
    values (${lowered(account)}, ${address}, 1, ${now})
    on conflict (account, address) do update set
      failures = case when ${stale} then 1 else least(f.failures + 1, 1000) end,
      locked_until = case
        when ${stale} then null
        when f.locked_until is null and f.failures + 1 >= ${most} then ${lockEnd}
        else f.locked_until end,
      last_failed_at = ${now}
    returning failures, locked_until`.execute(db)
  const row = rows[0]
  return { failures: row?.failures ?? 1, lockedUntil: row?.lockedUntil ? Date.parse(row.lockedUntil) : null }
}

export async function forgetFailures(db: Db, account: string, address: string): Promise<void> {
  await db.deleteFrom('signInFailure').where('account', '=', lowered(account)).where('address', '=', address).execute()
}

/**
 * Forgets an account's failures from every address, and its rate limit. The prompts of a signed-in account count under
 * its id.
 */
export async function forgetFailuresOf(db: Db, { id, account }: { id: string; account: string }): Promise<void> {
  await db.deleteFrom('signInFailure').where('account', '=', lowered(account)).execute()
  await db
    .deleteFrom('signInBrake')
    .where((where) =>
      where.or([
        where.and([where('kind', '=', 'sign-in'), where('account', '=', lowered(account))]),
        where.and([where('kind', '=', 'prompt'), where('account', '=', id)]),
      ]),
    )
    .execute()
}

/** Subtracts one counted try that was never checked, and removes the lock that it caused. */
export async function uncountAttempt(db: Db, account: string, address: string, most: number): Promise<void> {
  await db
    .updateTable('signInFailure')
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      lockedUntil: sql`case when failures - 1 >= ${most} then locked_until end`,
    })
    .where('account', '=', lowered(account))
    .where('address', '=', address)
    .execute()
}

export async function insertCode(
  db: Db,
  code: { codeHash: Buffer; accountId: string; mintedBy: string | null; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('oneTimeCode')
    .values({ ...code, expiresAt: iso(code.expiresAt) })
    .execute()
}

/** Uses up a code and returns its account; undefined if it is unknown, used or expired. */
export async function useCode(db: Db, codeHash: Buffer, at: number): Promise<string | undefined> {
  const row = await db
    .updateTable('oneTimeCode')
    .set({ usedAt: iso(at) })
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', iso(at))
    // A code for a console belongs to the session that requested it, and signs nobody in.
    .where('openedOrganisationId', 'is', null)
    .returning('accountId')
    .executeTakeFirst()
  return row?.accountId
}

/** Deletes one-time codes, and sign-ins that wait for their second step. */
export async function removeCodesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('twoStepTicket').where('accountId', '=', accountId).execute()
  await db.deleteFrom('oneTimeCode').where('accountId', '=', accountId).execute()
}

export type OidcRequest = {
  state: string
  codeVerifier: string
  nonce: string
  redirectUri: string
  /** The account that requested it from its session, to link it. */
  accountId: string | null
}

export async function insertOidcRequest(db: Db, request: OidcRequest, expiresAt: number): Promise<void> {
  await db
    .insertInto('oidcRequest')
    .values({ ...request, expiresAt: iso(expiresAt) })
    .execute()
}

/** Takes a request, so that a response is accepted once. Undefined also if it has expired. */
export async function takeOidcRequest(db: Db, state: string, at: number): Promise<OidcRequest | undefined> {
  const row = await db.deleteFrom('oidcRequest').where('state', '=', state).returningAll().executeTakeFirst()
  return row !== undefined && Date.parse(row.expiresAt) > at ? row : undefined
}

/** Deletes everything that has expired by this time. */
export async function removeSpent(db: Db, at: number, lockMs: number): Promise<void> {
  const now = iso(at)
  await db.deleteFrom('captcha').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('oidcRequest').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('twoStepTicket').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('emailLink').where('expiresAt', '<=', now).execute()
  await removeBrakes(db, at)
  await db
    .deleteFrom('signInFailure')
    .where('lastFailedAt', '<=', iso(at - lockMs))
    .where((where) => where.or([where('lockedUntil', 'is', null), where('lockedUntil', '<=', now)]))
    .execute()
}
