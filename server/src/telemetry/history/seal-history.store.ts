import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { withLockTimeout } from '../../platform/db/lock-timeout.ts'

/** Days before `before` that have or may have reports as rows, the oldest first. */
export async function listRowDays(db: Db, before: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral (
      -- A plan may look at every name there is before it asks whose partition it is.
      select case when c.relname ~ '_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') end as day
    ) as named
    where i.inhparent = 'device_history'::regclass and day < ${before}::date
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * The end of a portion of a day's rows that starts at a device: the first device after it; null if the rest is in it.
 * Undefined without rows.
 */
export async function endOfPortion(db: Db, day: string, fromDevice: string, rowsAtOnce: number) {
  const rowsOfDay = sql`
    from device_history
    where reported_at >= ${day}::timestamp at time zone 'UTC' and reported_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and device_id >= ${fromDevice}`
  const { rows } = await sql<{ isEmpty: boolean; below: string | null }>`
    select not exists (select ${rowsOfDay}) as is_empty,
      (select device_id + 1 ${rowsOfDay} order by device_id offset ${rowsAtOnce} limit 1)::text as below`.execute(db)
  const [row] = rows
  return row === undefined || row.isEmpty ? undefined : { below: row.below }
}

/** The most that a bigint holds. */
const lastDevice = '9223372036854775807'

/**
 * Seals a portion in one transaction: before it these reports are rows, after it they are sealed. Returns their number.
 */
export async function sealPortion(db: Db, day: string, fromDevice: string, below: string | null): Promise<number> {
  return transaction(db, async (trx) => {
    const { rows } = await sql<{ sealed: number }>`
      select seal_history(${day}::date, ${fromDevice}, ${below ?? lastDevice}) as sealed`.execute(trx)
    return rows[0]?.sealed ?? 0
  })
}

/**
 * Removes the row partition of a completely sealed day. False if it has rows again, or is in use: readers and writers
 * take precedence, and it is left for the next run.
 */
export async function endRowDay(db: Db, day: string, { keep }: { keep: boolean }): Promise<boolean> {
  const ended = await withLockTimeout(db, async (trx) => {
    const { rows } = await sql<{
      ended: boolean
    }>`select end_history_partition(${day}::date, ${keep}) as ended`.execute(trx)
    return rows[0]?.ended
  })
  return ended ?? false
}
