import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'

/** A stalled process renews its record every second; by the database's clock, which all processes share. */
const forgottenAfter = sql<string>`now() - interval '15 seconds'`

/** Records that this process's intake is stalled, and deletes the records of processes that died. */
export async function noteStandstill(
  db: Db,
  processId: Database['intakeStandstill']['processId'],
  oldestMs: number,
): Promise<void> {
  const row = { oldestAt: new Date(oldestMs).toISOString(), notedAt: sql<string>`now()` }
  await db
    .insertInto('intakeStandstill')
    .values({ processId, ...row })
    .onConflict((conflict) => conflict.column('processId').doUpdateSet(row))
    .execute()
  await db.deleteFrom('intakeStandstill').where('notedAt', '<', forgottenAfter).execute()
}

export async function endStandstill(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('intakeStandstill').where('processId', '=', processId).execute()
}

/**
 * The time at which the oldest unwritten message was received, over all connectors with stalled intake; undefined when
 * there is none.
 */
export async function findStandstill(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('intakeStandstill')
    .select((build) => build.fn.min('oldestAt').as('oldestAt'))
    .where('notedAt', '>=', forgottenAfter)
    .executeTakeFirst()
  const oldestAt: string | null = row?.oldestAt ?? null
  return oldestAt === null ? undefined : Date.parse(oldestAt)
}
