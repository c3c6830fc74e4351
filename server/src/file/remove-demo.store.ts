import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'

export async function removeDemoFiles(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from file where id = any(${ids}::text[])`.execute(trx)
}
