import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, hasPage, isOutside, rowsOf, stepOf } from './calendar-days.ts'

test('a month is shown in whole weeks from Monday on', () => {
  const weeks = rowsOf('day', '2026-11-19')
  assert.equal(weeks.length, 6)
  assert.deepEqual(
    [weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[0], weeks[5]?.[6]],
    ['2026-10-26', '2026-11-01', '2026-11-30', '2026-12-06'],
  )
  assert.deepEqual(rowsOf('day', '2027-02-10').length, 4)
})

test('a year has its twelve months and a decade its ten years, each by a day in it', () => {
  assert.deepEqual(rowsOf('month', '2026-11-30')[0], ['2026-01-30', '2026-02-28', '2026-03-30'])
  assert.deepEqual(rowsOf('year', '2028-02-29').flat()[1], '2021-02-28')
  assert.equal(rowsOf('year', '2028-02-29').flat().length, 10)
})

test('months are added over years, and the day of a longer month becomes the last of a shorter one', () => {
  assert.deepEqual(
    [addMonths('2026-01-31', 1), addMonths('2026-01-31', -11), addMonths('2026-11-19', 120)],
    ['2026-02-28', '2025-02-28', '2036-11-19'],
  )
})

test('what has no day within the bounds cannot be chosen, and no page without one can be turned to', () => {
  const bounds = { least: '2026-11-10', most: '2027-01-05' }
  assert.deepEqual(
    [
      isOutside('day', '2026-11-09', bounds),
      isOutside('month', '2026-11-01', bounds),
      isOutside('year', '2025-12-31', bounds),
    ],
    [true, false, true],
  )
  assert.deepEqual(
    [
      hasPage('day', '2026-11-19', -1, bounds),
      hasPage('day', '2026-11-19', 1, bounds),
      hasPage('month', '2027-01-05', 1, bounds),
    ],
    [false, true, false],
  )
})

test('arrows move by one unit and by a row, Home and End to the ends of the row', () => {
  assert.deepEqual(
    ['ArrowLeft', 'ArrowDown', 'Home', 'End', 'x'].map((key) => stepOf(key, 2, 7)),
    [-1, 7, -2, 4, undefined],
  )
  assert.deepEqual(
    ['ArrowUp', 'End'].map((key) => stepOf(key, 0, 3)),
    [-3, 2],
  )
})
