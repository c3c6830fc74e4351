import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import packets from 'mqtt-packet'
import type { Log } from '../log.ts'
import { batchQueue } from './batch-queue.ts'
import { openDoors, type Arrival, type Certificate } from './doors.ts'
import { isFilterWithinLimits, isListening, listeners } from './filter-match.ts'
import { frameGuard, type FrameGuard } from './frame-guard.ts'
import type { ConnectRequest, Connected, EndReason, GatewayHooks, Incoming } from './gateway-hooks.ts'
import { instants } from './instants.ts'
import { noForwarding, noSessions } from './no-sessions.ts'
import { safeHooks } from './safe-hooks.ts'
import { isOfSocket, readerOf } from './socket-reads.ts'

export type Gateway = Readonly<{
  /** 0: it listens nowhere, devices are connected to a broker elsewhere. */
  port: number
  isConnected: (key: string) => boolean
  connectedKeys: () => string[]
  connections: () => Connected[]
  /**
   * Sends with QoS 1 to one device, whether or not it has subscribed. False: it is not connected, nothing went out. True: it was
   * handed to its connection, which may end before it arrives.
   */
  send: (key: string, topic: string, payload: string | Buffer, reference?: string) => Promise<boolean>
  /** Whether a connected device has asked for a topic, by its name or a filter; where only a broker elsewhere knows, always. */
  isSubscribed: (key: string, topic: string) => boolean
  /** Who of those connected hears a topic by what they subscribed to; null where only a broker elsewhere knows. */
  subscribers: (topic: string) => string[] | null
  /** Ends a device's connection. */
  kick: (key: string, reason: EndReason) => void
  /** TLS handshakes from now on use it. */
  setCertificate: (certificate: Certificate) => void
  /** Messages accepted from sockets and not yet safe. */
  waiting: () => number
  /** When the oldest of them was received, epoch ms; undefined where none waits. */
  oldestWaitingMs: () => number | undefined
  stop: () => Promise<void>
}>

/** alink.md 3: payload 256 KiB, topic 256 bytes. */
export const largestPayloadBytes = 262_144
const longestTopicBytes = 256
/** A packet longer than this is not even read: the payload's limit and room for saying which one was too large. */
const longestFrameBytes = 1_048_576
/** Of a new connection, so much is read however much waits: its CONNECT, which must not stand behind what others report. */
const helloBytes = 4096
/** What may wait to be taken by one device; one that does not take it is cut off. */
const mostUnsentBytes = 4_194_304
/** alink.md 2.1: keep-alive 30 to 1200 s, else the broker refuses. */
const keepAliveSeconds = { min: 30, max: 1200 }

export type GatewayOptions = Readonly<{
  host: string
  port: number
  log: Log
  now: () => number
  /** Seconds; tests shorten it. */
  keepAlive?: Readonly<{ min: number; max: number }>
  /** For TLS on the same port; without one only pre-shared keys make TLS. */
  certificate?: Certificate | undefined
}>

type Live = {
  client: Client
  connection: Connected
  reason: EndReason | null
  /** Resolves once CONNACK is out, from where on it can be told things; false where it never will. */
  ready: PromiseWithResolvers<boolean>
  lastMessageId: number
  /** References by the message id they were sent under. */
  unacknowledged: Map<number, string>
  /** The filters it has asked for. */
  subscribed: Set<string>
}
type Request = Omit<ConnectRequest, 'username' | 'password'> & { keepAliveRefused: boolean }

/**
 * The embedded broker, MQTT 3.1.1. It stores nothing: a QoS 1 publish is acknowledged when `onBatch` has resolved, a
 * socket whose messages wait is not read further, and what is sent goes to devices that are connected now.
 */
