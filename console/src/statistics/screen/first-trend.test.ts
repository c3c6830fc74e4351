import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Series } from '@brigade/contract/statistics/statistics.model.ts'
import { firstTrend } from './first-trend.ts'

const series = (key: Series['key'], values: readonly (number | null)[]): Series => ({
  key,
  days: 1,
  unit: 'day',
  open: null,
  points: values.map((value, index) => ({ at: `2026-11-0${index + 1}`, value, before: null })),
})

test('the trend that stands there at first is of the first figure that is known at most of its points', () => {
  const hardlyKnown = series('devices.onlineShare', [null, null, null, 92])
  const known = series('faults.raised', [0, 3, null, 2])
  assert.equal(firstTrend([hardlyKnown, known, series('devices.availability', [98, 97, 99, 99])]), 'faults.raised')
  assert.equal(firstTrend([series('devices.onlineShare', [null, 90, 91, 92]), known]), 'devices.onlineShare')
})

test('where none is known at most of its points, it is the first', () => {
  assert.equal(
    firstTrend([series('devices.onlineShare', [null, 92]), series('devices.cooking', [null, 3])]),
    'devices.onlineShare',
  )
  assert.equal(firstTrend([]), undefined)
})
