import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'

export type BatchQueue<T> = Readonly<{
  /** `safe` is called when the item's batch is written. */
  add: (item: T, bytes: number, safe: () => void) => void
  length: () => number
  /** The item that has waited longest, including the batch that is being written. */
  oldest: () => T | undefined
  /** Whether the limit of waiting items is reached; `onRoom` is called when there is room again. */
  isFull: () => boolean
  /** Resolves when nothing waits. */
  drained: () => Promise<void>
  /** Finishes the current batch and drops the rest, which was not acknowledged. */
  stop: () => Promise<void>
}>

const mostItems = 2000
const mostBytes = 4_194_304
const firstPauseMs = 50
const longestPauseMs = 2000
/** Time from the beginning of one batch to that of the next under little load: a transaction for every few messages would cost the machine more than the messages. */
const gatheringMs = 25
/** These limits hold for all publishers together. */
const mostWaiting = 20_000
const mostWaitingBytes = 33_554_432

type Waiting<T> = Readonly<{ item: T; bytes: number; safe: () => void }>

/** The state of one queue. */
type QueueState<T> = {
  waiting: Waiting<T>[]
  waitingBytes: number
  inHand: number
  oldestInHand: T | undefined
  wasFull: boolean
  isStopped: boolean
}

type Options<T> = Readonly<{
  onBatch: (items: readonly T[]) => Promise<void>
  onRoom?: () => void
  log: Log
}>

const lengthOf = <T>({ waiting, inHand }: QueueState<T>) => waiting.length + inHand

function takeBatch<T>(state: QueueState<T>): Waiting<T>[] {
  const { waiting } = state
  let bytes = 0
  let count = 0
  while (count < waiting.length && count < mostItems && bytes < mostBytes) {
    bytes += waiting[count]?.bytes ?? 0
    count += 1
  }
  state.waiting = waiting.slice(count)
  return waiting.slice(0, count)
}

/** Writes a batch, retrying until it succeeds or the queue is stopped. */
async function writeBatch<T>(state: QueueState<T>, batch: readonly Waiting<T>[], { onBatch, log }: Options<T>) {
  const items = batch.map((entry) => entry.item)
  state.inHand = batch.length
  state.oldestInHand = items[0]
  let pauseMs = firstPauseMs
  while (!state.isStopped) {
    try {
      await onBatch(items)
      for (const entry of batch) entry.safe()
      break
    } catch (error) {
      log.warn({ err: error, items: batch.length }, 'Messages of devices could not be written; trying again')
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  state.inHand = 0
  state.oldestInHand = undefined
  for (const entry of batch) state.waitingBytes -= entry.bytes
}

function makeRoom<T>(state: QueueState<T>, onRoom: () => void) {
  if (!state.wasFull || lengthOf(state) > mostWaiting / 2 || state.waitingBytes > mostWaitingBytes / 2) return
  state.wasFull = false
  onRoom()
}

/** Writes batch after batch until nothing waits. */
async function writeAll<T>(state: QueueState<T>, options: Options<T>): Promise<void> {
  const { onRoom = () => {} } = options
  // The first batch begins one turn of the event loop later, so that it includes everything that this read brings.
  await new Promise<void>((resolve) => {
    setImmediate(resolve)
  })
  while (state.waiting.length > 0 && !state.isStopped) {
    const begunAt = performance.now()
    await writeBatch(state, takeBatch(state), options)
    makeRoom(state, onRoom)
    // The first message after a silence is written at once; those that follow are gathered.
    const restMs = gatheringMs - (performance.now() - begunAt)
    if (restMs > 0 && lengthOf(state) < mostItems && !state.isStopped) await delay(restMs)
  }
}

/**
 * Collects arriving items while the previous batch is written: the slower the database, the larger the batches. No item
 * is dropped: a batch that fails is retried until it succeeds, and until then its publishers wait. Memory is bounded:
 * reading from publishers pauses while `isFull`.
 */
export function batchQueue<T>(options: Options<T>): BatchQueue<T> {
  const state: QueueState<T> = {
    waiting: [],
    waitingBytes: 0,
    inHand: 0,
    oldestInHand: undefined,
    wasFull: false,
    isStopped: false,
  }
  let running: Promise<void> | undefined

  function start() {
    running ??= writeAll(state, options).finally(() => {
      running = undefined
      // An item may have been added after the last round and before this.
      if (state.waiting.length > 0 && !state.isStopped) start()
    })
  }

  return {
    add: (item, bytes, safe) => {
      if (state.isStopped) return
      state.waiting.push({ item, bytes, safe })
      state.waitingBytes += bytes
      start()
    },
    length: () => lengthOf(state),
    oldest: () => state.oldestInHand ?? state.waiting[0]?.item,
    isFull: () => {
      const isFull = lengthOf(state) >= mostWaiting || state.waitingBytes >= mostWaitingBytes
      state.wasFull ||= isFull
      return isFull
    },
    stop: async () => {
      // The current batch is finished and acknowledged; the rest was not acknowledged and will be sent again.
      state.isStopped = true
      state.waiting = []
      await running
    },
    drained: async () => {
      await running
    },
  }
}
