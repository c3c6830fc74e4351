import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export async function listTargets(db: Db, organisationId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('statisticTarget')
    .where('organisationId', '=', organisationId)
    .select(['figure', 'value'])
    .execute()
  return new Map(rows.map(({ figure, value }) => [figure, value]))
}

type Target = Readonly<{ organisationId: string; figure: string; accountId: string; at: string }>

/** Returns false if the stored value differs from the one that the change was made from. */
export async function saveTarget(
  db: Db,
  { organisationId, figure, accountId, at }: Target,
  from: number | null,
  value: number | null,
): Promise<boolean> {
  const own = db.selectFrom('statisticTarget').where('organisationId', '=', organisationId).where('figure', '=', figure)
  await sql`select pg_advisory_xact_lock(hashtextextended('statistic_target', ${organisationId}::bigint))`.execute(db)
  const kept = await own.select('value').executeTakeFirst()
  if ((kept === undefined ? null : kept.value) !== from) return false
  if (value === null)
    await db
      .deleteFrom('statisticTarget')
      .where('organisationId', '=', organisationId)
      .where('figure', '=', figure)
      .execute()
  else
    await db
      .insertInto('statisticTarget')
      .values({ organisationId, figure, value, updatedBy: accountId, updatedAt: at })
      .onConflict((conflict) =>
        conflict.columns(['organisationId', 'figure']).doUpdateSet({ value, updatedBy: accountId, updatedAt: at }),
      )
      .execute()
  return true
}
