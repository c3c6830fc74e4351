import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ThingModel, TypedName, type DataType, type Property } from './thing-model.model.ts'
import {
  checkParams,
  checkPropertySet,
  checkReport,
  checkValue,
  formatValue,
  isDenied,
  problemMessage,
} from './thing-model.rules.ts'
import { combiOven } from './ready-made/combi-oven.ts'
import type { Direction } from './thing-model.rules.ts'

const name = { en: 'Set temperature', zh: '设定温度' }
const property = (dataType: DataType, rest: Partial<Property> = {}): Property => ({
  identifier: 'SetTemp',
  name,
  required: false,
  accessMode: 'rw',
  dataType,
  ...rest,
})
const temperature: DataType = { type: 'float', min: 30, max: 260, step: 0.1, unit: '°C' }
const stages: DataType = {
  type: 'array',
  size: 2,
  item: {
    type: 'struct',
    members: [
      { identifier: 'Temp', name, dataType: temperature },
      {
        identifier: 'Steam',
        name: { en: 'Steam', zh: '蒸汽' },
        dataType: { type: 'bool', off: { en: 'Off', zh: '关' }, on: { en: 'On', zh: '开' } },
      },
    ],
  },
}
const reasonOf = (dataType: DataType, value: unknown, direction: Direction) => {
  const checked = checkValue(property(dataType), value, direction)
  return checked.ok ? checked.value : checked.reason
}

test('a number lies in its range and, when sent by a person, on a step', () => {
  assert.equal(reasonOf(temperature, 30.3, 'down'), 30.3)
  assert.equal(reasonOf(temperature, 259.9, 'down'), 259.9)
  assert.equal(reasonOf(temperature, 30.25, 'down'), 'step')
  assert.equal(reasonOf(temperature, 30.25, 'up'), 30.25)
  assert.equal(reasonOf(temperature, 260.1, 'up'), 'range')
  assert.equal(reasonOf(temperature, 29.9, 'down'), 'range')
})

test('nothing passes for a number but a finite number', () => {
  for (const value of ['85', true, Number.NaN, Infinity, [85], {}])
    assert.equal(reasonOf(temperature, value, 'up'), 'type')
  assert.equal(reasonOf({ type: 'int', min: 0, max: 9 }, 1.5, 'up'), 'type')
  assert.equal(reasonOf(temperature, null, 'up'), 'missing')
})

test('a bool is 0 or 1, and true or false become them', () => {
  const bool: DataType = { type: 'bool', off: { en: 'Off', zh: '关' }, on: { en: 'On', zh: '开' } }
  assert.equal(reasonOf(bool, true, 'down'), 1)
  assert.equal(reasonOf(bool, 0, 'up'), 0)
  for (const value of ['1', 2, 'true']) assert.equal(reasonOf(bool, value, 'up'), 'type')
})

test('a date is a string of UTC milliseconds, and a number becomes one', () => {
  assert.equal(reasonOf({ type: 'date' }, 1_795_233_000_000, 'up'), '1795233000000')
  assert.equal(reasonOf({ type: 'date' }, '2026-11-21', 'up'), 'type')
})

test('the length of text counts bytes, as devices do', () => {
  assert.equal(reasonOf({ type: 'text', length: 6 }, '烤鸡', 'up'), '烤鸡')
  assert.equal(reasonOf({ type: 'text', length: 5 }, '烤鸡', 'up'), 'length')
  assert.equal(reasonOf({ type: 'text', length: 4 }, '🍗', 'up'), '🍗')
})

test('a list of structures is checked down to its members, and the wrong member is named', () => {
  assert.deepEqual(reasonOf(stages, [{ Temp: 100, Steam: true }], 'down'), [{ Temp: 100, Steam: 1 }])
  assert.equal(reasonOf(stages, [{}, {}, {}], 'up'), 'size')
  const wrong = checkValue(
    property(stages),
    [
      { Temp: 100, Steam: 0 },
      { Temp: 300, Steam: 0 },
    ],
    'down',
  )
  assert(!wrong.ok)
  assert.equal(wrong.path, 'SetTemp.1.Temp')
  assert.equal(wrong.reason, 'range')
  assert.equal(problemMessage(wrong, 'en'), 'Set temperature must be 30 to 260\u00A0°C')
  assert.equal(problemMessage(wrong, 'zh'), '“设定温度”应在 30 至 260\u00A0°C 之间')
})

