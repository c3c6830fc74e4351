import { once } from 'node:events'
import net from 'node:net'
import { Aedes } from 'aedes'
import type { AuthenticateError, Client } from 'aedes'
import type { Log } from '../log.ts'
import { batchQueue } from './batch-queue.ts'

/** One message as a device published it. */
export type Incoming = Readonly<{
  key: string
  topic: string
  payload: Buffer
  /** Sent again: the device did not see the acknowledgement of the first time. */
  again: boolean
  receivedAt: number
}>

/** Why a connection ended. */
export type EndReason = 'disconnected' | 'keep_alive' | 'connection_lost' | 'replaced' | 'kicked' | 'server_restart' | 'wrong_topic' | 'bad_packet'

export type ConnectRequest = Readonly<{ clientId: string; username: string; password: string; address: string; protocol: string }>
export type Connected = Readonly<{ key: string; address: string; protocol: string }>

/** What the gateway knows nothing of. A key names a device; one connection a key. */
export type GatewayHooks = Readonly<{
  /** The key of who connects, or null to refuse: CONNACK 5. Resolves before CONNACK goes out. */
  authenticate: (request: ConnectRequest) => Promise<string | null>
  mayPublish: (key: string, topic: string) => boolean
  maySubscribe: (key: string, filter: string) => boolean
  onConnected: (connection: Connected) => void
  onDisconnected: (connection: Connected, reason: EndReason) => void
  /** Resolves when what the messages carry is safe: every PUBACK waits for it. Rejects to be asked again with the same batch. */
  onBatch: (messages: readonly Incoming[]) => Promise<void>
  /** The device acknowledged what was sent under this reference. */
  onDelivered: (key: string, reference: string) => void
}>

export type Gateway = Readonly<{
  port: number
  isConnected: (key: string) => boolean
  connectedKeys: () => string[]
  /** Sends with QoS 1 to one device, whether or not it has subscribed. False: it is not connected, or its connection ended first. */
  send: (key: string, topic: string, payload: string, reference?: string) => Promise<boolean>
  /** Ends a device's connection. */
  kick: (key: string, reason: EndReason) => void
  /** Messages accepted from sockets and not yet safe. */
  waiting: () => number
  stop: () => Promise<void>
}>

/** alink.md 3: payload 256 KiB, topic 256 bytes. */
export const largestPayloadBytes = 262_144
const longestTopicBytes = 256
/** alink.md 2.1: keep-alive 30 to 1200 s, else the broker refuses. */
const keepAliveSeconds = { min: 30, max: 1200 }

export type GatewayOptions = Readonly<{
  host: string
  port: number
  log: Log
  now: () => number
  /** Seconds; tests shorten it. */
  keepAlive?: Readonly<{ min: number; max: number }>
}>

/** `unacknowledged`: references of QoS 1 messages in the order sent; devices acknowledge in that order (MQTT 3.1.1, 4.6). */
type Live = { client: Client; connection: Connected; reason: EndReason | null; unacknowledged: string[] }

/**
 * The embedded broker, MQTT 3.1.1. It stores nothing: a QoS 1 publish is acknowledged when `onBatch` has resolved, a
 * socket whose messages wait is not read further, and what is sent goes to devices that are connected now.
 */
