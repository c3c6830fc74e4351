import type { Db } from '../../platform/db/database.ts'
import { bisectFailures } from '../../platform/db/bisect-failures.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { keyOf } from '../../device/device-name.ts'
import { brokerConnectorId, recordPresence, type Presence } from '../../device/presence/presence.store.ts'
import {
  findDevicesByClient,
  findDevicesByName,
  listOpenBehind,
  lockClients,
  lockUnits,
  markSeen,
  saveClients,
} from './broker-client.store.ts'
import type { BrokerClient } from './broker-client.store.ts'
import { deviceOfClient, type ClientNotice } from './read-notice.ts'

/** A device's last messages may arrive after the notice of its disconnect. */
const lateMs = 3000

/** Stores a broker's notices of connections; a failure for one device does not block the others. */
export async function applyNotices(
  db: Db,
  notices: readonly ClientNotice[],
  onFault: (error: unknown) => void,
): Promise<void> {
  const record = async (some: readonly ClientNotice[]) => {
    await recordNotices(db, some)
    return []
  }
  await bisectFailures(notices, record, onFault)
}

/** Stores a broker's notices of connections; repeated or unordered notices have the same result. */
export async function recordNotices(db: Db, notices: readonly ClientNotice[]): Promise<void> {
  const deviceIds = await findDevices(db, notices)
  await transaction(db, async (trx) => {
    const known = [...new Set(deviceIds.flatMap((id) => id ?? []))]
    const clients = new Map((await lockClients(trx, known)).map((client) => [client.deviceId, client]))
    const changes: Presence[] = []
    const changed = new Set<string>()
    for (const [index, notice] of notices.entries()) {
      const deviceId = deviceIds[index]
      if (deviceId === undefined) continue
      const before = clients.get(deviceId)
      const after = clientAfter(before, notice, deviceId)
      if (after === undefined || after === before) continue
      clients.set(deviceId, after)
      changed.add(deviceId)
      if (isTakenOver(before, notice)) changes.push(presenceOf(deviceId, { ...notice, ...takenOver }))
      const isOpen = after.disconnectedAtMs === null
      // The notice of a connect that arrives after the notice of its disconnect changes nothing.
      if (isOpen === notice.connected) changes.push(presenceOf(deviceId, notice))
    }
    await saveClients(
      trx,
      [...clients.values()].filter(({ deviceId }) => changed.has(deviceId)),
    )
    if (changes.length > 0) await recordConnections(trx, changes)
  })
}

/**
 * Stores changes of connections at the broker; a gateway that disconnects takes its logged-in sub-devices offline with
 * it.
 */
export async function recordConnections(db: Db, changes: readonly Presence[]): Promise<void> {
  await transaction(db, async (trx) => {
    await recordPresence(trx, brokerConnectorId, changes)
    const last = new Map(changes.map((change) => [change.deviceId, change]))
    const gone = [...last.values()].filter(({ online }) => online === false)
    const behind = await listOpenBehind(
      trx,
      gone.map(({ deviceId }) => deviceId),
    )
    if (behind.length === 0) return
    const went = { online: false, reason: 'gateway_offline', address: '', protocol: '' } as const
    await recordPresence(
      trx,
      brokerConnectorId,
      behind.map(({ id, gatewayId }) => ({ deviceId: id, ...went, atMs: last.get(gatewayId)?.atMs ?? 0 })),
    )
  })
}

/**
 * Stores changes of Modbus units behind modems at the broker. A unit behind an offline modem is already offline; a unit with an unchanged
 * state was taken over from another process.
 */
export async function recordUnits(db: Db, changes: readonly Presence[]): Promise<void> {
  await transaction(db, async (trx) => {
    const states = new Map(await lockUnits(trx, [...new Set(changes.map(({ deviceId }) => deviceId))]))
    const news = changes.filter(({ deviceId, online }) => {
      const before = states.get(deviceId)
      if (before === undefined || online === null || online === before) return false
      states.set(deviceId, online)
      return true
    })
    if (news.length > 0) await recordPresence(trx, brokerConnectorId, news)
  })
}

