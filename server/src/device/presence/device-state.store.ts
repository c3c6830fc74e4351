import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

export type SeenEntry = Readonly<{
  deviceId: string
  workState: number | null
  faultCode: string | null
  lastSeenMs: number
}>

/** Null leaves a column unchanged. Returns the number of existing devices. */
export async function updateSeen(trx: Transaction, entries: readonly SeenEntry[]): Promise<number> {
  if (entries.length === 0) return 0
  const { numAffectedRows } = await sql`
    update device_state i set
      work_state = coalesce(row.work_state, i.work_state),
      fault_code = coalesce(row.fault_code, i.fault_code),
      last_seen_at = greatest(to_timestamp(row.ms / 1000), i.last_seen_at)
    from unnest(
      ${entries.map((entry) => entry.deviceId)}::bigint[],
      ${entries.map((entry) => entry.workState)}::smallint[],
      ${entries.map((entry) => entry.faultCode)}::text[],
      ${entries.map((entry) => entry.lastSeenMs)}::float8[]
    ) as row (device_id, work_state, fault_code, ms)
    where i.device_id = row.device_id`.execute(trx)
  return Number(numAffectedRows)
}

/** The given devices that exist, locked until the transaction ends; a deletion in progress is waited for. */
export async function holdDevices(trx: Transaction, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ deviceId: string }>`
    select device_id from device_state where device_id = any(${deviceIds}::bigint[]) order by device_id for key share`.execute(
    trx,
  )
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/** The fault shown for a device is the latest open one. */
export async function updateFaults(trx: Transaction, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  await sql`
    update device_state i set fault_code = coalesce((
      select e.code from device_event e
      where e.device_id = i.device_id and e.type = 'error' and e.cleared_at is null
      order by e.occurred_at desc, e.seq desc limit 1
    ), '')
    where i.device_id = any (${deviceIds}::bigint[])`.execute(trx)
}

/** Sets the beginning of the offline state of a device that has not been connected here, from its written past. */
export async function setOfflineSince(trx: Transaction, deviceId: string, sinceMs: number): Promise<void> {
  await sql`
    update device_state set online_changed_at = to_timestamp(${sinceMs}::float8 / 1000)
    where device_id = ${deviceId}::bigint and online_changed_at is null`.execute(trx)
}
