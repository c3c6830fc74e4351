import { randomUUID } from 'node:crypto'
import { ownerOfTopic } from '@brigade/contract/device/device.topics.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Listener } from '../platform/db/listen.ts'
import { withPartitions } from '../platform/db/partitions.ts'
import type { Log } from '../platform/log.ts'
import { batchQueue } from '../platform/mqtt/batch-queue.ts'
import { startGateway } from '../platform/mqtt/gateway.ts'
import type { ConnectRequest, Connected, Gateway, Incoming } from '../platform/mqtt/gateway.ts'
import { keepCertificate, readCertificate } from '../platform/mqtt/kept-certificate.ts'
import { open } from '../platform/secret-box.ts'
import type { Settings } from '../platform/settings.ts'
import { forgetPublishedModels } from '../thing-model/published-models.ts'
import { dispatchCommands } from './command/dispatch-commands.ts'
import { isPassword, pskFor, readIntroduction, readPskIdentity } from './device-credentials.ts'
import { findLinkCandidate, copyMessages } from './device-link.store.ts'
import { ingest, readEarly, readEntries } from './ingest.ts'
import { keepPresence } from './keep-presence.ts'
import { recordPresence, renewLease } from './presence.store.ts'
import type { Presence } from './presence.store.ts'
import { startModbus } from './modbus/modbus-link.ts'
import type { Rhythm } from './modbus/poll-units.ts'
import { topologyChannel } from './gateway/topology-notice.ts'
import type { Entry, LinkedDevice } from './link/message.ts'
import { keepSweepingCommands } from './command/sweep-commands.ts'

export type DeviceLink = Readonly<{ port: number; stop: () => Promise<void> }>

export type DeviceLinkOptions = Readonly<{
  db: Db
  settings: Settings
  clock: Clock
  log: Log
  listener: Listener
  /** Throws while nothing may be taken in; reports then wait unacknowledged, and are asked for again. */
  assertRoom?: (() => Promise<void>) | undefined
  /** Seconds a device may ask for; tests shorten it. */
  keepAlive?: Readonly<{ min: number; max: number }>
  /** How Modbus units are polled; tests shorten it. */
  modbusRhythm?: Partial<Rhythm> | undefined
}>

/** One line a minute for a device that keeps being refused. */
const refusalPauseMs = 60_000