export async function startGateway(
  hooks: GatewayHooks,
  { host, port, log, now, keepAlive = keepAliveSeconds }: GatewayOptions,
): Promise<Gateway> {
  const live = new Map<string, Live>()
  const requests = new WeakMap<Client, { clientId: string; address: string; protocol: string; keepAliveRefused: boolean }>()
  const liveOf = new WeakMap<Client, Live>()
  const queue = batchQueue<Incoming>({ onBatch: hooks.onBatch, log })

  const broker = await Aedes.createBroker({
    connectTimeout: 20_000,
    maxClientsIdLength: 1024,
    // A device sends what it has kept while it was away at once, before its CONNACK is written.
    queueLimit: 2000,
    drainTimeout: 60_000,
    preConnect: (client, packet, done) => {
      const seconds = packet.keepalive ?? 0
      requests.set(client, {
        clientId: packet.clientId,
        address: addressOf(client),
        protocol: `MQTT ${packet.protocolVersion === 3 ? '3.1' : '3.1.1'}`,
        keepAliveRefused: seconds < keepAlive.min || seconds > keepAlive.max,
      })
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      void admit(client, username ?? '', password?.toString('utf8') ?? '').then(
        (key) => {
          if (key === null) return done(refusal('not authorised'), false)
          // One connection a device, whatever client id it makes up: the broker ends the older one of the same id.
          client.id = key
          client.clean = true
          return done(null, true)
        },
        (error: unknown) => {
          log.error({ err: error }, 'A device could not be authenticated')
          done(refusal('unavailable', 3), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      if (client === null) return done(null)
      const topic = packet.topic
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      if (Buffer.byteLength(topic) > longestTopicBytes || payload.length > largestPayloadBytes) {
        return end(client, 'bad_packet', done)
      }
      if (!hooks.mayPublish(client.id, topic)) return end(client, 'wrong_topic', done)
      const message = { key: client.id, topic, payload, again: packet.dup, receivedAt: now() }
      queue.add(message, payload.length, () => done(null))
      return undefined
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (hooks.maySubscribe(client.id, subscription.topic)) return done(null, subscription)
      return end(client, 'wrong_topic', done)
    },
    // Devices hear the server only: what a device publishes goes to no other, nor back to itself (RRPC answers on its own topic).
    authorizeForward: (_client, packet) => (Reflect.get(packet, 'clientId') === undefined ? packet : null),
  })

  async function admit(client: Client, username: string, password: string): Promise<string | null> {
    const request = requests.get(client)
    if (request === undefined || request.keepAliveRefused) return null
    return hooks.authenticate({ clientId: request.clientId, username, password, address: request.address, protocol: request.protocol })
  }

  function end(client: Client, reason: EndReason, done: (error: Error) => void) {
    const entry = liveOf.get(client)
    if (entry !== undefined) entry.reason ??= reason
    done(new Error(reason))
  }

  broker.on('client', (client) => {
    const request = requests.get(client)
    if (request === undefined) return
    const before = live.get(client.id)
    if (before !== undefined && before.client !== client) finished(before, 'replaced')
    const entry: Live = { client, connection: { key: client.id, address: request.address, protocol: request.protocol }, reason: null, unacknowledged: [] }
    live.set(client.id, entry)
    liveOf.set(client, entry)
    hooks.onConnected(entry.connection)
  })
  broker.on('keepaliveTimeout', (client) => {
    const entry = liveOf.get(client)
    if (entry !== undefined) entry.reason ??= 'keep_alive'
  })
  broker.on('clientError', (client, error) => {
    const entry = liveOf.get(client)
    if (entry !== undefined && /packet|malformed|parse|protocol|header|topic|length/i.test(error.message)) entry.reason ??= 'bad_packet'
    log.debug({ key: client.id, err: error }, 'A connection failed')
  })
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'A connection failed before it was admitted'))
  broker.on('clientDisconnect', (client) => {
    const entry = liveOf.get(client)
    if (entry !== undefined) finished(entry, cleanly(client) ? 'disconnected' : 'connection_lost')
  })
  broker.on('ack', (_packet, client) => {
    const reference = liveOf.get(client)?.unacknowledged.shift()
    if (reference !== undefined && reference !== '') hooks.onDelivered(client.id, reference)
  })

  function finished(entry: Live, otherwise: EndReason) {
    const { key } = entry.connection
    liveOf.delete(entry.client)
    if (live.get(key) === entry) live.delete(key)
    hooks.onDisconnected(entry.connection, entry.reason ?? otherwise)
  }

  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    broker.handle(socket)
  })
  server.listen({ host, port, backlog: 4096 })
  await once(server, 'listening')
  const bound = server.address()

  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    isConnected: (key) => live.has(key),
    connectedKeys: () => [...live.keys()],
    send: (key, topic, payload, reference = '') =>
      new Promise((resolve) => {
        const entry = live.get(key)
        if (entry === undefined) return resolve(false)
        if (isAcknowledged(entry.client, topic)) entry.unacknowledged.push(reference)
        const message = { cmd: 'publish' as const, topic, payload, qos: 1 as const, retain: false, dup: false }
        return entry.client.publish(message, (error) => resolve(error === undefined || error === null))
      }),
    kick: (key, reason) => {
      const entry = live.get(key)
      if (entry === undefined) return
      entry.reason = reason
      entry.client.close()
    },
    waiting: () => queue.length(),
    stop: async () => {
      server.close()
      for (const entry of live.values()) entry.reason ??= 'server_restart'
      await queue.stop()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

function addressOf(client: Client): string {
  const { conn } = client
  return conn instanceof net.Socket ? (conn.remoteAddress ?? '').replace(/^::ffff:/, '') : ''
}

/** A subscription with QoS 0 makes the broker send with QoS 0, which nobody acknowledges. */
function isAcknowledged(client: Client, topic: string): boolean {
  const subscriptions: unknown = Reflect.get(client, 'subscriptions')
  const subscription: unknown = typeof subscriptions === 'object' && subscriptions !== null ? Reflect.get(subscriptions, topic) : undefined
  return typeof subscription !== 'object' || subscription === null || Reflect.get(subscription, 'qos') !== 0
}

/** Set by the broker on a DISCONNECT packet; it has no public name for it. */
const cleanly = (client: Client): boolean => Reflect.get(client, '_disconnected') === true

function refusal(message: string, returnCode = 5): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