test('an optional member of a structure may be omitted by the sender, and no other', () => {
  const sent = (optional: boolean, value: unknown) => {
    const item = stages.type === 'array' && stages.item.type === 'struct' ? stages.item : assert.fail()
    const [temp, steam] = item.members
    assert(temp !== undefined && steam !== undefined)
    const members = [temp, { ...steam, optional }, { ...steam, identifier: 'Last', optional }]
    return reasonOf({ type: 'array', size: 2, item: { type: 'struct', members } }, value, 'down')
  }
  assert.deepEqual(sent(true, [{ Temp: 100 }, { Temp: 90, Last: 1 }]), [{ Temp: 100 }, { Temp: 90, Last: 1 }])
  assert.deepEqual(sent(true, [{ Temp: 100, Steam: undefined, Last: true }]), [{ Temp: 100, Last: 1 }])
  assert.equal(sent(true, [{ Steam: 1 }]), 'missing')
  assert.equal(sent(true, [{ Temp: 100, Steam: 2 }]), 'type')
  assert.equal(sent(false, [{ Temp: 100 }]), 'missing')
})

test('a structure is stored in the order of its model, whatever the order of the members received', () => {
  const kept = (value: unknown, direction: Direction) => {
    const checked = checkValue(property(stages), value, direction)
    return checked.ok ? JSON.stringify(checked.value) : checked.reason
  }
  const ordered = JSON.stringify([{ Temp: 100, Steam: 1 }])
  for (const direction of ['up', 'down'] as const) {
    assert.equal(kept([{ Temp: 100, Steam: 1 }], direction), ordered)
    assert.equal(kept([{ Steam: 1, Temp: 100 }], direction), ordered)
    assert.equal(kept([{ Steam: true, Temp: 100 }], direction), ordered)
    assert.equal(kept([{ Temp: 100, Steam: 1, More: 1 }], direction), 'unknown')
    assert.equal(kept([{ Temp: 100, Steam: null }], direction), 'missing')
  }
  assert.equal(kept([{ Steam: 1 }], 'up'), JSON.stringify([{ Steam: 1 }]))
  assert.equal(kept([{ Steam: 1 }], 'down'), 'missing')
  assert.equal(kept([{}], 'up'), '[{}]')
})

test('a person leaves no parameter out and adds none; a device may leave some out', () => {
  const parameters = [{ identifier: 'Temp', name, dataType: temperature }]
  const missing = checkParams({}, parameters, 'down')
  assert(!missing.ok)
  assert.deepEqual(
    missing.problems.map(({ path, reason }) => [path, reason]),
    [['Temp', 'missing']],
  )
  assert.deepEqual(checkParams({}, parameters, 'up'), { ok: true, value: {} })
  const added = checkParams({ Temp: 100, __proto__x: 1 }, parameters, 'down')
  assert(!added.ok)
  assert.equal(added.problems[0]?.reason, 'unknown')
  assert.equal(checkParams([], parameters, 'down').ok, false)
})

const model: ThingModel = ThingModel.parse({
  properties: [property(temperature), property(temperature, { identifier: 'ChamberTemp', accessMode: 'r' })],
  events: [],
  services: [],
})

test('only writable properties of the model can be set', () => {
  assert.deepEqual(checkPropertySet({ SetTemp: 180 }, model), { ok: true, value: { SetTemp: 180 } })
  const refused = checkPropertySet({ ChamberTemp: 180, Nothing: 1, SetTemp: 'hot' }, model)
  assert(!refused.ok)
  assert.deepEqual(
    refused.problems.map(({ path, reason }) => [path, reason]),
    [
      ['ChamberTemp', 'readOnly'],
      ['Nothing', 'unknown'],
      ['SetTemp', 'type'],
    ],
  )
})

test('a report is split into values that the model allows and dropped ones, with reasons', () => {
  const hostile: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}')
  const report = { SetTemp: { value: 180, time: 1_795_233_000_000 }, ChamberTemp: 900, Mystery: 1 }
  assert.deepEqual(checkReport(report, model), {
    accepted: [{ identifier: 'SetTemp', value: 180, time: 1_795_233_000_000 }],
    dropped: [
      { identifier: 'ChamberTemp', reason: 'range', value: 900 },
      { identifier: 'Mystery', reason: 'unknown', value: 1 },
    ],
  })
  assert(typeof hostile === 'object' && hostile !== null)
  const strange = checkReport(Object.fromEntries(Object.entries(hostile)), model)
  assert.deepEqual(
    strange.dropped.map((entry) => entry.reason),
    ['unknown', 'unknown'],
  )
})

test('values are written with labels, separators and units in both languages', () => {
  assert.equal(formatValue(property({ type: 'int', min: 0, max: 99_999, unit: 'h' }), 12_345, 'en'), '12,345\u00A0h')
  assert.equal(formatValue(property({ type: 'int', min: 0, max: 100, unit: '%' }), 60, 'zh'), '60%')
  assert.equal(formatValue(property(temperature), 85.26, 'en'), '85.3\u00A0°C')
  assert.equal(formatValue(property(stages), [{ Temp: 100, Steam: 1 }], 'zh'), '设定温度：100\u00A0°C，蒸汽：开')
  assert.equal(formatValue(property({ type: 'text', length: 9 }), '', 'en'), '-')
  assert.equal(formatValue(property({ type: 'date' }), '1000', 'en'), '1970-01-01T00:00:01.000Z')
})

