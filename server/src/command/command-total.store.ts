import { hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A command has its outcome within a day, whatever its time limit. */
const hoursBack = 26

/**
 * Counts the commands of the last hours by organisation and product (`command_total`). It may run any number of times: the same
 * ledger gives the same rows. `nowMs` is epoch ms.
 */
export async function countCommands(db: Db, nowMs: number): Promise<void> {
  const since = new Date(nowMs - hoursBack * hourMs).toISOString()
  await sql`select count_commands(${since}::timestamptz)`.execute(db)
}
