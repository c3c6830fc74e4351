import type { Log } from '../../log.ts'
import { batchQueue } from '../batch-queue.ts'
import type { MqttServer } from '../mqtt-server.ts'
import type { MqttHooks, Incoming, Received } from '../mqtt-hooks.ts'
import { instants } from '../instants.ts'
import type { BrokerAddress } from './broker-address.ts'
import type { BrokerConnection } from './broker-connection.ts'
import { startConsumer } from './consumer.ts'
import type { Consumer } from './consumer.ts'
import { keepSlots, noticeSlot } from './keep-slots.ts'
import type { Slot, SlotStore, SlotUse } from './keep-slots.ts'

/** What the broker says of itself: who came, who went. */
export type Notice = Readonly<{ topic: string; payload: string; receivedAt: number }>

export type ExternalHooks<T = unknown> = Pick<MqttHooks<T>, 'onMessage' | 'onBatch'> &
  Readonly<{
    /** The device that a topic is of; null where it is of none, and what it says is nobody's. */
    keyOf: (topic: string) => string | null
    /** Resolves when these, in their order, are written. */
    onNotices: (notices: readonly Notice[]) => Promise<void>
  }>

export type ExternalBroker = MqttServer &
  Readonly<{
    /** This process is the one that hears who comes and goes, and what is not shared; and it is connected. */
    receivesNotices: () => boolean
  }>

export type ExternalOptions = Readonly<{
  address: BrokerAddress
  /** Topics of devices; no message matches two of them. */
  filters: readonly string[]
  noticeFilters: readonly string[]
  /** Topics of devices that the process that hears notices takes alone. None of them matches one of `filters`. */
  aloneFilters: readonly string[]
  /** Connections of this process. */
  connections: number
  store: SlotStore
  log: Log
  now: () => number
}>

/** All consumers share under this name: each message goes to one of them. */
const shared = (filter: string) => `$share/brigade/${filter}`

/** A message with the session it came by; lost where another process took that session over. */
type Consumed<T> = Received<T> & { readonly slot: number; isLost: boolean }

/**
 * The connector's work where devices are connected to an external broker: takes from it what they say, together with any
 * number of other processes, and acknowledges it when `onBatch` has resolved. Who is connected only the broker knows, so
 * that `send` goes to any device.
 */
export async function openExternalBroker<T = unknown>(
  hooks: ExternalHooks<T>,
  { address, filters, noticeFilters, aloneFilters, connections, store, log, now }: ExternalOptions,
): Promise<ExternalBroker> {
  const consumers = new Map<number, Consumer>()
  const held = new Set<BrokerConnection>()
  const instant = instants(now)
  const ready = Promise.withResolvers<void>()
  let turn = 0

  const queue = batchQueue<Consumed<T>>({ onBatch: writeHeld, onRoom: readOn, log })
  const notices = batchQueue<Notice>({ onBatch: hooks.onNotices, onRoom: readOn, log })

  /** Of a session that is another's by now nothing is written, nor acknowledged: it is delivered to him again. */
  async function writeHeld(messages: readonly Consumed<T>[]) {
    const slots = new Set(messages.map(({ slot }) => slot))
    await store.whileHeld([...slots], async (stillHeld) => {
      const ours = messages.filter(({ slot }) => stillHeld.has(slot))
      if (ours.length > 0) await hooks.onBatch(ours)
      for (const message of messages) if (!stillHeld.has(message.slot)) message.isLost = true
    })
  }

  function readOn() {
    const waiting = [...held]
    held.clear()
    for (const connection of waiting) connection.readOn()
  }

  function hold(connection: BrokerConnection) {
    held.add(connection)
    connection.hold()
  }

  function start({ slot, filters: formerFilters }: Slot, use: SlotUse) {
    const own = slot === noticeSlot ? [...noticeFilters, ...aloneFilters] : filters.map(shared)
    const consumer = startConsumer({
      address,
      slot,
      part: use,
      filters: own,
      formerFilters,
      log,
      isHeld: async () => {
        let isHeld = true
        try {
          await store.whileHeld([slot], async (stillHeld) => {
            isHeld = stillHeld.has(slot)
          })
        } catch {
          // Without the database nobody takes anything over; a broker that began anew must not wait for it to be heard.
        }
        return isHeld
      },
      onSubscribing: async (all) => store.remember(slot, all),
      onDelivery: ({ topic, payload, again }, connection, done) => {
        const receivedAt = instant()
        const key = hooks.keyOf(topic)
        if (slot === noticeSlot && key === null) {
          notices.add({ topic, payload: payload.toString('utf8'), receivedAt }, payload.length, done)
          if (notices.isFull()) hold(connection)
          return
        }
        if (key === null) return done()
        const incoming: Incoming = { key, topic, payload, again, receivedAt }
        const message = { ...incoming, attached: hooks.onMessage?.(incoming), slot, isLost: false }
        queue.add(message, payload.length, () => {
          if (!message.isLost) done()
        })
        if (queue.isFull()) hold(connection)
      },
      onReady: () => {
        log.info({ slot, use }, 'Consumes from the broker')
        if (slot !== noticeSlot) ready.resolve()
      },
      onDrained: () => {
        log.info({ slot }, 'The session of another consumer is empty')
        consumers.delete(slot)
        keeping.removed(slot).catch((error: unknown) => log.warn({ err: error }, 'A session was not removed'))
      },
    })
    consumers.set(slot, consumer)
  }

  const keeping = keepSlots({
    store,
    wanted: connections,
    log,
    onTaken: start,
    onLost: (slot) => {
      consumers.get(slot)?.drop()
      consumers.delete(slot)
    },
  })
  await ready.promise

  /** One after the other, so that no connection has all to carry. */
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
    send: async (_key, topic, payload) => (await openConnection()?.publish(topic, payload)) ?? false,
    isSubscribed: () => true,
    subscribers: () => null,
    // Only the broker could; the device is refused when it comes next, and what it says until then is not taken.
    kick: () => {},
    setCertificate: () => {},
    waiting: () => queue.length(),
    oldestWaitingMs: () => queue.oldest()?.receivedAt,
    stop: async () => {
      await queue.stop()
      await notices.stop()
      await Promise.all([...consumers.values()].map((consumer) => consumer.stop()))
      await keeping.stop()
    },
  }
}
