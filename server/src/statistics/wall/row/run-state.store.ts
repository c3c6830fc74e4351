import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** The outcome of the newest runs as one text: a different text means that figures must be read again. Due runs count too. */
export async function newestRuns(db: Db, now: string): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', due_at, outcome, ended_at) as state from statistic_run
    where due_at <= ${now}::timestamptz and outcome <> 'running' order by due_at desc limit 4`.execute(db)
  return rows.map(({ state }) => state).join(', ')
}
