import { Aedes, type Client } from 'aedes'
import { afterAttending } from '../waiting/attended.ts'
import type { Log } from '../log.ts'
import { handOver } from './hand-over.ts'
import { guardReads, longestFrameBytes, longestHelloBytes } from './guard-reads.ts'
import { usualStrangerMs } from './listener/first-bytes.ts'
import { listenMqtt, type Certificate } from './listener/mqtt-listener.ts'
import { newcomerLimits, newcomers, type NewcomerLimits } from './listener/newcomers.ts'
import { closeLive, cut, openLive, serverState, type ServerState } from './live-connections.ts'
import type { Connected, EndReason, MqttHooks } from './mqtt-hooks.ts'
import { noForwarding, noSessions } from './no-sessions.ts'
import { watchSilence } from './watch-silence.ts'
import { acknowledged, sendToDevice } from './send-to-device.ts'
import { authenticate, preConnect } from './sign-in.ts'
import { isOfSocket } from './socket-reads.ts'
import { authorizePublish, authorizeSubscribe, shown } from './take-packets.ts'

/**
 * `forMs`: how long the message may wait for its device. Afterwards nobody gets it: a device that was frozen, or whose
 * connection died silently, would act on it when it is back. `reference`: passed to `onDelivered`.
 */
export type SendOptions = Readonly<{ forMs: number; reference?: string }>

/** The MQTT server that devices are connected to, as the connector uses it: our own, or an external broker. */
export type MqttServer = Readonly<{
  /** 0 if it does not listen and devices are connected to an external broker. */
  port: number
  isConnected: (key: string) => boolean
  connectedKeys: () => string[]
  connections: () => Connected[]
  /** Whether a connection without a keep-alive has been silent for too long to count as connected. */
  isSilent: (key: string) => boolean
  /**
   * Sends with QoS 1 to one device, whether or not it has subscribed. False: it is not connected, nothing was sent.
   * True: the connection accepted the message, but may end before it arrives.
   */
  send: (key: string, topic: string, payload: string | Buffer, options: SendOptions) => Promise<boolean>
  /**
   * Whether a connected device has subscribed to a topic, by its name or a filter; always true when only an external
   * broker knows.
   */
  isSubscribed: (key: string, topic: string) => boolean
  /** The connected devices that are subscribed to a topic; null when only an external broker knows. */
  subscribers: (topic: string) => string[] | null
  /** Ends a device's connection. */
  kick: (key: string, reason: EndReason) => void
  /** New TLS handshakes use it. */
  setCertificate: (certificate: Certificate) => void
  /** The number of messages that are received and not yet stored. */
  waiting: () => number
  /** The time at which the oldest of them was received, epoch ms; undefined if none waits. */
  oldestWaitingMs: () => number | undefined
  /** Accepts no more connections, and ends those that are open, each after its acknowledgements, spread over `forMs`. */
  handOver: (forMs: number) => Promise<void>
  stop: () => Promise<void>
}>

export type MqttServerOptions = Readonly<{
  host: string
  port: number
  log: Log
  now: () => number
  /** Tests lower them. */
  newcomerLimits?: NewcomerLimits
  strangerMs?: number
  /** For TLS on the same port; without a certificate TLS needs a pre-shared key. */
  certificate?: Certificate | undefined
  /** Several processes may listen on the port. */
  reusePort?: boolean
}>

/** The broker's own limits count our slowness too: ours replace them. */
const neverMs = 2 ** 31 - 1

/**
 * The embedded broker, MQTT 3.1.1. It stores nothing: a QoS 1 publish is acknowledged when `onBatch` has resolved,
 * reading from a socket pauses while its messages wait, and messages are sent only to devices that are connected now.
 */
export async function startMqttServer<T = unknown>(
  given: MqttHooks<T>,
  {
    host,
    port,
    log,
    now,
    newcomerLimits: most = newcomerLimits,
    strangerMs = usualStrangerMs,
    certificate,
    reusePort = false,
  }: MqttServerOptions,
): Promise<MqttServer> {
  const state = serverState(safeHooks(given, log), log, now)
  const { hooks, queue, live, held } = state
  const broker = await Aedes.createBroker({
    connectTimeout: neverMs,
    maxClientsIdLength: 1024,
    // After an absence a device sends its stored messages at once, before its CONNACK is written.
    queueLimit: 2000,
    drainTimeout: 60_000,
    persistence: noSessions((key, messageId) => acknowledged(state, key, messageId)),
    mq: noForwarding,
    preConnect: preConnect(state),
    authenticate: authenticate(state),
    authorizePublish: authorizePublish(state),
    authorizeSubscribe: authorizeSubscribe(state),
  })
  followConnections(broker, state)
  const silence = watchSilence(state)
  const listener = await listenMqtt(
    {
      host,
      port,
      reusePort,
      log,
      certificate,
      pskOf: hooks.pskOf ?? nobody,
      onTlsRefused: (refused) => hooks.onTlsRefused?.(refused),
      maxMessageBytes: longestFrameBytes,
      maxHelloBytes: 2 * longestHelloBytes,
      newcomers: newcomers(most),
      strangerMs,
    },
    (arrival) => {
      state.incoming.set(arrival.stream, arrival)
      state.guards.set(arrival.stream, guardReads(arrival.stream, { isFull: queue.isFull, held, now }))
      // After its CONNECT the client waits for us, and no limit runs.
      const heard = afterAttending(strangerMs, () => arrival.stream.destroy())
      state.strangers.set(arrival.stream, heard)
      arrival.stream.once('close', heard)
      broker.handle(arrival.stream)
    },
  )

  return {
    port: listener.port,
    isConnected: (key) => live.get(key)?.client.conn.destroyed === false,
    connectedKeys: () => [...live.keys()],
    connections: () => [...live.values()].map(({ connection }) => connection),
    isSilent: (key) => live.get(key)?.isSilent === true,
    send: async (key, topic, payload, { forMs, reference = '' }) => {
      const untilMs = now() + forMs
      const entry = live.get(key)
      if (entry === undefined || !(await entry.ready.promise) || entry.isLeaving || now() >= untilMs) return false
      return sendToDevice(state, entry, topic, payload, reference)
    },
    isSubscribed: (key, topic) => live.get(key)?.subscribed.matches(topic) === true,
    subscribers: (topic) => [...live].flatMap(([key, { subscribed }]) => (subscribed.matches(topic) ? [key] : [])),
    kick: (key, reason) => cut(live.get(key), reason),
    setCertificate: listener.setCertificate,
    waiting: () => queue.length(),
    oldestWaitingMs: () => queue.oldest()?.receivedAt,
    handOver: (forMs) => listener.close().then(() => handOver(state, forMs)),
    stop: async () => {
      await listener.close()
      silence.stop()
      await endAll(broker, state)
    },
  }
}

