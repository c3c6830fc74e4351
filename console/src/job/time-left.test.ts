import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noted, timeLeftMs, type Seen } from './time-left.ts'

const after = (steps: readonly (readonly [atMs: number, done: number])[]): readonly Seen[] =>
  steps.reduce<readonly Seen[]>((seen, [atMs, done]) => noted(seen, { id: '1', done }, atMs), [])

test('time left follows from how fast rows were done a moment ago', () => {
  assert.equal(
    timeLeftMs(
      after([
        [0, 0],
        [5000, 500],
      ]),
      2000,
      5000,
    ),
    15_000,
  )
  // A slow minute long ago does not affect the present estimate.
  const seen = after([
    [0, 0],
    [60_000, 10],
    [61_000, 110],
    [71_000, 1110],
  ])
  assert.equal(timeLeftMs(seen, 2110, 71_000), 10_000)
})

test('no estimate is made after the first reading, for an unknown total, or for a job that makes no progress', () => {
  assert.equal(timeLeftMs(after([[0, 300]]), 1000, 60_000), undefined)
  assert.equal(
    timeLeftMs(
      after([
        [0, 0],
        [1000, 100],
      ]),
      1000,
      1000,
    ),
    undefined,
  )
  assert.equal(
    timeLeftMs(
      after([
        [0, 0],
        [5000, 100],
      ]),
      null,
      5000,
    ),
    undefined,
  )
  assert.equal(
    timeLeftMs(
      after([
        [0, 0],
        [5000, 100],
      ]),
      1000,
      21_000,
    ),
    undefined,
  )
  assert.equal(
    timeLeftMs(
      after([
        [0, 0],
        [5000, 1000],
      ]),
      1000,
      5000,
    ),
    undefined,
  )
})

test('a job that restarts after an interruption is measured from its restart', () => {
  const seen = after([
    [0, 0],
    [5000, 500],
    [6000, 0],
  ])
  assert.equal(timeLeftMs(seen, 1000, 6000), undefined)
})
