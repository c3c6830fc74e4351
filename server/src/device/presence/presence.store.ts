import { sql, type RawBuilder } from 'kysely'
import type { OnlineReason } from '@brigade/contract/telemetry/online.model.ts'
import type { z } from 'zod'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'

type Reason = z.output<typeof OnlineReason>

/** A device connected, disconnected, or was refused (`online` null). */
export type Presence = Readonly<{
  deviceId: string
  online: boolean | null
  reason: Reason
  address: string
  protocol: string
  /** Details that the reason does not contain. */
  detail?: string
  /** Seconds, from the connection's CONNECT. */
  keepAliveSeconds?: number | undefined
  atMs: number
}>

const instant = (ms: number) => new Date(ms).toISOString()

/** The connector id for all external brokers: which of them holds a device makes no difference. */
export const brokerConnectorId = 'broker'

/**
 * Writes the online log, and each device's last state of the batch. A connector sets offline only devices that it holds
 * itself.
 */
export async function recordPresence(db: Db, connectorId: string, changes: readonly Presence[]): Promise<void> {
  await transaction(db, async (trx) => {
    await insertOnlineLog(trx, changes)
    const last = new Map(changes.filter((change) => change.online !== null).map((change) => [change.deviceId, change]))
    const ordered = [...last.values()].toSorted((a, b) => Number(a.deviceId) - Number(b.deviceId))
    const came = ordered.filter((change) => change.online === true)
    const ended = [...new Set(changes.filter(({ online }) => online === false).map(({ deviceId }) => deviceId))]
    if (ended.length > 0)
      await trx
        .deleteFrom('connectorHandover')
        .where('connectorId', '=', connectorId)
        .where('deviceId', 'in', ended)
        .execute()
    if (came.length > 0) {
      await noteHandovers(trx, connectorId, came)
      await sql`
        update device_state i set online = true, connector_id = ${connectorId},
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
        update device_state i set online = false, online_changed_at = to_timestamp(row.ms / 1000)
        from unnest(${went.map((change) => change.deviceId)}::bigint[], ${went.map((change) => change.atMs)}::float8[]) as row (device_id, ms)
        where i.device_id = row.device_id and i.online and i.connector_id = ${connectorId}`.execute(trx)
    }
    if (last.size > 0) await notifyOnCommit(trx, 'live', { device: [...last.keys()] })
  })
}

/**
 * Records devices that are still online at another connector: it has not recorded their disconnect yet, and may be
 * dead.
 */
async function noteHandovers(trx: Transaction, connectorId: string, came: readonly Presence[]): Promise<void> {
  await sql`
    insert into connector_handover (connector_id, device_id, seen_at, came_at)
    select i.connector_id, i.device_id, greatest(i.last_seen_at, i.online_changed_at, '-infinity'), to_timestamp(row.ms / 1000)
    from device_state i
    join unnest(${came.map((change) => change.deviceId)}::bigint[], ${came.map((change) => change.atMs)}::float8[]) as row (device_id, ms)
      using (device_id)
    where i.online and i.connector_id not in (${connectorId}, ${brokerConnectorId})
    order by i.device_id
    on conflict (connector_id, device_id) do update set seen_at = excluded.seen_at, came_at = excluded.came_at`.execute(
    trx,
  )
}

/** Changes of a device that was deleted meanwhile are dropped. */
export async function insertOnlineLog(trx: Transaction, changes: readonly Presence[]): Promise<void> {
  const column = <T>(value: (change: Presence) => T) => changes.map(value)
  await sql`
    with there as materialized (
      select device_id from device_state where device_id = any(${column(({ deviceId }) => deviceId)}::bigint[])
      order by device_id for key share
    )
    insert into online_log (device_id, online, reason, address, protocol, occurred_at, detail, keep_alive)
    select device_id, row.online, row.reason, row.address, row.protocol, to_timestamp(row.ms / 1000), row.detail, row.keep_alive
    from unnest(
      ${column(({ deviceId }) => deviceId)}::bigint[], ${column(({ online }) => online)}::boolean[], ${column(({ reason }) => reason)}::text[],
      ${column(({ address }) => address)}::text[], ${column(({ protocol }) => protocol)}::text[], ${column(({ atMs }) => atMs)}::float8[],
      ${column(({ detail = '' }) => detail)}::text[], ${column(({ keepAliveSeconds = null }) => keepAliveSeconds)}::int[]
    ) with ordinality as row (device_id, online, reason, address, protocol, ms, detail, keep_alive, at)
    join there using (device_id)
    order by row.at`.execute(trx)
}

