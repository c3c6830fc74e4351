import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nights, partBlocks, partLines, partsOf, partsOfTonight, type Part } from './choose-parts.ts'
import type { CheckedPart } from './part.store.ts'
import type { Partition } from './strays.store.ts'

const keyOf = ({ of, after }: Pick<Part, 'of' | 'after'>) => `${of} ${after}`

/** A log that grows by random amounts while retention drops its oldest months, night after night. */
function* growing(random: () => number): Generator<Part[], void, readonly Part[]> {
  const checked = new Map<string, CheckedPart>()
  const partitions: Partition[] = []
  let [first, last] = [1n, 5_000_000n]
  for (let night = 0; night < 200; night += 1) {
    if (night % 30 === 0) {
      if (partitions.length >= 8) {
        const [gone] = partitions.splice(0, 1)
        first += (last - first) / 12n
        for (const [key, { of }] of checked) if (of === gone?.name) checked.delete(key)
      }
      const month = String(202_601 + night / 30)
      partitions.push({ table: 'operation_scope', name: `operation_scope_${month}`, month, blocks: 0 })
    }
    const newest = partitions.pop()
    if (newest !== undefined) partitions.push({ ...newest, blocks: newest.blocks + Math.floor(random() * 3000) })
    last += BigInt(Math.floor(random() * 150_000))
    const done = yield partsOf({ first, last }, partitions, [...checked.values()])
    const checkedAt = new Date(night * dayMs).toISOString()
    for (const { of, after, upTo } of done)
      checked.set(keyOf({ of, after }), { of, after, upTo, checkedAt, fault: null })
  }
}

test('each part is checked within 28 nights, however the log grows and is dropped, and no night has much more than a 28th', () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const lastNight = new Map<string, number>()
  const nightly = growing(random)
  let step = nightly.next()
  for (let night = 0; step.done !== true; night += 1) {
    const parts = step.value
    const tonight = partsOfTonight(parts, night * dayMs)
    for (const part of tonight) lastNight.set(keyOf(part), night)
    for (const part of parts) {
      const waited = night - (lastNight.get(keyOf(part)) ?? 0)
      assert.ok(waited < nights, `${keyOf(part)} waits ${waited} nights in night ${night}, seed ${seed}`)
    }
    // The quota, new parts, and overdue ones.
    for (const [table, kind] of Map.groupBy(parts, (part) => part.table)) {
      const chosen = tonight.filter((part) => part.table === table).length
      if (night > nights)
        assert.ok(chosen <= Math.ceil(kind.length / nights) * 2 + 5, `${table} ${chosen}, seed ${seed}`)
    }
    step = nightly.next(tonight)
  }
})

test('the part with the newest lines is checked each night, one with a fault until it has none', () => {
  const faulty = { of: 'chain', after: 0n, upTo: partLines, checkedAt: new Date(dayMs).toISOString(), fault: 'changed' }
  const others = Array.from({ length: 60 }, (_, index) => ({
    of: 'chain',
    after: BigInt(index + 1) * partLines,
    upTo: BigInt(index + 2) * partLines,
    checkedAt: new Date(dayMs).toISOString(),
    fault: null,
  }))
  const parts = partsOf({ first: 1n, last: 61n * partLines + 5n }, [], [faulty, ...others])
  const chosen = partsOfTonight(parts, 2 * dayMs).map(({ after }) => after / partLines)
  assert.ok(chosen.includes(0n) && chosen.includes(61n))
  assert.equal(chosen.length, 2 + Math.ceil(62 / nights))
})

test('lines and blocks are cut at fixed places, so that a part stays the same while the log grows and is dropped', () => {
  const partition = { table: 'operation_log', name: 'operation_log_202601', month: '202601', blocks: 1500 } as const
  const parts = partsOf({ first: 150_001n, last: 250_000n }, [partition], [])
  assert.deepEqual(
    parts.map(({ of, after, upTo }) => [of, after, upTo]),
    [
      ['chain', partLines, 200_000n],
      ['chain', 200_000n, 250_000n],
      ['operation_log_202601', 0n, partBlocks],
      ['operation_log_202601', partBlocks, 1500n],
    ],
  )
})

test('after a check of all lines no night checks more than its share of the chain', () => {
  const chain = { of: 'chain', checkedAt: new Date(0).toISOString(), fault: null }
  const lines = Array.from({ length: 100 }, (_, index) => ({
    ...chain,
    after: BigInt(index) * partLines,
    upTo: BigInt(index + 1) * partLines,
  }))
  const partition = {
    table: 'operation_log',
    name: 'operation_log_202601',
    month: '202601',
    blocks: 300 * 1024,
  } as const
  const blocks = lines.concat(
    Array.from({ length: 300 }, (_, index) => ({
      ...chain,
      of: partition.name,
      after: BigInt(index) * partBlocks,
      upTo: BigInt(index + 1) * partBlocks,
    })),
  )
  const parts = partsOf({ first: 1n, last: 100n * partLines }, [partition], blocks)
  const chosen = Map.groupBy(partsOfTonight(parts, dayMs), ({ table }) => table)
  assert.deepEqual([chosen.get('chain')?.length, chosen.get('operation_log')?.length], [4, 12])
})
