import { sql } from 'kysely'
import type { Db } from './database.ts'
import { withLockPatience } from './lock-patience.ts'
import { dayMs, dayOf } from './partitions.ts'

/**
 * Drops the partitions of a table all of whose rows are older than a number of days, each in a transaction of its own. Answers
 * their names. One that is in use stays until the next time and stops no other.
 */
export async function dropPartitions(db: Db, table: string, now: number, keptDays: number): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from old_partitions(${table}, ${dayOf(now - keptDays * dayMs)}::date) as old (name)`.execute(db)
  const dropped: string[] = []
  for (const { name } of rows) {
    const isDropped = await withLockPatience(db, async (trx) => {
      await sql`drop table ${sql.table(name)}`.execute(trx)
      return true
    })
    if (isDropped === true) dropped.push(name)
  }
  return dropped
}
