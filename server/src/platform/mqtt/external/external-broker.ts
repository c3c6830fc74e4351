import type { BatchMark } from '../../intake/batch-mark.ts'
import type { Log } from '../../log.ts'
import { batchQueue, type BatchQueue } from '../batch-queue.ts'
import type { MqttServer } from '../mqtt-server.ts'
import type { MqttHooks, Incoming, Received } from '../mqtt-hooks.ts'
import { instants } from '../instants.ts'
import type { BrokerAddress } from './broker-address.ts'
import type { BrokerConnection, Delivery } from './broker-connection.ts'
import { startConsumer, type Consumer } from './consumer.ts'
import { leaseSlots, noticeSlot, type Slot, type SlotStore, type SlotUse } from './slot-leases.ts'

/** A message of the broker about itself: a client connected or disconnected. */
export type Notice = Readonly<{
  topic: string
  payload: string
  receivedAt: number
  /** The broker has delivered it before, and nobody acknowledged it. */
  again: boolean
}>

export type ExternalHooks<T = unknown> = Pick<MqttHooks<T>, 'onMessage' | 'onBatch' | 'onDisorder'> &
  Readonly<{
    /** The key of the device that a topic belongs to; null if it belongs to none. */
    keyOf: (topic: string) => string | null
    /** Resolves when these notices are written in their order. */
    onNotices: (notices: readonly Notice[]) => Promise<void>
  }>

export type ExternalBroker = MqttServer &
  Readonly<{
    /** This process is connected and receives the notices and the filters that are not shared. */
    receivesNotices: () => boolean
  }>

export type ExternalOptions = Readonly<{
  address: BrokerAddress
  /** Topics of devices; no message matches two of them. */
  filters: readonly string[]
  noticeFilters: readonly string[]
  /** Topics of devices that only the process with the notices consumes. None of them matches one of `filters`. */
  aloneFilters: readonly string[]
  /**
   * A topic that matches one of `aloneFilters` and belongs to no device: messages of this process on it have to return.
   */
  probeTopic: string
  /** Connections of this process. */
  connections: number
  store: SlotStore
  log: Log
  now: () => number
}>

/** All consumers share under this name: the broker delivers each message to one of them. */
const shared = (filter: string) => `$share/brigade/${filter}`

/** A message with the session it came by; lost if another process took that session over. */
type Consumed<T> = Received<T> & { readonly slot: number; isLost: boolean }

/** State that the consumers of one process share. */
type Consuming<T> = Readonly<{
  hooks: ExternalHooks<T>
  options: ExternalOptions
  consumers: Map<number, Consumer>
  /** Connections that are not read while a queue is full. */
  held: Set<BrokerConnection>
  instant: () => number
  queue: BatchQueue<Consumed<T>>
  notices: BatchQueue<Notice>
}>

/**
 * The connector's work with an external broker: it consumes the devices' messages, together with any number of other
 * processes, and acknowledges them when `onBatch` has resolved. Only the broker knows which devices are connected, so
 * `send` accepts any device.
 */
export async function openExternalBroker<T = unknown>(
  hooks: ExternalHooks<T>,
  options: ExternalOptions,
): Promise<ExternalBroker> {
  const { connections, store, log, now } = options
  const consumers = new Map<number, Consumer>()
  const held = new Set<BrokerConnection>()
  const ready = Promise.withResolvers<void>()
  let turn = 0

  function readOn() {
    const waiting = [...held]
    held.clear()
    for (const connection of waiting) connection.readOn()
  }
  const onBatch = (messages: readonly Consumed<T>[], mark: BatchMark) => writeHeld(hooks, store, messages, mark)
  const { onDisorder } = hooks
  const queue = batchQueue<Consumed<T>>({ onBatch, onDisorder, onRoom: readOn, log })
  const notices = batchQueue<Notice>({ onBatch: hooks.onNotices, onDisorder, onRoom: readOn, log })
  const consuming: Consuming<T> = { hooks, options, consumers, held, instant: instants(now), queue, notices }

  const leases = leaseSlots({
    store,
    wanted: connections,
    log,
    onTaken: (slot, use) =>
      consume(consuming, slot, use, {
        onReady: () => {
          if (slot.slot !== noticeSlot) ready.resolve()
        },
        removed: (empty) => leases.removed(empty),
      }),
    onLost: (slot) => {
      consumers.get(slot)?.drop()
      consumers.delete(slot)
    },
  })
  await ready.promise

  /** Connections are used in turn, so that the load is spread. */
  function openConnection(): BrokerConnection | undefined {
    const open = [...consumers.values()].flatMap((consumer) => consumer.connection() ?? [])
    turn += 1
    return open[turn % open.length]
  }

  return {
    port: 0,
    receivesNotices: () => consumers.get(noticeSlot)?.connection() !== undefined,
    isConnected: () => true,
    connectedKeys: () => [],
    connections: () => [],
    isSilent: () => false,
    send: async (_key, topic, payload, { forMs }) =>
      (await openConnection()?.publish(topic, payload, now() + forMs)) ?? false,
    isSubscribed: () => true,
    subscribers: () => null,
    // Only the broker could end a connection. The device is refused at its next connect; until then its messages are
    // rejected.
    kick: () => {},
    setCertificate: () => {},
    waiting: () => queue.length(),
    oldestWaitingMs: () => queue.oldest()?.receivedAt,
    // Devices are connected to the broker, and what this process has not acknowledged goes to the others.
    handOver: async () => undefined,
    stop: async () => {
      await queue.stop()
      await notices.stop()
      await Promise.all([...consumers.values()].map((consumer) => consumer.stop()))
      await leases.stop()
    },
  }
}

