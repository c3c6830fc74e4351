import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { deleteInPortions } from '../platform/db/delete-in-portions.ts'

const atOnce = 5000
/** Each has up to 10,000 rows of devices. */
const batchesAtOnce = 10

/** Deletes commands and batches past their retention. */
export async function dropOldCommands(db: Db, nowMs: number, historyDays: number): Promise<void> {
  const past = sql`${new Date(nowMs - historyDays * dayMs).toISOString()}::timestamptz`
  await deleteInPortions(
    db,
    batchesAtOnce,
    (most) => sql`
    delete from command_batch where id in (select id from command_batch where created_at < ${past} limit ${most})`,
  )
  // Deletes by id, which is nearly the order of time, so that a deleted range is not scanned again.
  await deleteInPortions(
    db,
    atOnce,
    (most) => sql`
    with oldest as (select id, created_at from command order by id limit ${most})
    delete from command where id in (select id from oldest where created_at < ${past})`,
  )
}
