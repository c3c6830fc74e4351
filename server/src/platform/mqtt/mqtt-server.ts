import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import packets from 'mqtt-packet'
import type { Log } from '../log.ts'
import { storableText } from '../storable-text.ts'
import { batchQueue } from './batch-queue.ts'
import { grantQos1, turnAway } from './client-packets.ts'
import { listenMqtt, type IncomingConnection, type Certificate } from './mqtt-listener.ts'
import { subscriptions, type Subscriptions } from './filter-match.ts'
import type { ConnectRequest, Connected, EndReason, MqttHooks, Incoming, Received } from './mqtt-hooks.ts'
import { guardReads, longestFrameBytes, longestHelloBytes, type GuardedReads } from './guard-reads.ts'
import { instants } from './instants.ts'
import { newcomerLimits, newcomers, type NewcomerLimits } from './newcomers.ts'
import { noForwarding, noSessions } from './no-sessions.ts'
import { safeHooks } from './safe-hooks.ts'
import { isOfSocket } from './socket-reads.ts'

export type MqttServer = Readonly<{
  /** 0: it listens nowhere, devices are connected to a broker elsewhere. */
  port: number
  isConnected: (key: string) => boolean
  connectedKeys: () => string[]
  connections: () => Connected[]
  /** Whether a connection without a keep-alive has been silent for too long to count as there. */
  isSilent: (key: string) => boolean
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
/** Of a message that is refused, so much of its payload is kept. */
const refusedBytes = 1024
/** What may wait to be taken by one device; one that does not take it is cut off. */
const mostUnsentBytes = 4_194_304
/** Without a keep-alive a device counts as there for as long as with the longest that Alibaba allows (alink.md 2.1): 1.5 times 1,200 s. */
const silentAfterMs = 1_800_000
const lookForSilenceMs = 1000

export type MqttServerOptions = Readonly<{
  host: string
  port: number
  log: Log
  now: () => number
  /** Tests lower them. */
  newcomerLimits?: NewcomerLimits
  /** For TLS on the same port; without one only pre-shared keys make TLS. */
  certificate?: Certificate | undefined
}>

type Live = {
  client: Client
  connection: Connected
  reason: EndReason | null
  detail: string
  /** Of one without a keep-alive. */
  isSilent: boolean
  /** Resolves once CONNACK is out, from where on it can be told things; false where it never will. */
  ready: PromiseWithResolvers<boolean>
  lastMessageId: number
  /** References by the message id they were sent under. */
  unacknowledged: Map<number, string>
  subscribed: Subscriptions
}
type Request = Omit<ConnectRequest, 'username' | 'password'>

/**
 * The embedded broker, MQTT 3.1.1. It stores nothing: a QoS 1 publish is acknowledged when `onBatch` has resolved, a
 * socket whose messages wait is not read further, and what is sent goes to devices that are connected now.
 */
export async function startMqttServer<T = unknown>(
  given: MqttHooks<T>,
  { host, port, log, now, newcomerLimits: most = newcomerLimits, certificate }: MqttServerOptions,
): Promise<MqttServer> {
  const hooks = safeHooks(given, log)
  const live = new Map<string, Live>()
  const requests = new WeakMap<Client, Request>()
  const liveOf = new WeakMap<Client, Live>()
  const guards = new WeakMap<object, GuardedReads>()
  const unhurried = new Set<Live>()
  const arrivals = new WeakMap<object, IncomingConnection>()
  const held = new Set<Duplex>()
  const gathering = new Set<Duplex>()
  const instant = instants(now)
  const queue = batchQueue<Received<T>>({ onBatch: hooks.onBatch, onRoom: readOn, log })

  const broker = await Aedes.createBroker({
    connectTimeout: 20_000,
    maxClientsIdLength: 1024,
    // A device sends what it has kept while it was away at once, before its CONNACK is written.
    queueLimit: 2000,
    drainTimeout: 60_000,
    persistence: noSessions(delivered),
    mq: noForwarding,
    preConnect: (client, packet, done) => {
      // Alink knows no last will; why a connection ended is in the online log.
      delete packet.will
      const { address = '', over = '' } = arrivals.get(client.conn) ?? {}
      const version: unknown = packet.protocolVersion
      const request = {
        clientId: packet.clientId,
        address,
        protocol: `MQTT ${version === 3 ? '3.1' : version === 5 ? '5' : '3.1.1'}${over}`,
        isEncrypted: over.includes('TLS'),
        keepAliveSeconds: packet.keepalive ?? 0,
      }
      if (version === 5) {
        hooks.onUnserved?.({ ...request, username: packet.username ?? '', password: '' })
        return turnAway(client.conn, () => done(new Error('MQTT 5'), false))
      }
      requests.set(client, request)
      grantQos1(client)
      return done(null, true)
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
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      const message = { key: client.id, topic, payload, again: packet.dup, receivedAt: instant() }
      const fault = faultOf(message, packet.qos)
      if (fault !== undefined) {
        refuse(message, fault.reason)
        return end(client, fault.reason, done, fault.detail)
      }
      const attached = hooks.onMessage?.(message)
      queue.add({ ...message, attached }, payload.length, () => {
        gather(client.conn)
        done(null)
      })
      return undefined
    },
    authorizeSubscribe: (client, subscription, done) => {
      const { topic } = subscription
      const subscribed = liveOf.get(client)?.subscribed
      const verdict = subscribed?.hasRoom(topic) === true ? hooks.maySubscribe(client.id, topic) : 'refuse'
      if (verdict === false) return end(client, 'wrong_topic', done, topic)
      // Counted at once: one packet may ask for thousands.
      if (verdict === true) subscribed?.add(topic)
      return done(null, verdict === true ? subscription : null)
    },
  })

  /** Null where the device may come in. */
  async function admit(client: Client, username: string, password: string): Promise<AuthenticateError | null> {
    const request = requests.get(client)
    if (request === undefined) return refusal('not authorised')
    try {
      const key = await hooks.authenticate({ ...request, username, password })
      if (key === 'later') return refusal('unavailable', 3)
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

  function end(client: Client, reason: EndReason, done: (error: Error) => void, detail: string) {
    const entry = liveOf.get(client)
    if (entry !== undefined && entry.reason === null) Object.assign(entry, { reason, detail: shown(detail) })
    done(new Error(reason))
  }

  /** What a message is not taken for; `detail` names it where the reason does not. */
  function faultOf({ key, topic, payload }: Incoming, qos: number): { reason: EndReason; detail: string } | undefined {
    // Alink has no QoS 2.
    if (qos === 2) return { reason: 'qos_2', detail: topic }
    // MQTT 3.1.1, 1.5.3: no zero character; PostgreSQL could not keep it either.
    if (topic.includes('\u0000')) return { reason: 'bad_packet', detail: 'a zero character in the topic' }
    if (Buffer.byteLength(topic) > longestTopicBytes) return { reason: 'topic_too_long', detail: topic }
    if (payload.length > largestPayloadBytes) return { reason: 'too_large', detail: `${payload.length} B, ${topic}` }
    return hooks.mayPublish(key, topic) ? undefined : { reason: 'wrong_topic', detail: topic }
  }

  /** Kept in the trace as refused; it gets no acknowledgement. */
  function refuse(message: Incoming, reason: EndReason) {
    const kept = { ...message, topic: shown(message.topic), payload: message.payload.subarray(0, refusedBytes) }
    const attached = hooks.onRefused?.(kept, reason)
    if (attached !== undefined) queue.add({ ...kept, attached }, kept.payload.length, () => {})
  }

  broker.on('client', (client) => {
    const request = requests.get(client)
    if (request === undefined) return
    const { address, protocol, keepAliveSeconds } = request
    const connection = { key: client.id, address, protocol, keepAliveSeconds }
    const entry: Live = {
      client,
      connection,
      reason: null,
      detail: '',
      isSilent: false,
      ready: Promise.withResolvers<boolean>(),
      lastMessageId: 0,
      unacknowledged: new Map(),
      subscribed: subscriptions((topic) => hooks.ownerOf?.(topic) ?? ''),
    }
    live.set(client.id, entry)
    liveOf.set(client, entry)
    if (keepAliveSeconds === 0) unhurried.add(entry)
    hooks.onConnected(entry.connection)
  })
  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) liveOf.get(client)?.subscribed.remove(topic)
  })
  broker.on('connackSent', (_connack, client) => {
    const entry = liveOf.get(client)
    // One that is refused is told so too.
    if (entry === undefined) return
    guards.get(client.conn)?.admit()
    arrivals.get(client.conn)?.admitted()
    entry.ready.resolve(true)
  })
  broker.on('keepaliveTimeout', (client) => {
    const entry = liveOf.get(client)
    if (entry !== undefined) entry.reason ??= 'keep_alive'
  })
  broker.on('clientError', (client, error) => {
    const entry = liveOf.get(client)
    if (entry !== undefined && entry.reason === null && !isOfSocket(error)) {
      const isTooLarge = error.message === 'Packet too-long'
      entry.reason = isTooLarge ? 'too_large' : 'bad_packet'
      entry.detail = isTooLarge ? `> ${longestFrameBytes} B` : shown(error.message)
    }
    log.debug({ key: client.id, err: error }, 'A connection failed')
  })
  broker.on('connectionError', (_client, error) =>
    log.debug({ err: error }, 'A connection failed before it was admitted'),
  )
  broker.on('clientDisconnect', (client) => {
    const entry = liveOf.get(client)
    const isGoodbye = guards.get(client.conn)?.guard.hasSaidGoodbye() === true
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
    unhurried.delete(entry)
    if (live.get(key) === entry) live.delete(key)
    hooks.onDisconnected(entry.connection, entry.reason ?? otherwise, entry.detail)
  }

  const silence = setInterval(() => {
    for (const entry of unhurried) {
      const isSilent = now() - (guards.get(entry.client.conn)?.heardAtMs() ?? 0) > silentAfterMs
      if (isSilent === entry.isSilent) continue
      entry.isSilent = isSilent
      hooks.onSilence?.(entry.connection, isSilent)
    }
  }, lookForSilenceMs)
  silence.unref()

  function readOn() {
    const waiting = [...held]
    held.clear()
    for (const socket of waiting) socket.emit('readable')
  }

  const listener = await listenMqtt(
    {
      host,
      port,
      log,
      certificate,
      pskOf: hooks.pskOf ?? nobody,
      mostMessageBytes: longestFrameBytes,
      mostHelloBytes: 2 * longestHelloBytes,
      newcomers: newcomers(most),
    },
    (arrival) => {
      arrivals.set(arrival.stream, arrival)
      guards.set(arrival.stream, guardReads(arrival.stream, { isFull: queue.isFull, held, now }))
      broker.handle(arrival.stream)
    },
  )

  return {
    port: listener.port,
    isConnected: (key) => live.get(key)?.client.conn.destroyed === false,
    connectedKeys: () => [...live.keys()],
    connections: () => [...live.values()].map(({ connection }) => connection),
    isSilent: (key) => live.get(key)?.isSilent === true,
    send: async (key, topic, payload, reference = '') => {
      const entry = live.get(key)
      return entry !== undefined && (await entry.ready.promise) && write(entry, topic, payload, reference)
    },
    isSubscribed: (key, topic) => live.get(key)?.subscribed.hears(topic) === true,
    subscribers: (topic) => [...live].flatMap(([key, { subscribed }]) => (subscribed.hears(topic) ? [key] : [])),
    kick: (key, reason) => cut(live.get(key), reason),
    setCertificate: listener.setCertificate,
    waiting: () => queue.length(),
    oldestWaitingMs: () => queue.oldest()?.receivedAt,
    stop: async () => {
      listener.close()
      clearInterval(silence)
      for (const entry of live.values()) entry.reason ??= 'server_restart'
      await queue.stop()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

/** A topic may be 64 KB, and hold what no text may. */
const shown = (text: string) => {
  const storable = storableText(text)
  return storable.length > longestTopicBytes ? `${storable.slice(0, longestTopicBytes)}…` : storable
}

const nobody = () => Promise.resolve(undefined)

function refusal(message: string, returnCode = 5): AuthenticateError {
  return Object.assign(new Error(message), { returnCode })
}
