import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { BrokerAddress } from './broker-address.ts'
import { connectBroker, UnservedVersion, type BrokerConnection, type Delivery } from './broker-connection.ts'

/** `share` receives its share of the messages; `drain` empties the session of a process that has died, and ends it. */
export type ConsumerPart = 'share' | 'drain'

export type Consumer = Readonly<{
  slot: number
  part: ConsumerPart
  connection: () => BrokerConnection | undefined
  /** Another process takes the session over, or it stays with the broker: the connection ends in both cases. */
  stop: () => Promise<void>
  /** Cuts the connection without a DISCONNECT. */
  drop: () => void
}>

/** Limit of messages in flight from the broker to one session. */
const receiveMaximum = 2000
const firstPauseMs = 100
const longestPauseMs = 5000
/** A broker that does not speak our version is tried ever more rarely: somebody has to replace it. */
const longestUnservedMs = 600_000
const drainPauseMs = 100

/** The pause after the next failure. */
export const pauseAfter = (pauseMs: number, error: unknown): number =>
  Math.min(pauseMs * 2, error instanceof UnservedVersion ? longestUnservedMs : longestPauseMs)

export type ConsumerOptions = Readonly<{
  address: BrokerAddress
  slot: number
  part: ConsumerPart
  /** The filters to subscribe to, and those that its session may still be subscribed to from an earlier version. */
  filters: readonly string[]
  formerFilters: readonly string[]
  log: Log
  /**
   * Whether this process still holds the session. It is checked before reconnecting, because another process may hold
   * it by then.
   */
  isHeld: () => Promise<boolean>
  /** Epoch ms. */
  now: () => number
  /**
   * Called before it subscribes to these, so that the process that takes the session over knows which filters to
   * unsubscribe.
   */
  onSubscribing: (filters: readonly string[]) => Promise<void>
  /** `done` acknowledges. */
  onDelivery: (delivery: Delivery, connection: BrokerConnection, done: () => void) => void
  /** It is connected and subscribed. */
  onReady: () => void
  onDrained: () => void
}>

const clientIdOf = (slot: number): string => `brigade-consumer-${slot}`

/** Keeps one numbered session at the broker connected; while the broker is unavailable, pauses grow. */
export function startConsumer(options: ConsumerOptions): Consumer {
  const { address, slot, part, filters, formerFilters, log } = options
  const stopping = new AbortController()
  let current: BrokerConnection | undefined
  let [pauseMs, areFiltersStored] = [firstPauseMs, false]

  async function connected() {
    let unacknowledged = 0
    const deliver = (delivery: Delivery) => {
      unacknowledged += 1
      // Messages that arrive together with CONNACK precede `connection`; they wait in `early`.
      const hand = (connection: BrokerConnection) =>
        options.onDelivery(delivery, connection, () => {
          unacknowledged -= 1
          connection.acknowledge(delivery.packetId)
        })
      if (current === undefined) early.push(hand)
      else hand(current)
    }
    const early: ((connection: BrokerConnection) => void)[] = []
    const connection = await connectBroker(address, {
      clientId: clientIdOf(slot),
      receiveMaximum,
      now: options.now,
      onDelivery: deliver,
    })
    current = connection
    for (const hand of early) hand(connection)
    const unwanted = part === 'drain' ? formerFilters : formerFilters.filter((filter) => !filters.includes(filter))
    if (connection.hadSession && unwanted.length > 0) await connection.unsubscribe(unwanted)
    if (part === 'share') {
      if (!areFiltersStored) await options.onSubscribing([...new Set([...formerFilters, ...filters])])
      areFiltersStored = true
      await connection.subscribe(filters)
    }
    pauseMs = firstPauseMs
    options.onReady()
    if (part === 'drain') {
      await drain(connection, () => unacknowledged)
      stopping.abort()
      options.onDrained()
    }
    await connection.ended
  }

  async function run() {
    let [isFirst, failure]: [boolean, unknown] = [true, undefined]
    while (!stopping.signal.aborted) {
      try {
        const mayConnect = isFirst || (await options.isHeld())
        isFirst = false
        if (mayConnect) {
          await connected()
          if (!stopping.signal.aborted) log.warn({ slot }, 'The connection to the broker has ended; connecting again')
        }
        failure = undefined
      } catch (error) {
        failure = error
        current?.cut()
        if (!stopping.signal.aborted) log.warn({ err: error, slot }, 'The broker cannot be used; trying again')
      }
      current = undefined
      if (stopping.signal.aborted) return
      await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined)
      pauseMs = pauseAfter(pauseMs, failure)
    }
  }
  const running = run()

  return {
    slot,
    part,
    connection: () => (current?.isOpen() === true ? current : undefined),
    stop: async () => {
      stopping.abort()
      await current?.end('kept')
      await running
    },
    drop: () => {
      stopping.abort()
      current?.cut()
    },
  }
}

/**
 * Waits until everything is acknowledged and the broker, pinged twice, has delivered nothing more, and ends the
 * session.
 */
async function drain(connection: BrokerConnection, unacknowledged: () => number) {
  let known = -1
  let quietTimes = 0
  while (quietTimes < 2) {
    const deliveries = await connection.ping()
    quietTimes = deliveries === known && unacknowledged() === 0 ? quietTimes + 1 : 0
    known = deliveries
    await delay(drainPauseMs)
  }
  await connection.end('forgotten')
}
