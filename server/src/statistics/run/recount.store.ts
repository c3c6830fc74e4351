import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The totals of a day over all organisations, by measure. */
export async function sumOfDay(db: Db, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ measure: string; total: number }>`
    select measure, sum(own) as total from statistic_day where day = ${day}::date group by 1
    union all
    select s.measure, sum(p.top + p.base) from statistic_share s
    cross join lateral unnest(coalesce(s.own_tops, s.tops), coalesce(s.own_bases, s.bases)) as p (top, base)
    where s.day = ${day}::date group by 1`.execute(db)
  return new Map(rows.map(({ measure, total }) => [measure, total]))
}
