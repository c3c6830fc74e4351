import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { checkParams, checkReport, findEvent } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { obeyWithin } from '../given-model.ts'
import { obeyOvenCall } from './oven-commands.ts'
import { ovenValues } from './oven-report.ts'
import { beginCooking, startRecipe } from './oven-program.ts'
import { newOven, type Oven } from './oven-state.ts'
import { clearOvenFault, pressOvenKey, raiseOvenFault, setOvenDoor, stepOven } from './oven.ts'
import type { Call } from '../call/calls.ts'

const alone = { ambientC: 24, hour: 12, people: false }
const after = (oven: Oven, minutes: number, input = alone): Oven => stepOven(oven, input, minutes * minuteMs).oven
const callOf = (identifier: string, params: Call['params'] = {}): Call => ({
  id: '1',
  kind: identifier === 'set' ? 'property.set' : 'service',
  identifier,
  params,
  way: 'async',
  messageId: '',
})
/** Sends a call to an oven, by the ready-made model. */
const obey = (oven: Oven, call: Call) => obeyWithin(combiOven, call, (allowed) => obeyOvenCall(oven, allowed))
function preheated(temp: number): Oven {
  const oven = newOven(1)
  assert.equal(obey(oven, callOf('Preheat', { Temp: temp })).code, 200)
  return oven
}

test('heats from cold to 180 °C within 4 to 12 minutes and then holds it', () => {
  let oven = preheated(180)
  let minutes = 0
  while (oven.chamberC < 178 && minutes < 30) {
    oven = after(oven, 0.25)
    minutes += 0.25
  }
  assert(minutes > 4 && minutes < 12, `took ${minutes} min`)
  let hottest = 0
  for (let i = 0; i < 20; i += 1) {
    oven = after(oven, 0.5)
    hottest = Math.max(hottest, oven.chamberC)
    assert(oven.chamberC > 172, `fell to ${oven.chamberC}`)
  }
  assert(hottest > 180.2 && hottest < 194, `overshot to ${hottest}`)
})

test('cools down slowly when shut and quickly when the door is open', () => {
  const hot = after(preheated(200), 20)
  obey(hot, callOf('StopCooking'))
  const shut = after(hot, 5)
  setOvenDoor(hot, true)
  const open = after(hot, 5)
  assert(shut.chamberC > 165 && shut.chamberC < hot.chamberC, `shut: ${shut.chamberC}`)
  assert(open.chamberC < shut.chamberC - 40, `open: ${open.chamberC}`)
})

test('the core follows the chamber with a long delay', () => {
  const stages = [{ Mode: 2, Temp: 180, Minutes: 200, Humidity: 30, FanSpeed: 80, FanReverse: 0, CoreTarget: 0 }]
  let oven = newOven(2)
  obey(oven, callOf('StartProgram', { ProgramId: 1, ProgramName: 'Roast', Stages: stages }))
  let guard = 0
  while (oven.workState !== 'cooking' && guard < 60) {
    oven = stepOven(oven, { ambientC: 24, hour: 12 }, minuteMs / 2).oven
    guard += 1
  }
  assert.equal(oven.workState, 'cooking')
  const early = after(oven, 5)
  const late = after(oven, 60)
  assert(early.chamberC > 150 && early.coreC < 25, `after 5 min: chamber ${early.chamberC}, core ${early.coreC}`)
  assert(late.coreC > 60 && late.coreC < late.chamberC, `after an hour: ${late.coreC}`)
})

test('a set temperature is obeyed by the chamber', () => {
  const oven = after(preheated(120), 15)
  assert.equal(obey(oven, callOf('set', { SetTemp: 200, Light: 1 })).code, 200)
  const later = after(oven, 10)
  assert(Math.abs(later.chamberC - 200) < 10, `${later.chamberC}`)
  assert.equal(ovenValues(later, '01.00.00', 0)['Light'], 1)
})

