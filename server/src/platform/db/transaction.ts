import { sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import type { Db, Transaction } from './database.ts'
import { answeredWhenever } from './connection/answer-limit.ts'
import { holdingConnection } from './connection/open-transaction.ts'
import { withPartitions } from './partitions.ts'

/** A deadlock or a serialisation failure: PostgreSQL rolled our transaction back completely, so it may run again. */
const worthAnotherTry: readonly (string | undefined)[] = ['40P01', '40001']

function isWorthAnotherTry(error: unknown): boolean {
  return worthAnotherTry.includes(errorCode(error))
}

/**
 * Runs `work` in a transaction, or in the caller's when `db` already is one. Effects of `work` outside the database
 * have to be repeatable: after a deadlock it runs again, three times in all, and also after a missing partition was
 * created.
 */
export async function transaction<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  const notified = new Set<string>()
  const result = await withRetries(db, () => {
    notified.clear()
    return db.transaction().execute((trx) => holdingConnection(notified, () => work(trx)))
  })
  const onCommit = ownCommits.get(db)
  if (onCommit !== undefined) for (const channel of notified) onCommit(channel)
  return result
}

/**
 * A transaction whose statements may take as long as they need, and wait as long for their answers, because no caller
 * waits for it. Only the keep-alive of TCP detects that its connection is silent.
 */
export function longTransaction<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return answeredWhenever(() =>
    transaction(db, async (trx) => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(trx)
      return work(trx)
    }),
  )
}

/**
 * Keyed by the handle and not stored in `Caches`: `transaction` receives only the handle, the listener is a part of the
 * handle's configuration like its pool, and it is what drops the caches.
 */
const ownCommits = new WeakMap<Db, (channel: string) => void>()

/**
 * Calls `onCommit` for each channel that a transaction of this process notified, before the caller of the transaction continues. The
 * notification itself arrives from PostgreSQL a moment later, when a call that revokes a right may already have been answered.
 */
export function onOwnCommits(db: Db, onCommit: (channel: string) => void): void {
  ownCommits.set(db, onCommit)
}

/** The same for a single statement, which is a transaction by itself: it needs no round trips for BEGIN and COMMIT. */
export async function singleStatement<T>(db: Db, run: () => Promise<T>): Promise<T> {
  return isTransaction(db) ? run() : withRetries(db, run)
}

async function withRetries<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withPartitions(db, work)
    } catch (error) {
      if (attempt === 3 || !isWorthAnotherTry(error)) throw error
    }
  }
}

/** Runs a part of a transaction in a savepoint and rolls it back when `isKept` rejects its result. */
export async function partOf<T>(trx: Transaction, work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T> {
  await sql`savepoint part`.execute(trx)
  const result = await work()
  await (isKept(result) ? sql`release savepoint part` : sql`rollback to savepoint part`).execute(trx)
  return result
}

function isTransaction(db: Db): db is Transaction {
  return db.isTransaction
}
