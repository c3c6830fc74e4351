import { minuteMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookBands, isOfRun, planLine, type CookPlan } from './cook-plan.ts'

const plan: CookPlan = {
  name: 'Crisp duck v3',
  from: 0,
  to: null,
  preheatC: 200,
  stages: [
    { name: 'Steam', minutes: 4, fromC: 100, toC: 100 },
    { name: 'Roast', minutes: 10, fromC: 180, toC: 180 },
    { name: 'Grill', minutes: 2, fromC: 230, toC: 230 },
  ],
}
/** The stage that was reported in each minute. */
const stagesOf = (...numbers: number[]) => {
  const time = numbers.map((_, index) => index * minuteMs)
  return { identifier: 'CurStage', time, min: numbers, max: numbers, mean: numbers }
}
const as = (value: number): number => value
const inMinutes = (points: readonly (readonly [number, number])[]) =>
  points.map(([at, value]) => [at / minuteMs, value])
const running = { from: 0, to: null }

test('the plan of a stage starts where the stage began, and ends where it should have ended', () => {
  const stages = stagesOf(0, 0, 1, 1, 1, 1, 1, 1, 2)
  const bands = cookBands(plan, { run: running, stages, remainingMs: 10 * minuteMs, nowMs: 8 * minuteMs })
  assert.deepEqual(
    bands.map(({ number, from, to, when }) => [number, from / minuteMs, to / minuteMs, when]),
    [
      [0, 0, 2, 'past'],
      [1, 2, 8, 'past'],
      [2, 8, 18, 'current'],
      [3, 18, 20, 'next'],
    ],
  )
  const { points, gaps } = planLine(plan, bands, as)
  assert.deepEqual(inMinutes(points), [
    [0, 200],
    [2, 200],
    [2, 100],
    [6, 100],
    [8, 180],
    [18, 180],
    [18, 230],
    [20, 230],
  ])
  // The first stage took two minutes longer: of those nothing was planned.
  assert.deepEqual(gaps, [{ from: 6 * minuteMs, to: 8 * minuteMs }])
})

test('a stage that ended early leaves no plan behind its end', () => {
  const bands = cookBands(plan, { run: running, stages: stagesOf(1, 1, 2), remainingMs: null, nowMs: 2 * minuteMs })
  assert.deepEqual(inMinutes(planLine(plan, bands, as).points).slice(0, 3), [
    [0, 100],
    [2, 100],
    [2, 180],
  ])
})

test('a difference rises through its stage', () => {
  const rising = { ...plan, stages: [{ name: 'Stew', minutes: 4, fromC: 40, toC: 80 }] }
  const bands = cookBands(rising, { run: running, stages: stagesOf(1), remainingMs: 4 * minuteMs, nowMs: 0 })
  assert.deepEqual(inMinutes(planLine(rising, bands, as).points), [
    [0, 40],
    [1, 50],
    [2, 60],
    [3, 70],
    [4, 80],
  ])
})

test('behind a stage of which no time is known nothing is placed, and of a preset nothing is drawn', () => {
  const [first, , last] = plan.stages
  assert.ok(first && last)
  const preset = { name: 'Rice', minutes: null, fromC: null, toC: null }
  const unsure = { ...plan, stages: [first, preset, last] }
  const ahead = cookBands(unsure, { run: running, stages: stagesOf(1), remainingMs: 4 * minuteMs, nowMs: 0 })
  assert.deepEqual(
    ahead.map(({ number }) => number),
    [1],
  )
  const within = { run: running, stages: stagesOf(1, 2), nowMs: minuteMs }
  const there = cookBands(unsure, { ...within, remainingMs: null })
  const planned = cookBands(unsure, { ...within, remainingMs: 3 * minuteMs })
  assert.deepEqual(
    [there, planned].map((bands) => bands.map(({ number }) => number)),
    [
      [1, 2],
      [1, 2, 3],
    ],
  )
  assert.deepEqual(inMinutes(planLine(unsure, there, as).points), [
    [0, 100],
    [1, 100],
  ])
})

test('a plan is laid over its own run alone', () => {
  assert.equal(isOfRun(plan, { from: 5 * minuteMs, to: null }), true)
  assert.equal(isOfRun({ ...plan, to: 4 * minuteMs }, { from: 5 * minuteMs, to: null }), false)
  assert.equal(isOfRun({ ...plan, from: 9 * minuteMs }, { from: 0, to: 8 * minuteMs }), false)
})

test('an oven that does not report the remaining time of its stage is placed by the plan, and the line never runs backwards', () => {
  const within = { run: running, stages: stagesOf(1), nowMs: minuteMs }
  const bands = cookBands(plan, { ...within, remainingMs: null })
  assert.deepEqual(
    bands.map(({ number, from, to }) => [number, from / minuteMs, to / minuteMs]),
    [
      [1, 0, 4],
      [2, 4, 14],
      [3, 14, 16],
    ],
  )
  // The oven reports that it is nearly done: later parts of the plan are not drawn over the next stage.
  const times = planLine(plan, cookBands(plan, { ...within, remainingMs: minuteMs }), as).points.map(([at]) => at)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
})
