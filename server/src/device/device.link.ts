import { randomUUID } from 'node:crypto'
import { alinkCodes } from '@brigade/contract/device/alink.model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Listener } from '../platform/db/listen.ts'
import type { Log } from '../platform/log.ts'
import { measureLink, type Metrics } from '../platform/metrics/metrics.ts'
import { batchQueue } from '../platform/mqtt/batch-queue.ts'
import { startGateway } from '../platform/mqtt/gateway.ts'
import type { Gateway } from '../platform/mqtt/gateway.ts'
import type { ConnectRequest, Connected, EndReason, Incoming } from '../platform/mqtt/gateway-hooks.ts'
import { keepCertificate, readCertificate } from '../platform/mqtt/kept-certificate.ts'
import { open } from '../platform/secret-box.ts'
import type { Settings } from '../platform/settings.ts'
import { forgetPublishedModels } from '../thing-model/published-models.ts'
import { startBrokerLink } from './broker/broker.link.ts'
import { dispatchCommands } from './command/dispatch-commands.ts'
import type { FindReachable } from './command/dispatch-commands.ts'
import { noteFaults } from './link/note-faults.ts'
import { tellChannel } from './link/tell.ts'
import { tellBroadcasts } from './link/tell-broadcasts.ts'
import { tellDevices } from './link/tell-devices.ts'
import { isCustomTopic, ownerOfTopic } from '@brigade/contract/device/device.topics.ts'
import { broadcastChannel } from '../product/broadcast/send-broadcast.ts'
import { configChannel } from '../product/config/push-config.ts'
import { isRegistering } from './connect/admit-device.ts'
import { admitUnlessBraked } from './connect/admit-unless-braked.ts'
import { lifecycle } from './connect/lifecycle.ts'
import { keyOf, linkedDevices } from './connect/linked-devices.ts'
import { noteRefusals } from './connect/note-refusals.ts'
import { registrationRate } from './connect/registration-rate.ts'
import { judge, judgeFilter, refusedEntry, senderOf, strangerEntry } from './connect/sender-of.ts'
import { signInBrake } from './connect/sign-in-brake.ts'
import { traceDown } from './connect/trace-down.ts'
import { waysHere } from './connect/ways-here.ts'
import { pskFor, readIntroduction, readPskIdentity } from './device-credentials.ts'
import { findLinkCandidate } from './device-link.store.ts'
import { gatewayReader } from './gateway/gateway-reader.ts'
import { packReader } from './gateway/read-pack.ts'
import { sessionsHere } from './gateway/sessions-over.ts'
import { subSessions } from './gateway/sub-sessions.ts'
import { keepIntake } from '../platform/intake/keep-intake.ts'
import { ingest, readEarly, readEntries } from './ingest.ts'
import type { Sender } from './ingest.ts'
import { keepPresence } from './keep-presence.ts'
import { recordPresence, renewLease } from './presence.store.ts'
import type { Presence } from './presence.store.ts'
import { startModbus } from './modbus/modbus-link.ts'
import type { Rhythm } from './modbus/poll-units.ts'
import { topologyChannel } from './gateway/topology-notice.ts'
import type { Entry } from './link/message.ts'
import { deviceChannel } from './register/device-notice.ts'
import { keepSweepingCommands } from './command/sweep-commands.ts'

export type DeviceLink = Readonly<{
  port: number
  /** When the oldest message was received that is not written, where intake stands still. */
  intakeStandsSince: () => number | undefined
  stop: () => Promise<void>
}>

export type DeviceLinkOptions = Readonly<{
  db: Db
  settings: Settings
  clock: Clock
  log: Log
  listener: Listener
  metrics: Metrics
  /** Throws while nothing may be taken in; reports then wait unacknowledged, and are asked for again. */
  assertRoom?: (() => Promise<void>) | undefined
  /** How Modbus units are polled; tests shorten it. */
  modbusRhythm?: Partial<Rhythm> | undefined
}>

