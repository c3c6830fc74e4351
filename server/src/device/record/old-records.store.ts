import { dayMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { deleteInPortions } from '../../platform/db/delete-in-portions.ts'

const atOnce = 5000

type Kept = Readonly<{ historyDays: number; operationLogDays: number }>

/** Deletes firmware versions and changes of records past their retention. The current firmware version of a module always stays. */
export async function dropOldRecords(db: Db, nowMs: number, { historyDays, operationLogDays }: Kept): Promise<void> {
  const before = (days: number) => sql`${new Date(nowMs - days * dayMs).toISOString()}::timestamptz`
  const past = before(historyDays)
  await deleteInPortions(
    db,
    atOnce,
    (most) => sql`
    delete from device_firmware where ctid = any(array(
      select f.ctid from device_firmware f where f.reported_at < ${past} and exists (
        select from device_firmware later
        where later.device_id = f.device_id and later.module = f.module and (later.reported_at, later.seq) > (f.reported_at, f.seq)
      ) limit ${most}))`,
  )
  await deleteInPortions(
    db,
    atOnce,
    (most) => sql`
    delete from device_change where ctid = any(array(
      select ctid from device_change where changed_at < ${before(operationLogDays)} limit ${most}))`,
  )
}
