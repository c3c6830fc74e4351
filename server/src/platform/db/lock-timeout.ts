import { sql } from 'kysely'
import { errorCode } from '../error-code.ts'
import type { Db, Transaction } from './database.ts'
import { longTransaction } from './transaction.ts'

/** The timeout for a lock: readers and writers of the table queue behind a statement that waits for its lock. */
const patienceMs = 2000

/**
 * Runs nightly work that locks a table exclusively, in a transaction without a statement timeout. Undefined if the
 * table is in use: nothing was done then, and the next run does the work.
 */
export async function withLockTimeout<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T | undefined> {
  try {
    return await longTransaction(db, async (trx) => {
      await sql`select set_config('lock_timeout', ${String(patienceMs)}, true)`.execute(trx)
      return work(trx)
    })
  } catch (error) {
    // Lock not available.
    if (errorCode(error) === '55P03') return undefined
    throw error
  }
}
