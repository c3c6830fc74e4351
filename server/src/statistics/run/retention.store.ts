import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInPortions } from '../../platform/db/delete-in-portions.ts'
import { hourDays } from './flow-sources.store.ts'

/** A year back from any day of a year that is over. */
const keptDays = 800
const atOnce = 20_000

/** Keeps hours for 35 days and days for 800. Of the stocks of devices the last run of a day is its day. */
export async function removeOld(db: Db, now: number): Promise<void> {
  const before = (days: number) => sql`${new Date(now - days * 86_400_000).toISOString()}::timestamptz`
  await deleteInPortions(
    db,
    atOnce,
    (most) => sql`delete from statistic_hour where ctid in (
      select ctid from statistic_hour where hour < ${before(hourDays + 1)} limit ${most})`,
  )
  await deleteInPortions(
    db,
    atOnce,
    (most) => sql`delete from statistic_stock where ctid in (
      select ctid from statistic_stock where taken_at < ${before(hourDays + 1)} and taken_at not in (
        select max(due_at) from statistic_run where outcome in ('succeeded', 'reconstructed') group by day) limit ${most})`,
  )
  for (const table of ['statistic_stock', 'statistic_day', 'statistic_span', 'statistic_digest', 'statistic_run'])
    await deleteInPortions(
      db,
      atOnce,
      (most) => sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where day < ${before(keptDays)}::date limit ${most})`,
    )
  await deleteInPortions(
    db,
    atOnce,
    (most) => sql`delete from statistic_report where ctid in (
      select ctid from statistic_report where week < ${before(keptDays)}::date limit ${most})`,
  )
}
