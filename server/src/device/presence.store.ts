import { sql } from 'kysely'
import type { OnlineReason } from '@brigade/contract/device/device.model.ts'
import type { z } from 'zod'
import type { Db, Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'

type Reason = z.output<typeof OnlineReason>

/** A device came, went, or was refused (`online` null). */
export type Presence = Readonly<{
  deviceId: string
  online: boolean | null
  reason: Reason
  address: string
  protocol: string
  atMs: number
}>

const instant = (ms: number) => new Date(ms).toISOString()

/** Stands for all brokers elsewhere where a gateway process would stand: who of them holds a device makes no difference. */
export const brokerGatewayId = 'broker'

/** Writes the online log, and each device's last state of the batch. A gateway says offline only of what it holds itself. */
export async function recordPresence(db: Db, gatewayId: string, changes: readonly Presence[]): Promise<void> {
  await transaction(db, async (trx) => {
    await insertOnlineLog(trx, changes)
    const last = new Map(changes.filter((change) => change.online !== null).map((change) => [change.deviceId, change]))
    const ordered = [...last.values()].toSorted((a, b) => Number(a.deviceId) - Number(b.deviceId))
    const came = ordered.filter((change) => change.online === true)
    if (came.length > 0) {
      await sql`
        update device_index i set online = true, gateway_id = ${gatewayId},
          online_changed_at = case when i.online then i.online_changed_at else to_timestamp(row.ms / 1000) end,
          last_seen_at = greatest(to_timestamp(row.ms / 1000), i.last_seen_at)
        from unnest(${came.map((change) => change.deviceId)}::bigint[], ${came.map((change) => change.atMs)}::float8[]) as row (device_id, ms)
        where i.device_id = row.device_id`.execute(trx)
      await sql`
        update device set activated_at = to_timestamp(row.ms / 1000)
        from unnest(${came.map((change) => change.deviceId)}::bigint[], ${came.map((change) => change.atMs)}::float8[]) as row (device_id, ms)
        where device.id = row.device_id and device.activated_at is null`.execute(trx)
    }
    const went = ordered.filter((change) => change.online === false)
    if (went.length > 0) {
      await sql`
        update device_index i set online = false, online_changed_at = to_timestamp(row.ms / 1000)
        from unnest(${went.map((change) => change.deviceId)}::bigint[], ${went.map((change) => change.atMs)}::float8[]) as row (device_id, ms)
        where i.device_id = row.device_id and i.online and i.gateway_id = ${gatewayId}`.execute(trx)
    }
    if (last.size > 0) await notifyOnCommit(trx, 'live', { device: [...last.keys()] })
  })
}

/** Of a device that was deleted meanwhile nothing is said any more. */
async function insertOnlineLog(trx: Transaction, changes: readonly Presence[]): Promise<void> {
  const column = <T>(value: (change: Presence) => T) => changes.map(value)
  await sql`
    with there as materialized (
      select device_id from device_index where device_id = any(${column(({ deviceId }) => deviceId)}::bigint[])
      order by device_id for key share
    )
    insert into online_log (device_id, online, reason, address, protocol, time)
    select device_id, row.online, row.reason, row.address, row.protocol, to_timestamp(row.ms / 1000)
    from unnest(
      ${column(({ deviceId }) => deviceId)}::bigint[], ${column(({ online }) => online)}::boolean[], ${column(({ reason }) => reason)}::text[],
      ${column(({ address }) => address)}::text[], ${column(({ protocol }) => protocol)}::text[], ${column(({ atMs }) => atMs)}::float8[]
    ) with ordinality as row (device_id, online, reason, address, protocol, ms, at)
    join there using (device_id)
    order by row.at`.execute(trx)
}

/** Says that this gateway lives. */
export async function renewLease(db: Db, gatewayId: string, nowMs: number): Promise<void> {
  const renewedAt = instant(nowMs)
  await db
    .insertInto('gatewayLease')
    .values({ gatewayId, renewedAt })
    .onConflict((conflict) => conflict.column('gatewayId').doUpdateSet({ renewedAt }))
    .execute()
}

export async function listLeases(db: Db): Promise<{ gatewayId: string; renewedAt: string }[]> {
  return db.selectFrom('gatewayLease').selectAll().execute()
}

/** The devices that count as connected to this gateway, and whether they may be. Those of a disabled product go on. */
export async function listHeld(db: Db, gatewayId: string): Promise<{ deviceId: string; isEnabled: boolean }[]> {
  return db
    .selectFrom('deviceIndex')
    .select(['deviceId', 'enabled as isEnabled'])
    .where('gatewayId', '=', gatewayId)
    .where('online', '=', true)
    .execute()
}

/** Those of the devices that are no more. */
export async function listGone(db: Db, deviceIds: readonly string[]): Promise<string[]> {
  const there = await db.selectFrom('device').select('id').where('id', 'in', deviceIds).execute()
  const ids = new Set(there.map(({ id }) => id))
  return deviceIds.filter((id) => !ids.has(id))
}

const onlineAmong = (db: Db, deviceIds: readonly string[]) =>
  db.selectFrom('deviceIndex').select('deviceId').where('deviceId', 'in', deviceIds).where('online', '=', true)

/** Those of the devices that count as connected to another gateway. */
export async function listMoved(db: Db, gatewayId: string, deviceIds: readonly string[]): Promise<string[]> {
  const rows = await onlineAmong(db, deviceIds).where('gatewayId', '<>', gatewayId).execute()
  return rows.map(({ deviceId }) => deviceId)
}

/**
 * Sets offline what no gateway with a lease holds: its gateway died without a word. Safe to run in any number of
 * processes. Answers how many devices that were.
 */
export async function releaseAbandoned(db: Db, nowMs: number): Promise<number> {
  return transaction(db, async (trx) => {
    const { rows } = await sql<{ deviceId: string }>`
      update device_index i set online = false, online_changed_at = ${instant(nowMs)}::timestamptz
      where i.online and i.device_id in (
        select device_id from device_index
        where online and not exists (select from gateway_lease l where l.gateway_id = device_index.gateway_id)
        order by device_id for update skip locked
      )
      returning i.device_id`.execute(trx)
    if (rows.length === 0) return 0
    await insertOnlineLog(
      trx,
      rows.map(({ deviceId }) => ({
        deviceId,
        online: false,
        reason: 'server_restart',
        address: '',
        protocol: '',
        atMs: nowMs,
      })),
    )
    await notifyOnCommit(trx, 'live', { device: rows.map((row) => row.deviceId) })
    return rows.length
  })
}

export async function endLease(db: Db, gatewayId: string): Promise<void> {
  await db.deleteFrom('gatewayLease').where('gatewayId', '=', gatewayId).execute()
}

/** Sets offline those of the devices that are online at a broker elsewhere. Processes of ours end what they hold themselves. */
export async function endAtBroker(
  trx: Transaction,
  deviceIds: readonly string[],
  reason: Presence['reason'],
  atMs: number,
): Promise<void> {
  if (deviceIds.length === 0) return
  const held = await onlineAmong(trx, deviceIds).where('gatewayId', '=', brokerGatewayId).execute()
  if (held.length === 0) return
  const went = { online: false, reason, address: '', protocol: '', atMs } as const
  await recordPresence(
    trx,
    brokerGatewayId,
    held.map(({ deviceId }) => ({ deviceId, ...went })),
  )
}
