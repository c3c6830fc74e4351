import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { measureLink, openMetrics } from '../metrics/metrics.ts'
import { until } from '../../testing/until.ts'
import { batchQueue } from './batch-queue.ts'

test('an entry added in the moment after the last batch is handed over too', async () => {
  const given: string[] = []
  const queue = batchQueue<string>({
    onBatch: async (items) => {
      given.push(...items)
    },
    log: createLog({ level: 'silent' }),
  })
  queue.add('first', 1, () => {
    void Promise.resolve().then(() => queue.add('second', 1, () => {}))
  })
  await until('both items', () => given.length === 2)
  assert.deepEqual(given, ['first', 'second'])
  await queue.drained()
  await queue.stop()
})

type Item = Readonly<{ lane: number; n: number }>

/** A queue of two lanes whose batches end when the test tells them to. */
function twoLanes() {
  const batches: { items: readonly Item[]; begunAt: number; end: PromiseWithResolvers<void> }[] = []
  const acknowledged: Item[] = []
  const queue = batchQueue<Item>({
    onBatch: (items) => {
      const end = Promise.withResolvers<void>()
      batches.push({ items, begunAt: performance.now(), end })
      return end.promise
    },
    log: createLog({ level: 'silent' }),
    lanes: { count: 2, laneOf: ({ lane }) => lane, publisherOf: ({ lane }) => String(lane) },
  })
  const add = (count: number, laneOf: (n: number) => number) => {
    for (let n = 0; n < count; n += 1) {
      const item = { lane: laneOf(n), n }
      queue.add(item, 1, () => acknowledged.push(item))
    }
  }
  return { queue, batches, acknowledged, add }
}

