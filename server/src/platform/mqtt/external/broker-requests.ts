import type { Packet } from 'mqtt-packet'

/** Subscriptions and pings that wait for the broker's answer. */
export type BrokerRequests = Readonly<{
  /** Sends a SUBSCRIBE or UNSUBSCRIBE; rejects if the broker refuses. */
  ask: (packet: (messageId: number) => Packet) => Promise<void>
  answered: (messageId: number, granted: readonly unknown[]) => void
  ping: () => Promise<number>
  /** Resolves the oldest ping with the number of deliveries so far. */
  ponged: (deliveries: number) => void
  rejectAll: (error: Error) => void
}>

/** Higher message ids are those of publishes. */
const lastId = 1000

/** `endError`: the reason why the connection has ended; undefined while it is open. */
export function brokerRequests(write: (packet: Packet) => void, endError: () => Error | undefined): BrokerRequests {
  const answers = new Map<number, PromiseWithResolvers<void>>()
  const pings: PromiseWithResolvers<number>[] = []
  let lastAnswerId = 0
  return {
    ask: async (packet) => {
      const error = endError()
      if (error !== undefined) throw error
      lastAnswerId = (lastAnswerId % lastId) + 1
      const waiting = Promise.withResolvers<void>()
      answers.set(lastAnswerId, waiting)
      write(packet(lastAnswerId))
      await waiting.promise
    },
    answered: (messageId, granted) => {
      const waiting = answers.get(messageId)
      answers.delete(messageId)
      const isRefused = granted.some((code) => typeof code === 'number' && code >= 0x80)
      if (isRefused) waiting?.reject(new Error('The broker refuses a subscription'))
      else waiting?.resolve()
    },
    ping: () => {
      const waiting = Promise.withResolvers<number>()
      const error = endError()
      if (error !== undefined) waiting.reject(error)
      else {
        pings.push(waiting)
        write({ cmd: 'pingreq' })
      }
      return waiting.promise
    },
    ponged: (deliveries) => pings.shift()?.resolve(deliveries),
    rejectAll: (error) => {
      for (const waiting of [...answers.values(), ...pings]) waiting.reject(error)
    },
  }
}
