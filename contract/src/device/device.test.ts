import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coolerWorkStates, ovenWorkStates, workStateNumber } from '../thing-model/ready-made/work-state.ts'
import { combiOven } from '../thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '../thing-model/ready-made/refrigerator.ts'
import { CurveQuery } from '../telemetry/curve.model.ts'
import { workStates } from './device.model.ts'
import { factIdentifiers, factOf, warrantyOf, workStateNumberOf, workStateOf, workStatesOf } from './device.rules.ts'

test('a working state is converted to the number of the thing models and back', () => {
  for (const state of workStates) {
    assert.equal(workStateNumberOf(state), workStateNumber[state])
    assert.equal(workStateOf(workStateNumber[state]), state)
  }
  assert.equal(workStateOf(null), null)
  assert.equal(workStateOf(99), null)
})

test('the states a kind can be in are those its thing model lists', () => {
  assert.deepEqual(workStatesOf.oven.toSorted(), ovenWorkStates.map((state) => state.key).toSorted())
  assert.deepEqual(workStatesOf.cooler.toSorted(), coolerWorkStates.map((state) => state.key).toSorted())
})

test('every property behind a fact is one that a ready-made model has', () => {
  const known = [...combiOven.properties, ...refrigerator.properties].map((property) => property.identifier)
  for (const identifier of factIdentifiers) assert(known.includes(identifier), identifier)
})

test('a cooking oven shows its stage, a washing one its minutes, a cooler its temperature', () => {
  const reported = { ChamberTemp: 164.5, CurStage: 2, StageCount: 5, StageRemaining: 601, WashRemaining: 60 }
  assert.deepEqual(factOf('oven', 'cooking', reported), {
    stage: 2,
    stageCount: 5,
    temperatureC: 164.5,
    minutesLeft: 11,
  })
  assert.deepEqual(factOf('oven', 'washing', reported), {
    stage: null,
    stageCount: null,
    temperatureC: null,
    minutesLeft: 1,
  })
  assert.deepEqual(factOf('oven', 'standby', reported), {
    stage: null,
    stageCount: null,
    temperatureC: null,
    minutesLeft: null,
  })
  assert.equal(factOf('cooler', 'error', { CabinetTemp: 4.2 }).temperatureC, 4.2)
  assert.equal(factOf('cooler', 'cooling', { CabinetTemp: 'warm' }).temperatureC, null)
})

test('a warranty is over from its last instant on, and unregistered without a date', () => {
  assert.equal(warrantyOf(1000, 999), 'in')
  assert.equal(warrantyOf(1000, 1000), 'over')
  assert.equal(warrantyOf(null, 1000), 'unregistered')
})

test('a span of less than a second is one, and the year 0 is none', () => {
  const span = (startTime: string, endTime: string) =>
    CurveQuery.safeParse({ id: '1', identifiers: 'ChamberTemp', startTime, endTime }).success
  assert.equal(span('2026-11-20T00:00:00Z', '2026-11-20T00:00:00.5Z'), true)
  assert.equal(span('2026-11-20T00:00:00.5Z', '2026-11-20T00:00:00Z'), false)
  assert.equal(span('0000-01-01T00:00:00Z', '2026-11-20T00:00:00Z'), false)
})
