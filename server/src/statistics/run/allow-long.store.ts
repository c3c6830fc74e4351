import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** A run reads what all others write; nobody waits for it. */
export async function allowLongStatements(db: Transaction): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true)`.execute(db)
}
