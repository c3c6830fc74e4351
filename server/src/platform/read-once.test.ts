import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOnce } from './read-once.ts'

test('whoever asks while a read is under way gets its answer, and the next one reads again', async () => {
  const reads = new Map<string, Promise<number>>()
  let count = 0
  const ask = (key: string) => readOnce(reads, key, async () => (count += 1))
  assert.deepEqual(await Promise.all([ask('a'), ask('b'), ask('a'), ask('a')]), [1, 2, 1, 1])
  assert.equal(await ask('a'), 3)
})

test('a read that failed is told to all who waited for it, and is not kept', async () => {
  const reads = new Map<string, Promise<string>>()
  const fails = () => readOnce(reads, 'a', () => Promise.reject(new Error('away')))
  assert.deepEqual(
    (await Promise.allSettled([fails(), fails()])).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await readOnce(reads, 'a', async () => 'here'), 'here')
})
