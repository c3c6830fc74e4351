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

/** `place`: its number in the order of arrival. */
type Waiting<T> = Readonly<{ item: T; bytes: number; lane: number; place: number; safe: () => void }>

/** Items that are written together; no other item of these lanes is written meanwhile. */
type Batch<T> = Readonly<{ entries: readonly Waiting<T>[]; lanes: readonly number[] }>

/** The state of one queue. */
type QueueState<T> = {
  waiting: Waiting<T>[]
  waitingBytes: number
  arrived: number
  inHand: Set<Batch<T>>
  itemsInHand: number
  busyLanes: Set<number>
  wasFull: boolean
  isStopped: boolean
}

type Options<T> = Readonly<{
  onBatch: (items: readonly T[]) => Promise<void>
  onRoom?: () => void
  log: Log
  /** Items of one lane are written in their order. Under load, a batch of each lane is written at the same time. */
  lanes?: Readonly<{ count: number; laneOf: (item: T) => number }>
}>

const lengthOf = <T>({ waiting, itemsInHand }: QueueState<T>) => waiting.length + itemsInHand

/** The first entries of these lanes that fit into one batch. */
function firstOf<T>(waiting: readonly Waiting<T>[], lanes: ReadonlySet<number>): Waiting<T>[] {
  const entries: Waiting<T>[] = []
  let bytes = 0
  for (const entry of waiting) {
    if (entries.length === mostItems || bytes >= mostBytes) break
    if (!lanes.has(entry.lane)) continue
    entries.push(entry)
    bytes += entry.bytes
  }
  return entries
}

/**
 * Takes the next batch; undefined if no entry of a free lane waits. While one batch holds all that waits, it takes all lanes:
 * two transactions would cost more than one.
 */
function takeBatch<T>(state: QueueState<T>, laneCount: number): Batch<T> | undefined {
  const { waiting, busyLanes, inHand } = state
  const first = waiting.find(({ lane }) => !busyLanes.has(lane))
  if (first === undefined) return undefined
  const isAlone = inHand.size === 0 && waiting.length <= mostItems
  const lanes = isAlone ? Array.from({ length: laneCount }, (_, lane) => lane) : [first.lane]
  const entries = firstOf(waiting, new Set(lanes))
  const taken = new Set(entries)
  state.waiting = waiting.filter((entry) => !taken.has(entry))
  const batch = { entries, lanes }
  inHand.add(batch)
  state.itemsInHand += entries.length
  for (const lane of lanes) busyLanes.add(lane)
  return batch
}

/** Writes a batch, retrying until it succeeds or the queue is stopped. */
async function writeBatch<T>(state: QueueState<T>, batch: Batch<T>, { onBatch, log }: Options<T>) {
  const { entries } = batch
  const items = entries.map((entry) => entry.item)
  let pauseMs = firstPauseMs
  while (!state.isStopped) {
    try {
      await onBatch(items)
      for (const entry of entries) entry.safe()
      break
    } catch (error) {
      log.warn({ err: error, items: items.length }, 'Messages of devices could not be written; trying again')
      await delay(pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  state.inHand.delete(batch)
  state.itemsInHand -= entries.length
  for (const entry of entries) state.waitingBytes -= entry.bytes
}

function makeRoom<T>(state: QueueState<T>, onRoom: () => void) {
  if (!state.wasFull || lengthOf(state) > mostWaiting / 2 || state.waitingBytes > mostWaitingBytes / 2) return
  state.wasFull = false
  onRoom()
}

/** Writes a batch, and keeps its lanes until enough has gathered for the next one. */
async function useLanes<T>(state: QueueState<T>, batch: Batch<T>, options: Options<T>): Promise<void> {
  const { onRoom = () => {} } = options
  const begunAt = performance.now()
  await writeBatch(state, batch, options)
  makeRoom(state, onRoom)
  // The first message after a silence is written at once; those that follow are gathered.
  const restMs = gatheringMs - (performance.now() - begunAt)
  if (restMs > 0 && lengthOf(state) < mostItems && !state.isStopped) await delay(restMs)
  for (const lane of batch.lanes) state.busyLanes.delete(lane)
}

const oneLane = { count: 1, laneOf: () => 0 }

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
    waitingBytes: 0,
    arrived: 0,
    inHand: new Set(),
    itemsInHand: 0,
    busyLanes: new Set(),
    wasFull: false,
    isStopped: false,
  }
  const running = new Set<Promise<void>>()

  function run(work: () => Promise<void>) {
    const one = work().finally(() => running.delete(one))
    running.add(one)
  }

  /** Begins as many batches as there are free lanes with items. */
  function writeFree() {
    for (;;) {
      const batch = state.isStopped ? undefined : takeBatch(state, lanes.count)
      if (batch === undefined) return
      run(async () => {
        await useLanes(state, batch, options)
        writeFree()
      })
    }
  }

  let isWaking = false
  function wake() {
    if (isWaking) return
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
      state.waiting.push({ item, bytes, lane, place: state.arrived, safe })
      state.waitingBytes += bytes
      if (!state.busyLanes.has(lane)) wake()
    },
    length: () => lengthOf(state),
    oldest: () => oldestOf(state)?.item,
    isFull: () => {
      const isFull = lengthOf(state) >= mostWaiting || state.waitingBytes >= mostWaitingBytes
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
