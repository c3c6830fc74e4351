import { sql } from 'kysely'
import type { TestApp } from '../start-app.ts'

/** Ends the connection over which the server hears of changes. What happens meanwhile it misses, and it ends all streams. */
export async function loseNotices({ db }: TestApp): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '%listen%'`.execute(db)
}