/** `aliveMs` is the product's time, `nowMs` the machine's, which always advances. */
const renewal = (connectorId: string, nowMs: number, aliveMs: number) => sql`
  insert into connector_lease (connector_id, renewed_at, alive_at)
  values (${connectorId}, ${instant(nowMs)}::timestamptz, ${instant(aliveMs)}::timestamptz)
  on conflict (connector_id) do update set renewed_at = excluded.renewed_at, alive_at = excluded.alive_at`

/** Renews this connector's lease. */
export async function renewLease(db: Db, connectorId: string, nowMs: number, aliveMs: number): Promise<void> {
  await renewal(connectorId, nowMs, aliveMs).execute(db)
}

type Lease = Readonly<{ connectorId: string; renewedAt: string }>
/** `isAnyAbandoned`: a device is online at a connector without a lease; undefined if this was not asked. */
export type Leases = Readonly<{ leases: readonly Lease[]; isAnyAbandoned: boolean | undefined }>

/**
 * Renews a lease like `renewLease`, and lists all leases as they were just before, in one statement, because every
 * connector does it every second. Abandoned devices are looked for by connector, not by device.
 */
export async function renewAndList(
  db: Db,
  lease: Readonly<{ connectorId: string; nowMs: number; aliveMs: number }>,
  { isAsked }: Readonly<{ isAsked: boolean }>,
): Promise<Leases> {
  const { connectorId, nowMs, aliveMs } = lease
  const { rows } = await sql<Lease & { isAnyAbandoned: boolean | null }>`
    with recursive renewed as (${renewal(connectorId, nowMs, aliveMs)}
    ), at as (
      (select connector_id from device_state where ${isAsked}::boolean and connector_id is not null order by connector_id limit 1)
      union all
      select (select s.connector_id from device_state s where s.connector_id > at.connector_id order by s.connector_id limit 1)
      from at where at.connector_id is not null
    )
    select l.connector_id, l.renewed_at, case when ${isAsked}::boolean then exists (
      select from at where connector_id is not null
        and not exists (select from connector_lease held where held.connector_id = at.connector_id)
        and exists (select from device_state s where s.connector_id = at.connector_id and s.online)
    ) end as is_any_abandoned from connector_lease l`.execute(db)
  return {
    leases: rows.map(({ connectorId: id, renewedAt }) => ({ connectorId: id, renewedAt })),
    isAnyAbandoned: rows[0]?.isAnyAbandoned ?? undefined,
  }
}

/**
 * The devices that count as connected to this connector, and whether they are allowed to be. Devices of a disabled
 * product continue.
 */
export async function listHeld(db: Db, connectorId: string): Promise<{ deviceId: string; isEnabled: boolean }[]> {
  return db
    .selectFrom('deviceState')
    .select(['deviceId', 'enabled as isEnabled'])
    .where('connectorId', '=', connectorId)
    .where('online', '=', true)
    .execute()
}

/** The given devices that no longer exist. */
export async function listGone(db: Db, deviceIds: readonly string[]): Promise<string[]> {
  const there = await db.selectFrom('device').select('id').where('id', 'in', deviceIds).execute()
  const ids = new Set(there.map(({ id }) => id))
  return deviceIds.filter((id) => !ids.has(id))
}

const onlineAmong = (db: Db, deviceIds: readonly string[]) =>
  db.selectFrom('deviceState').select('deviceId').where('deviceId', 'in', deviceIds).where('online', '=', true)

