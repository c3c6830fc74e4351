import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { longTransaction } from '../../platform/db/transaction.ts'
import { withLockTimeout } from '../../platform/db/lock-timeout.ts'

/** Days before `before` that have or may have reports as rows, or are closed and not yet dropped, the oldest first. */
export async function listRowDays(db: Db, before: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral (
      -- A plan may look at every name there is before it asks whose child it is.
      select case when c.relname ~ '_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') end as day
    ) as named
    where i.inhparent in ('device_history'::regclass, 'device_history_closed'::regclass) and day < ${before}::date
    group by day order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Closes a day that has rows and is not closed: nobody writes them any more. False if there is nothing to close;
 * undefined if the table is in use, because readers and writers take precedence. `keep`: late reports of the day are
 * still accepted.
 */
export function closeDay(db: Db, day: string, { keep }: { keep: boolean }): Promise<boolean | undefined> {
  return withLockTimeout(db, async (trx) => {
    const { rows } = await sql<{ closed: boolean }>`
      select close_history_day(${day}::date, ${keep}) as closed`.execute(trx)
    return rows[0]?.closed === true
  })
}

/**
 * Seals the next portion of a closed day in one transaction: before it these reports are rows, after it they are
 * sealed. Returns their number; undefined if nothing is left.
 */
export async function sealPortion(db: Db, day: string, rowsAtOnce: number): Promise<number | undefined> {
  return longTransaction(db, async (trx) => {
    const { rows } = await sql<{ sealed: number | null }>`
      select seal_history_portion(${day}::date, ${rowsAtOnce}) as sealed`.execute(trx)
    return rows[0]?.sealed ?? undefined
  })
}

/** Drops a closed day that is sealed. False if there is none, or it is in use: it is left for the next run. */
export async function dropClosedDay(db: Db, day: string): Promise<boolean> {
  const dropped = await withLockTimeout(db, async (trx) => {
    const { rows } = await sql<{ dropped: boolean }>`
      select drop_closed_history(${day}::date) as dropped`.execute(trx)
    return rows[0]?.dropped
  })
  return dropped ?? false
}
