import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInPortions } from '../../platform/db/delete-in-portions.ts'
import { hourDays } from './flow-sources.store.ts'
import { passedOwners } from './owner-at.store.ts'
import { stockMeasures } from './stock-sources.store.ts'

/** A year back from any day of a year that is over. */
const keptDays = 800
const atOnce = 20_000

/**
 * Keeps hours for 35 days and days for 800, with the owners at that time. The stocks of a day are those of its last
 * run.
 */
export async function removeOld(db: Db, now: number): Promise<void> {
  const before = (days: number) => sql`${new Date(now - days * dayMs).toISOString()}::timestamptz`
  const lastOfDays = sql`select max(due_at) from statistic_run where outcome in ('succeeded', 'reconstructed') group by day`
  // Moments, not rows, are compared with the last of each day: there are three a day to delete.
  const passing = sql`taken_at < ${before(keptDays)} or taken_at = any(array(
    select due_at from statistic_run where due_at < ${before(hourDays + 1)} and due_at not in (${lastOfDays})))`
  const isOld = {
    statistic_hour: sql`hour < ${before(hourDays + 1)} and not (measure = any(${[...stockMeasures]}::text[]) and hour in (${lastOfDays}))`,
    statistic_stock: passing,
    statistic_leaf_stock: passing,
    statistic_people: passing,
    ...Object.fromEntries(
      ['day', 'share', 'active', 'span', 'digest', 'run'].map((name) => [
        `statistic_${name}`,
        sql`day < ${before(keptDays)}::date`,
      ]),
    ),
    ...passedOwners(before(keptDays)),
    statistic_report: sql`week < ${before(keptDays)}::date`,
  }
  for (const [table, where] of Object.entries(isOld))
    await deleteInPortions(
      db,
      atOnce,
      (most) => sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${where} limit ${most})`,
    )
}
