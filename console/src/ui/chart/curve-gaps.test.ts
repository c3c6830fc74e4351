import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingAt, type Gap } from './curve-gaps.ts'
import type { CurveSeries } from './curve-model.ts'

const series = (points: CurveSeries['points'], held: CurveSeries['held'] = []): CurveSeries => ({
  key: 't',
  name: 'T',
  unit: '°C',
  colour: '--heat',
  points,
  held,
})
const valueAt = (one: CurveSeries, timeMs: number, gaps: readonly Gap[] = []) => readingAt(one, timeMs, gaps).value

test('returns the last value at or before an instant', () => {
  const one = series([
    [0, 1],
    [10, 2],
    [20, 3],
  ])
  assert.equal(valueAt(one, 10), 2)
  assert.equal(valueAt(one, 19), 2)
  assert.equal(valueAt(one, 500), 3)
  assert.equal(valueAt(one, -1), null)
})

test('returns no value within a gap, and since when', () => {
  const one = series([
    [0, 1],
    [10, 2],
    [50, 3],
  ])
  assert.deepEqual(readingAt(one, 25, [{ from: 10, to: 40 }]), { value: null, heldSinceMs: null, unknownSinceMs: 10 })
  assert.equal(valueAt(one, 50, [{ from: 10, to: 40 }]), 3)
  // A gap that continued when the curve was read has no value after it either.
  assert.equal(valueAt(one, 90, [{ from: 50, to: 80 }]), null)
})

test('says of a held value since when it holds, also after a gap', () => {
  const gaps = [{ from: 40, to: 60 }]
  const one = series(
    [[10, 2]],
    [
      { from: 10, to: 40 },
      { from: 60, to: 90 },
    ],
  )
  const held = { value: 2, heldSinceMs: 10, unknownSinceMs: null }
  assert.deepEqual([readingAt(one, 30, gaps), readingAt(one, 70, gaps)], [held, held])
  assert.deepEqual(readingAt(one, 50, gaps), { value: null, heldSinceMs: null, unknownSinceMs: 40 })
  assert.deepEqual(readingAt(one, 10, gaps), { value: 2, heldSinceMs: null, unknownSinceMs: null })
})
