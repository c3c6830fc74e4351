import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays, firstInstant, instantOf, lastInstant, momentOf, startOfDay } from './days.ts'

const zone = process.env['TZ']
before(() => {
  process.env['TZ'] = 'Europe/Berlin'
})
after(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('a day of the viewer’s zone has its first and last instant, also where clocks change', () => {
  const ends = (day: string) => [firstInstant(day), lastInstant(day)]
  assert.deepEqual(ends('2026-03-29'), ['2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'])
  assert.deepEqual(ends('2026-10-25'), ['2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'])
})

test('the start of days before an instant counts calendar days and not hours', () => {
  const at = Date.parse('2026-03-30T10:00:00Z')
  const starts = [0, 1, 2].map((days) => new Date(startOfDay(at, days)).toISOString())
  assert.deepEqual(starts, ['2026-03-29T22:00:00.000Z', '2026-03-28T23:00:00.000Z', '2026-03-27T23:00:00.000Z'])
})

test('days are added over the ends of months and years, and a night in which clocks change takes none', () => {
  assert.deepEqual(
    [addDays('2026-12-31', 1), addDays('2028-03-01', -1), addDays('2026-03-28', 2)],
    ['2027-01-01', '2028-02-29', '2026-03-30'],
  )
})

test('a typed moment is read in the viewer’s zone and written back as it was', () => {
  assert.equal(instantOf('2026-07-01T08:30'), '2026-07-01T06:30:00.000Z')
  assert.equal(momentOf('2026-07-01T06:30:59.000Z'), '2026-07-01T08:30')
})

test('nothing typed is no moment, and what is no time stays for the schema to refuse', () => {
  assert.deepEqual([instantOf(''), momentOf(null), instantOf('soon')], [null, '', 'soon'])
})
