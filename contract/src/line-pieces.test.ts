import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linePieces } from './line-pieces.ts'

const points = [
  [0, 1],
  [10, 2],
  [50, 3],
] as const

test('a line without gaps is its points', () => {
  assert.deepEqual(linePieces(points, [], []), { whole: [...points], measured: [...points], held: [] })
})

test('a line breaks at a gap between two points, and is whole where the gap lies before its first', () => {
  const { whole, measured } = linePieces(points, [{ from: 10, to: 40 }], [])
  assert.deepEqual(whole, [points[0], points[1], [10, null], points[2]])
  assert.deepEqual(measured, whole)
  assert.deepEqual(linePieces(points.slice(2), [{ from: 0, to: 40 }], []).whole, [points[2]])
  // It ended within the bucket of the next point.
  assert.deepEqual(linePieces(points, [{ from: 12, to: 55 }], []).whole, [points[0], points[1], [12, null], points[2]])
})

test('a held value is level, apart from what was measured, and the line goes on from its end', () => {
  const { whole, measured, held } = linePieces(points, [], [{ from: 10, to: 40 }])
  assert.deepEqual(whole, [points[0], points[1], [10, 2], [40, 2], points[2]])
  assert.deepEqual(measured, [points[0], points[1], [10, null], [40, 2], points[2]])
  assert.deepEqual(held, [
    [10, 2],
    [40, 2],
    [40, null],
  ])
})

test('a held value ends at a gap and may go on after it; what is held at the end reaches it', () => {
  const pieces = linePieces(
    [[0, 1]],
    [{ from: 20, to: 30 }],
    [
      { from: 5, to: 20 },
      { from: 30, to: 60 },
    ],
  )
  assert.deepEqual(pieces.measured, [
    [0, 1],
    [5, 1],
    [5, null],
  ])
  assert.deepEqual(pieces.held, [
    [5, 1],
    [20, 1],
    [20, null],
    [30, 1],
    [60, 1],
    [60, null],
  ])
})
