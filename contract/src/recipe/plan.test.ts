import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planOf } from './plan.rules.ts'
import type { Stage } from './stage.model.ts'

const roast: Stage = {
  key: 1,
  pattern: 'ROAST',
  mode: 'timed',
  minutes: 20,
  temperatureC: 180,
  differenceC: null,
  coreTargetC: null,
  humidity: 30,
  fan: 80,
  reverse: null,
  preset: null,
  pauseBefore: false,
}
const toCore: Stage = { ...roast, key: 2, mode: 'core', minutes: null, coreTargetC: 74 }
const preset: Stage = {
  ...roast,
  key: 3,
  mode: 'preset',
  minutes: null,
  temperatureC: null,
  humidity: null,
  fan: null,
  preset: 1,
}
const none = { mode: 'none', temperatureC: null } as const

test('timed stages take their time, and nothing of that is an estimate', () => {
  const plan = planOf({ stages: [roast, { ...roast, key: 2, minutes: 7 }], preheat: none })
  assert.deepEqual(
    plan.stages.map(({ fromMinute, minutes, isEstimated }) => [fromMinute, minutes, isEstimated]),
    [
      [0, 20, false],
      [20, 7, false],
    ],
  )
  assert.deepEqual([plan.minutes, plan.isEstimated], [27, false])
})

test('a stage that ends by the core is estimated, and its core is at its target when it ends', () => {
  const plan = planOf({ stages: [toCore], preheat: { mode: 'medium', temperatureC: null } })
  assert.equal(plan.isEstimated, true)
  assert.ok((plan.minutes ?? 0) > 10 && (plan.minutes ?? 0) < 90, String(plan.minutes))
  const last = plan.points.at(-1)
  assert.ok(last !== undefined && last.coreC >= 74 && last.coreC < 76)
  assert.equal(plan.points[0]?.chamberC, 200)
  // Wet heat is faster.
  const wet = planOf({ stages: [{ ...toCore, humidity: 100 }], preheat: none })
  const dry = planOf({ stages: [{ ...toCore, humidity: 0 }], preheat: none })
  assert.ok((wet.minutes ?? 0) < (dry.minutes ?? 0))
})

test('a stage of a temperature difference keeps the chamber that much above the core', () => {
  const stage: Stage = { ...toCore, mode: 'difference', temperatureC: null, differenceC: 25, coreTargetC: 55 }
  const plan = planOf({ stages: [stage], preheat: none })
  const last = plan.points.at(-1)
  assert.ok(last !== undefined && Math.abs(last.chamberC - last.coreC - 25) < 1)
  assert.equal(plan.stages[0]?.temperatureC, 80)
})

test('what nobody can estimate is not known, and neither is what comes after it', () => {
  const plan = planOf({ stages: [roast, preset, { ...roast, key: 4 }], preheat: none })
  assert.deepEqual(
    plan.stages.map(({ fromMinute, minutes }) => [fromMinute, minutes]),
    [
      [0, 20],
      [20, null],
      [null, 20],
    ],
  )
  assert.equal(plan.minutes, null)
  // A core that is not reached, as its target lies above what the food can come to.
  assert.equal(planOf({ stages: [{ ...toCore, coreTargetC: 110, temperatureC: 120 }], preheat: none }).minutes, null)
})
