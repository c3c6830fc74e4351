import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stage } from '@brigade/contract/recipe/stage.model.ts'
import { geometryOf, heatPaths } from './geometry.ts'
import { movedStage } from './move-stage.ts'
import { planOf } from './plan.ts'

const timed: Stage = {
  key: 1,
  pattern: 'ROAST',
  mode: 'timed',
  minutes: 20,
  temperatureC: 180,
  differenceC: null,
  coreTargetC: null,
  humidity: 30,
  fan: 80,
  reverse: false,
  preset: null,
  pauseBefore: false,
}
const core: Stage = { ...timed, key: 2, mode: 'core', minutes: null, coreTargetC: 70 }
const difference: Stage = {
  ...timed,
  key: 3,
  mode: 'difference',
  minutes: null,
  temperatureC: null,
  coreTargetC: 55,
  differenceC: 25,
}
const preset: Stage = {
  ...core,
  key: 4,
  mode: 'preset',
  temperatureC: null,
  coreTargetC: null,
  humidity: null,
  fan: null,
  preset: 2,
}
const none = { mode: 'none', temperatureC: null } as const

test('a time that was set is as it is, one that the core decides is an estimate', () => {
  const plan = planOf({ stages: [timed, core], preheat: { mode: 'custom', temperatureC: 182 } })
  assert.deepEqual([plan.stages[0]?.minutes, plan.stages[0]?.isEstimated], [20, false])
  assert.equal(plan.stages[1]?.isEstimated, true)
  const [alone] = planOf({ stages: [core], preheat: none }).stages
  assert.ok((alone?.minutes ?? 0) > 5)
  assert.deepEqual(plan.preheat, { minutes: 6, toC: 182 })
  assert.equal(plan.isAtLeast, false)
})

test('with a difference of temperatures the chamber rises with the core', () => {
  const [stage] = planOf({ stages: [difference], preheat: none }).stages
  assert.deepEqual([stage?.fromC, stage?.toC], [30, 80])
})

test('of a preset, and of a core that is never reached, no time is named and the sum is a least', () => {
  const cold = { ...core, temperatureC: 60, coreTargetC: 59.9, humidity: 0 }
  const plan = planOf({ stages: [{ ...cold, temperatureC: 59 }, timed, preset], preheat: none })
  assert.deepEqual(
    plan.stages.map(({ minutes }) => minutes),
    [null, 20, null],
  )
  assert.deepEqual([plan.minutes, plan.isAtLeast], [20, true])
})

test('stages follow one another on the curve, and a preset leaves a gap in its line', () => {
  const content = { stages: [timed, preset, { ...timed, key: 5 }], preheat: none }
  const plan = planOf(content)
  const { spans } = geometryOf(plan, content.stages, 780)
  assert.equal(spans[0]?.to, spans[1]?.from)
  assert.equal(heatPaths(geometryOf(plan, content.stages, 780), plan).set.match(/M/g)?.length, 2)
})

test('what is dragged stays within the limits, and comes to round figures', () => {
  assert.equal(movedStage(timed, 'temperature', 203.4).temperatureC, 205)
  assert.equal(movedStage(timed, 'temperature', 999).temperatureC, 260)
  assert.equal(movedStage(timed, 'fan', 3).fan, 30)
  assert.equal(movedStage(timed, 'humidity', -4).humidity, 0)
  assert.equal(movedStage(timed, 'minutes', -4).minutes, 1)
  assert.equal(movedStage(core, 'temperature', 20).temperatureC, 71)
  assert.equal(movedStage(difference, 'temperature', 90).differenceC, 35)
  assert.equal(movedStage(core, 'minutes', 40), core)
  assert.equal(movedStage(preset, 'temperature', 200), preset)
})
