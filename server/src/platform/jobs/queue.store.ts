import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * Queues a job; inside a transaction it is queued at commit. A waiting job with the same `key` is replaced. Lower
 * `priority` runs first.
 */
export async function askForJob(
  db: Db,
  { name, payload, key, priority = 0 }: { name: string; payload: unknown; key: string; priority?: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key}::text, priority => ${priority}::int
  )`.execute(db)
}