/** The given devices that count as connected to another connector. */
export async function listMoved(db: Db, connectorId: string, deviceIds: readonly string[]): Promise<string[]> {
  const rows = await onlineAmong(db, deviceIds).where('connectorId', '<>', connectorId).execute()
  return rows.map(({ deviceId }) => deviceId)
}

type Lost = Readonly<{ deviceId: string; endMs: number }>

/** The end time of a connection whose end was not observed: its last known activity. */
const lostAt = (aliveAt: string | null) => sql`greatest(last_seen_at, online_changed_at, ${aliveAt}::timestamptz)`

/** Sets the given devices offline if they are still online; returns them with the end of their connections. */
async function setLost(trx: Transaction, which: RawBuilder<unknown>, aliveAt: string | null): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    update device_state i set online = false, online_changed_at = coalesce(${lostAt(aliveAt)}, now())
    where i.online and i.device_id in (
      select device_id from device_state where online and ${which} order by device_id for update skip locked
    )
    returning i.device_id, extract(epoch from i.online_changed_at)::float8 * 1000 as end_ms`.execute(trx)
  return rows
}

async function logLost(trx: Transaction, lost: readonly Lost[]): Promise<void> {
  if (lost.length === 0) return
  const end = { online: false, reason: 'gateway_lost', address: '', protocol: '' } as const
  await insertOnlineLog(
    trx,
    lost.map(({ deviceId, endMs }) => ({ deviceId, ...end, atMs: endMs })),
  )
  await notifyOnCommit(trx, 'live', { device: lost.map(({ deviceId }) => deviceId) })
}

/**
 * Ends the connections of a dead connector, at its last sign of life: those of devices that are still online there, and
 * of devices that have connected to another connector since. Safe to run in any number of processes. Returns the number
 * of devices that were set offline.
 */
export async function endLost(db: Db, connectorId: string): Promise<number> {
  return transaction(db, async (trx) => {
    const lease = await trx
      .deleteFrom('connectorLease')
      .where('connectorId', '=', connectorId)
      .returning('aliveAt')
      .executeTakeFirst()
    if (lease === undefined) return 0
    const held = await setLost(trx, sql`connector_id = ${connectorId}`, lease.aliveAt)
    const { rows: handed } = await sql<Lost>`
      delete from connector_handover where connector_id = ${connectorId}
      returning device_id, extract(epoch from
        least(greatest(seen_at, ${lease.aliveAt}::timestamptz), came_at - interval '1 millisecond'))::float8 * 1000 as end_ms`.execute(
      trx,
    )
    await logLost(trx, [...held, ...handed])
    return held.length
  })
}

/**
 * Sets devices offline that are held by no connector with a lease. Safe to run in any number of processes. Returns
 * their number.
 */
export async function releaseAbandoned(db: Db): Promise<number> {
  return transaction(db, async (trx) => {
    const isAbandoned = sql`not exists (select from connector_lease l where l.connector_id = device_state.connector_id)`
    const lost = await setLost(trx, isAbandoned, null)
    await logLost(trx, lost)
    return lost.length
  })
}

/** Ends the lease of a connector that stops and has recorded the end of all its connections. */
export async function endLease(db: Db, connectorId: string): Promise<void> {
  await db.deleteFrom('connectorHandover').where('connectorId', '=', connectorId).execute()
  await db.deleteFrom('connectorLease').where('connectorId', '=', connectorId).execute()
}

/**
 * Sets offline those of the devices that are online at an external broker. Our own processes end the connections that
 * they hold.
 */
export async function endAtBroker(
  trx: Transaction,
  deviceIds: readonly string[],
  reason: Presence['reason'],
  atMs: number,
): Promise<void> {
  if (deviceIds.length === 0) return
  const held = await onlineAmong(trx, deviceIds).where('connectorId', '=', brokerConnectorId).execute()
  if (held.length === 0) return
  const went = { online: false, reason, address: '', protocol: '', atMs } as const
  await recordPresence(
    trx,
    brokerConnectorId,
    held.map(({ deviceId }) => ({ deviceId, ...went })),
  )
}
