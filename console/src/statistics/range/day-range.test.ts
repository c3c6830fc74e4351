import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockIn, dayIn, daysOf, lengthOf, offsetOf, offsetsOf } from './day-range.ts'

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

test('a range over a change of clocks has two distances, the second from its day on, whatever today’s is', () => {
  const of = (zone: string, from: string, to: string) =>
    offsetsOf(zone, { from, to }).map(({ day, offset }) => `${day} ${offset}`)
  assert.deepEqual(of('Asia/Shanghai', '2026-01-01', '2026-12-31'), ['2026-01-01 UTC+8'])
  assert.deepEqual(of('Europe/Berlin', '2026-07-01', '2026-07-31'), ['2026-07-01 UTC+2'])
  assert.deepEqual(of('Europe/Berlin', '2026-10-20', '2026-10-30'), ['2026-10-20 UTC+2', '2026-10-25 UTC+1'])
  assert.deepEqual(of('America/New_York', '2026-03-01', '2026-03-08'), ['2026-03-01 UTC-5', '2026-03-08 UTC-4'])
  assert.deepEqual(of('Pacific/Auckland', '2026-04-01', '2026-04-30'), ['2026-04-01 UTC+13', '2026-04-05 UTC+12'])
})

test('a zone that an older browser knows by its former name alone is written all the same, and one that it does not know in UTC', () => {
  assert.equal(clockIn('Asia/Kolkata', '2026-07-01T00:00:00Z'), '05:30')
  assert.equal(clockIn('Mars/Olympus', '2026-07-01T00:00:00Z'), '00:00')
})
