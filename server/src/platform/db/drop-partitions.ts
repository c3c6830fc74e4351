import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { withLockTimeout } from './lock-timeout.ts'
import { dayOf } from './partitions.ts'

/**
 * Drops the partitions that contain only rows older than the given number of days, each in its own transaction, and
 * returns their names. A partition in use is skipped until the next run and does not block the others.
 */
export async function dropPartitions(db: Db, table: string, now: number, keptDays: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from old_partitions(${table}, ${dayOf(now - keptDays * dayMs)}::date) as old (name)`.execute(db)
  const dropped: string[] = []
  for (const { name } of rows) {
    const isDropped = await withLockTimeout(db, async (trx) => {
      await sql`drop table ${sql.table(name)}`.execute(trx)
      return true
    })
    if (isDropped === true) dropped.push(name)
  }
  return dropped
}
