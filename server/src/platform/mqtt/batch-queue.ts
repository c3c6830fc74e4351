import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'

export type BatchQueue<T> = Readonly<{
  /** `safe` is called when the batch that holds the item has been handed over for good. */
  add: (item: T, bytes: number, safe: () => void) => void
  length: () => number
  /** What has waited longest, the batch in hand included. */
  oldest: () => T | undefined
  /** So much waits that no more should be taken; `onRoom` is called when that has passed. */
  isFull: () => boolean
  /** Resolves when nothing waits. */
  drained: () => Promise<void>
  /** Finishes the batch in hand and drops what waits: it was not acknowledged. */
  stop: () => Promise<void>
}>

const mostItems = 1000
const mostBytes = 4_194_304
const longestPauseMs = 2000
/** From one batch's beginning to the next one's, while there is little: a transaction for every few messages would cost the machine more than the messages. */
const gatheringMs = 25
/** As a whole, whatever the number of publishers. */
const mostWaiting = 20_000
const mostWaitingBytes = 33_554_432

/**
 * Gathers what arrives while the batch before is being written: the slower the database, the larger the batches. Nothing
 * is ever given up: a batch that fails is tried again until it succeeds, and until then its publishers wait.
 * It cannot outgrow memory: no publisher is read on while `isFull`.
 */
export function batchQueue<T>({
  onBatch,
  onRoom = () => {},
  log,
}: {
  onBatch: (items: readonly T[]) => Promise<void>
  onRoom?: () => void
  log: Log
}): BatchQueue<T> {
  let waiting: { item: T; bytes: number; safe: () => void }[] = []
  let inHand = 0
  let oldestInHand: T | undefined
  let waitingBytes = 0
  let wasFull = false
  let running: Promise<void> | undefined
  // A property: it changes while a loop waits.
  const state = { isStopped: false }

  function take() {
    let bytes = 0
    let count = 0
    while (count < waiting.length && count < mostItems && bytes < mostBytes) {
      bytes += waiting[count]?.bytes ?? 0
      count += 1
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  const length = () => waiting.length + inHand

  function makeRoom() {
    if (!wasFull || length() > mostWaiting / 2 || waitingBytes > mostWaitingBytes / 2) return
    wasFull = false
    onRoom()
  }

  async function run(): Promise<void> {
    // One turn of the loop later: whatever else this read brings joins the first batch.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    let pauseMs = 50
    while (waiting.length > 0 && !state.isStopped) {
      const batch = take()
      const items = batch.map((entry) => entry.item)
      const begunAt = performance.now()
      inHand = batch.length
      oldestInHand = items[0]
      while (!state.isStopped) {
        try {
          await onBatch(items)
          pauseMs = 50
          for (const entry of batch) entry.safe()
          break
        } catch (error) {
          log.warn({ err: error, items: batch.length }, 'What devices said could not be written; trying again')
          const ms = pauseMs
          await new Promise((resolve) => setTimeout(resolve, ms))
          pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        }
      }
      inHand = 0
      oldestInHand = undefined
      for (const entry of batch) waitingBytes -= entry.bytes
      makeRoom()
      // What comes first after a silence waits for nothing; what follows at once is gathered.
      const restMs = gatheringMs - (performance.now() - begunAt)
      if (restMs > 0 && length() < mostItems && !state.isStopped) await delay(restMs)
    }
  }

  function start() {
    running ??= run().finally(() => {
      running = undefined
      // Added when the last round was over and this not yet said.
      if (waiting.length > 0 && !state.isStopped) start()
    })
  }

  return {
    add: (item, bytes, safe) => {
      if (state.isStopped) return
      waiting.push({ item, bytes, safe })
      waitingBytes += bytes
      start()
    },
    length,
    oldest: () => oldestInHand ?? waiting[0]?.item,
    isFull: () => {
      const isFull = length() >= mostWaiting || waitingBytes >= mostWaitingBytes
      wasFull ||= isFull
      return isFull
    },
    stop: async () => {
      // What is in hand is finished and acknowledged; what waits was not acknowledged and will be sent again.
      state.isStopped = true
      waiting = []
      await running
    },
    drained: async () => {
      await running
    },
  }
}
