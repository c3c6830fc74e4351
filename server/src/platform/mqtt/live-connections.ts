import type { Duplex } from 'node:stream'
import type { Client } from 'aedes'
import type { Log } from '../log.ts'
import { batchQueue, type BatchQueue } from './batch-queue.ts'
import { subscriptions, type Subscriptions } from './filter-match.ts'
import type { GuardedReads } from './guard-reads.ts'
import { instants } from './instants.ts'
import type { IncomingConnection } from './listener/incoming-connection.ts'
import type { ConnectRequest, Connected, EndReason, MqttHooks, Received } from './mqtt-hooks.ts'

/** Corks a connection until the current turn of the event loop is over. */
type GatherWrites = (conn: Duplex) => void

/** Sends all packets that a batch causes for one device (acknowledgements and replies) in one write. */
function gatherWrites(): GatherWrites {
  const gathering = new Set<Duplex>()
  function release() {
    for (const conn of gathering) conn.uncork()
    gathering.clear()
  }
  return (conn) => {
    if (gathering.has(conn)) return
    conn.cork()
    if (gathering.size === 0) setImmediate(release)
    gathering.add(conn)
  }
}

/** A connection that was admitted. */
export type LiveConnection = {
  client: Client
  connection: Connected
  /** As its CONNECT had it: another one of the same device may come from another client. */
  clientId: string
  reason: EndReason | null
  detail: string
  /** A time of the clock of `ServerState.instant`. */
  connectedAt: number
  /** Only a connection without a keep-alive can be silent. */
  isSilent: boolean
  /**
   * The bytes that it had sent at the last check, and how long it had been silent then. Only clients with a keep-alive
   * are checked.
   */
  heardBytes: number
  silentMs: number
  /** Resolves with true once CONNACK is sent, after which messages can be sent; with false if it never will be. */
  ready: PromiseWithResolvers<boolean>
  /** The number of its messages that are not acknowledged yet. */
  unanswered: number
  /** It is handed over to another process: nothing more is sent to it. */
  isLeaving: boolean
  lastMessageId: number
  /** References by the message id with which they were sent. */
  unacknowledged: Map<number, string>
  subscribed: Subscriptions
  /** The number of refused filters, and the first of them. */
  refusedFilters: { count: number; told: Set<string> }
}

/**
 * The messages of a connection stay in one lane: they are written and acknowledged in their order. Two lanes, because the
 * database writes the batch of one while this process reads and answers the messages of the other.
 */
const lanes = {
  count: 2,
  laneOf: ({ key }: Readonly<{ key: string }>) => sumOf(key) % 2,
  publisherOf: ({ key }: Readonly<{ key: string }>) => key,
}

function sumOf(key: string): number {
  let sum = 0
  for (let at = 0; at < key.length; at += 1) sum += key.charCodeAt(at)
  return sum
}

/** State that the parts of one MQTT server share. */
export type ServerState<T> = Readonly<{
  hooks: MqttHooks<T>
  log: Log
  now: () => number
  /** The present time, different at each call: it orders messages, and connections among them. */
  instant: () => number
  queue: BatchQueue<Received<T>>
  gather: GatherWrites
  /** Connections by device key. */
  live: Map<string, LiveConnection>
  liveOf: WeakMap<Client, LiveConnection>
  /** Connections without a keep-alive, and those with one. */
  unhurried: Set<LiveConnection>
  hurried: Set<LiveConnection>
  /** Functions that end the limit until CONNECT, by stream. */
  strangers: WeakMap<object, () => void>
  requests: WeakMap<Client, Omit<ConnectRequest, 'username' | 'password'>>
  /** Connections by stream. */
  incoming: WeakMap<object, IncomingConnection>
  guards: WeakMap<object, GuardedReads>
  /** Sockets that are not read while the queue is full. */
  held: Set<Duplex>
}>

export function serverState<T>(hooks: MqttHooks<T>, log: Log, now: () => number): ServerState<T> {
  const held = new Set<Duplex>()
  const onRoom = () => {
    const waiting = [...held]
    held.clear()
    for (const socket of waiting) socket.emit('readable')
  }
  return {
    hooks,
    log,
    now,
    instant: instants(now),
    queue: batchQueue<Received<T>>({ onBatch: hooks.onBatch, onDisorder: hooks.onDisorder, onRoom, log, lanes }),
    gather: gatherWrites(),
    live: new Map(),
    liveOf: new WeakMap(),
    unhurried: new Set(),
    hurried: new Set(),
    strangers: new WeakMap(),
    requests: new WeakMap(),
    incoming: new WeakMap(),
    guards: new WeakMap(),
    held,
  }
}

/** Adds an admitted connection, which is removed by `closeLive`. */
export function openLive<T>(
  { hooks, live, liveOf, unhurried, hurried, requests, instant }: ServerState<T>,
  client: Client,
): void {
  const request = requests.get(client)
  if (request === undefined) return
  const { clientId, address, protocol, keepAliveSeconds } = request
  const connection = { key: client.id, address, protocol, keepAliveSeconds }
  const entry: LiveConnection = {
    client,
    connection,
    clientId,
    reason: null,
    detail: '',
    connectedAt: instant(),
    isSilent: false,
    heardBytes: 0,
    silentMs: 0,
    ready: Promise.withResolvers<boolean>(),
    unanswered: 0,
    isLeaving: false,
    lastMessageId: 0,
    unacknowledged: new Map(),
    subscribed: subscriptions((topic) => hooks.ownerOf?.(topic) ?? ''),
    refusedFilters: { count: 0, told: new Set() },
  }
  live.set(client.id, entry)
  liveOf.set(client, entry)
  if (keepAliveSeconds === 0) unhurried.add(entry)
  else hurried.add(entry)
  hooks.onConnected(entry.connection)
}

/** Removes a connection that has ended: for the reason it was given, else for `otherwise`. */
export function closeLive<T>(
  { hooks, live, liveOf, unhurried, hurried }: ServerState<T>,
  entry: LiveConnection,
  otherwise: EndReason,
): void {
  const { key } = entry.connection
  liveOf.delete(entry.client)
  entry.ready.resolve(false)
  unhurried.delete(entry)
  hurried.delete(entry)
  if (live.get(key) === entry) live.delete(key)
  hooks.onDisconnected(entry.connection, entry.reason ?? otherwise, entry.detail)
}

/** Ends a connection; the first reason counts, with its detail. */
export function cut(entry: LiveConnection | undefined, reason: EndReason, detail = ''): void {
  if (entry === undefined) return
  if (entry.reason === null) entry.detail = detail
  entry.reason ??= reason
  entry.client.close()
}
