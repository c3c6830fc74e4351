import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { prepareOwners, prepareTree } from './owner-at.store.ts'
import { prepareSeats } from './people.store.ts'

/**
 * Begins a transaction that counts, a long one: a run reads what all others write, and nobody waits for it. What many counts
 * share is worked out once, in tables that end with the transaction: who belongs where, and the organisations above others. `from`: nothing
 * is counted of before.
 */
export async function prepareRun(db: Transaction, from: string): Promise<void> {
  await sql`select set_config('work_mem', '256MB', true), set_config('jit', 'off', true),
    set_config('default_statistics_target', '10', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    db,
  )
  await prepareOwners(db, from)
  await prepareTree(db, from)
  await prepareSeats(db)
}
