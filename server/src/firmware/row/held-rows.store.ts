import { iso } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { lockUpgrades, type UpgradeRow } from './upgrade-row.store.ts'

const byDevice = sql`u.task_id, u.device_id, u.place`

/** Rows of devices that may still get a report, or be deleted. */
export const holdOfDevices = (trx: Transaction, deviceIds: readonly string[]): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.device_id = any(${deviceIds}::bigint[])
      and u.state in ('planned', 'waiting', 'offering', 'offered', 'downloading', 'installing', 'failed')`,
  )

export const holdWaiting = (trx: Transaction, taskId: string, limit = 100_000): Promise<UpgradeRow[]> =>
  lockUpgrades(trx, sql`u.task_id = ${taskId}::bigint and u.state = 'waiting'`, { limit })

/** Everything that can still be cancelled. */
export const holdUninstalled = (trx: Transaction, taskId: string): Promise<UpgradeRow[]> =>
  lockUpgrades(trx, sql`u.task_id = ${taskId}::bigint and u.state in ('waiting', 'offering', 'offered', 'downloading')`)

/** Rows of any task that have timed out; rows that another worker has locked are skipped. */
export const holdOverdue = (trx: Transaction, now: number, limit: number): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.state in ('offering', 'offered', 'downloading', 'installing') and u.due_at <= ${iso(now)}::timestamptz`,
    { limit, orderBy: byDevice, skipLocked: true },
  )

const inNoOtherTask = sql`exists (select from device d where d.id = u.device_id) and not exists (select from upgrade_device o where o.device_id = u.device_id and o.module = u.module
  and o.state in ('waiting', 'offering', 'offered', 'downloading', 'installing'))`

/** Failed ones of these devices that are still there and in no other task. */
export const holdFailed = (trx: Transaction, taskId: string, deviceIds: readonly string[]): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.task_id = ${taskId}::bigint and u.state = 'failed' and u.device_id = any(${deviceIds}::bigint[]) and ${inNoOtherTask}`,
  )

type Fallen = Readonly<{ deviceIds: readonly string[]; retried: readonly string[] }>
/** Later modules of these devices that failed with the first, if that one is tried again too, or has succeeded late. */
export const holdFallen = (trx: Transaction, taskId: string, { deviceIds, retried }: Fallen): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.task_id = ${taskId}::bigint and u.place > 1 and u.state = 'cancelled' and u.reason = 'earlier-module'
      and u.device_id = any(${deviceIds}::bigint[]) and ${inNoOtherTask}
      and (u.device_id = any(${retried}::bigint[]) or not exists (select from upgrade_device e where e.task_id = u.task_id
        and e.device_id = u.device_id and e.place < u.place and e.state not in ('succeeded', 'skipped', 'excluded')))`,
  )

/** Whatever has, or may use, an address of a version. */
export const holdAddressed = (trx: Transaction, versionId: string): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.version_id = ${versionId}::bigint and (u.state in ('offering', 'offered', 'downloading')
      or (u.state = 'waiting' and u.token_until is not null))`,
  )

/** Later modules of devices that failed with their first one. */
export const holdLater = (trx: Transaction, keys: readonly UpgradeRow['key'][]): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.place > 1 and u.state = 'waiting' and (u.task_id, u.device_id) in (
      select n.task_id, n.device_id from unnest(${keys.map(({ taskId }) => taskId)}::bigint[],
        ${keys.map(({ deviceId }) => deviceId)}::bigint[]) as n (task_id, device_id))`,
  )

/** Unfinished rows of deleted devices. */
export const holdGone = (trx: Transaction, taskId: string): Promise<UpgradeRow[]> =>
  lockUpgrades(
    trx,
    sql`u.task_id = ${taskId}::bigint and u.state in ('planned', 'waiting', 'offering', 'offered', 'downloading', 'installing')
      and not exists (select from device d where d.id = u.device_id)`,
  )

/** Cancels the rows that were planned and never began. */
export async function cancelPlanned(trx: Transaction, taskId: string, at: number): Promise<void> {
  await sql`update upgrade_device set state = 'cancelled', reason = 'withdrawn', changed_at = ${iso(at)}::timestamptz, ended_at = ${iso(at)}::timestamptz
    where task_id = ${taskId}::bigint and state = 'planned'`.execute(trx)
}

/** Deletes the devices of a task that was not started: they are inserted again when it is submitted. */
export async function forgetDevices(trx: Transaction, taskId: string): Promise<void> {
  await sql`delete from upgrade_device where task_id = ${taskId}::bigint`.execute(trx)
}