const messages = (candidate: unknown) => {
  const parsed = ThingModel.safeParse(candidate)
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)
}

test('refuses inconsistent definitions (spec 5)', () => {
  const withProperty = (dataType: unknown, rest: object = {}) =>
    messages({ properties: [{ ...property(temperature), ...rest, dataType }], events: [], services: [] })
  assert.deepEqual(withProperty({ type: 'int', min: 5, max: 5 }), ['thingModel.range'])
  assert.deepEqual(withProperty({ type: 'enum', items: [] }), ['thingModel.noItems'])
  assert.deepEqual(withProperty(temperature, { identifier: 'set' }), ['thingModel.reserved'])
  assert.deepEqual(withProperty(temperature, { identifier: 'a-b' }), ['thingModel.identifier'])
  assert.deepEqual(messages({ properties: [property(temperature), property(temperature)], events: [], services: [] }), [
    'thingModel.sameIdentifier',
  ])
  const twice = [
    { identifier: 'A', name, dataType: temperature },
    { identifier: 'A', name, dataType: temperature },
  ]
  const service = { identifier: 'Go', name, required: false, callType: 'async', inputData: twice, outputData: [] }
  assert.deepEqual(messages({ properties: [], events: [], services: [service] }), ['thingModel.sameParameter'])
})

test('a function of a module has its module before its name, and the module is one of the model’s', () => {
  const modules = [{ identifier: 'Modem', name }]
  const of = (...identifiers: string[]) => ({
    properties: identifiers.map((identifier) => property(temperature, { identifier })),
    events: [],
    services: [],
  })
  assert.deepEqual(messages({ modules, ...of('Signal', 'Modem:Signal') }), [])
  assert.deepEqual(messages({ modules, ...of('Modem:Signal', 'Modem:Signal') }), ['thingModel.sameIdentifier'])
  assert.deepEqual(messages(of('Modem:Signal')), ['thingModel.unknownModule'])
  assert.deepEqual(messages({ modules, ...of('Modem:set') }), ['thingModel.reserved'])
  assert.deepEqual(messages({ modules, ...of('Modem:A:B') }), ['thingModel.identifier'])
  assert.deepEqual(messages({ modules: [...modules, ...modules], ...of('A') }), ['thingModel.sameModule'])
  assert.deepEqual(messages({ modules: [{ identifier: 'a:b', name }], ...of('A') }), ['thingModel.identifier'])
  const inStruct = { type: 'struct', members: [{ identifier: 'Modem:A', name, dataType: temperature }] }
  const service = { identifier: 'Go', name, required: false, callType: 'sync', inputData: [], outputData: [] }
  assert.deepEqual(
    messages({
      modules,
      ...of(),
      services: [{ ...service, inputData: [{ identifier: 'x', name, dataType: inStruct }] }],
    }),
    ['thingModel.identifier'],
  )
})

test('the name a person types follows spec 5', () => {
  for (const good of ['腔体温度', 'Fan/1.x_a-b', '9', '设定温度2']) assert(TypedName.safeParse(good).success, good)
  for (const bad of ['', '-温度', '_x', 'Set temperature', '一二三四五六七八九十一二三四五六七', '温度！']) {
    assert(!TypedName.safeParse(bad).success, bad)
  }
})

test('a value counts only while the property it depends on has one of the named values; a property that was never reported denies nothing', () => {
  const { onlyWhile } = combiOven.properties.find(({ identifier }) => identifier === 'CoreTemp') ?? assert.fail('none')
  const whenProbe = (value: unknown) =>
    isDenied({ onlyWhile }, (identifier) => (identifier === 'CoreProbe' ? value : 1))
  assert.deepEqual([whenProbe(0), whenProbe(1), whenProbe(undefined)], [true, false, false])
  assert.equal(
    isDenied({}, () => 0),
    false,
  )
})

test('while an oven is in standby, neither the stage, its times nor the time of completion are valid', () => {
  const meansNothing = combiOven.properties.filter((one) => isDenied(one, (other) => (other === 'WorkState' ? 0 : 1)))
  assert.deepEqual(
    meansNothing.map(({ identifier }) => identifier),
    ['StageMode', 'StageElapsed', 'StageRemaining', 'ProgramRemaining', 'FinishTime', 'WashRemaining'],
  )
})

test('a time of 0 is none, not the first of January 1970', () => {
  assert.equal(formatValue({ dataType: { type: 'date' } }, '0', 'en'), '-')
})