test('refuses what its model does not allow, and a program while a fault is active', () => {
  const oven = newOven(3)
  assert.equal(obey(oven, callOf('set', { SetTemp: 500 })).code, 460)
  assert.equal(obey(oven, callOf('set', { ChamberTemp: 50 })).code, 460)
  assert.equal(obey(oven, callOf('Fly')).code, 5004)
  raiseOvenFault(oven, 'E05')
  assert.equal(oven.workState, 'error')
  assert.equal(obey(oven, callOf('Preheat', { Temp: 100 })).code, 5003)
  assert.equal(ovenValues(oven, '', 0)['DoorState'], 1)
  clearOvenFault(oven, 'E05')
  assert.equal(oven.workState, 'standby')
})

test('adding time lengthens the running stage', () => {
  let oven = newOven(4)
  const stages = [{ Mode: 1, Temp: 100, Minutes: 10, Humidity: 100, FanSpeed: 50, FanReverse: 0, CoreTarget: 0 }]
  obey(oven, callOf('StartProgram', { ProgramId: 1, ProgramName: 'Steam', Stages: stages }))
  while (oven.workState === 'preheating') oven = stepOven(oven, { ambientC: 24, hour: 12 }, minuteMs / 4).oven
  const before = Number(ovenValues(oven, '', 0)['StageRemaining'])
  const answer = obey(oven, callOf('AddTime', { Minutes: 5 }))
  assert.equal(answer.data?.['StageRemaining'], before + 300)
})

const plainStage = { Mode: 2, Temp: 180, Minutes: 10, Humidity: 30, FanSpeed: 80, FanReverse: 0, CoreTarget: 0 }
/** Loaded, with its probe in place, at the first stage. */
function cookingOven(...stages: readonly object[]): Oven {
  let oven = newOven(7)
  const answer = obey(oven, callOf('StartProgram', { ProgramId: 1, ProgramName: 'Stages', Stages: stages }))
  assert.equal(answer.code, 200)
  oven = after(oven, 12)
  beginCooking(oven)
  oven.probePlugged = true
  return oven
}
/** Minutes until it has reached a stage, 0 for the end of the programme. */
function minutesTo(oven: Oven, stage: number, each: (oven: Oven) => void = () => undefined): [Oven, number] {
  let now = oven
  let minutes = 0
  while (minutes < 600 && (stage === 0 ? now.workState === 'cooking' : now.stage !== stage)) {
    now = after(now, 0.25)
    minutes += 0.25
    each(now)
  }
  return [now, minutes]
}

test('a recipe without preheating begins its first stage at once, with the probe where it needs it; one with it preheats first', () => {
  const recipe = { id: 'RCP1', version: 1 }
  const stages = [plainStage, { ...plainStage, Minutes: 0, CoreTarget: 60 }]
  const cold = newOven(9)
  startRecipe(cold, { ...recipe, program: { id: 1, name: 'Salad', stages: [plainStage] }, preheatC: null })
  assert.deepEqual([cold.workState, cold.stage, cold.foodInside, cold.probePlugged], ['cooking', 1, true, false])
  const probed = newOven(10)
  startRecipe(probed, { ...recipe, program: { id: 1, name: 'Duck', stages }, preheatC: null })
  assert.equal(probed.probePlugged, true)
  const [, minutes] = minutesTo(cold, 0)
  assert(Math.abs(minutes - 10) <= 0.5, `took ${minutes} min`)
  const hot = newOven(11)
  startRecipe(hot, { ...recipe, program: { id: 1, name: 'Duck', stages }, preheatC: 210 })
  assert.deepEqual([hot.workState, hot.stage, hot.setTempC], ['preheating', 0, 210])
})

test('a stage with a duration ends by its time although the core has a target', () => {
  const [, minutes] = minutesTo(cookingOven({ ...plainStage, CoreTarget: 20, EndsBy: 0 }), 0)
  assert.equal(minutes, 10)
})

test('a stage that ends by the core ends when the core reaches its target, whatever its minutes', () => {
  const [oven, minutes] = minutesTo(cookingOven({ ...plainStage, Minutes: 60, CoreTarget: 40, EndsBy: 1 }), 0)
  assert(Math.abs(oven.coreC - 40) < 1 && minutes > 5 && minutes < 60, `${oven.coreC} after ${minutes} min`)
})

test('of a stage to come that the core ends, the time left is what a middling piece takes, not the most it may', () => {
  const oven = cookingOven(plainStage, { ...plainStage, Minutes: 0, CoreTarget: 74, EndsBy: 1 })
  const left = Number(ovenValues(oven, '', 0)['ProgramRemaining']) / 60
  assert(left > 20 && left < 60, `${left} min`)
})

