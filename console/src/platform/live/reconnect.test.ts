import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitBefore } from './reconnect.ts'

test('a wall tries again after 1, 2, 5 and then every 10 seconds', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 99].map((failed) => waitBefore(failed, 0.5)),
    [1000, 2000, 5000, 10_000, 10_000, 10_000],
  )
})

test('the waits of many screens differ by up to a quarter, so that they do not return at once', () => {
  assert.deepEqual([waitBefore(3, 0), waitBefore(3, 1)], [7500, 12_500])
})
