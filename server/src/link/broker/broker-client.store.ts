import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import { brokerConnectorId } from '../../device/presence/presence.store.ts'

const instant = (ms: number) => new Date(ms).toISOString()

type Named = Readonly<{ productKey: string; deviceName: string }>
export type FoundDevice = LinkedDevice & Readonly<{ isEnabled: boolean }>

/** The device columns that messages need, with its state. */
const linked = (db: Db) =>
  db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .innerJoin('product', 'product.id', 'device.productId')
    .select(['device.id', 'device.productId', 'product.productKey', 'device.sn as deviceName', 'device.nodeType'])

const isNamed = (names: readonly Named[]) => sql<boolean>`(device.sn, product.product_key) in (
  select * from unnest(${names.map(({ deviceName }) => deviceName)}::text[], ${names.map(({ productKey }) => productKey)}::text[])
)`

/** The devices of these names, including disabled ones. */
export async function findDevicesByName(db: Db, names: readonly Named[]): Promise<FoundDevice[]> {
  if (names.length === 0) return []
  return linked(db).select('deviceState.enabled as isEnabled').where(isNamed(names)).execute()
}

const onlineAtBroker = (db: Db) =>
  linked(db).where('deviceState.online', '=', true).where('deviceState.connectorId', '=', brokerConnectorId)

export type AtBroker = FoundDevice & Readonly<{ isModbus: boolean; since: string | null; connectedAt: string }>

/**
 * The given devices that are online according to a broker, and since when. `connectedAt` distinguishes successive
 * connections. `isModbus`: units on a line, and modems that are units themselves.
 */
export async function findOnlineAtBroker(db: Db, deviceIds: readonly string[]): Promise<AtBroker[]> {
  if (deviceIds.length === 0) return []
  return onlineAtBroker(db)
    .leftJoin('deviceGateway', 'deviceGateway.deviceId', 'deviceState.deviceId')
    .leftJoin('brokerClient', 'brokerClient.deviceId', 'deviceState.deviceId')
    .select([
      'deviceState.enabled as isEnabled',
      'deviceState.onlineChangedAt as since',
      sql<string>`coalesce(broker_client.connected_at, device_state.online_changed_at, 'epoch')::text`.as(
        'connectedAt',
      ),
      sql<boolean>`product.protocol <> 'alink' and (device.node_type <> 'sub-device' or device_gateway.unit is not null)`.as(
        'isModbus',
      ),
    ])
    .where(sql<boolean>`device_state.device_id = any(${deviceIds}::bigint[])`)
    .execute()
}

/**
 * Locks the given units whose modem is online at the broker and returns whether each is online; until the transaction
 * ends, neither the modem's nor the unit's state can change.
 */
export async function lockUnits(trx: Transaction, deviceIds: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  // Locks in the order of ids, as all writers of states do.
  await sql`
    select from device_state where device_id = any(${deviceIds}::bigint[]) or device_id in (
      select gateway_id from device_gateway where device_id = any(${deviceIds}::bigint[])
    ) order by device_id for update`.execute(trx)
  const { rows } = await sql<{ deviceId: string; online: boolean }>`
    select i.device_id, i.online and i.connector_id = ${brokerConnectorId} as online
    from device_state i
    join device_gateway g on g.device_id = i.device_id
    join device_state modem on modem.device_id = g.gateway_id and modem.online and modem.connector_id = ${brokerConnectorId}
    where i.device_id = any(${deviceIds}::bigint[])`.execute(trx)
  return new Map(rows.map(({ deviceId, online }) => [deviceId, online]))
}

/** Devices behind these gateways that are online at the broker; limited to `names` if given. */
export async function listOpenBehind(db: Db, gatewayIds: readonly string[], names?: readonly Named[]) {
  if (gatewayIds.length === 0 || names?.length === 0) return []
  return onlineAtBroker(db)
    .innerJoin('deviceGateway', 'deviceGateway.deviceId', 'deviceState.deviceId')
    .select('deviceGateway.gatewayId')
    .where('deviceGateway.gatewayId', 'in', gatewayIds)
    .$if(names !== undefined, (query) => query.where(isNamed(names ?? [])))
    .execute()
}

/** A connection of a device, by the broker's own clock. */
export type BrokerClient = Readonly<{
  deviceId: string
  clientId: string
  keepAliveSeconds: number
  connectedAtMs: number
  /** Null while the connection is open. */
  disconnectedAtMs: number | null
  /** The connection counts as open because the device was heard, without a notice of its connect. */
  isAssumed: boolean
}>

/** Devices with one of these client ids in their last known connection. */
export async function findDevicesByClient(
  db: Db,
  clientIds: readonly string[],
): Promise<{ deviceId: string; clientId: string }[]> {
  if (clientIds.length === 0) return []
  return db.selectFrom('brokerClient').select(['deviceId', 'clientId']).where('clientId', 'in', clientIds).execute()
}

