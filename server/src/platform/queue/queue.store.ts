import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../db/connection/prepared-statement.ts'
import type { Db } from '../db/database.ts'

/** An expression that is true while something waits; `true` needs no look. */
export type Waits = RawBuilder<boolean> | true

/**
 * Asks about several queues in one statement. The text is the same whichever of them are asked about, so that it is
 * planned once.
 */
export async function askQueues(
  db: Db,
  queues: readonly Readonly<{ isAsked: boolean; waits: Waits }>[],
): Promise<readonly boolean[]> {
  const questions = queues.map(
    ({ isAsked, waits }) => sql`${isAsked}::boolean and (${waits === true ? sql`true` : waits})`,
  )
  const { rows } = await sql<{
    waits: readonly boolean[]
  }>`${prepared}select array[${sql.join(questions)}] as waits`.execute(db)
  return rows[0]?.waits ?? []
}
