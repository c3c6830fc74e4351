import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { findProperty, findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Units } from '../platform/units.ts'
import {
  checkCall,
  checkSetting,
  isUntouched,
  messagesBelow,
  oldText,
  readTyped,
  retypeDraft,
  typedOf,
} from './command-draft.ts'
import { repeatOf } from './repeat.ts'
import { plainValue, valueText, shownType, splitValue } from '../device/view/shown-value.ts'

const metric: Units = {
  system: 'metric',
  temperatureUnit: '°C',
  temperature: (c) => c,
  temperatureSpan: (c) => c,
  toCelsius: (c) => c,
  unit: (u) => u,
}
const british: Units = {
  system: 'british',
  temperatureUnit: '°F',
  temperature: (c) => (c * 9) / 5 + 32,
  temperatureSpan: (c) => (c * 9) / 5,
  toCelsius: (f) => ((f - 32) * 5) / 9,
  unit: (u) => (u === '°C' ? '°F' : u),
}
const reported = (values: Record<string, unknown>) => (identifier: string) => values[identifier]
const property = (identifier: string) => {
  const found = findProperty(combiOven, identifier)
  assert.ok(found)
  return found
}

test('only properties that differ from what is reported are sent', () => {
  const { changes, problems } = checkSetting(
    combiOven,
    { FanSpeed: '80', SetHumidity: '45', Light: 0 },
    reported({ FanSpeed: 70, SetHumidity: 45, Light: 1 }),
    metric,
  )
  assert.deepEqual(problems, {})
  assert.deepEqual(
    changes.map((change) => [change.property.identifier, change.before, change.after]),
    [
      ['FanSpeed', 70, 80],
      ['Light', 1, 0],
    ],
  )
})

test('a value that is out of range, off its step or empty is shown as a problem at its field', () => {
  const { changes, problems } = checkSetting(
    combiOven,
    { SetTemp: '270', FanSpeed: '75', SetHumidity: '' },
    reported({ SetTemp: 185, FanSpeed: 70, SetHumidity: 45 }),
    metric,
  )
  assert.deepEqual(changes, [])
  const reasons = Object.fromEntries(Object.entries(problems).map(([key, problem]) => [key, problem.reason]))
  assert.deepEqual(reasons, { SetTemp: 'range', FanSpeed: 'step', SetHumidity: 'missing' })
})

test('a temperature typed in °F is rounded to the nearest step in °C', () => {
  assert.equal(readTyped(property('SetTemp').dataType, '375', british), 191)
  const { changes } = checkSetting(combiOven, { SetTemp: '374' }, reported({ SetTemp: 185 }), british)
  assert.equal(changes[0]?.after, 190)
})

test('switching units converts the input and keeps a text that is not a number', () => {
  const draft = retypeDraft(
    combiOven.properties,
    { SetTemp: '190', CoreTarget: 'abc', FanSpeed: '80' },
    metric,
    british,
  )
  assert.deepEqual(draft, { SetTemp: '374', CoreTarget: 'abc', FanSpeed: '80' })
})

test('an untouched field in °F sends nothing back', () => {
  const dataType = property('SetTemp').dataType
  const typed = typedOf(dataType, 191, british)
  assert.equal(typed, '375.8')
  assert.deepEqual(checkSetting(combiOven, { SetTemp: typed }, reported({ SetTemp: 191 }), british), {
    changes: [],
    problems: {},
  })
})

