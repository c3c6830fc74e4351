import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** A run reads what all others write; nobody waits for it. Its many statements take longer to compile than to run. */
export async function allowLongStatements(db: Transaction): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true),
    set_config('jit', 'off', true)`.execute(db)
}
