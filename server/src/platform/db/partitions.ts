import { dayMs, iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Database, Db } from './database.ts'

export const dayOf = (time: number) => iso(time).slice(0, 10)

/** Reports may be up to 7 days old and 24 h ahead (alink.md 3); a day more on either side for time zones and a late run. */
const daysBack = 8
const daysAhead = 3

/** Creates the missing partitions for rows of the present time, of all registered tables. Returns their number. */
export async function ensurePartitions(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select create_partitions(${dayOf(now - daysBack * dayMs)}::date, ${dayOf(now + daysAhead * dayMs)}::date) as made`.execute(
    db,
  )
  return rows[0]?.made ?? 0
}

/** A row that found no partition: the table and the day it needs. */
type Missing = Readonly<{ table: Database['partitionedTable']['name']; day: string }>

/**
 * Recognises the error for a row without a partition, which happens when the machine slept, its clock was set, or no
 * worker ran for days. The error is recognised by the PostgreSQL function that raises it, because its SQLSTATE is that
 * of any check and its message is in the server's language.
 */
function missingPartition(error: unknown): Missing | undefined {
  if (!(error instanceof Error) || !('routine' in error) || error.routine !== 'ExecFindPartition') return undefined
  if (!('table' in error) || typeof error.table !== 'string') return undefined
  // The key is the one part of the details that is the same in every language: "(reported_at) = (2026-11-23 01:02:03+00)", or
  // "(month) = (2026-11-01)".
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : ''
  const key = /\) = \((\d{4}-\d{2}-\d{2}[^)]*)\)/.exec(detail)?.[1]
  const time = key === undefined ? Number.NaN : Date.parse(key.replace(/ (.*[+-]\d{2})$/, 'T$1:00'))
  return Number.isNaN(time) ? undefined : { table: error.table, day: dayOf(time) }
}

/** A statement may need several partitions, and learns of one at a time. */
const maxMissing = 400

/** Runs `work`, and again after creating each partition that it missed. `work` has to be repeatable. */
export async function withPartitions<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const missing = missingPartition(error)
      if (missing === undefined || attempt === maxMissing) throw error
      await sql`select create_partition(${missing.table}, ${missing.day}::date)`.execute(db)
    }
  }
}
