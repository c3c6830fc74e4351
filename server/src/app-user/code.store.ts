import { sql } from 'kysely'
import type { Locale } from '@brigade/contract/locale.ts'
import { phoneLimits } from '@brigade/contract/app-user/phone.model.ts'
import { iso } from '@brigade/contract/time.ts'
import type { Db } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { queueFilled } from '../platform/queue/queues.ts'

export type CodeDraft = Readonly<{
  addressKey: Buffer
  codeHash: Buffer
  sealed: Buffer
  locale: Locale
  at: number
  expiresAt: number
}>

/** A new code of an address ends the one before. */
export async function keepCode(db: Db, { at, expiresAt, ...code }: CodeDraft): Promise<void> {
  const row = { ...code, tries: 0, createdAt: iso(at), expiresAt: iso(expiresAt), nextAt: iso(at) }
  await db
    .insertInto('appCode')
    .values(row)
    .onConflict((conflict) => conflict.column('addressKey').doUpdateSet(row))
    .execute()
  await notifyOnCommit(db, 'live', { [queueFilled]: [appCodes] })
}

/** The hash of the code of an address, for one try of the few that it has. */
export async function takeTry(db: Db, addressKey: Buffer, at: number): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('appCode')
    .set({ tries: sql`tries + 1` })
    .where('addressKey', '=', addressKey)
    .where('expiresAt', '>', iso(at))
    .where('tries', '<', phoneLimits.codeTries)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

/** Subtracts a successful try, because the code will be used for something else. */
export async function giveTryBack(db: Db, addressKey: Buffer): Promise<void> {
  await db
    .updateTable('appCode')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('addressKey', '=', addressKey)
    .execute()
}

/** Uses up a code. Returns false if another call used it first. */
export async function useUp(db: Db, addressKey: Buffer, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('appCode')
    .where('addressKey', '=', addressKey)
    .where('codeHash', '=', codeHash)
    .returning('addressKey')
    .executeTakeFirst()
  return row !== undefined
}

/** The queue of sign-in codes that are to be sent. */
export const appCodes = 'app-codes'

const isDue = (now: string) =>
  sql`next_at <= ${now}::timestamptz and expires_at > ${now}::timestamptz and sealed is not null`

/** Whether `claimCode` would find one. */
export const areCodesDue = (now: string) => sql<boolean>`exists (select from app_code where ${isDue(now)})`

/** Claims a code that waits to be sent, with a lease. */
export async function claimCode(db: Db, { at, leaseMs }: Readonly<{ at: number; leaseMs: number }>) {
  const { rows } = await sql<{ addressKey: Buffer; codeHash: Buffer; sealed: Buffer; locale: Locale }>`
    update app_code set next_at = ${iso(at + leaseMs)}
    where address_key = (select address_key from app_code
      where ${isDue(iso(at))}
      order by next_at limit 1 for update skip locked)
    returning address_key, code_hash, sealed, locale`.execute(db)
  return rows[0]
}

/** The code was sent, or cannot be: its sealed content is deleted. */
export async function endSending(db: Db, addressKey: Buffer, sealed: Buffer): Promise<void> {
  await db
    .updateTable('appCode')
    .set({ sealed: null, nextAt: null })
    .where('addressKey', '=', addressKey)
    .where('sealed', '=', sealed)
    .execute()
}

export async function removeOldCodes(db: Db, at: number): Promise<void> {
  await db.deleteFrom('appCode').where('expiresAt', '<=', iso(at)).execute()
}
