import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trend } from './trend-model.ts'
import { stepsOf, trendShape } from './trend-shape.ts'

const trendOf = (values: readonly (number | null)[], more: Partial<Trend> = {}): Trend => ({
  label: '',
  name: '',
  unit: '',
  colour: '--chart-1',
  points: values.map((value, index) => ({ label: `06-${String(index + 1).padStart(2, '0')}`, title: '', value })),
  ...more,
})

test('the axis of a trend begins at zero, ends at or above the highest value or target, and has whole steps for whole figures', () => {
  assert.deepEqual(stepsOf(trendOf([0, 0])), [0, 1])
  assert.deepEqual(stepsOf(trendOf([3, 7])), [0, 2, 4, 6, 8])
  assert.deepEqual(stepsOf(trendOf([1200, 880])), [0, 500, 1000, 1500])
  assert.deepEqual(stepsOf(trendOf([2], { target: { value: 40, label: '' } })), [0, 10, 20, 30, 40])
  assert.deepEqual(stepsOf(trendOf([0.2, 0.7], { digits: 1 })), [0, 0.2, 0.4, 0.6, 0.8])
  assert.deepEqual(stepsOf(trendOf([40, 60], { unit: '%', digits: 1 })), [0, 50, 100])
  assert.deepEqual(stepsOf(trendOf([-3, 5])), [-4, -2, 0, 2, 4, 6])
  assert.deepEqual(stepsOf(trendOf([null])), [0, 1])
})

test('what was not counted is no line but a gap between its neighbours, and a value alone is a dot', () => {
  const shape = trendShape(trendOf([1, null, 3, null, null]), 580, 264)
  assert.deepEqual(shape.places, [56, 181, 306, 431, 556])
  assert.equal(shape.now.path.includes('L'), false)
  assert.deepEqual(
    shape.now.dots.map(({ x }) => x),
    [56, 306],
  )
  assert.deepEqual(shape.gaps, [
    { from: 56, to: 306 },
    { from: 306, to: 556 },
  ])
})

test('the axis names no more points than have room, and all of a few', () => {
  const named = (count: number) => trendShape(trendOf(Array.from({ length: count }, () => 1)), 580, 264).named.length
  assert.equal(named(7), 7)
  assert.equal(named(90), 12)
})
