import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { batchQueue } from './batch-queue.ts'

/**
 * The order of a queue with lanes, under random arrivals, commits and failures. The pauses are milliseconds: the
 * gathering pause of the queue is 25 ms, and the test tries how batches, commits and pauses coincide.
 */

const log = createLog({ level: 'silent' })

/** A reproducible random generator. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The item `n` of all, and the place among those of its connection. */
type Item = Readonly<{ key: string; n: number; place: number }>

type Case = Readonly<{
  lanes: number
  connections: number
  /** Bursts: the number of items at once, and the pause after them. */
  arrivals: readonly Readonly<{ count: number; pauseMs: number }>[]
  longestCommitMs: number
  /** This many of a hundred batches fail. */
  failing: number
  isStopped: boolean
}>

function caseOf(random: (below: number) => number): Case {
  // One batch takes 2,000: with more than that waiting, each lane has its own.
  const most = [30, 700, 5000, 5000][random(4)] ?? 30
  return {
    lanes: 1 + random(3),
    connections: 1 + random(40),
    arrivals: Array.from({ length: 4 + random(30) }, () => ({
      count: 1 + random(random(4) === 0 ? most : 30),
      pauseMs: random(15),
    })),
    longestCommitMs: 1 + random(30),
    failing: random(4) === 0 ? 10 : 0,
    isStopped: random(6) === 0,
  }
}

/** Observes a queue from the side of the database and of the publishers. */
function watcher(seed: number, { longestCommitMs, failing }: Case, laneOf: (key: string) => number) {
  // A separate generator, so that arrivals do not depend on when batches begin.
  const random = numbersFrom(seed ^ 0x5bd1e995)
  const faults = new Set<string>()
  /** The batch that each lane is in, from its first attempt until its last acknowledgement. */
  const batchOfLane = new Map<number, Item>()
  const written = new Set<Item>()
  const lastSafe = new Map<string, number>()
  const seen = { maxConcurrent: 0, isOver: false }
  const check = (holds: boolean, rule: string) => {
    if (!holds) faults.add(rule)
  }
  const left = new Map<number, number>()

  async function onBatch(items: readonly Item[]): Promise<void> {
    const [first] = items
    if (first === undefined) return void faults.add('no batch is empty')
    check(!seen.isOver, 'after the stop nothing is written')
    for (const [lane, own] of Map.groupBy(items, ({ key }) => laneOf(key))) {
      check((batchOfLane.get(lane) ?? first) === first, 'no lane is in two batches at once')
      batchOfLane.set(lane, first)
      left.set(lane, own.length)
    }
    seen.maxConcurrent = Math.max(seen.maxConcurrent, new Set(batchOfLane.values()).size)
    await wait(random(longestCommitMs))
    if (random(100) < failing) throw new Error('no database')
    for (const item of items) {
      check(!written.has(item), 'nothing is written twice')
      written.add(item)
    }
  }

  function onSafe(item: Item): void {
    const { key, place } = item
    check(written.has(item), 'nothing is acknowledged before it is written')
    check(place === (lastSafe.get(key) ?? 0) + 1, 'each connection is acknowledged in its order, each item once')
    lastSafe.set(key, place)
    const lane = laneOf(key)
    left.set(lane, (left.get(lane) ?? 0) - 1)
    if (left.get(lane) === 0) batchOfLane.delete(lane)
  }

  return { faults, written, lastSafe, seen, onBatch, onSafe }
}

/** Runs one random case; returns the rules that it broke, and how many batches were written at once. */
async function run(seed: number) {
  const random = numbersFrom(seed)
  const tried = caseOf(random)
  const laneOf = (key: string) => Number(key) % tried.lanes
  const { faults, written, lastSafe, seen, onBatch, onSafe } = watcher(seed, tried, laneOf)
  const queue = batchQueue<Item>({
    onBatch,
    log,
    onDisorder: () => faults.add('the queue itself has noticed a disorder'),
    lanes: { count: tried.lanes, laneOf: ({ key }) => laneOf(key), publisherOf: ({ key }) => key },
  })
  const places = new Map<string, number>()
  let n = 0
  for (const { count, pauseMs } of tried.arrivals) {
    for (let each = 0; each < count; each += 1) {
      const key = String(random(tried.connections))
      const item = { key, n, place: (places.get(key) ?? 0) + 1 }
      n += 1
      places.set(key, item.place)
      queue.add(item, 100 + random(200), () => onSafe(item))
    }
    await wait(pauseMs)
  }
  if (!tried.isStopped) await queue.drained()
  await queue.stop()
  seen.isOver = true
  const acknowledged = lastSafe.values().reduce((sum, place) => sum + place, 0)
  if (acknowledged !== written.size) faults.add('everything that was written is acknowledged')
  if (!tried.isStopped && written.size !== n) faults.add('everything is written')
  return { seed, faults, maxConcurrent: seen.maxConcurrent }
}