/** What stands in the trace for a message for which its connection ended. */
const refusalCodes: Readonly<Partial<Record<EndReason, number>>> = {
  wrong_topic: alinkCodes.badTopic,
  topic_too_long: alinkCodes.badTopic,
  too_large: alinkCodes.tooLarge,
  qos_2: alinkCodes.qos2,
}

/** What registers is told so and goes; who does not go is cut off. */
const registeredMs = 10_000

/** Joins devices and the rest: who they are, what they say, whether they are there, what they are told. */
export async function startDeviceLink(options: DeviceLinkOptions): Promise<DeviceLink> {
  const { db, settings, clock, log, listener } = options
  const { broker } = settings.mqtt
  if (broker !== undefined) return startBrokerLink({ ...options, broker, secretKey: settings.secretKey })
  const { tls, plainRegistration } = settings.mqtt
  const gatewayId = randomUUID()
  const { secretKey } = settings
  const early = new WeakMap<Incoming, readonly Entry[]>()
  /** Whose a message was when it came; its connection may have ended since. */
  const senders = new WeakMap<Incoming, Sender>()
  const registered = new Map<string, Readonly<{ topic: string; payload: string }>>()
  const rate = registrationRate()
  const brake = signInBrake()
  const presence = batchQueue<Presence>({ onBatch: (changes) => recordPresence(db, gatewayId, changes), log })
  const came: { told?: () => void } = {}
  const note = (change: Presence) => {
    presence.add(change, 200, () => {})
    if (change.online === true) came.told?.()
  }
  const noteRefusal = noteRefusals({ log, note, now: () => clock.now() })
  const trace = traceDown({ db, clock })
  const onFault = noteFaults({ log, now: () => clock.now() })
  const sessions = subSessions({ note, now: () => clock.now() })
  const devices = linkedDevices(async ({ productKey, deviceName }) => {
    const found = await findLinkCandidate(db, productKey, deviceName)
    return found === undefined
      ? undefined
      : { id: found.id, productId: found.productId, productKey, deviceName, nodeType: found.nodeType }
  })
  const known = { devices, sessions }

  async function deviceIdOf({ clientId, username }: ConnectRequest): Promise<string | null> {
    const said = readIntroduction(clientId, username)
    if (said === null) return null
    return (await findLinkCandidate(db, said.productKey, said.deviceName))?.id ?? null
  }
  /** Of whoever it says it is, once a minute; not while it is refused for having failed too often. */
  function noteUnserved(client: ConnectRequest) {
    const attempt = { address: client.address, device: client.username, nowMs: clock.now() }
    measures.refused()
    if (brake.isBraked(attempt)) return
    brake.begun(attempt)
    brake.failed(attempt)
    deviceIdOf(client).then(
      (deviceId) => noteRefusal(client, { kind: 'refused', reason: 'refused_version', deviceId }),
      (error: unknown) => log.warn({ err: error }, 'A refusal was not noted'),
    )
  }

  async function authenticate(client: ConnectRequest): Promise<string | null> {
    const attempt = { address: client.address, device: client.username, nowMs: clock.now() }
    const { nowMs } = attempt
    const admission = await admitUnlessBraked({ db, secretKey, nowMs, rate, plainRegistration, brake }, client)
    if (admission === 'braked') {
      measures.refused()
      return 'later'
    }
    if (admission.kind === 'refused') {
      measures.refused()
      noteRefusal(client, admission)
      if (brake.isBraked(attempt)) noteRefusal(client, { ...admission, reason: 'refused_too_often' })
      return null
    }
    const { key } = admission
    if (admission.kind === 'device') devices.admit(key, admission.device)
    else registered.set(key, admission)
    return key
  }

  /** Over a connection that is no device's. */
  function tellRegistered(key: string) {
    const told = registered.get(key)
    registered.delete(key)
    if (told === undefined) return
    void gateway.send(key, told.topic, told.payload)
    setTimeout(() => gateway.kick(key, 'kicked'), registeredMs).unref()
  }

  function arrived(connection: Connected) {
    if (isRegistering(connection.key)) return tellRegistered(connection.key)
    const device = devices.connected(connection)
    if (device === undefined) return undefined
    // A sub-device that comes by itself needs its gateway no longer.
    sessions.end(connection.key, 'replaced')
    said(connection, true, 'connected')
    return modbus.connected(connection, device)
  }

  const said = (
    connection: Connected,
    online: boolean,
    reason: Presence['reason'],
    device = devices.known(connection.key),
    detail = '',
  ) => {
    const { address, protocol, keepAliveSeconds } = connection
    if (device === undefined) return
    note({ deviceId: device.id, online, reason, address, protocol, keepAliveSeconds, detail, atMs: clock.now() })
  }

  const modbus = startModbus({
    db,
    clock,
    log,
    gateway: { send: (...message) => gateway.send(...message) },
    note,
    trace,
    rhythm: options.modbusRhythm,
  })
  const sessionsOver = sessionsHere({ sessions, connectionOf: devices.connectionOf })
  const readers = [modbus.reader, gatewayReader({ secretKey, sessionsOver }), packReader({ sessionsOver })]

  async function readLate(message: Incoming): Promise<readonly Entry[]> {
    const device = senders.get(message) === undefined ? await devices.find(message.key) : undefined
    const sender = senders.get(message) ?? (device === undefined ? undefined : { device })
    return sender === undefined ? [] : readEntries(db, sender, message, readers)
  }

  /** What a device says on a topic of its own choosing goes back to it, as its subscription asks for, unless it was refused. */
  function passBack(message: Incoming): void {
    const { key, topic, payload } = message
    if (!isCustomTopic(topic) || !gateway.isSubscribed(key, topic)) return
    const isTaken = early.get(message)?.every(({ read }) => read.code === null) ?? true
    if (isTaken) void gateway.send(key, topic, payload)
  }

  const measures = measureLink(options.metrics, {
    waiting: () => gateway.waiting(),
    oldestMs: () => clock.now() - (gateway.oldestWaitingMs() ?? clock.now()),
    connections: () => gateway.connectedKeys().length,
  })

  // Before the first device comes: one held by a gateway without a lease counts as abandoned.
  await renewLease(db, gatewayId, Date.now(), clock.now())
  const gateway: Gateway = await startGateway(
    {
      authenticate,
      // What a gateway says of a sub-device that is not logged in is refused later, with a word why.
      mayPublish: (key, topic) => judge(known, key, topic) !== 'cut',
      maySubscribe: (key, filter) => {
        const verdict = judgeFilter(known, key, filter)
        return verdict === 'refuse' ? verdict : verdict === 'allow'
      },
      ownerOf: (topic) => {
        const owner = ownerOfTopic(topic)
        return owner === null ? '' : keyOf(owner)
      },
      onConnected: arrived,
      onDisconnected: (connection, reason, detail) => {
        const device = devices.disconnected(connection)
        sessions.endOver(connection, 'gateway_offline')
        if (device !== undefined) said(connection, false, reason, device, detail)
        modbus.disconnected(connection)
      },
      onSilence: (connection, isSilent) => said(connection, !isSilent, isSilent ? 'keep_alive' : 'connected'),
      onUnserved: noteUnserved,
      onRefused: (message, reason) => {
        const device = devices.known(message.key)
        if (device !== undefined) early.set(message, [refusedEntry(device, message, refusalCodes[reason])])
        return device !== undefined
      },
      onMessage: (message) => {
        modbus.hear(message)
        const sender = senderOf(known, message)
        if (sender === undefined) return
        senders.set(message, sender)
        const isStranger = judge(known, message.key, message.topic) === 'refuse'
        const entries = isStranger ? [strangerEntry(sender.device, message)] : readEarly(db, sender, message, readers)
        if (entries !== undefined) early.set(message, entries)
      },
      onBatch: async (messages) => {
        await options.assertRoom?.()
        const entriesOf = (message: Incoming) => early.get(message) ?? readLate(message)
        const answers = await measures.batch(messages, () => ingest(db, messages, entriesOf, clock.now(), onFault))
        for (const { key, topic, payload } of answers) void gateway.send(key, topic, payload)
        for (const message of messages) passBack(message)
      },
      onDelivered: (_key, commandId) => commands.delivered(commandId),
      pskOf: async (identity, address) => {
        const read = readPskIdentity(identity)
        const attempt = { address, device: read === null ? '' : keyOf(read), nowMs: clock.now() }
        if (brake.isBraked(attempt)) return undefined
        brake.begun(attempt)
        const found = read === null ? undefined : await findLinkCandidate(db, read.productKey, read.deviceName)
        if (read === null || found === undefined) {
          brake.failed(attempt)
          return undefined
        }
        brake.passed(attempt)
        return pskFor(read.content, open(secretKey, found.deviceSecret))
      },
    },
    {
      host: settings.mqtt.host,
      port: settings.mqtt.port,
      log,
      now: () => clock.now(),
      certificate: tls === undefined ? undefined : await readCertificate(tls),
    },
  )
  const certificate = tls === undefined ? undefined : keepCertificate(tls, { log, use: gateway.setCertificate })
  const names = new WeakMap<object, string>()
  /** Of a connection, or of what a sub-device has of its gateway's. */
  const nameOf = (connection: object): string => {
    const name = names.get(connection) ?? randomUUID()
    names.set(connection, name)
    return name
  }
  const reachable: FindReachable = async (ids) =>
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
  const commands = dispatchCommands({
    db,
    clock,
    log,
    gateway,
    reachable,
    trace,
    takes: modbus.takes,
  })
  came.told = commands.cameOnline
  const telling = tellDevices({ db, clock, log, gateway, reachable, trace })
  const broadcasts = tellBroadcasts({ db, log, gateway, deviceOf: (key) => devices.known(key)?.id, trace })
  const sweep = keepSweepingCommands({ db, clock, log })
  const intake = keepIntake({ db, clock, log, oldestMs: gateway.oldestWaitingMs })
  const life = lifecycle({ db, log, gateway, ways: waysHere({ db, gateway, devices, sessions }), trace })
  const unsubscribe = [
    listener.subscribe('command', () => commands.wake()),
    listener.subscribe(tellChannel, telling.onTell),
    listener.subscribe(tellChannel, modbus.onTell),
    listener.subscribe(configChannel, telling.onConfig),
    listener.subscribe(broadcastChannel, broadcasts.onBroadcast),
    listener.subscribe('names', () => {
      forgetPublishedModels(db)
      modbus.refresh()
    }),
    listener.subscribe(deviceChannel, life.onDevices),
    listener.subscribe(topologyChannel, (payload) => {
      modbus.refresh()
      life.onTopology(payload)
    }),
  ]

  const keeping = await keepPresence({
    db,
    clock,
    log,
    gatewayId,
    connected: () => {
      const own = gateway.connections().flatMap((connection) => {
        const device = gateway.isSilent(connection.key) ? undefined : devices.known(connection.key)
        return device === undefined ? [] : [{ deviceId: device.id, connection }]
      })
      return [...own, ...sessions.online(), ...modbus.online()]
    },
    sayOnline: (connection) => {
      const isSaid = sessions.sayOnline(connection) || modbus.sayOnline(connection)
      if (!isSaid) said(connection, true, 'connected')
    },
    sayOffline: (deviceId) =>
      note({ deviceId, online: false, reason: 'connection_lost', address: '', protocol: '', atMs: clock.now() }),
    cut: (connection, reason) => {
      if (!sessions.cut(connection, reason)) gateway.kick(connection.key, reason)
    },
    forget: (deviceId) => life.onDevices({ removed: [deviceId] }),
  })

  return {
    port: gateway.port,
    intakeStandsSince: intake.standsSince,
    stop: async () => {
      for (const end of unsubscribe) end()
      await commands.stop()
      await telling.settled()
      await broadcasts.settled()
      await life.settled()
      await modbus.stop()
      await sweep.stop()
      await certificate?.stop()
      await gateway.stop()
      await intake.stop()
      await presence.drained()
      await presence.stop()
      await keeping.stop()
    },
  }
}