/** Reads and locks the records of the devices' connections until the transaction ends, in the order of ids. */
export async function lockClients(trx: Transaction, deviceIds: readonly string[]): Promise<BrokerClient[]> {
  if (deviceIds.length === 0) return []
  const rows = await trx
    .selectFrom('brokerClient')
    .selectAll()
    .where('deviceId', 'in', deviceIds)
    .orderBy('deviceId')
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    deviceId: row.deviceId,
    clientId: row.clientId,
    keepAliveSeconds: row.keepAliveSeconds,
    connectedAtMs: Date.parse(row.connectedAt),
    disconnectedAtMs: row.disconnectedAt === null ? null : Date.parse(row.disconnectedAt),
    isAssumed: row.isAssumed,
  }))
}

export async function saveClients(trx: Transaction, clients: readonly BrokerClient[]): Promise<void> {
  if (clients.length === 0) return
  const ordered = clients.toSorted((a, b) => Number(a.deviceId) - Number(b.deviceId))
  await sql`
    insert into broker_client (device_id, client_id, keep_alive_seconds, connected_at, disconnected_at, is_assumed)
    select device_id, client_id, keep_alive, to_timestamp(connected / 1000), to_timestamp(disconnected / 1000), assumed
    from unnest(
      ${ordered.map((client) => client.deviceId)}::bigint[],
      ${ordered.map((client) => client.clientId)}::text[],
      ${ordered.map((client) => client.keepAliveSeconds)}::int[],
      ${ordered.map((client) => client.connectedAtMs)}::float8[],
      ${ordered.map((client) => client.disconnectedAtMs)}::float8[],
      ${ordered.map((client) => client.isAssumed)}::boolean[]
    ) as row (device_id, client_id, keep_alive, connected, disconnected, assumed)
    on conflict (device_id) do update set client_id = excluded.client_id, keep_alive_seconds = excluded.keep_alive_seconds,
      connected_at = excluded.connected_at, disconnected_at = excluded.disconnected_at, is_assumed = excluded.is_assumed,
      probed_at = null`.execute(trx)
}

/**
 * Marks sending devices that count as offline as connected, and returns those that changed. A message right after the
 * disconnect notice of a device was sent before it, and does not count. Sub-devices send through their gateway.
 */
export async function markSeen(
  db: Db,
  seen: readonly Readonly<{ deviceId: string; atMs: number }>[],
  graceMs: number,
): Promise<string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    with active as (
      select h.device_id, to_timestamp(h.ms / 1000) as at
      from unnest(${seen.map(({ deviceId }) => deviceId)}::bigint[], ${seen.map(({ atMs }) => atMs)}::float8[]) as h (device_id, ms)
      join device_state i on i.device_id = h.device_id and not i.online and i.node_type <> 'sub-device'
      left join broker_client c on c.device_id = h.device_id
      where c.disconnected_at is null or c.disconnected_at < to_timestamp((h.ms - ${graceMs}) / 1000)
    ), reopened as (
      update broker_client c set connected_at = active.at, disconnected_at = null, is_assumed = true from active where c.device_id = active.device_id
    )
    select device_id from active`.execute(db)
  return rows.map(({ deviceId }) => deviceId)
}

/**
 * Online devices of a broker that have been silent for one and a half times their keep-alive, and were not probed
 * since.
 */
export async function listSilent(
  db: Db,
  {
    connectorId,
    nowMs,
    minSeconds,
    most,
  }: Readonly<{ connectorId: string; nowMs: number; minSeconds: number; most: number }>,
): Promise<LinkedDevice[]> {
  const { rows } = await sql<LinkedDevice>`
    select d.id, d.product_id, p.product_key, d.sn as device_name
    from device_state i
    left join broker_client c on c.device_id = i.device_id
    join device d on d.id = i.device_id
    join product p on p.id = d.product_id
    where i.online and i.connector_id = ${connectorId} and i.node_type <> 'sub-device'
      and greatest(i.last_seen_at, c.connected_at, c.probed_at)
        < ${instant(nowMs)}::timestamptz - greatest(${minSeconds}, coalesce(c.keep_alive_seconds, 0) * 1.5) * interval '1 second'
    limit ${most}`.execute(db)
  return rows
}

/** Records that the broker still had the probed devices. */
export async function markProbed(db: Db, deviceIds: readonly string[], nowMs: number): Promise<void> {
  if (deviceIds.length === 0) return
  await sql`
    insert into broker_client (device_id, client_id, keep_alive_seconds, connected_at, probed_at)
    select id, '', 0, ${instant(nowMs)}::timestamptz, ${instant(nowMs)}::timestamptz from unnest(${deviceIds}::bigint[]) as id order by id
    on conflict (device_id) do update set probed_at = excluded.probed_at`.execute(db)
}

/** Whether a device is behind a gateway: then it sends over the gateway's connection. */
export async function isBehind(db: Db, device: Named, gateway: Named): Promise<boolean> {
  const { rows } = await sql`
    select from device_gateway g
    join device sub on sub.id = g.device_id join product sub_product on sub_product.id = sub.product_id
    join device hub on hub.id = g.gateway_id join product hub_product on hub_product.id = hub.product_id
    where sub.sn = ${device.deviceName} and sub_product.product_key = ${device.productKey}
      and hub.sn = ${gateway.deviceName} and hub_product.product_key = ${gateway.productKey}`.execute(db)
  return rows.length > 0
}
