import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { prepareSeats } from './people.store.ts'

/**
 * Begins a transaction that counts. It may take long: a run reads what all others write, and nobody waits for it. What many counts
 * share is worked out once, in tables that end with the transaction: who belongs where, and the organisations above others.
 */
export async function prepareRun(db: Transaction): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '256MB', true), set_config('jit', 'off', true),
    set_config('default_statistics_target', '10', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
    db,
  )
  await sql`create temp table statistic_above on commit drop as
    select t.ancestor_id, t.descendant_id, t.depth from organisation_tree t
    where exists (select from organisation o where o.parent_id = t.ancestor_id)`.execute(db)
  await sql`analyze statistic_above`.execute(db)
  await prepareSeats(db)
}
