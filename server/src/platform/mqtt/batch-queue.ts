import { setTimeout as delay } from 'node:timers/promises'
import { answeredWithin } from '../db/connection/answer-limit.ts'
import { newMark, type BatchMark } from '../intake/batch-mark.ts'
import { intakeAnswerMs } from '../intake/write-once.store.ts'
import type { Log } from '../log.ts'
import { watchOrder, type OrderWatch, type Turn } from './watch-order.ts'

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

const maxItems = 2000
const maxBytes = 4_194_304
const firstPauseMs = 50
const longestPauseMs = 2000
/** Time from the beginning of one batch to that of the next under little load: a transaction for every few messages would cost the machine more than the messages. */
const gatheringMs = 25
/** These limits hold for all publishers together. */
const maxWaiting = 20_000
const maxWaitingBytes = 33_554_432

/** `place`: its number in the order of arrival. */
type Waiting<T> = Readonly<{
  item: T
  bytes: number
  lane: number
  place: number
  turn: Turn
  safe: () => void
}>

/** Items that are written together; no other item of these lanes is written meanwhile. */
type Batch<T> = Readonly<{ entries: readonly Waiting<T>[]; lanes: readonly number[]; mark: BatchMark }> & {
  /** An attempt has failed. */
  isFailing: boolean
}

/** The state of one queue. */
type QueueState<T> = {
  waiting: Waiting<T>[]
  /** The number of waiting items of each lane. */
  readonly waitingOf: number[]
  /** Counts of all items in the queue, including those that are being written. */
  bytes: number
  arrived: number
  readonly inHand: Set<Batch<T>>
  itemsInHand: number
  /** Lanes in their gathering pause, with the batch that it follows. */
  readonly resting: Map<number, Batch<T>>
  readonly order: OrderWatch
  wasFull: boolean
  isStopped: boolean
}

type Lanes<T> = Readonly<{
  count: number
  laneOf: (item: T) => number
  /** The publisher whose items must keep their order; all items of one publisher are in one lane. */
  publisherOf: (item: T) => string
}>

type Options<T> = Readonly<{
  /** `mark` is the same at each try of a batch. */
  onBatch: (items: readonly T[], mark: BatchMark) => Promise<void>
  onRoom?: () => void
  /** Called for each item that overtakes an earlier one of its publisher, which is a fault of this queue. */
  onDisorder?: () => void
  log: Log
  /** Items of one lane are written in their order. Under load, a batch of each lane is written at the same time. */
  lanes?: Lanes<T>
}>

const lengthOf = <T>({ waiting, itemsInHand }: QueueState<T>) => waiting.length + itemsInHand

/** Whether one batch could hold everything that is in the queue. */
const fitsOneBatch = <T>(state: QueueState<T>) => lengthOf(state) <= maxItems && state.bytes <= maxBytes

/**
 * The lanes of the next batch; none if nothing can begin now. Under load each lane has a batch of its own. While one
 * batch could hold everything, there is one for all lanes, because two transactions cost more than one: it waits for
 * the present batch, and takes over lanes that only rest. So after a backlog the lanes join again. A failed batch is
 * not waited for.
 */
function nextLanes<T>(state: QueueState<T>): readonly number[] {
  const { waiting, waitingOf, inHand, resting } = state
  if (waiting.length === 0 || inHand.size === waitingOf.length) return []
  const isLight = fitsOneBatch(state)
  const batches = [...inHand]
  if (isLight && batches.some(({ isFailing }) => !isFailing)) return []
  const free = [...waitingOf.keys()].filter((lane) => !batches.some(({ lanes }) => lanes.includes(lane)))
  const due = free.find((lane) => (waitingOf[lane] ?? 0) > 0 && !resting.has(lane))
  if (due === undefined) return []
  return isLight ? free : [due]
}

/** The first entries of these lanes that fit into one batch. */
function firstOf<T>(waiting: readonly Waiting<T>[], lanes: readonly number[]): Waiting<T>[] {
  const entries: Waiting<T>[] = []
  let bytes = 0
  for (const entry of waiting) {
    if (entries.length === maxItems || bytes >= maxBytes) break
    if (!lanes.includes(entry.lane)) continue
    entries.push(entry)
    bytes += entry.bytes
  }
  return entries
}

/** Takes the next batch; undefined if nothing can begin now. */
function takeBatch<T>(state: QueueState<T>): Batch<T> | undefined {
  const { waiting, waitingOf, inHand, resting, order } = state
  const lanes = nextLanes(state)
  if (lanes.length === 0) return undefined
  const entries = firstOf(waiting, lanes)
  const taken = new Set(entries)
  state.waiting = waiting.filter((entry) => !taken.has(entry))
  for (const { lane } of entries) waitingOf[lane] = (waitingOf[lane] ?? 0) - 1
  state.itemsInHand += entries.length
  // The pause of a lane that is taken over is over; its timer finds another batch, or none.
  for (const lane of lanes) resting.delete(lane)
  const batch = { entries, lanes, mark: newMark(), isFailing: false }
  inHand.add(batch)
  order.begins(entries)
  return batch
}