test('stages of a programme are read as a list of structures, and a bad one is named by its path', () => {
  const start = findService(combiOven, 'StartProgram')
  assert.ok(start)
  const stage = { Mode: 2, Temp: '185', Minutes: '30', Humidity: '40', FanSpeed: '70', FanReverse: 0, CoreTarget: '68' }
  const good = checkCall(start.inputData, { ProgramId: '12', ProgramName: 'Roast', Stages: [stage] }, metric)
  assert.ok(good.ok)
  assert.deepEqual(good.params['Stages'], [
    { Mode: 2, Temp: 185, Minutes: 30, Humidity: 40, FanSpeed: 70, FanReverse: 0, CoreTarget: 68 },
  ])
  const more = { EndsBy: 2, TempDifference: '25', Pause: 1 }
  const optional = checkCall(
    start.inputData,
    { ProgramId: '12', ProgramName: 'Roast', Stages: [{ ...stage, ...more, Preset: '' }] },
    metric,
  )
  assert.ok(optional.ok)
  assert.deepEqual(optional.params['Stages'], [
    {
      Mode: 2,
      Temp: 185,
      Minutes: 30,
      Humidity: 40,
      FanSpeed: 70,
      FanReverse: 0,
      CoreTarget: 68,
      ...more,
      TempDifference: 25,
    },
  ])
  const bad = checkCall(
    start.inputData,
    { ProgramId: '12', ProgramName: 'Roast', Stages: [stage, { ...stage, Temp: '300', Minutes: '' }] },
    metric,
  )
  assert.ok(!bad.ok)
  assert.deepEqual(Object.keys(bad.problems), ['Stages.1.Temp', 'Stages.1.Minutes'])
})

test('where nothing is reported nothing is chosen: off is sent if it is chosen, and only then', () => {
  const light = property('Light')
  assert.equal(typedOf(light.dataType, undefined, metric), '')
  assert.deepEqual(checkSetting(combiOven, {}, reported({}), metric), { changes: [], problems: {} })
  const { changes, problems } = checkSetting(combiOven, { Light: 0, FanReverse: 0 }, reported({}), metric)
  assert.deepEqual(problems, {})
  assert.deepEqual(
    changes.map((change) => [change.property.identifier, change.before, change.after]),
    [
      ['FanReverse', undefined, 0],
      ['Light', undefined, 0],
    ],
  )
  assert.ok(isUntouched(light, '', undefined, metric))
  assert.ok(!isUntouched(light, 0, undefined, metric))
})

test('a service is called with sides and choices that a person chose: one left open is missing, in lists and structures too', () => {
  const side = { type: 'bool' as const, off: { en: 'Off', zh: '关' }, on: { en: 'On', zh: '开' } }
  const name = { en: 'Part', zh: '部件' }
  const parts = { type: 'struct' as const, members: [{ identifier: 'Lamp', name, dataType: side }] }
  const of = [
    { identifier: 'Fan', name, dataType: side },
    { identifier: 'Parts', name, dataType: parts },
    { identifier: 'All', name, dataType: { type: 'array' as const, size: 2, item: parts } },
  ]
  const open = checkCall(of, { All: [typedOf(parts, undefined, metric)] }, metric)
  assert.ok(!open.ok)
  const reasons = Object.fromEntries(Object.entries(open.problems).map(([path, { reason }]) => [path, reason]))
  assert.deepEqual(reasons, { Fan: 'missing', 'Parts.Lamp': 'missing', 'All.0.Lamp': 'missing' })
  assert.deepEqual(messagesBelow('All', { 'All.0.Lamp': 'missing', Allover: 'other' }), { '0.Lamp': 'missing' })
  const chosen = checkCall(of, { Fan: 0, Parts: { Lamp: 1 }, All: [{ Lamp: 0 }] }, metric)
  assert.deepEqual(chosen, { ok: true, params: { Fan: 0, Parts: { Lamp: 1 }, All: [{ Lamp: 0 }] } })
})

test('values are written in the units of the person who reads them', () => {
  const temperature = property('ChamberTemp').dataType
  assert.equal(valueText(temperature, 186.1, { locale: 'en', units: metric }), '186.1\u00A0°C')
  assert.equal(valueText(temperature, 186.1, { locale: 'en', units: british }), '367\u00A0°F')
  assert.deepEqual(splitValue(temperature, 186.1, { locale: 'zh', units: metric }), { text: '186.1', unit: '°C' })
  assert.deepEqual(splitValue(property('WorkState').dataType, 2, { locale: 'zh', units: metric }), {
    text: '2 · 烹饪中',
    unit: '',
  })
  assert.deepEqual(splitValue(temperature, undefined, { locale: 'en', units: metric }), { text: '-', unit: '' })
})