test('by difference the chamber temperature rises with the core, and the stage ends when the core reaches its target', () => {
  const stage = { ...plainStage, Temp: 85, Minutes: 240, CoreTarget: 55, EndsBy: 2, TempDifference: 30 }
  const [oven] = minutesTo(cookingOven(stage), 0, (now) => {
    if (now.workState === 'cooking')
      assert(Math.abs(now.setTempC - Math.max(30, now.coreC + 30)) < 1, `${now.setTempC}`)
  })
  assert(Math.abs(oven.coreC - 55) < 1, `${oven.coreC}`)
})

test('a preset cooks as its maker settled it, and one that the oven has not is refused', () => {
  const [, minutes] = minutesTo(cookingOven({ ...plainStage, Temp: 30, Minutes: 0, EndsBy: 3, Preset: 2 }), 0)
  assert.equal(minutes, 8)
  const stages = [{ ...plainStage, EndsBy: 3 }]
  assert.equal(
    obey(newOven(8), callOf('StartProgram', { ProgramId: 1, ProgramName: 'None', Stages: stages })).code,
    460,
  )
})

test('at a pause it holds heat and stops the clock; it continues at a key, or 10 s after the door was shut again', () => {
  const second = { ...plainStage, Temp: 220, Pause: 1 }
  const [waiting] = minutesTo(cookingOven(plainStage, second), 2)
  const later = after(waiting, 5)
  assert.deepEqual([later.stage, later.stageElapsedMs, later.setTempC], [2, 0, 180])
  assert(Math.abs(later.chamberC - 180) < 8, `${later.chamberC}`)
  const pressed = structuredClone(later)
  pressOvenKey(pressed)
  assert.deepEqual([pressed.pause, pressed.setTempC], [null, 220])
  const people = structuredClone(later)
  setOvenDoor(people, true)
  const open = after(people, 1)
  assert.deepEqual([open.pause === null, open.stageElapsedMs], [false, 0], 'never when the door opens')
  setOvenDoor(open, false)
  assert.notEqual(after(open, 8 / 60).pause, null)
  const gone = after(open, 12 / 60)
  assert.deepEqual([gone.pause, gone.setTempC], [null, 220])
  assert(gone.stageElapsedMs < 4000, `${gone.stageElapsedMs}`)
})

for (const seed of [1, 2, 3, 4, 5]) {
  test(`in three days of oven ${seed} every report and event is one its thing model allows`, () => {
    let oven = newOven(seed)
    const states = new Set<unknown>()
    const events = new Map<string, number>()
    for (let second = 0; second < 3 * 86_400; second += 20) {
      const hour = (second / 3600 + 8) % 24
      const step = stepOven(oven, { ambientC: 24, hour }, 20_000)
      oven = step.oven
      if (second === 40_000) raiseOvenFault(oven, 'E09')
      if (second === 42_000) clearOvenFault(oven, 'E09')
      const values = ovenValues(oven, '01.00.00', second * 1000)
      assert.deepEqual(checkReport(values, combiOven).dropped, [])
      states.add(values['WorkState'])
      for (const { event, output } of step.happenings) {
        const of = findEvent(combiOven, event)
        assert(of !== undefined, event)
        assert(checkParams(output, of.outputData, 'down').ok, `${event} ${JSON.stringify(output)}`)
        events.set(event, (events.get(event) ?? 0) + 1)
      }
    }
    assert.deepEqual(states, new Set([0, 1, 2, 3, 4, 5, 6]).intersection(states))
    assert.equal(states.size, 7)
    const cooked = events.get('ProgramCompleted') ?? 0
    assert(cooked > 12 && cooked < 150, `${cooked} programs`)
  })
}

test('one seed gives one simulated course', () => {
  const live = () => ovenValues(stepOven(newOven('SN1'), { ambientC: 24, hour: 11 }, hourMs).oven, '', 0)
  assert.deepEqual(live(), live())
  const other = ovenValues(stepOven(newOven('SN2'), { ambientC: 24, hour: 11 }, hourMs).oven, '', 0)
  assert.notDeepEqual(live(), other)
})