/** Writes a batch, retrying until it succeeds or the queue is stopped; false if it was stopped. */
async function writeBatch<T>(
  state: QueueState<T>,
  batch: Batch<T>,
  { onBatch, log }: Options<T>,
  onFailure: () => void,
): Promise<boolean> {
  const items = batch.entries.map((entry) => entry.item)
  let pauseMs = firstPauseMs
  while (!state.isStopped) {
    try {
      await answeredWithin(intakeAnswerMs, () => onBatch(items, batch.mark))
      return true
    } catch (error) {
      log.warn({ err: error, items: items.length }, 'Messages of devices could not be written; trying again')
      batch.isFailing = true
      onFailure()
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  return false
}

/** Acknowledges written messages. A failed acknowledgement must neither write the batch again nor delay the others. */
function acknowledge<T>({ order }: QueueState<T>, { entries }: Batch<T>, log: Log): void {
  for (const { turn, safe } of entries) {
    order.acknowledged(turn)
    try {
      safe()
    } catch (error) {
      log.error({ err: error }, 'A message that is written could not be acknowledged')
    }
  }
}

function makeRoom<T>(state: QueueState<T>, onRoom: () => void) {
  if (!state.wasFull || lengthOf(state) > maxWaiting / 2 || state.bytes > maxWaitingBytes / 2) return
  state.wasFull = false
  onRoom()
}

/** Writes a batch, and keeps its lanes until enough has gathered for the next one. `onFree`: another batch may begin. */
async function useLanes<T>(
  state: QueueState<T>,
  batch: Batch<T>,
  options: Options<T>,
  onFree: () => void,
): Promise<void> {
  const { onRoom = () => {}, log } = options
  const begunAt = performance.now()
  if (await writeBatch(state, batch, options, onFree)) acknowledge(state, batch, log)
  state.inHand.delete(batch)
  state.itemsInHand -= batch.entries.length
  for (const entry of batch.entries) state.bytes -= entry.bytes
  makeRoom(state, onRoom)
  // The first message after a silence is written at once; those that follow are gathered.
  const restMs = gatheringMs - (performance.now() - begunAt)
  if (restMs > 0 && fitsOneBatch(state) && !state.isStopped) {
    for (const lane of batch.lanes) state.resting.set(lane, batch)
    onFree()
    await delay(restMs)
    for (const lane of batch.lanes) if (state.resting.get(lane) === batch) state.resting.delete(lane)
  }
  onFree()
}

const oneLane = { count: 1, laneOf: () => 0, publisherOf: () => '' }

/** The entry that has waited longest. */
function oldestOf<T>({ waiting, inHand }: QueueState<T>): Waiting<T> | undefined {
  return [...inHand]
    .map(({ entries }) => entries[0])
    .reduce(
      (oldest, entry) => (oldest === undefined || (entry !== undefined && entry.place < oldest.place) ? entry : oldest),
      waiting[0],
    )
}

/**
 * Collects arriving items while the previous batch is written: the slower the database, the larger the batches. No item
 * is dropped: a batch that fails is retried until it succeeds, and until then its publishers wait. Memory is bounded:
 * reading from publishers pauses while `isFull`.
 */
export function batchQueue<T>(options: Options<T>): BatchQueue<T> {
  const { lanes = oneLane } = options
  const state: QueueState<T> = {
    waiting: [],
    waitingOf: Array.from({ length: lanes.count }, () => 0),
    bytes: 0,
    arrived: 0,
    inHand: new Set(),
    itemsInHand: 0,
    resting: new Map(),
    order: watchOrder(options),
    wasFull: false,
    isStopped: false,
  }
  const running = new Set<Promise<void>>()

  function run(work: () => Promise<void>) {
    const one = work().finally(() => running.delete(one))
    running.add(one)
  }

  /** Begins as many batches as can begin now. */
  function writeFree() {
    for (;;) {
      const batch = state.isStopped ? undefined : takeBatch(state)
      if (batch === undefined) return
      run(() => useLanes(state, batch, options, writeFree))
    }
  }

  let isWaking = false
  function wake() {
    if (isWaking || nextLanes(state).length === 0) return
    isWaking = true
    // The first batch begins one turn of the event loop later, so that it includes everything that this read brings.
    run(async () => {
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
      isWaking = false
      writeFree()
    })
  }

  const settled = async () => {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    add: (item, bytes, safe) => {
      if (state.isStopped) return
      state.arrived += 1
      const lane = lanes.laneOf(item)
      const turn = state.order.arrived(lanes.publisherOf(item))
      state.waiting.push({ item, bytes, lane, place: state.arrived, turn, safe })
      state.waitingOf[lane] = (state.waitingOf[lane] ?? 0) + 1
      state.bytes += bytes
      wake()
    },
    length: () => lengthOf(state),
    oldest: () => oldestOf(state)?.item,
    isFull: () => {
      const isFull = lengthOf(state) >= maxWaiting || state.bytes >= maxWaitingBytes
      state.wasFull ||= isFull
      return isFull
    },
    stop: async () => {
      // The current batches are finished and acknowledged; the rest was not acknowledged and will be sent again.
      state.isStopped = true
      state.waiting = []
      await settled()
    },
    drained: settled,
  }
}
