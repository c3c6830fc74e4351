import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInPortions } from '../../platform/db/delete-in-portions.ts'
import { hourDays } from './flow-sources.store.ts'
import { stockMeasures } from './stock-sources.store.ts'

/** A year back from any day of a year that is over. */
const keptDays = 800
const atOnce = 20_000
const dayTables = ['day', 'share', 'active', 'span', 'digest', 'stock', 'people'].map((name) => `statistic_${name}`)

/** Keeps hours for 35 days and days for 800. The stocks of a day are those of its last run. */
export async function removeOld(db: Db, now: number): Promise<void> {
  const before = (days: number) => sql`${new Date(now - days * 86_400_000).toISOString()}::timestamptz`
  const isOfLast = (column: string) => sql`${sql.ref(column)} in (
    select max(due_at) from statistic_run where outcome in ('succeeded', 'reconstructed') group by day)`
  const passing = {
    statistic_hour: sql`hour < ${before(hourDays + 1)} and not (measure = any(${[...stockMeasures]}::text[]) and ${isOfLast('hour')})`,
    statistic_people: sql`taken_at < ${before(hourDays + 1)} and not ${isOfLast('taken_at')}`,
    statistic_stock: sql`taken_at < ${before(hourDays + 1)} and not ${isOfLast('taken_at')}`,
  }
  for (const table of ['statistic_hour', 'statistic_stock', 'statistic_people'] as const)
    await deleteInPortions(
      db,
      atOnce,
      (most) => sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where ${passing[table]} limit ${most})`,
    )
  for (const table of [...dayTables, 'statistic_run'])
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
