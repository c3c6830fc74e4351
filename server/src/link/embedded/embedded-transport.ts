import { randomUUID } from 'node:crypto'
import { batchQueue } from '../../platform/mqtt/batch-queue.ts'
import { startGateway } from '../../platform/mqtt/gateway.ts'
import type { Gateway } from '../../platform/mqtt/gateway.ts'
import { keepCertificate, readCertificate } from '../../platform/mqtt/kept-certificate.ts'
import type { FindReachable } from '../../command/dispatch-commands.ts'
import { recordPresence, renewLease } from '../../device/presence/presence.store.ts'
import type { Presence } from '../../device/presence/presence.store.ts'
import { findLinkCandidate } from '../session/link-candidate.store.ts'
import { linkedDevices } from '../session/linked-devices.ts'
import { keepPresence } from '../session/presence-loop.ts'
import { subSessions } from '../session/sub-sessions.ts'
import { sessionsHere } from '../sub-device/sessions-over.ts'
import type { LinkCore, StartedTransport, Transport } from '../transport.ts'
import { connectionHooks, noteConnection } from './connection-hooks.ts'
import type { EmbeddedParts } from './embedded-parts.ts'
import { localTransport } from './local-transport.ts'

/** Devices connect to this process. */
export function embeddedTransport(given: Pick<EmbeddedParts, 'db' | 'settings' | 'clock' | 'log'>): Transport {
  const { db, clock, log } = given
  const gatewayId = randomUUID()
  const presence = batchQueue<Presence>({ onBatch: (changes) => recordPresence(db, gatewayId, changes), log })
  const reached: { core?: LinkCore } = {}
  const note = (change: Presence) => {
    presence.add(change, 200, () => {})
    if (change.online === true) reached.core?.cameOnline()
  }
  const sessions = subSessions({ note, now: () => clock.now() })
  const devices = linkedDevices(async ({ productKey, deviceName }) => {
    const found = await findLinkCandidate(db, productKey, deviceName)
    return found === undefined
      ? undefined
      : { id: found.id, productId: found.productId, productKey, deviceName, nodeType: found.nodeType }
  })
  const parts: EmbeddedParts = { ...given, note, devices, sessions }
  return {
    note,
    isShared: false,
    sessionsOver: sessionsHere({ sessions, connectionOf: devices.connectionOf }),
    start: async (core) => {
      reached.core = core
      const started = await startListening(parts, core, gatewayId)
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

async function startListening(parts: EmbeddedParts, core: LinkCore, gatewayId: string): Promise<StartedTransport> {
  const { db, settings, clock, log, devices, sessions } = parts
  const { tls, host, port } = settings.mqtt
  // Before the first device comes: one held by a gateway without a lease counts as abandoned.
  await renewLease(db, gatewayId, Date.now(), clock.now())
  const gateway: Gateway = await startGateway(
    connectionHooks(parts, core, {
      send: (...message) => gateway.send(...message),
      kick: (key, reason) => gateway.kick(key, reason),
      isSubscribed: (key, topic) => gateway.isSubscribed(key, topic),
    }),
    {
      host,
      port,
      log,
      now: () => clock.now(),
      certificate: tls === undefined ? undefined : await readCertificate(tls),
    },
  )
  const certificate = tls === undefined ? undefined : keepCertificate(tls, { log, use: gateway.setCertificate })
  const kept: { presence?: Awaited<ReturnType<typeof keepPresence>> } = {}
  return {
    gateway,
    reachable: reachableHere(parts),
    deviceOf: (key) => devices.known(key)?.id,
    devices: localTransport({ db, gateway, devices, sessions }),
    isPusher: () => true,
    watch: async (forget) => {
      kept.presence = await watchPresence(parts, core, { gateway, gatewayId, forget })
    },
    stopWatching: async () => {
      await certificate?.stop()
    },
    settle: async () => {
      await kept.presence?.stop()
    },
  }
}

/** Devices that are connected here, by themselves or through their gateway. */
function reachableHere({ devices, sessions }: EmbeddedParts): FindReachable {
  const names = new WeakMap<object, string>()
  /** A name of a connection, or of a session over its gateway's; no other has the same. */
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

type Watched = Readonly<{ gateway: Gateway; gatewayId: string; forget: (deviceId: string) => void }>

function watchPresence(parts: EmbeddedParts, { plugins }: LinkCore, { gateway, gatewayId, forget }: Watched) {
  const { db, clock, log, note, devices, sessions } = parts
  const noted = noteConnection(parts)
  return keepPresence({
    db,
    clock,
    log,
    gatewayId,
    connected: () => {
      const own = gateway.connections().flatMap((connection) => {
        const device = gateway.isSilent(connection.key) ? undefined : devices.known(connection.key)
        return device === undefined ? [] : [{ deviceId: device.id, connection }]
      })
      return [...own, ...sessions.online(), ...plugins.online()]
    },
    sayOnline: (connection) => {
      const isSaid = sessions.sayOnline(connection) || plugins.sayOnline(connection)
      if (!isSaid) noted(connection, true, 'connected')
    },
    sayOffline: (deviceId) =>
      note({ deviceId, online: false, reason: 'connection_lost', address: '', protocol: '', atMs: clock.now() }),
    cut: (connection, reason) => {
      if (!sessions.cut(connection, reason)) gateway.kick(connection.key, reason)
    },
    forget,
  })
}