const cases = 60

test('no lane is ever in two batches, each connection is acknowledged in its order, and everything is written once', async () => {
  const given = process.env['SEED']
  // Neighbouring seeds begin with nearly the same numbers.
  const anySeed = () => Math.floor(Math.random() * 2 ** 32)
  const seeds = given === undefined ? Array.from({ length: cases }, anySeed) : [Number(given)]
  const ran = await Promise.all(seeds.map(run))
  const broken = ran.filter(({ faults }) => faults.size > 0)
  const told = broken.slice(0, 5).map(({ seed, faults }) => `SEED=${seed}: ${[...faults].join('; ')}`)
  assert.equal(broken.length, 0, `${broken.length} of ${ran.length} cases:\n${told.join('\n')}`)
  if (given === undefined)
    assert.ok(
      ran.some(({ maxConcurrent }) => maxConcurrent > 1),
      'lanes were written at the same time',
    )
})

/** Two lanes; each commit takes from half the time to one and a half times as long. */
function twoLanes(commitMs: number) {
  const seen = { batches: 0, atOnce: 0, maxConcurrent: 0 }
  const queue = batchQueue<number>({
    onBatch: async () => {
      seen.batches += 1
      seen.atOnce += 1
      seen.maxConcurrent = Math.max(seen.maxConcurrent, seen.atOnce)
      await wait(commitMs * (0.5 + Math.random()))
      seen.atOnce -= 1
    },
    log,
    lanes: { count: 2, laneOf: (n) => n % 2, publisherOf: (n) => String(n % 2) },
  })
  return { queue, seen }
}

/** Gives two queues the same messages, one of them a burst before, and counts the batches of each afterwards. */
async function afterBurst(commitMs: number, stream: AbortSignal) {
  const [quiet, burst] = [twoLanes(commitMs), twoLanes(commitMs)]
  const both = [quiet, burst]
  let n = 0
  const feeding = (async () => {
    while (!stream.aborted) {
      for (let each = 0; each < 3; each += 1) for (const { queue } of both) queue.add(n + each, 100, () => {})
      n += 3
      await wait(1)
    }
  })()
  await wait(50)
  for (let each = 0; each < 6000; each += 1) burst.queue.add(each, 100, () => {})
  while (burst.queue.length() > 1000) await wait(1)
  const before = both.map(({ seen }) => seen.batches)
  await feeding
  const [usual = 0, after = 0] = both.map(({ seen }, at) => seen.batches - (before[at] ?? 0))
  for (const { queue } of both) await queue.stop()
  return { commitMs, usual, after, maxConcurrent: [quiet.seen.maxConcurrent, burst.seen.maxConcurrent] }
}

test('a burst is written by both lanes at once, and in the 2 s after it there are as many batches as without it', async () => {
  const stream = AbortSignal.timeout(2200)
  // Commits that are shorter and longer than the gathering pause, and about as long.
  const ran = await Promise.all([3, 12, 24, 60].map((commitMs) => afterBurst(commitMs, stream)))
  for (const { commitMs, usual, after, maxConcurrent } of ran) {
    const told = `commits of ${commitMs} ms: ${usual} batches without a burst, ${after} after it`
    assert.deepEqual(maxConcurrent, [1, 2], told)
    // Lanes that stay apart make up to twice as many batches. Two more are allowed for the moment in which the lanes
    // meet again, and a tenth for timers on a busy machine.
    assert.ok(after <= usual * 1.1 + 2 && after >= usual * 0.9 - 2, told)
  }
})