/** Joins devices and the rest: who they are, what they say, whether they are there, what they are told. */
export async function startDeviceLink(options: DeviceLinkOptions): Promise<DeviceLink> {
  const { db, settings, clock, log, listener } = options
  const { tls } = settings.mqtt
  const gatewayId = randomUUID()
  const devices = new Map<string, LinkedDevice>()
  const early = new WeakMap<Incoming, readonly Entry[]>()
  const lastRefusals = new Map<string, number>()
  const presence = batchQueue<Presence>({ onBatch: (changes) => recordPresence(db, gatewayId, changes), log })
  const note = (change: Presence) => presence.add(change, 200, () => {})

  async function authenticate({
    clientId,
    username,
    password,
    address,
    protocol,
  }: ConnectRequest): Promise<string | null> {
    const introduction = readIntroduction(clientId, username)
    if (introduction === null) return refused(null, { username, address }, 'refused_credentials')
    const { productKey, deviceName } = introduction
    const found = await findLinkCandidate(db, productKey, deviceName)
    if (found === undefined) return refused(null, { username, address }, 'refused_credentials')
    const isKnown = isPassword(introduction, open(settings.secretKey, found.deviceSecret), password)
    if (!isKnown) return refused(found.id, { username, address, protocol }, 'refused_credentials')
    if (!found.enabled) return refused(found.id, { username, address, protocol }, 'refused_disabled')
    const key = `${deviceName}&${productKey}`
    devices.set(key, { id: found.id, productId: found.productId, productKey, deviceName })
    return key
  }

  function refused(
    deviceId: string | null,
    who: { username: string; address: string; protocol?: string },
    reason: 'refused_credentials' | 'refused_disabled',
  ): null {
    const now = clock.now()
    const about = deviceId ?? who.username
    if (now - (lastRefusals.get(about) ?? Number.NEGATIVE_INFINITY) < refusalPauseMs) return null
    // A scan with made-up names must not fill memory.
    if (lastRefusals.size > 10_000) lastRefusals.clear()
    lastRefusals.set(about, now)
    log.warn({ device: who.username.slice(0, 100), address: who.address, reason }, 'A device was refused')
    if (deviceId !== null)
      note({ deviceId, online: null, reason, address: who.address, protocol: who.protocol ?? '', atMs: now })
    return null
  }

  const isOwn = (key: string, topic: string): boolean => {
    const device = devices.get(key)
    const owner = ownerOfTopic(topic)
    return (
      device !== undefined &&
      owner !== null &&
      owner.productKey === device.productKey &&
      owner.deviceName === device.deviceName
    )
  }

  const said = ({ key, address, protocol }: Connected, online: boolean, reason: Presence['reason']) => {
    const device = devices.get(key)
    if (device !== undefined) note({ deviceId: device.id, online, reason, address, protocol, atMs: clock.now() })
  }

  const trace = (deviceId: string, topic: string, payload: string, through = '') =>
    withPartitions(db, clock.now(), () =>
      copyMessages(db, [
        {
          deviceId,
          timeMs: clock.now(),
          direction: 'down',
          topic,
          payload,
          code: null,
          dropped: null,
          outcome: 'sent',
          through,
        },
      ]),
    )
  const modbus = startModbus({
    db,
    clock,
    log,
    gateway: { send: (...message) => gateway.send(...message) },
    note,
    trace,
    rhythm: options.modbusRhythm,
  })
  const readers = [modbus.reader]

  // Before the first device comes: one held by a gateway without a lease counts as abandoned.
  await renewLease(db, gatewayId, Date.now())
  const gateway: Gateway = await startGateway(
    {
      authenticate,
      mayPublish: isOwn,
      maySubscribe: (key, filter) => isOwn(key, filter) || isBroadcast(devices.get(key), filter),
      onConnected: (connection) => {
        said(connection, true, 'connected')
        const device = devices.get(connection.key)
        if (device !== undefined) modbus.connected(connection, device)
      },
      onDisconnected: (connection, reason) => {
        said(connection, false, reason)
        modbus.disconnected(connection)
      },
      onMessage: (message) => {
        modbus.hear(message)
        const device = devices.get(message.key)
        const entries = device === undefined ? undefined : readEarly(db, { device }, message, readers)
        if (entries !== undefined) early.set(message, entries)
      },
      onBatch: async (messages) => {
        await options.assertRoom?.()
        const entriesOf = (message: Incoming) => {
          const device = devices.get(message.key)
          return (
            early.get(message) ?? (device === undefined ? undefined : readEntries(db, { device }, message, readers))
          )
        }
        const answers = await ingest(db, messages, entriesOf, clock.now())
        for (const { key, topic, payload } of answers) void gateway.send(key, topic, payload)
      },
      onDelivered: (_key, commandId) => commands.delivered(commandId),
      pskOf: async (identity) => {
        const read = readPskIdentity(identity)
        const found = read === null ? undefined : await findLinkCandidate(db, read.productKey, read.deviceName)
        return read === null || found === undefined
          ? undefined
          : pskFor(read.content, open(settings.secretKey, found.deviceSecret))
      },
    },
    {
      host: settings.mqtt.host,
      port: settings.mqtt.port,
      log,
      now: () => clock.now(),
      ...(options.keepAlive === undefined ? {} : { keepAlive: options.keepAlive }),
      certificate: tls === undefined ? undefined : await readCertificate(tls),
    },
  )
  const certificate = tls === undefined ? undefined : keepCertificate(tls, { log, use: gateway.setCertificate })
  const commands = dispatchCommands({
    db,
    clock,
    log,
    gateway,
    reachable: async (ids) =>
      new Map(
        gateway.connectedKeys().flatMap((key) => {
          const device = devices.get(key)
          return device === undefined || !ids.has(device.id) ? [] : [[device.id, { key, device }]]
        }),
      ),
    trace,
    takes: modbus.takes,
  })
  const sweep = keepSweepingCommands({ db, clock, log })
  const unsubscribe = [
    listener.subscribe('command', () => commands.wake()),
    listener.subscribe('names', () => {
      forgetPublishedModels(db)
      modbus.refresh()
    }),
    listener.subscribe(topologyChannel, modbus.refresh),
  ]

  const keeping = await keepPresence({
    db,
    clock,
    log,
    gatewayId,
    connected: () => {
      const own = gateway.connections().flatMap((connection) => {
        const device = devices.get(connection.key)
        return device === undefined ? [] : [{ deviceId: device.id, connection }]
      })
      return [...own, ...modbus.online()]
    },
    sayOnline: (connection) => {
      if (!modbus.sayOnline(connection)) said(connection, true, 'connected')
    },
    sayOffline: (deviceId) =>
      note({ deviceId, online: false, reason: 'connection_lost', address: '', protocol: '', atMs: clock.now() }),
    cut: (connection, reason) => gateway.kick(connection.key, reason),
  })

  return {
    port: gateway.port,
    stop: async () => {
      for (const end of unsubscribe) end()
      await commands.stop()
      await modbus.stop()
      await sweep.stop()
      await certificate?.stop()
      await gateway.stop()
      await presence.drained()
      await presence.stop()
      await keeping.stop()
    },
  }
}

/** `/broadcast/{productKey}/…` is for every device of the product. */
const isBroadcast = (device: LinkedDevice | undefined, filter: string): boolean =>
  device !== undefined && filter.startsWith(`/broadcast/${device.productKey}/`)
