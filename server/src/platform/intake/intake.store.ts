import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { IntakeStandstillTable } from './intake.tables.ts'

/** A process says it every second; by the database's clock, which all of them share. */
const forgottenAfter = sql<string>`now() - interval '15 seconds'`

/** Says that this process's intake stands still, and takes away what processes that died have said. */
export async function noteStandstill(
  db: Db,
  processId: IntakeStandstillTable['processId'],
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

/** When the oldest message was received that is not written, over all connectors whose intake stands still; undefined where none does. */
export async function findStandstill(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('intakeStandstill')
    .select((build) => build.fn.min('oldestAt').as('oldestAt'))
    .where('notedAt', '>=', forgottenAfter)
    .executeTakeFirst()
  const oldestAt: string | null = row?.oldestAt ?? null
  return oldestAt === null ? undefined : Date.parse(oldestAt)
}