async function endAll<T>(broker: Aedes, { live, queue }: ServerState<T>): Promise<void> {
  for (const entry of live.values()) entry.reason ??= 'server_restart'
  await queue.stop()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
}

const nobody = () => Promise.resolve(undefined)

/** Keeps the live connections in step with the broker's events. */
function followConnections<T>(broker: Aedes, state: ServerState<T>): void {
  const { log, liveOf, incoming, guards } = state
  broker.on('client', (client) => openLive(state, client))
  broker.on('unsubscribe', (topics, client) => {
    for (const topic of topics) liveOf.get(client)?.subscribed.remove(topic)
  })
  broker.on('connackSent', (_connack, client) => {
    const entry = liveOf.get(client)
    // A client that is refused gets a CONNACK too.
    if (entry === undefined) return
    guards.get(client.conn)?.admit()
    incoming.get(client.conn)?.admitted()
    entry.ready.resolve(true)
  })
  broker.on('clientError', (client, error) => failed(state, client, error))
  broker.on('connectionError', (_client, error) =>
    log.debug({ err: error }, 'A connection failed before it was admitted'),
  )
  broker.on('clientDisconnect', (client) => {
    const entry = liveOf.get(client)
    const isGoodbye = guards.get(client.conn)?.guard.hasDisconnected() === true
    if (entry !== undefined) closeLive(state, entry, isGoodbye ? 'disconnected' : 'connection_lost')
  })
}

function failed<T>({ log, liveOf }: ServerState<T>, client: Client, error: Error): void {
  const entry = liveOf.get(client)
  if (entry !== undefined && entry.reason === null && !isOfSocket(error)) {
    const isTooLarge = error.message === 'Packet too-long'
    entry.reason = isTooLarge ? 'too_large' : 'bad_packet'
    entry.detail = isTooLarge ? `> ${longestFrameBytes} B` : shown(error.message)
  }
  log.debug({ key: client.id, err: error }, 'A connection failed')
}

/**
 * The same hooks, wrapped so that none throws: their input comes from a device, and an exception within the broker would end the process
 * for all. After a failure publishing is cut off and subscribing refused; a message is read again with its batch.
 */
function safeHooks<T>(hooks: MqttHooks<T>, log: Log): MqttHooks<T> {
  const safely = <R>(work: () => R, otherwise: R): R => {
    try {
      return work()
    } catch (error) {
      log.error({ err: error }, 'A hook of the connector failed')
      return otherwise
    }
  }
  return {
    ...hooks,
    mayPublish: (key, topic) => safely(() => hooks.mayPublish(key, topic), false),
    maySubscribe: (key, filter) => safely(() => hooks.maySubscribe(key, filter), 'refuse'),
    ownerOf: (topic) => safely(() => hooks.ownerOf?.(topic) ?? '', ''),
    onConnected: (connection) => safely(() => hooks.onConnected(connection), undefined),
    onDisconnected: (connection, reason, detail) =>
      safely(() => hooks.onDisconnected(connection, reason, detail), undefined),
    onFilterRefused: (connection, filter) => safely(() => hooks.onFilterRefused?.(connection, filter), undefined),
    onSilence: (connection, isSilent) => safely(() => hooks.onSilence?.(connection, isSilent), undefined),
    onUnserved: (request) => safely(() => hooks.onUnserved?.(request), undefined),
    onTlsRefused: (refused) => safely(() => hooks.onTlsRefused?.(refused), undefined),
    onRefused: (message, reason) => safely(() => hooks.onRefused?.(message, reason), undefined),
    onMessage: (message) => safely(() => hooks.onMessage?.(message), undefined),
    onDelivered: (key, reference) => safely(() => hooks.onDelivered(key, reference), undefined),
  }
}
