import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockIn, dayIn, daysOf, lengthOf, offsetOf } from './day-range.ts'

test('a day is that of the zone of the statistics, not of the viewer', () => {
  assert.equal(dayIn('Asia/Shanghai', '2026-11-24T16:00:00Z'), '2026-11-25')
  assert.equal(dayIn('America/New_York', '2026-11-24T02:00:00Z'), '2026-11-23')
  assert.equal(clockIn('Asia/Shanghai', '2026-11-24T05:00:00Z'), '13:00')
  assert.equal(clockIn('Asia/Shanghai', '2026-11-23T16:00:00Z'), '00:00')
})

test('seven days are today and the six before it', () => {
  assert.deepEqual(daysOf('7', {}, '2026-03-03'), { from: '2026-02-25', to: '2026-03-03' })
  assert.deepEqual(daysOf('today', {}, '2026-03-03'), { from: '2026-03-03', to: '2026-03-03' })
  assert.equal(lengthOf(daysOf('90', {}, '2026-03-03')), 90)
})

test('an own range is the chosen one, and today if half of it is missing', () => {
  assert.deepEqual(daysOf('own', { from: '2026-01-01', to: '2026-01-31' }, '2026-03-03'), {
    from: '2026-01-01',
    to: '2026-01-31',
  })
  assert.deepEqual(daysOf('own', { from: '2026-01-01' }, '2026-03-03'), { from: '2026-03-03', to: '2026-03-03' })
})

test('days are counted over the change of clocks', () => {
  assert.equal(addDays('2026-03-29', 1), '2026-03-30')
  assert.equal(addDays('2026-10-25', -1), '2026-10-24')
})

test('the zone is written as its distance from UTC', () => {
  assert.equal(offsetOf('Asia/Shanghai', 0), 'UTC+8')
  assert.equal(offsetOf('UTC', 0), 'UTC+0')
})
