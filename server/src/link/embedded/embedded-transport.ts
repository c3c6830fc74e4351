import { randomUUID } from 'node:crypto'
import { batchQueue } from '../../platform/mqtt/batch-queue.ts'
import { writeOnce } from '../../platform/intake/write-once.store.ts'
import { startMqttServer, type MqttServer } from '../../platform/mqtt/mqtt-server.ts'
import { watchCertificate, readCertificate } from '../../platform/mqtt/listener/watch-certificate.ts'
import type { FindReachable } from '../../command/dispatch-commands.ts'
import { recordPresence, renewLease, type Presence } from '../../device/presence/presence.store.ts'
import { findLinkCandidate } from '../session/link-candidate.store.ts'
import { linkedDevices } from '../session/linked-devices.ts'
import { startPresenceLoop } from '../session/presence-loop.ts'
import { subSessions } from '../session/sub-sessions.ts'
import { sessionsHere } from '../sub-device/sessions-over.ts'
import type { LinkCore, StartedTransport, Transport } from '../transport.ts'
import { connectionHooks, noteConnection } from './connection-hooks.ts'
import type { EmbeddedParts } from './embedded-parts.ts'
import { localTransport } from './local-transport.ts'

/** Devices connect to this process. */
export function embeddedTransport(given: Pick<EmbeddedParts, 'db' | 'settings' | 'clock' | 'log'>): Transport {
  const { db, clock, log } = given
  const connectorId = randomUUID()
  const presence = batchQueue<Presence>({
    onBatch: async (changes, mark) => {
      await writeOnce(db, mark, (trx) => recordPresence(trx, connectorId, changes))
    },
    log,
  })
  const reached: { core?: LinkCore } = {}
  /** Changes of devices that are not written yet, by device. */
  const unwritten = new Map<string, number>()
  const note = (change: Presence) => {
    const { deviceId } = change
    unwritten.set(deviceId, (unwritten.get(deviceId) ?? 0) + 1)
    presence.add(change, 200, () => {
      const left = (unwritten.get(deviceId) ?? 1) - 1
      if (left > 0) unwritten.set(deviceId, left)
      else unwritten.delete(deviceId)
    })
    if (change.online === true) reached.core?.cameOnline()
  }
  const sessions = subSessions({ note, now: () => clock.now() })
  const devices = linkedDevices(async ({ productKey, deviceName }) => {
    const found = await findLinkCandidate(db, productKey, deviceName)
    return found === undefined
      ? undefined
      : { id: found.id, productId: found.productId, productKey, deviceName, nodeType: found.nodeType }
  })
  const parts: EmbeddedParts = { ...given, note, isNoted: (id) => !unwritten.has(id), devices, sessions }
  return {
    note,
    isShared: false,
    sessionsOver: sessionsHere({ sessions, connectionOf: devices.connectionOf }),
    start: async (core) => {
      reached.core = core
      const started = await startListening(parts, core, connectorId)
      return {
        ...started,
        settle: async () => {
          await presence.drained()
          await presence.stop()
          await started.settle()
        },
      }
    },
  }
}

async function startListening(parts: EmbeddedParts, core: LinkCore, connectorId: string): Promise<StartedTransport> {
  const { db, settings, clock, log, devices, sessions } = parts
  const { tls, host, port } = settings.mqtt
  // The lease is renewed before the first device connects: a device held by a gateway without a lease counts as
  // abandoned.
  await renewLease(db, connectorId, Date.now(), clock.now())
  const mqtt: MqttServer = await startMqttServer(
    connectionHooks(parts, core, {
      send: (...message) => mqtt.send(...message),
      kick: (key, reason) => mqtt.kick(key, reason),
      isSubscribed: (key, topic) => mqtt.isSubscribed(key, topic),
    }),
    {
      host,
      port,
      reusePort: settings.reusePort,
      log,
      now: () => clock.now(),
      certificate: tls === undefined ? undefined : await readCertificate(tls),
    },
  )
  const certificate = tls === undefined ? undefined : watchCertificate(tls, { log, use: mqtt.setCertificate })
  const kept: { presence?: Awaited<ReturnType<typeof startPresenceLoop>> } = {}
  return {
    mqtt,
    reachable: reachableHere(parts),
    deviceOf: (key) => devices.known(key)?.id,
    devices: localTransport({ db, mqtt, devices, sessions }),
    isPusher: () => true,
    watch: async (forget) => {
      kept.presence = await watchPresence(parts, core, { mqtt, connectorId, forget })
    },
    stopWatching: async () => {
      await certificate?.stop()
    },
    settle: async () => {
      await kept.presence?.stop()
    },
  }
}

/** Devices that are connected here, directly or through their gateway. */
function reachableHere({ devices, sessions }: EmbeddedParts): FindReachable {
  const names = new WeakMap<object, string>()
  /** A unique id for a connection, or for a session over its gateway's connection. */
  const nameOf = (connection: object): string => {
    const name = names.get(connection) ?? randomUUID()
    names.set(connection, name)
    return name
  }
  return async (ids) =>
    new Map(
      [...ids].flatMap((id) => {
        const session = sessions.ofDevice(id)
        const own = devices.ofDevice(id)
        if (session !== undefined) {
          const { connection, device, gateway: through } = session
          return [[id, { key: connection.key, device, connection: nameOf(session), through: through.deviceName }]]
        }
        const connection = own === undefined ? undefined : devices.connectionOf(own.key)
        return own === undefined || connection === undefined ? [] : [[id, { ...own, connection: nameOf(connection) }]]
      }),
    )
}

type Watched = Readonly<{ mqtt: MqttServer; connectorId: string; forget: (deviceId: string) => void }>

function watchPresence(parts: EmbeddedParts, { plugins }: LinkCore, { mqtt, connectorId, forget }: Watched) {
  const { db, clock, log, note, isNoted, devices, sessions } = parts
  const noted = noteConnection(parts)
  return startPresenceLoop({
    db,
    clock,
    log,
    connectorId,
    connected: () => {
      const own = mqtt.connections().flatMap((connection) => {
        const device = mqtt.isSilent(connection.key) ? undefined : devices.known(connection.key)
        return device === undefined ? [] : [{ deviceId: device.id, connection }]
      })
      return [...own, ...sessions.online(), ...plugins.online()]
    },
    reportOnline: (connection) => {
      const isReported = sessions.reportOnline(connection) || plugins.reportOnline(connection)
      if (!isReported) noted(connection, true, 'connected')
    },
    reportOffline: (deviceId) =>
      note({ deviceId, online: false, reason: 'connection_lost', address: '', protocol: '', atMs: clock.now() }),
    cut: (connection, reason) => {
      if (!sessions.cut(connection, reason)) mqtt.kick(connection.key, reason)
    },
    forget,
    isNoted,
  })
}
