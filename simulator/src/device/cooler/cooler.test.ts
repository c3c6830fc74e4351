import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { checkParams, checkReport, findEvent } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Call } from '../call/calls.ts'
import { obeyWithin } from '../given-model.ts'
import { obeyCoolerCall } from './cooler-commands.ts'
import { coolerValues } from './cooler-report.ts'
import { newCooler, type Cooler } from './cooler-state.ts'
import { openDoor, stepCooler } from './cooler.ts'

const shut = { ambientC: 24, hour: 12, people: false }
const callOf = (identifier: string, params: Call['params'] = {}): Call => ({
  id: '1',
  kind: identifier === 'set' ? 'property.set' : 'service',
  identifier,
  params,
  way: 'async',
  messageId: '',
})
/** Sends a call to a cooler, by the ready-made model. */
const obey = (cooler: Cooler, call: Call) =>
  obeyWithin(refrigerator, call, (allowed) => obeyCoolerCall(cooler, allowed))
const run = (cooler: Cooler, minutes: number) => stepCooler(cooler, shut, minutes * minuteMs)
/** The next defrost is far away. */
const fridge = (): Cooler => ({ ...newCooler(1), untilDefrostMs: 5.9 * hourMs })

for (const setPointC of [3, -20]) {
  test(`holds ${setPointC} °C within its differential while shut, the compressor resting in between`, () => {
    let cooler = { ...fridge(), setPointC, cabinetC: setPointC, goodsC: setPointC, evaporatorC: setPointC - 6 }
    let ran = 0
    for (let minute = 0; minute < 300; minute += 1) {
      cooler = run(cooler, 1).cooler
      if (minute > 20) {
        assert(Math.abs(cooler.cabinetC - setPointC) < cooler.differentialK, `minute ${minute}: ${cooler.cabinetC}`)
        ran += cooler.compressor ? 1 : 0
      }
    }
    assert(ran > 30 && ran < 260, `ran ${ran} of 280 minutes`)
    assert(cooler.compressorStarts > fridge().compressorStarts + 3)
  })
}

test('a defrost on command melts the frost, warms the coil to its end and lets the cabinet recover', () => {
  let cooler = { ...fridge(), frost: 40 }
  assert.equal(obey(cooler, callOf('StartDefrost')).code, 200)
  assert.equal(coolerValues(cooler, '', 0)['WorkState'], 7)
  const happened = []
  let minutes = 0
  while (cooler.defrosting && minutes < 60) {
    const step = run(cooler, 1)
    cooler = step.cooler
    happened.push(...step.happenings)
    minutes += 1
  }
  assert(minutes > 3 && minutes < 30, `took ${minutes} min`)
  assert(cooler.frost < 1, `frost ${cooler.frost}`)
  assert.equal(happened.length, 1)
  assert.equal(happened[0]?.event, 'DefrostDone')
  assert.equal(Math.round(Number(happened[0].output['EndTemp'])), cooler.defrostEndC)
  cooler = run(cooler, 60).cooler
  assert(Math.abs(cooler.cabinetC - cooler.setPointC) < cooler.differentialK)
})

test('a door left open warms the cabinet until the alarms come', () => {
  const cooler = fridge()
  cooler.compressor = false
  openDoor(cooler, Infinity)
  const { cooler: later, happenings } = run(cooler, 60)
  assert(later.cabinetC > cooler.highLimitC)
  assert.deepEqual(
    happenings.map(({ event }) => event),
    ['DoorOpenLong', 'HighTemp'],
  )
})

test('a compressor that does not start lets the cabinet warm up', () => {
  const cooler = { ...fridge(), faults: ['E05'] }
  const later = run(cooler, 180).cooler
  assert.equal(later.compressor, false)
  assert(later.cabinetC > cooler.setPointC + 2, `${later.cabinetC}`)
  assert.equal(coolerValues(later, '', 0)['WorkState'], 6)
})

test('obeys its set-point and refuses what its model does not allow', () => {
  const cooler = fridge()
  assert.equal(obey(cooler, callOf('set', { SetPoint: 8 })).code, 200)
  assert.equal(obey(cooler, callOf('set', { SetPoint: 80 })).code, 460)
  assert.equal(obey(cooler, callOf('StopDefrost')).code, 5005)
  const later = run(cooler, 240).cooler
  assert(Math.abs(later.cabinetC - 8) < 2, `${later.cabinetC}`)
})

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`in three days of cooler ${seed} every report and event is one its thing model allows`, () => {
    let cooler = newCooler(seed, seed % 2 === 0)
    let defrosts = 0
    let withinMinutes = 0
    for (let second = 0; second < 3 * 86_400; second += 20) {
      const step = stepCooler(cooler, { ambientC: 24, hour: (second / 3600) % 24 }, 20_000)
      cooler = step.cooler
      assert.deepEqual(checkReport(coolerValues(cooler, '01.00.00', second * 1000), refrigerator).dropped, [])
      if (Math.abs(cooler.cabinetC - cooler.setPointC) < 3) withinMinutes += 1 / 3
      for (const { event, output } of step.happenings) {
        const of = findEvent(refrigerator, event)
        assert(of !== undefined, event)
        assert(checkParams(output, of.outputData, 'down').ok, `${event} ${JSON.stringify(output)}`)
        if (event === 'DefrostDone') defrosts += 1
      }
    }
    assert(defrosts >= 10 && defrosts <= 13, `${defrosts} defrosts`)
    assert(withinMinutes > 0.75 * 3 * 1440, `${withinMinutes} min near the set-point`)
  })
}

test('one seed gives one simulated course', () => {
  const live = () => coolerValues(stepCooler(newCooler('SN1'), { ambientC: 24, hour: 11 }, hourMs).cooler, '', 0)
  assert.deepEqual(live(), live())
})
