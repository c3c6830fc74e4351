import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broken, valueAt } from './curve-gaps.ts'
import type { CurveSeries } from './curve-model.ts'

const series = (points: CurveSeries['points']): CurveSeries => ({
  key: 't',
  name: 'T',
  unit: '°C',
  colour: '--heat',
  points,
})

test('breaks a line at a gap between two points', () => {
  const points = [
    [0, 1],
    [10, 2],
    [50, 3],
  ] as const
  assert.deepEqual(broken(points, [{ from: 10, to: 40 }]), [
    [0, 1],
    [10, 2],
    [10, null],
    [50, 3],
  ])
})

test('leaves a line whole where the gap lies before its first point', () => {
  assert.deepEqual(
    broken(
      [
        [50, 3],
        [60, 4],
      ],
      [{ from: 0, to: 40 }],
    ),
    [
      [50, 3],
      [60, 4],
    ],
  )
})

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

test('returns no value within a gap', () => {
  const one = series([
    [0, 1],
    [10, 2],
    [50, 3],
  ])
  assert.equal(valueAt(one, 25, [{ from: 10, to: 40 }]), null)
  assert.equal(valueAt(one, 50, [{ from: 10, to: 40 }]), 3)
  // A gap that continued when the curve was read has no value after it either.
  assert.equal(valueAt(one, 90, [{ from: 50, to: 80 }]), null)
})
