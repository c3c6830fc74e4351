import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const dayMs = 86_400_000
/** So many rows at a time, that no statement takes long and nobody who writes waits long. */
const atOnce = 5000
/** Each has up to 10,000 rows of devices. */
const batchesAtOnce = 10

type Kept = Readonly<{ historyDays: number; operationLogDays: number }>

/**
 * Drops what is past its keeping time of what devices were told, reported of their firmware, and had done to their records.
 * The firmware version that a module has now stays, however long it has had it.
 */
export async function dropOldRecords(db: Db, nowMs: number, { historyDays, operationLogDays }: Kept): Promise<void> {
  const before = (days: number) => sql`${new Date(nowMs - days * dayMs).toISOString()}::timestamptz`
  const past = before(historyDays)
  await untilNone(
    db,
    batchesAtOnce,
    (most) => sql`
    delete from command_batch where id in (select id from command_batch where created_at < ${past} limit ${most})`,
  )
  // By id, which is nearly the order of time: what was dropped just now is not looked at again.
  await untilNone(
    db,
    atOnce,
    (most) => sql`
    with oldest as (select id, created_at from command order by id limit ${most})
    delete from command where id in (select id from oldest where created_at < ${past})`,
  )
  await untilNone(
    db,
    atOnce,
    (most) => sql`
    delete from device_firmware where ctid = any(array(
      select f.ctid from device_firmware f where f.time < ${past} and exists (
        select from device_firmware later
        where later.device_id = f.device_id and later.module = f.module and (later.time, later.seq) > (f.time, f.seq)
      ) limit ${most}))`,
  )
  await untilNone(
    db,
    atOnce,
    (most) => sql`
    delete from device_change where ctid = any(array(
      select ctid from device_change where time < ${before(operationLogDays)} limit ${most}))`,
  )
}

async function untilNone(db: Db, most: number, drop: (most: number) => ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await drop(most).execute(db)
    if (numAffectedRows === 0n) return
  }
}
