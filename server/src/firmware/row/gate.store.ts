import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * One row: its holder alone decides about the cap and the rates, and about the status of tasks. It is locked before any other row of
 * upgrades.
 */
export async function lockGate(trx: Transaction): Promise<void> {
  await sql`select id from upgrade_gate where id = 1 for update`.execute(trx)
}
