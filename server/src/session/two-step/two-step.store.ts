import { sql } from 'kysely'
import type { OwnTwoStep } from '@brigade/contract/session/two-step.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SignInMethod } from '../session.tables.ts'

export async function findTwoStep(db: Db, accountId: string): Promise<{ secret: Buffer } | undefined> {
  return db.selectFrom('twoStep').select('secret').where('accountId', '=', accountId).executeTakeFirst()
}

/**
 * Uses up a step and all before it. Returns false if it was used already: of two uses of one code only one succeeds.
 */
export async function spendStep(db: Db, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('twoStep')
    .set({ lastStep: String(step) })
    .where('accountId', '=', accountId)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Enrolled = Readonly<{ accountId: string; secret: Buffer; step: number; hashes: readonly string[]; at: number }>

/** `replaces`: another app replaces the present one. Returns false if there is one and it stays. */
export async function insertTwoStep(db: Db, enrolled: Enrolled, replaces: boolean): Promise<boolean> {
  const { accountId, secret, step, hashes, at } = enrolled
  const row = { secret, lastStep: String(step), enrolledAt: iso(at) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('twoStep')
    .values({ accountId, ...row })
    .onConflict((conflict) => (replaces ? conflict.column('accountId').doUpdateSet(row) : conflict.doNothing()))
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await insertRecoveryCodes(db, accountId, hashes)
  return true
}

/** Replaces the recovery codes. Returns false without two-step sign-in; its row stays locked. */
export async function replaceRecoveryCodes(db: Db, accountId: string, hashes: readonly string[]): Promise<boolean> {
  const held = await db
    .selectFrom('twoStep')
    .select('accountId')
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (held === undefined) return false
  await insertRecoveryCodes(db, accountId, hashes)
  return true
}

async function insertRecoveryCodes(db: Db, accountId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash, place) => ({ accountId, place, codeHash, usedAt: null })))
    .execute()
}

export async function listRecoveryCodes(db: Db, accountId: string): Promise<{ place: number; codeHash: string }[]> {
  return db
    .selectFrom('recoveryCode')
    .select(['place', 'codeHash'])
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .orderBy('place')
    .execute()
}

/** Selected by its hash, not by its position alone: new ones may have been made since it was read. */
export async function spendRecoveryCode(
  db: Db,
  { accountId, place, codeHash, at }: Readonly<{ accountId: string; place: number; codeHash: string; at: number }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCode')
    .set({ usedAt: iso(at) })
    .where('accountId', '=', accountId)
    .where('place', '=', place)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether there was any. Tickets are deleted with it. */
export async function removeTwoStep(db: Db, accountId: string): Promise<boolean> {
  // Tickets are deleted first, so that an app that is being confirmed at this moment is waited for, and removed too.
  await db.deleteFrom('twoStepTicket').where('accountId', '=', accountId).execute()
  const { numDeletedRows } = await db.deleteFrom('twoStep').where('accountId', '=', accountId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function getOwnTwoStep(db: Db, accountId: string): Promise<OwnTwoStep> {
  const { since, ...row } = await db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.roleId')
    .leftJoin('twoStep', 'twoStep.accountId', 'account.id')
    .select([
      'role.requiresTwoStep as isRequired',
      'twoStep.enrolledAt as since',
      sql<number>`(select count(*)::int from recovery_code c where c.account_id = account.id and c.used_at is null)`.as(
        'recoveryCodesLeft',
      ),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...row, since, isOn: since !== null }
}

export type Ticket = Readonly<{
  accountId: string
  method: SignInMethod
  passwordMark: Buffer
  /** Sealed; only for an app that is being set up. */
  secret: Buffer | null
}>
/** The permitted user of a ticket: the browser that signs in, or the session that sets it up from within. */
type Bearer = Readonly<{ browserHash: Buffer } | { sessionId: string }>

export async function insertTicket(
  db: Db,
  ticketHash: Buffer,
  ticket: Ticket & { bearer: Bearer; expiresAt: number },
): Promise<void> {
  const { bearer, expiresAt, ...fields } = ticket
  await db
    .insertInto('twoStepTicket')
    .values({ ...fields, browserHash: null, sessionId: null, ...bearer, ticketHash, expiresAt: iso(expiresAt) })
    .execute()
}

/** Undefined also if it is another bearer's, or expired. */
export async function findTicket(db: Db, ticketHash: Buffer, bearer: Bearer, at: number): Promise<Ticket | undefined> {
  return db
    .selectFrom('twoStepTicket')
    .select(['accountId', 'method', 'passwordMark', 'secret'])
    .where('ticketHash', '=', ticketHash)
    .where('expiresAt', '>', iso(at))
    .$if('browserHash' in bearer, (query) =>
      query.where('browserHash', '=', 'browserHash' in bearer ? bearer.browserHash : Buffer.alloc(0)),
    )
    .$if('sessionId' in bearer, (query) => query.where('sessionId', '=', 'sessionId' in bearer ? bearer.sessionId : ''))
    .executeTakeFirst()
}

/** Uses up a ticket. Returns false if it was used, or deleted by a password change or a reset. */
export async function claimTicket(db: Db, ticketHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('twoStepTicket')
    .where('ticketHash', '=', ticketHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
