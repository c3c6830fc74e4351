import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notedBy } from './lateness.ts'

test('what arrives while a process has its turns is noted at once', () => {
  assert.equal(notedBy(1000, []), 1000)
  assert.equal(
    notedBy(1000, [
      { from: 100, to: 900 },
      { from: 1100, to: 9000 },
    ]),
    1000,
  )
})

test('what arrives while a process has no turn is noted after it, however many follow without a pause', () => {
  assert.equal(
    notedBy(1000, [
      { from: 800, to: 1500 },
      { from: 1500, to: 4000 },
      { from: 4300, to: 5000 },
    ]),
    4000,
  )
})
