import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Asks for a job to be run as soon as there is a hand free; inside a transaction, when that commits. Asked again under the
 * same `key` it replaces what still waits there. Lower `priority` goes first.
 */
export async function askForJob(
  db: Db,
  { name, payload, key, priority = 0 }: { name: string; payload: unknown; key: string; priority?: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text, priority => ${priority}::int
  )`.execute(db)
}
