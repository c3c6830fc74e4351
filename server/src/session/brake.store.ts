import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

const brakeMs = sessionLimits.brakeSeconds * 1000
const most = sessionLimits.failuresBeforeBrake
const knownMs = sessionLimits.knownBrowserDays * dayMs
/** Browsers remembered per account; the least recently used one is dropped. */
const maxBrowsers = 20

/**
 * Lower-cased by the database, as in `findAccountByName`: a difference between two implementations would reveal which
 * accounts exist.
 */
export const lowered = (account: string) => sql<string>`lower(${account}::text)`

/** The subject of the rate limit: signing in under a name, or a signed-in account's password prompts. */
export type Braked = Readonly<{ kind: 'sign-in'; account: string } | { kind: 'prompt'; account: string }>

/**
 * Counts a try as failed before it is checked; `release` subtracts it. Returns null, or the waiting time in ms if too
 * many tries failed within the hour, from any address: then nothing is counted. Times are epoch ms.
 */
export async function brake(db: Db, { kind, account }: Braked, at: number): Promise<number | null> {
  const now = iso(at)
  const isOver = sql`b.since <= ${iso(at - hourMs)}`
  const { rows } = await sql`
    insert into sign_in_brake as b (kind, account, failures, since, next_try_at)
    values (${kind}, ${lowered(account)}, 1, ${now}, ${now})
    on conflict (kind, account) do update set
      failures = case when ${isOver} then 1 else least(b.failures + 1, 1000000) end,
      since = case when ${isOver} then ${now} else b.since end,
      next_try_at = case when ${isOver} or b.failures + 1 < ${most} then ${now} else ${iso(at + brakeMs)}::timestamptz end
    where ${isOver} or b.failures < ${most} or b.next_try_at <= ${now}
    returning failures`.execute(db)
  if (rows.length > 0) return null
  const row = await db
    .selectFrom('signInBrake')
    .select('nextTryAt')
    .where('kind', '=', kind)
    .where('account', '=', lowered(account))
    .executeTakeFirst()
  return Math.max(1, row === undefined ? 1 : Date.parse(row.nextTryAt) - at)
}

/** Subtracts a try that did not fail. */
export async function release(db: Db, { kind, account }: Braked): Promise<void> {
  await db
    .updateTable('signInBrake')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('kind', '=', kind)
    .where('account', '=', lowered(account))
    .execute()
}

export async function removeBrakes(db: Db, at: number): Promise<void> {
  await db
    .deleteFrom('signInBrake')
    .where('since', '<=', iso(at - hourMs))
    .execute()
  await db
    .deleteFrom('knownBrowser')
    .where('lastUsedAt', '<=', iso(at - knownMs))
    .execute()
}

/** Whether a browser signed in to an account with its password in the last 90 days. */
export async function isKnownBrowser(db: Db, accountId: string, browserHash: Buffer, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('knownBrowser')
    .select('accountId')
    .where('accountId', '=', accountId)
    .where('browserHash', '=', browserHash)
    .where('lastUsedAt', '>', iso(at - knownMs))
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberBrowser(db: Db, accountId: string, browserHash: Buffer, at: number): Promise<void> {
  const lastUsedAt = iso(at)
  await db
    .insertInto('knownBrowser')
    .values({ accountId, browserHash, lastUsedAt })
    .onConflict((conflict) => conflict.columns(['accountId', 'browserHash']).doUpdateSet({ lastUsedAt }))
    .execute()
  const others = db
    .selectFrom('knownBrowser')
    .select('browserHash')
    .where('accountId', '=', accountId)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('browserHash')
    .offset(maxBrowsers)
  await db.deleteFrom('knownBrowser').where('accountId', '=', accountId).where('browserHash', 'in', others).execute()
}

/** Forgets the browsers that signed in with the previous password, except the one that changed it. */
export async function forgetOtherBrowsers(db: Db, accountId: string, own: Buffer | undefined): Promise<void> {
  await db
    .deleteFrom('knownBrowser')
    .where('accountId', '=', accountId)
    .$if(own !== undefined, (query) => query.where('browserHash', '!=', own ?? Buffer.alloc(0)))
    .execute()
}
