import type { Log } from '../log.ts'

/** One message among those of its publisher that wait, are written or are not acknowledged yet. */
export type Turn = {
  readonly publisher: string
  /** The publisher's message before it, until this one is acknowledged. */
  before: Turn | undefined
  /** The batch that it is written with; 0 while it waits. */
  batch: number
  isAcknowledged: boolean
  isCounted: boolean
}

export type OrderWatch = Readonly<{
  arrived: (publisher: string) => Turn
  /** The first attempt to write a batch begins. */
  begins: (entries: readonly Readonly<{ turn: Turn }>[]) => void
  acknowledged: (turn: Turn) => void
}>

type Options = Readonly<{
  log: Log
  /** Called for each message that is out of order. */
  onDisorder?: (() => void) | undefined
}>

/** One line in this time, so that a fault cannot fill the log. */
const pauseMs = 10_000

/**
 * Checks at run time that a publisher's messages are written one batch after another and acknowledged in their order,
 * as MQTT 3.1.1 requires ([4.6.0-2]) and the search for repeated messages presupposes. It knows nothing of lanes,
 * pauses and retries, so that a fault in these cannot mislead it. A message out of order is counted and processed all
 * the same: stopping would lose more. Its memory is bounded by the messages in the queue.
 */
export function watchOrder({ log, onDisorder }: Options): OrderWatch {
  /** The newest message of each publisher that has any in the queue. */
  const newest = new Map<string, Turn>()
  let batches = 0
  let silentUntil = 0
  let unlogged = 0

  function count(turn: Turn) {
    if (turn.isCounted) return
    turn.isCounted = true
    onDisorder?.()
    if (performance.now() < silentUntil) {
      unlogged += 1
      return
    }
    log.error({ publisher: turn.publisher, unlogged }, 'A message has overtaken an earlier one of its publisher')
    silentUntil = performance.now() + pauseMs
    unlogged = 0
  }

  return {
    arrived: (publisher) => {
      const turn: Turn = {
        publisher,
        before: newest.get(publisher),
        batch: 0,
        isAcknowledged: false,
        isCounted: false,
      }
      newest.set(publisher, turn)
      return turn
    },
    begins: (entries) => {
      batches += 1
      for (const { turn } of entries) {
        turn.batch = batches
        const { before } = turn
        if (before !== undefined && !before.isAcknowledged && before.batch !== batches) count(turn)
      }
    },
    acknowledged: (turn) => {
      if (turn.before?.isAcknowledged === false) count(turn)
      turn.isAcknowledged = true
      turn.before = undefined
      if (newest.get(turn.publisher) === turn) newest.delete(turn.publisher)
    },
  }
}
