import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
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

/** A queue of two lanes whose batches end when the test says so. */
function twoLanes() {
  const batches: { items: readonly Item[]; end: PromiseWithResolvers<void> }[] = []
  const acknowledged: Item[] = []
  const queue = batchQueue<Item>({
    onBatch: (items) => {
      const end = Promise.withResolvers<void>()
      batches.push({ items, end })
      return end.promise
    },
    log: createLog({ level: 'silent' }),
    lanes: { count: 2, laneOf: ({ lane }) => lane },
  })
  const add = (count: number, laneOf: (n: number) => number) => {
    for (let n = 0; n < count; n += 1) {
      const item = { lane: laneOf(n), n }
      queue.add(item, 1, () => acknowledged.push(item))
    }
  }
  return { queue, batches, acknowledged, add }
}

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
  add(4000, (n) => n % 2)
  const [first, second] = await until('two batches', () => batches.length === 2 && batches)
  first?.end.reject(new Error('no database'))
  second?.end.resolve()
  await until('the other lane', () => acknowledged.length === 2000)
  assert.deepEqual(lanesOf(acknowledged), lanesOf(second?.items ?? []))
  const again = await until('the batch again', () => batches[2])
  assert.deepEqual(again.items, first?.items)
  again.end.resolve()
  await queue.drained()
  assert.equal(acknowledged.length, 4000)
})
