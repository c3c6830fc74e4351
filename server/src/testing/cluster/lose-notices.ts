import { sql } from 'kysely'
import type { TestApp } from '../start-app.ts'

/**
 * Ends the connection on which the server receives notifications. Changes in the meantime are missed, and all streams
 * end.
 */
export async function loseNotices({ db }: TestApp): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '%listen%'`.execute(db)
}
