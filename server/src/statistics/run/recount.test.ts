import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import { recountedDay } from './recount.ts'

test('each day is counted again in one night, while it is three to thirty days old', () => {
  const nights = Array.from({ length: 400 }, (_, index) => addDays('2026-01-01', index))
  const recounted = nights.map((today) => ({ day: recountedDay(today), today }))
  for (const { day, today } of recounted) {
    const age = dayNumber(today) - dayNumber(day)
    assert.ok(age >= 3 && age <= 30, `${day} on ${today}`)
  }
  const times = Map.groupBy(recounted, ({ day }) => day)
  for (const day of nights.slice(0, 360)) assert.equal(times.get(day)?.length, 1, day)
})