export async function startGateway(
  given: GatewayHooks,
  { host, port, log, now, keepAlive = keepAliveSeconds, certificate }: GatewayOptions,
): Promise<Gateway> {
  const hooks = safeHooks(given, log)
  const live = new Map<string, Live>()
  const requests = new WeakMap<Client, Request>()
  const liveOf = new WeakMap<Client, Live>()
  const guards = new WeakMap<object, FrameGuard>()
  const arrivals = new WeakMap<object, Arrival>()
  const held = new Set<Duplex>()
  const gathering = new Set<Duplex>()
  const instant = instants(now)
  const queue = batchQueue<Incoming>({ onBatch: hooks.onBatch, onRoom: readOn, log })

  const broker = await Aedes.createBroker({
    connectTimeout: 20_000,
    maxClientsIdLength: 1024,
    // A device sends what it has kept while it was away at once, before its CONNACK is written.
    queueLimit: 2000,
    drainTimeout: 60_000,
    persistence: noSessions(delivered),
    mq: noForwarding,
    preConnect: (client, packet, done) => {
      const seconds = packet.keepalive ?? 0
      // Alink knows no last will; why a connection ended is in the online log.
      delete packet.will
      const { address = '', over = '' } = arrivals.get(client.conn) ?? {}
      requests.set(client, {
        clientId: packet.clientId,
        address,
        protocol: `MQTT ${packet.protocolVersion === 3 ? '3.1' : '3.1.1'}${over}`,
        isEncrypted: over.includes('TLS'),
        keepAliveRefused: seconds < keepAlive.min || seconds > keepAlive.max,
      })
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      const answer = async () => {
        const error = await admit(client, username ?? '', password?.toString('utf8') ?? '')
        done(error, error === null)
      }
      void answer()
    },
    authorizePublish: (client, packet, done) => {
      if (client === null) return done(null)
      const topic = packet.topic
      // Alink has no QoS 2.
      if (packet.qos === 2) return end(client, 'bad_packet', done)
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      // MQTT 3.1.1, 1.5.3: no zero character; PostgreSQL could not keep it either.
      if (topic.includes('\u0000')) return end(client, 'bad_packet', done)
      if (Buffer.byteLength(topic) > longestTopicBytes || payload.length > largestPayloadBytes) {
        return end(client, 'bad_packet', done)
      }
      if (!hooks.mayPublish(client.id, topic)) return end(client, 'wrong_topic', done)
      const message = { key: client.id, topic, payload, again: packet.dup, receivedAt: instant() }
      hooks.onMessage?.(message)
      queue.add(message, payload.length, () => {
        gather(client.conn)
        done(null)
      })
      return undefined
    },
    authorizeSubscribe: (client, subscription, done) => {
      const { topic } = subscription
      const subscribed = liveOf.get(client)?.subscribed
      const isWithin = isFilterWithinLimits(topic, subscribed)
      const verdict = isWithin ? hooks.maySubscribe(client.id, topic) : 'refuse'
      if (verdict === false) return end(client, 'wrong_topic', done)
      // Counted at once: one packet may ask for thousands.
      if (verdict === true) subscribed?.add(topic)
      return done(null, verdict === true ? subscription : null)
    },
  })

  /** Null where the device may come in. */
  async function admit(client: Client, username: string, password: string): Promise<AuthenticateError | null> {
    const request = requests.get(client)
    if (request === undefined || request.keepAliveRefused) return refusal('not authorised')
    try {
      const { clientId, address, protocol, isEncrypted } = request
      const key = await hooks.authenticate({ clientId, username, password, address, protocol, isEncrypted })
      if (key === null) return refusal('not authorised')
      // One connection a device, whatever client id it makes up; the newer one counts.
      cut(live.get(key), 'replaced')
      client.id = key
      client.clean = true
      return null
    } catch (error) {
      log.error({ err: error }, 'A device could not be authenticated')
      return refusal('unavailable', 3)
    }
  }

  function end(client: Client, reason: EndReason, done: (error: Error) => void) {
    const entry = liveOf.get(client)
    if (entry !== undefined) entry.reason ??= reason
    done(new Error(reason))
  }

  broker.on('client', (client) => {
    const request = requests.get(client)
    if (request === undefined) return
    const connection = { key: client.id, address: request.address, protocol: request.protocol }
    const entry: Live = {
      client,
      connection,
      reason: null,
      ready: Promise.withResolvers<boolean>(),
      lastMessageId: 0,
      unacknowledged: new Map(),
      subscribed: new Set(),
    }
    live.set(client.id, entry)
    liveOf.set(client, entry)
    hooks.onConnected(entry.connection)
  })
  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) liveOf.get(client)?.subscribed.delete(topic)
  })
  broker.on('connackSent', (_connack, client) => liveOf.get(client)?.ready.resolve(true))
  broker.on('keepaliveTimeout', (client) => {
    const entry = liveOf.get(client)
    if (entry !== undefined) entry.reason ??= 'keep_alive'
  })
  broker.on('clientError', (client, error) => {
    const entry = liveOf.get(client)
    if (entry !== undefined && !isOfSocket(error)) entry.reason ??= 'bad_packet'
    log.debug({ key: client.id, err: error }, 'A connection failed')
  })
  broker.on('connectionError', (_client, error) =>
    log.debug({ err: error }, 'A connection failed before it was admitted'),
  )
  broker.on('clientDisconnect', (client) => {
    const entry = liveOf.get(client)
    const isGoodbye = guards.get(client.conn)?.hasSaidGoodbye() === true
    if (entry !== undefined) finished(entry, isGoodbye ? 'disconnected' : 'connection_lost')
  })

  function delivered(key: string, messageId: number) {
    const unacknowledged = live.get(key)?.unacknowledged
    const reference = unacknowledged?.get(messageId)
    unacknowledged?.delete(messageId)
    if (reference !== undefined) hooks.onDelivered(key, reference)
  }

  /** What a batch leads to for one device (acknowledgements and answers) goes out in one write. */
  function gather(conn: Client['conn']) {
    if (gathering.has(conn)) return
    conn.cork()
    if (gathering.size === 0) setImmediate(release)
    gathering.add(conn)
  }
  function release() {
    for (const conn of gathering) conn.uncork()
    gathering.clear()
  }

  function write(entry: Live, topic: string, payload: string | Buffer, reference: string): Promise<boolean> {
    const { conn } = entry.client
    if (conn.destroyed) return Promise.resolve(false)
    const messageId = (entry.lastMessageId % 65_535) + 1
    entry.lastMessageId = messageId
    gather(conn)
    if (reference !== '') entry.unacknowledged.set(messageId, reference)
    const packet = packets.generate({ cmd: 'publish', topic, payload, qos: 1, messageId, retain: false, dup: false })
    return new Promise((resolve) => {
      // Of a connection that fails meanwhile nobody knows what it has carried.
      conn.write(packet, () => resolve(true))
      if (conn.writableLength > mostUnsentBytes) cut(entry, 'connection_lost')
    })
  }

  function cut(entry: Live | undefined, reason: EndReason) {
    if (entry === undefined) return
    entry.reason ??= reason
    entry.client.close()
  }

  function finished(entry: Live, otherwise: EndReason) {
    const { key } = entry.connection
    liveOf.delete(entry.client)
    entry.ready.resolve(false)
    if (live.get(key) === entry) live.delete(key)
    hooks.onDisconnected(entry.connection, entry.reason ?? otherwise)
  }

  /** Watches what the broker reads of a socket: nothing while too much waits, and no packet that is too long. */
  function guardReads(socket: Duplex) {
    const guard = frameGuard(longestFrameBytes)
    guards.set(socket, guard)
    const readPart = socket.read.bind(socket)
    const read = readerOf(socket)
    let heardBytes = 0
    const readSome = (size?: number): unknown => {
      if (!queue.isFull()) return read(size)
      held.add(socket)
      const most = Math.min(helloBytes - heardBytes, socket.readableLength)
      return most > 0 ? readPart(most) : null
    }
    socket.read = (size?: number): unknown => {
      const chunk = readSome(size)
      if (!Buffer.isBuffer(chunk)) return chunk
      heardBytes += chunk.length
      const fault = guard.watch(chunk)
      if (fault === 'fine') return chunk
      socket.destroy(new Error(`Packet ${fault}`))
      return null
    }
    socket.on('close', () => held.delete(socket))
  }

  function readOn() {
    const waiting = [...held]
    held.clear()
    for (const socket of waiting) socket.emit('readable')
  }

  const doors = await openDoors(
    { host, port, log, certificate, pskOf: hooks.pskOf ?? nobody, mostMessageBytes: longestFrameBytes },
    (arrival) => {
      arrivals.set(arrival.stream, arrival)
      guardReads(arrival.stream)
      broker.handle(arrival.stream)
    },
  )

  return {
    port: doors.port,
    isConnected: (key) => live.get(key)?.client.conn.destroyed === false,
    connectedKeys: () => [...live.keys()],
    connections: () => [...live.values()].map(({ connection }) => connection),
    send: async (key, topic, payload, reference = '') => {
      const entry = live.get(key)
      return entry !== undefined && (await entry.ready.promise) && write(entry, topic, payload, reference)
    },
    isSubscribed: (key, topic) => {
      const entry = live.get(key)
      return entry !== undefined && isListening(entry, topic)
    },
    subscribers: (topic) => listeners(live, topic),
    kick: (key, reason) => cut(live.get(key), reason),
    setCertificate: doors.setCertificate,
    waiting: () => queue.length(),
    oldestWaitingMs: () => queue.oldest()?.receivedAt,
    stop: async () => {
      doors.close()
      for (const entry of live.values()) entry.reason ??= 'server_restart'
      await queue.stop()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

const nobody = () => Promise.resolve(undefined)

function refusal(message: string, returnCode = 5): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
