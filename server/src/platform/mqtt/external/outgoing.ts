/** The queue of messages to a broker: as many in flight as the broker accepts, the rest in order behind. */
export type Outgoing = Readonly<{
  /**
   * Resolves with the broker's answer. A message in flight when the connection ended counts as accepted, because its
   * fate is unknown. A message that waited for too long is not sent.
   */
  publish: (topic: string, payload: string | Buffer, untilMs: number) => Promise<boolean>
  answered: (messageId: number, isTaken: boolean) => void
  start: (maxUnderWay: number) => void
  stop: () => void
}>

/** Lower ids are those of subscriptions. */
const firstId = 1001
const lastId = 65_535
/** A broker that accepts nothing must not fill our memory. */
const maxWaiting = 20_000

/** `forSeconds`: how long the broker may keep it. */
export type OutgoingMessage = Readonly<{
  messageId: number
  topic: string
  payload: string | Buffer
  forSeconds: number
}>
type Waiting = Readonly<{
  topic: string
  payload: string | Buffer
  untilMs: number
  done: (isTaken: boolean) => void
}>

/** `now`: epoch ms. */
export function outgoing(write: (message: OutgoingMessage) => void, now: () => number): Outgoing {
  const underWay = new Map<number, (isTaken: boolean) => void>()
  let waiting: Waiting[] = []
  // The number of these that have been written: shifting each from the front would copy the rest.
  let written = 0
  let next = firstId
  let most = 0
  const state = { isStopped: false }

  function goOn() {
    while (underWay.size < most) {
      const first = waiting[written]
      if (first === undefined) break
      written += 1
      const { topic, payload, untilMs, done } = first
      // Rounded down: the device may get it earlier, never later. 0 would not be a limit for some brokers.
      const forSeconds = Math.floor((untilMs - now()) / 1000)
      if (forSeconds < 1) {
        done(false)
        continue
      }
      while (underWay.has(next)) next = next === lastId ? firstId : next + 1
      underWay.set(next, done)
      write({ messageId: next, topic, payload, forSeconds })
    }
    if (written < 1000 && written < waiting.length) return
    waiting = waiting.slice(written)
    written = 0
  }

  return {
    publish: (topic, payload, untilMs) => {
      if (state.isStopped || waiting.length - written >= maxWaiting) return Promise.resolve(false)
      return new Promise((resolve) => {
        waiting.push({ topic, payload, untilMs, done: resolve })
        goOn()
      })
    },
    answered: (messageId, isTaken) => {
      underWay.get(messageId)?.(isTaken)
      underWay.delete(messageId)
      if (waiting.length > 0) goOn()
    },
    start: (maxUnderWay) => {
      most = Math.min(maxUnderWay, 10_000)
      goOn()
    },
    stop: () => {
      state.isStopped = true
      for (const done of underWay.values()) done(true)
      for (const { done } of waiting.slice(written)) done(false)
      underWay.clear()
      waiting = []
    },
  }
}
