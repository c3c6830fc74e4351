import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The totals of a day over all organisations, by measure. */
export async function sumOfDay(db: Db, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ measure: string; total: number }>`
    select measure, sum(own) as total from statistic_day where day = ${day}::date group by 1
    union all
    select measure, sum(coalesce(own_top, top) + coalesce(own_base, base)) from statistic_share where day = ${day}::date group by 1`.execute(db)
  return new Map(rows.map(({ measure, total }) => [measure, total]))
}
