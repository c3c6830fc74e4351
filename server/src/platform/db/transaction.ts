import { sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import type { Db, Transaction } from './database.ts'
import { withPartitions } from './partitions.ts'

/** Deadlock, and two transactions that cannot both be serialised: PostgreSQL undid ours whole, so it may simply run again. */
const worthAnotherTry: readonly (string | undefined)[] = ['40P01', '40001']

function isWorthAnotherTry(error: unknown): boolean {
  return worthAnotherTry.includes(errorCode(error))
}

/**
 * Runs `work` in a transaction, or in the caller's when `db` already is one. What `work` does outside the database
 * must bear repeating: after a deadlock it runs again, three times in all, and so it does after a missing partition was created.
 */
export async function transaction<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withPartitions(db, () => db.transaction().execute(work))
    } catch (error) {
      if (attempt === 3 || !isWorthAnotherTry(error)) throw error
    }
  }
}

/** Runs a part of a transaction; nothing of it is written where `isKept` denies what it answers. */
export async function partOf<T>(trx: Transaction, work: () => Promise<T>, isKept: (result: T) => boolean): Promise<T> {
  await sql`savepoint part`.execute(trx)
  const result = await work()
  await (isKept(result) ? sql`release savepoint part` : sql`rollback to savepoint part`).execute(trx)
  return result
}

function isTransaction(db: Db): db is Transaction {
  return db.isTransaction
}