/** Waits until the next turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
const lanesOf = (items: readonly Item[]) => [...new Set(items.map(({ lane }) => lane))]
const isInOrder = (items: readonly Item[]) => items.every(({ n }, at) => at === 0 || n > (items[at - 1]?.n ?? 0))

test('what fits into one batch is written as one, whatever its lanes', async () => {
  const { queue, batches, add } = twoLanes()
  add(2000, (n) => n % 2)
  const [only] = await until('a batch', () => batches.length > 0 && batches)
  assert.equal(only?.items.length, 2000)
  add(10, (n) => n % 2)
  only?.end.resolve()
  const [, next] = await until('the next batch', () => batches.length > 1 && batches)
  assert.equal(next?.items.length, 10)
  next?.end.resolve()
  await queue.drained()
  assert.equal(batches.length, 2)
})

test('under load a batch of each lane is written at the same time, and the items of one lane stay in their order', async () => {
  const { queue, batches, acknowledged, add } = twoLanes()
  add(10_000, (n) => (n < 3000 ? 0 : n % 2))
  let most = 0
  for (let ended = 0; acknowledged.length < 10_000; ended += 1) {
    const batch = await until('the next batch', () => batches[ended])
    const open = batches.slice(ended)
    most = Math.max(most, open.length)
    const lanes = open.flatMap(({ items }) => lanesOf(items))
    assert.equal(new Set(lanes).size, lanes.length, 'no lane is in two batches at once')
    assert.equal(queue.oldest()?.n, Math.min(...open.map(({ items }) => items[0]?.n ?? Infinity)))
    const before = acknowledged.length
    batch.end.resolve()
    await until('its acknowledgements', () => acknowledged.length === before + batch.items.length)
  }
  await queue.drained()
  assert.equal(most, 2)
  assert.equal(queue.length(), 0)
  for (const lane of [0, 1]) assert.ok(isInOrder(acknowledged.filter((item) => item.lane === lane)), `lane ${lane}`)
})

test('a lane whose batch fails is written again and holds up no other lane', async () => {
  const { queue, batches, acknowledged, add } = twoLanes()
  add(3000, (n) => n % 2)
  const [first, second] = await until('two batches', () => batches.length === 2 && batches)
  second?.end.resolve()
  await until('the other lane', () => acknowledged.length === 1500)
  assert.deepEqual(lanesOf(acknowledged), lanesOf(second?.items ?? []))
  // One batch could hold it together with the present one, so it waits for that, but not for a second attempt.
  add(10, () => 1)
  await wait(50)
  assert.equal(batches.length, 2)
  first?.end.reject(new Error('no database'))
  const beside = await until('a batch of the other lane', () => batches[2])
  assert.equal(beside.items.length, 10)
  const again = await until('the batch again', () => batches[3])
  assert.deepEqual(again.items, first?.items)
  add(20, () => 1)
  beside.end.resolve()
  const more = await until('the next batch of the other lane', () => batches[4])
  assert.equal(more.items.length, 20)
  more.end.resolve()
  again.end.resolve()
  await queue.drained()
  assert.equal(acknowledged.length, 3030)
})

test('after a backlog a free lane waits for the batch of the other, and what has come is written as one', async () => {
  const { queue, batches, add } = twoLanes()
  add(3000, (n) => n % 2)
  const [first, second] = await until('two batches', () => batches.length === 2 && batches)
  first?.end.resolve()
  add(100, () => 0)
  // Longer than the gathering pause.
  await wait(50)
  assert.equal(batches.length, 2)
  add(100, () => 1)
  second?.end.resolve()
  const third = await until('a batch of both', () => batches[2])
  assert.equal(third.items.length, 200)
  third.end.resolve()
  await queue.drained()
})

test('a lane is taken over in its pause as soon as the other needs it, and is not free when that pause would have ended', async () => {
  const { queue, batches, add } = twoLanes()
  const batch = async (at: number) => {
    while (batches[at] === undefined) await turn()
    return batches[at]
  }
  add(2500, (n) => (n < 2000 ? 0 : 1))
  const long = await batch(0)
  const short = await batch(1)
  short.end.resolve()
  await wait(30)
  add(1, () => 1)
  const alone = await batch(2)
  await wait(12)
  // Lane 0 is free without a pause, and has a message. Lane 1 begins its pause.
  long.end.resolve()
  await turn()
  add(1, () => 0)
  await turn()
  assert.equal(batches.length, 3)
  alone.end.resolve()
  await turn()
  assert.equal(batches.length, 4)
  const taking = await batch(3)
  taking.end.resolve()
  add(1, () => 1)
  const next = await batch(4)
  // The earlier pause would have ended 12 ms before this one of 25 ms. A timer may fire two milliseconds early.
  const pauseMs = next.begunAt - taking.begunAt
  assert.ok(pauseMs >= 20, `${pauseMs} ms`)
  next.end.resolve()
  await queue.drained()
})

test('an acknowledgement that fails has nothing written again, and the others go on', async () => {
  const given: string[] = []
  const acknowledged: string[] = []
  const queue = batchQueue<string>({
    onBatch: async (items) => {
      given.push(...items)
    },
    log: createLog({ level: 'silent' }),
  })
  for (const item of ['one', 'two', 'three'])
    queue.add(item, 1, () => {
      if (item === 'two') throw new Error('The connection is in a state that nobody thought of')
      acknowledged.push(item)
    })
  await until('the last', () => acknowledged.includes('three'))
  await queue.drained()
  await queue.stop()
  assert.deepEqual(given, ['one', 'two', 'three'])
  assert.deepEqual(acknowledged, ['one', 'three'])
})

test('a message that overtakes an earlier one of its connection is a figure for Prometheus and an error in the log, and is written all the same', async () => {
  const metrics = openMetrics()
  const measures = measureLink(metrics, { waiting: () => 0, oldestMs: () => 0 })
  const lines: string[] = []
  let added = 0
  const acknowledged: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const queue = batchQueue<number>({
    onBatch: () => {
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    },
    onDisorder: measures.outOfOrder,
    log: createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } }),
    // The planted fault: the messages of one connection are in both lanes.
    lanes: { count: 2, laneOf: () => (added += 1) % 2, publisherOf: () => 'a connection' },
  })
  for (let n = 0; n < 3000; n += 1) queue.add(n, 1, () => acknowledged.push(n))
  await until('two batches', () => ends.length === 2)
  for (const end of ends) end.resolve()
  await queue.drained()
  await queue.stop()
  assert.equal(acknowledged.length, 3000)
  const text = await metrics.metrics()
  const figure = Number(/^brigade_messages_out_of_order_total (\d+)$/m.exec(text)?.[1])
  // Each but the first begins while the one before it waits or is written.
  assert.equal(figure, 2999)
  assert.equal(lines.filter((line) => line.includes('has overtaken')).length, 1)
})
