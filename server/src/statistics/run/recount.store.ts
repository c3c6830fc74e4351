import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { withStaged } from './staging.store.ts'

/** The totals of a day over all organisations, by measure, from the staged rows or from the kept ones. */
export async function sumOfDay(db: Db, day: string): Promise<ReadonlyMap<string, number>> {
  const ofDay = (row: string) => sql`${sql.ref(`${row}.day`)} = ${day}::date`
  const { rows } = await sql<{ measure: string; total: number }>`
    select measure, sum(own) as total from (${withStaged('day', ofDay)}) as d group by 1
    union all
    select s.measure, sum(p.top + p.base) from (${withStaged('share', ofDay)}) as s
    cross join lateral unnest(coalesce(s.own_tops, s.tops), coalesce(s.own_bases, s.bases)) as p (top, base) group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ measure, total }) => [measure, total]))
}