async function findDevices(db: Db, notices: readonly ClientNotice[]): Promise<(string | undefined)[]> {
  const names = notices.map(deviceOfClient)
  const found = await findDevicesByName(
    db,
    names.flatMap((name) => name ?? []),
  )
  const byName = new Map(found.map((device) => [keyOf(device), device.id]))
  const unnamed = notices.flatMap(({ clientId }, index) => ((names[index] ?? null) === null ? [clientId] : []))
  const byClient = new Map((await findDevicesByClient(db, unnamed)).map((client) => [client.clientId, client.deviceId]))
  return notices.map(({ clientId }, index) => {
    const name = names[index] ?? null
    return name === null ? byClient.get(clientId) : byName.get(keyOf(name))
  })
}

/**
 * A client id has one connection at a broker, so a new connection ends the earlier one. Brokers report that end
 * differently or, like Mosquitto, not on the topics that we read, so it is recorded with the beginning of the next.
 */
const takenOver = { connected: false, reason: 'replaced' } as const
const isTakenOver = (before: BrokerClient | undefined, { clientId, connected, atMs, again }: ClientNotice): boolean =>
  connected &&
  again !== true &&
  before?.clientId === clientId &&
  before.disconnectedAtMs === null &&
  !before.isAssumed &&
  before.connectedAtMs < atMs

/** The record after a notice: of two notices the later one applies, and an end only to its own connection. */
function clientAfter(
  before: BrokerClient | undefined,
  notice: ClientNotice,
  deviceId: string,
): BrokerClient | undefined {
  const { clientId, atMs } = notice
  if (notice.connected) {
    if (before !== undefined && before.connectedAtMs > atMs) return before
    if (before?.clientId === clientId && before.connectedAtMs === atMs && !before.isAssumed) return before
    const hasEnded = before?.clientId === clientId && (before.disconnectedAtMs ?? 0) > atMs
    return {
      deviceId,
      clientId,
      keepAliveSeconds: Math.round(notice.keepAliveSeconds),
      connectedAtMs: atMs,
      disconnectedAtMs: hasEnded ? (before?.disconnectedAtMs ?? null) : null,
      isAssumed: false,
    }
  }
  // The client id has a new connection, which has a notice of its own.
  if (notice.reason === 'replaced') return before
  if (before === undefined || before.clientId === '')
    return { deviceId, clientId, keepAliveSeconds: 0, connectedAtMs: atMs, disconnectedAtMs: atMs, isAssumed: false }
  const isOwn = before.clientId === clientId && before.disconnectedAtMs === null && before.connectedAtMs <= atMs
  return isOwn ? { ...before, disconnectedAtMs: atMs } : before
}

const presenceOf = (deviceId: string, notice: ClientNotice): Presence =>
  notice.connected
    ? {
        deviceId,
        online: true,
        reason: 'connected',
        address: notice.address,
        protocol: notice.protocol,
        keepAliveSeconds: Math.round(notice.keepAliveSeconds),
        atMs: notice.atMs,
      }
    : { deviceId, online: false, reason: notice.reason, address: '', protocol: '', atMs: notice.atMs }

/** A device that sends messages is online, even if a notice about it reports otherwise or was lost. */
export async function recordLastSeen(db: Db, lastSeenMs: ReadonlyMap<string, number>): Promise<void> {
  const seen = [...lastSeenMs].map(([deviceId, atMs]) => ({ deviceId, atMs }))
  const came = await markSeen(db, seen, lateMs)
  if (came.length === 0) return
  await recordPresence(
    db,
    brokerConnectorId,
    came.map((deviceId) => ({
      deviceId,
      online: true,
      reason: 'connected',
      address: '',
      protocol: 'MQTT',
      atMs: lastSeenMs.get(deviceId) ?? 0,
    })),
  )
}