test('a range is shown in the units of the person who types', () => {
  const shown = shownType(property('SetTemp').dataType, british)
  assert.ok(shown.type === 'float')
  assert.deepEqual([shown.min, shown.max, shown.step, shown.unit], [86, 500, 1.8, '°F'])
})

test('a changed field shows its previous value without the unit, and seconds as seconds', () => {
  const seconds = { type: 'int' as const, min: 0, max: 100_000, unit: 's' }
  assert.equal(oldText(seconds, 754, { locale: 'en', units: metric }), '754')
  assert.equal(oldText(seconds, 5025, { locale: 'zh', units: metric }), '5,025')
  const degrees = { type: 'float' as const, min: 30, max: 260, unit: '°C' }
  assert.equal(oldText(degrees, 191, { locale: 'en', units: british }), '375.8')
  assert.equal(oldText({ type: 'text', length: 10 }, undefined, { locale: 'en', units: metric }), '-')
})

test('a download has numbers to compute with, in the units on screen, and nothing where no value counts', () => {
  const seconds = { type: 'int' as const, min: 0, max: 100_000, unit: 's' }
  const reading = { locale: 'en' as const, units: metric }
  assert.deepEqual(plainValue(seconds, 5025, reading), { text: '5025', unit: 's' })
  assert.deepEqual(plainValue(seconds, 12, reading), { text: '12', unit: 's' })
  const temperature = property('ChamberTemp').dataType
  assert.deepEqual(plainValue(temperature, 186.1, { ...reading, units: british }), { text: '366.98', unit: '°F' })
  assert.deepEqual(plainValue(temperature, null, reading), { text: '', unit: '' })
  assert.deepEqual(plainValue(property('WorkState').dataType, 2, reading), { text: '2 · Cooking', unit: '' })
  assert.deepEqual(plainValue({ type: 'text', length: 10 }, '-', reading), { text: '-', unit: '' })
})

test('the last command is filled into its form as it was, in the units on screen, or says why it cannot be repeated', () => {
  const set = (params: Record<string, string | number>) => ({ kind: 'property.set' as const, identifier: '', params })
  const now = reported({ FanSpeed: 70, SetTemp: 180 })
  assert.deepEqual(repeatOf(set({ FanSpeed: 80, SetTemp: 200 }), combiOven, now, british), {
    kind: 'property',
    draft: { FanSpeed: '80', SetTemp: '392' },
  })
  assert.equal(repeatOf(set({ FanSpeed: 70, SetTemp: 180 }), combiOven, now, metric), 'repeatAlready')
  assert.equal(repeatOf(set({ FanSpeed: 85 }), combiOven, now, metric), 'repeatNotAllowed')
  assert.equal(repeatOf(set({ Gone: 1 }), combiOven, now, metric), 'repeatUnknown')
  // It can be read, and no longer be set.
  assert.equal(repeatOf(set({ ChamberTemp: 20 }), combiOven, now, metric), 'repeatUnknown')
  const call = (identifier: string, params: Record<string, string | number>) => ({
    kind: 'service' as const,
    identifier,
    params,
  })
  const repeated = repeatOf(call('Preheat', { Temp: 180 }), combiOven, now, metric)
  assert.deepEqual(repeated, { kind: 'service', identifier: 'Preheat', draft: { Temp: '180' } })
  assert.equal(repeatOf(call('Preheat', { Temp: 1800 }), combiOven, now, metric), 'repeatNotAllowed')
  assert.equal(repeatOf(call('Preheat', { Temp: 180, Gone: 1 }), combiOven, now, metric), 'repeatNotAllowed')
  assert.equal(repeatOf(call('Gone', {}), combiOven, now, metric), 'repeatUnknown')
  assert.equal(repeatOf(call('FactoryReset', {}), combiOven, now, metric), 'repeatReset')
})
