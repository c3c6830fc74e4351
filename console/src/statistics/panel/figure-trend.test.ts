import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendOf } from './figure-trend.ts'
import { closedPart, gapsOf, openEnd } from '../../ui/chart/trend-model.ts'

const words = {
  name: 'Faults',
  unit: '',
  now: 'Now',
  before: 'Before',
  label: 'Faults',
  target: undefined,
  soFar: 'so far, as of 19:00',
  upTo: 'to 19:00',
}

test('a figure that no run took is a gap; days after the last run have no value yet', () => {
  const points = [3, null, 4, null].map((value, index) => ({ at: `2026-11-0${index + 1}`, value, before: 1 }))
  const trend = trendOf({ key: 'faults.raised', days: 1, unit: 'day', open: '2026-11-03', points }, words, {
    zone: 'Asia/Shanghai',
    days: { from: '2026-11-01', to: '2026-11-04' },
    asOf: '2026-11-03T11:00:00.000Z',
  })
  assert.deepEqual(
    trend.points.map(({ isAhead }) => isAhead),
    [false, false, false, true],
  )
  assert.deepEqual(gapsOf(trend.points), [[1, 1]])
  assert.deepEqual(
    trend.before?.points.map(({ title }) => title),
    ['2026-10-28', '2026-10-29', '2026-10-30 to 19:00', '2026-10-31'],
  )
})

test('the day that was not over is open, says as of when, and is joined by a line of its own', () => {
  const points = [3, 5, 2, null].map((value, index) => ({ at: `2026-11-0${index + 1}`, value, before: 1 }))
  const trend = trendOf({ key: 'faults.raised', days: 1, unit: 'day', open: '2026-11-03', points }, words, {
    zone: 'Asia/Shanghai',
    days: { from: '2026-11-01', to: '2026-11-04' },
    asOf: '2026-11-03T11:00:00.000Z',
  })
  assert.equal(trend.points[2]?.title, '2026-11-03 so far, as of 19:00')
  assert.equal(trend.openNote, 'so far, as of 19:00')
  const valuesOf = (some: readonly { value: number | null }[]) => some.map(({ value }) => value)
  assert.deepEqual(valuesOf(closedPart(trend.points)), [3, 5, null, null])
  assert.deepEqual(valuesOf(openEnd(trend.points)), [null, 5, 2, null])
})

test('hours are those of the zone of the statistics', () => {
  const points = [
    { at: '2026-11-03T16:00:00.000Z', value: 1, before: null },
    { at: '2026-11-03T17:00:00.000Z', value: null, before: null },
  ]
  const trend = trendOf({ key: 'faults.raised', days: 1, unit: 'hour', open: null, points }, words, {
    zone: 'Asia/Shanghai',
    days: { from: '2026-11-04', to: '2026-11-04' },
    asOf: '2026-11-03T17:00:00.000Z',
  })
  assert.deepEqual(
    trend.points.map(({ label, title }) => `${label} ${title}`),
    ['00:00 2026-11-04 00:00', '01:00 2026-11-04 01:00'],
  )
  // Nothing is known of the earlier period, so its line is absent, not zero.
  assert.equal(trend.before, undefined)
})
