import { minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plannedStages } from '../../device/view/planned-stages.ts'
import { newestRun, stageBands } from './oven-run.ts'

const series = (values: readonly number[]) => {
  const numbers = [...values]
  return {
    identifier: 'x',
    time: numbers.map((_, index) => index * minuteMs),
    min: numbers,
    max: numbers,
    mean: numbers,
  }
}
const plan = plannedStages([
  { Mode: 1, Temp: 100, Minutes: 2, FanSpeed: 70 },
  { Mode: 2, Temp: 185, Minutes: 30 },
  { Mode: 5, Temp: 220, Minutes: 5 },
])

test('a run begins with preheating and continues while the oven cooks', () => {
  assert.deepEqual(newestRun(series([0, 0, 1, 1, 2, 2])), { from: 2 * minuteMs, to: null })
})

test('a run that ended keeps its end, and a new one does not swallow it', () => {
  assert.deepEqual(newestRun(series([0, 1, 2, 3, 0])), { from: minuteMs, to: 3 * minuteMs })
  assert.deepEqual(newestRun(series([1, 2, 3, 1, 2])), { from: 3 * minuteMs, to: null })
})

test('an oven that was only in standby has no run', () => {
  assert.equal(newestRun(series([0, 0, 5, 0])), null)
  assert.equal(newestRun(undefined), null)
})

test('past stages are drawn as reported, future ones as planned', () => {
  const bands = stageBands({
    run: { from: 0, to: null },
    stages: series([0, 1, 1, 2]),
    plan,
    remainingMs: 20 * minuteMs,
    nowMs: 4 * minuteMs,
  })
  assert.deepEqual(
    bands.map(({ number, from, to, when }) => [number, from / minuteMs, to / minuteMs, when]),
    [
      [0, 0, 1, 'past'],
      [1, 1, 3, 'past'],
      [2, 3, 24, 'current'],
      [3, 24, 29, 'next'],
    ],
  )
})

test('a finished run has nothing ahead', () => {
  const bands = stageBands({
    run: { from: 0, to: 3 * minuteMs },
    stages: series([1, 1, 2, 0]),
    plan,
    remainingMs: null,
    nowMs: 9 * minuteMs,
  })
  assert.deepEqual(
    bands.map(({ number, when }) => [number, when]),
    [
      [1, 'past'],
      [2, 'past'],
    ],
  )
  assert.equal(bands.at(-1)?.to, 3 * minuteMs)
})

test('where nothing was reported of stages before the first, the oven preheated: the stage begins when it was reported', () => {
  const stages = { ...series([1, 1, 2]), time: [3 * minuteMs, 4 * minuteMs, 6 * minuteMs] }
  const bands = stageBands({ run: { from: 0, to: null }, stages, plan, remainingMs: 4 * minuteMs, nowMs: 7 * minuteMs })
  assert.deepEqual(
    bands.slice(0, 3).map(({ number, from, to }) => [number, from / minuteMs, to / minuteMs]),
    [
      [0, 0, 3],
      [1, 3, 6],
      [2, 6, 11],
    ],
  )
})