/**
 * Messages of a session that another process now holds are neither written nor acknowledged: the broker delivers them
 * there again.
 */
async function writeHeld<T>(
  hooks: ExternalHooks<T>,
  store: SlotStore,
  messages: readonly Consumed<T>[],
  mark: BatchMark,
) {
  const slots = new Set(messages.map(({ slot }) => slot))
  await store.whileHeld([...slots], async (stillHeld) => {
    const ours = messages.filter(({ slot }) => stillHeld.has(slot))
    if (ours.length > 0) await hooks.onBatch(ours, mark)
    for (const message of messages) if (!stillHeld.has(message.slot)) message.isLost = true
  })
}

type SlotEvents = Readonly<{ onReady: () => void; removed: (slot: number) => Promise<void> }>

/** Begins to consume with a slot that this process has leased. */
function consume<T>(consuming: Consuming<T>, taken: Slot, use: SlotUse, { onReady, removed }: SlotEvents) {
  const { consumers, options } = consuming
  const { address, filters, noticeFilters, aloneFilters, store, log, now } = options
  const { slot, filters: formerFilters } = taken
  const consumer = startConsumer({
    address,
    slot,
    part: use,
    filters: slot === noticeSlot ? [...noticeFilters, ...aloneFilters] : filters.map(shared),
    formerFilters,
    log,
    now,
    isHeld: () => isStillHeld(store, slot),
    onSubscribing: async (all) => store.remember(slot, all),
    onDelivery: (delivery, connection, done) => deliver(consuming, slot, delivery, connection, done),
    onReady: () => {
      log.info({ slot, use }, 'Consumes from the broker')
      onReady()
      if (slot === noticeSlot && use === 'share') void checkRights(consumer, options)
    },
    onDrained: () => {
      log.info({ slot }, 'The session of another consumer is empty')
      consumers.delete(slot)
      removed(slot).catch((error: unknown) => log.warn({ err: error }, 'A session was not removed'))
    },
  })
  consumers.set(slot, consumer)
}

/** How long a message of our own may take to return on a busy broker. */
const comesBackMs = 30_000

/**
 * Mosquitto grants a subscription that its `acl_file` does not allow, and delivers nothing: all devices would seem
 * silent.
 */
async function checkRights(consumer: Consumer, { probeTopic, log }: ExternalOptions): Promise<void> {
  const connection = consumer.connection()
  if (connection === undefined || (await connection.comesBack(probeTopic, comesBackMs)) || !connection.isOpen()) return
  log.warn(
    { topic: probeTopic },
    'What is sent to the topics of devices does not come back from the broker: its access rules lack the rights of Brigade, and no device will be heard',
  )
}

async function isStillHeld(store: SlotStore, slot: number): Promise<boolean> {
  let isHeld = true
  try {
    await store.whileHeld([slot], async (stillHeld) => {
      isHeld = stillHeld.has(slot)
    })
  } catch {
    // Without the database no process can take over a slot, and reconnecting to a restarted broker must not depend on
    // the database.
  }
  return isHeld
}

/** Queues a delivery of the broker; `done` acknowledges it. */
function deliver<T>(
  { hooks, held, instant, queue, notices }: Consuming<T>,
  slot: number,
  { topic, payload, again }: Delivery,
  connection: BrokerConnection,
  done: () => void,
) {
  const receivedAt = instant()
  const key = hooks.keyOf(topic)
  if (slot === noticeSlot && key === null) {
    notices.add({ topic, payload: payload.toString('utf8'), receivedAt, again }, payload.length, done)
    if (notices.isFull()) hold(held, connection)
    return
  }
  if (key === null) return done()
  const incoming: Incoming = { key, topic, payload, again, receivedAt }
  const message = { ...incoming, attached: hooks.onMessage?.(incoming), slot, isLost: false }
  queue.add(message, payload.length, () => {
    if (!message.isLost) done()
  })
  if (queue.isFull()) hold(held, connection)
}

function hold(held: Set<BrokerConnection>, connection: BrokerConnection) {
  held.add(connection)
  connection.hold()
}
