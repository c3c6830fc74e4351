import { sql } from 'kysely'
import type { Db } from './database.ts'
import { transaction } from './transaction.ts'

const dayMs = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Reports may be up to 7 days old and 24 h ahead (alink.md 3); a day more on either side for time zones and a late run. */
const daysBack = 8
const daysAhead = 3

/** Makes the daily partitions that reports of now may fall into. Answers how many were missing. */
export async function ensurePartitions(db: Db, now: number): Promise<number> {
  // Writers of reports may meet it in a circle: then it runs again.
  const { rows } = await transaction(db, (trx) =>
    sql<{ made: number }>`
    select ensure_partitions(${dayOf(now - daysBack * dayMs)}::date, ${dayOf(now + daysAhead * dayMs)}::date) as made`.execute(
      trx,
    ),
  )
  return rows[0]?.made ?? 0
}

/** Whether a row found no partition: the machine slept, its clock was put right, or the worker was away for days. */
function isWithoutPartition(error: unknown): boolean {
  // By where PostgreSQL says it: the code is that of any check, and its words are in the server's language.
  return error instanceof Error && 'routine' in error && error.routine === 'ExecFindPartition'
}

/** Runs `work`, and once more after making the partitions that it missed. */
export async function withPartitions<T>(db: Db, now: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isWithoutPartition(error)) throw error
    await ensurePartitions(db, now)
    return work()
  }
}

/** Drops the daily partitions older than a number of days. Answers how many. */
export async function dropPartitions(
  db: Db,
  parent: 'device_history' | 'device_message' | 'device_log',
  now: number,
  keptDays: number,
): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select drop_partitions(${parent}, ${dayOf(now - keptDays * dayMs)}::date) as dropped`.execute(db)
  return rows[0]?.dropped ?? 0
}

/** Drops the sealed days older than a number of days. */
export async function dropSealedDays(db: Db, now: number, keptDays: number): Promise<void> {
  await sql`select drop_sealed_history(${dayOf(now - keptDays * dayMs)}::date)`.execute(db)
}

/** Deletes rows older than a number of days from a table that is not partitioned. */
export async function dropOldRows(
  db: Db,
  table: 'online_log' | 'operation_log' | 'device_event',
  now: number,
  keptDays: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where time < ${new Date(now - keptDays * dayMs).toISOString()}::timestamptz`.execute(
    db,
  )
}
