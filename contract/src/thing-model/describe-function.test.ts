import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareModels } from './compare-models.ts'
import { describeFunction, type Definition } from './describe-function.ts'
import type { Piece } from './describe-pieces.ts'
import { describeRange, describeType } from './describe-type.ts'
import { combiOven } from './ready-made/combi-oven.ts'
import { refrigerator } from './ready-made/refrigerator.ts'
import type { EventFunction, Member, Modbus, Property, ServiceFunction } from './thing-model.model.ts'

const base = { required: false, name: { en: 'Chamber temperature', zh: '腔体温度' } }
const modbus: Modbus = {
  protocolType: 'modbusRtu',
  operateType: 'holdingRegister',
  registerAddress: '0x0412',
  byteLength: 2,
  signed: false,
  coefficient: 0.1,
  reportFrequencyMs: 10_000,
}
const float = { type: 'float', min: -40, max: 350, step: 0.1, unit: '°C' } as const
const temperature: Property = { ...base, identifier: 'CavityTemp', accessMode: 'r', dataType: float }
const seconds: Member = {
  identifier: 'Seconds',
  name: { en: 'Seconds', zh: '秒' },
  dataType: { type: 'int', min: 5, max: 60 },
}
const boost: ServiceFunction = {
  ...base,
  identifier: 'SteamBoost',
  callType: 'async',
  inputData: [seconds],
  outputData: [],
}
const due: EventFunction = { ...base, identifier: 'DescaleDue', type: 'alert', outputData: [seconds] }

/** Marked parts are between `~…~`. */
const shown = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ text, differs }) => (differs ? `~${text}~` : text))
    .join('')
    .replaceAll('\u00a0', ' ')
const rowsOf = (before: Definition | undefined, after: Definition | undefined, locale: 'en' | 'zh' = 'en') =>
  describeFunction(before, after, locale).map((row) => [row.label, shown(row.before), shown(row.after)])

test('only the differing part of a value is marked, below the part that both share', () => {
  assert.deepEqual(rowsOf(temperature, { ...temperature, dataType: { ...float, max: 300 } }), [
    ['Type', 'float, read only', 'float, read only'],
    ['Range', '−40 to ~350~ °C', '−40 to ~300~ °C'],
  ])
  assert.deepEqual(rowsOf(temperature, { ...temperature, dataType: { ...float, step: 1 } }), [
    ['Type', 'float, read only, −40 to 350 °C', 'float, read only, −40 to 350 °C'],
    ['Step', '~0.1~', '~1~'],
  ])
  assert.deepEqual(rowsOf(temperature, { ...temperature, accessMode: 'rw' }, 'zh'), [
    ['类型', 'float，−40 至 350 °C', 'float，−40 至 350 °C'],
    ['读写', '~只读~', '~读写~'],
  ])
})

test('an added or removed function is described completely, on its own side', () => {
  assert.deepEqual(rowsOf(undefined, { ...temperature, modbus }), [
    ['Type', '', '~float, read only, −40 to 350 °C~'],
    ['Register', '', '~0x0412, 2 bytes, × 0.1~'],
  ])
  assert.deepEqual(rowsOf(boost, undefined), [
    ['Call', '~async~', ''],
    ['Input', '~Seconds int, 5 to 60~', ''],
  ])
  assert.deepEqual(rowsOf(undefined, due), [
    ['Level', '', '~Alarm~'],
    ['Output', '', '~Seconds int, 5 to 60~'],
  ])
})

test('only the entries of a list that differ are described, together with their number', () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, value) => ({ value, en: `State ${value}`, zh: `状态${value}` }))
  const state = (count: number): Property => ({ ...temperature, dataType: { type: 'enum', items: items(count) } })
  assert.deepEqual(rowsOf(state(7), state(8)), [
    ['Type', 'enum, read only', 'enum, read only'],
    ['Items', '7 items', '~7 State 7~, 8 items'],
  ])
  assert.deepEqual(
    rowsOf(boost, { ...boost, inputData: [{ ...seconds, dataType: { type: 'int', min: 5, max: 30 } }] }),
    [
      ['Call', 'async', 'async'],
      ['Input', 'Seconds 5 to ~60~', 'Seconds 5 to ~30~'],
    ],
  )
})

test('entries in another order are described as a change of order', () => {
  const minutes = { ...seconds, identifier: 'Minutes' }
  assert.deepEqual(
    rowsOf({ ...boost, inputData: [seconds, minutes] }, { ...boost, inputData: [minutes, seconds] })[1],
    ['Input', '~Seconds, ~Minutes', 'Minutes~, Seconds~'],
  )
})

test('another type is marked with the parts that were added and removed with it', () => {
  assert.deepEqual(rowsOf(temperature, { ...temperature, dataType: { type: 'text', length: 64 } }), [
    ['Type', '~float~, read only', '~text~, read only'],
    ['Range', '~−40 to 350 °C~', '~up to 64 bytes~'],
  ])
})

test('a difference inside a list of structures is described at its member', () => {
  const stages = (max: number): Property => ({
    ...temperature,
    dataType: {
      type: 'array',
      size: 20,
      item: {
        type: 'struct',
        members: [
          { identifier: 'Temp', name: base.name, dataType: { ...float, max } },
          { identifier: 'Fan', name: base.name, dataType: { type: 'int', min: 0, max: 100 } },
        ],
      },
    },
  })
  assert.deepEqual(rowsOf(stages(300), stages(260)), [
    ['Type', 'array of struct, read only, up to 20 items', 'array of struct, read only, up to 20 items'],
    ['Members', 'Temp −40 to ~300~ °C, 2 members', 'Temp −40 to ~260~ °C, 2 members'],
  ])
})

test('every difference between two definitions has a row that describes it, in both languages', () => {
  const number = { ...float, unitName: 'Celsius' }
  const rich: Property = { ...temperature, dataType: number, modbus, defaultValue: 20, description: 'Air' }
  const bool = { type: 'bool', off: { en: 'Off', zh: '关' }, on: { en: 'On', zh: '开' } } as const
  const struct = (...members: Member[]): Property => ({ ...rich, dataType: { type: 'struct', members } })
  const pairs: readonly (readonly [Definition, Definition])[] = [
    [rich, { ...rich, name: { en: 'Chamber temperature', zh: '炉温' } }],
    [rich, { ...rich, name: { en: 'Chamber', zh: '腔体温度' } }],
    [rich, { ...rich, description: 'Of the air' }],
    [rich, { ...rich, required: true }],
    [rich, { ...rich, defaultValue: 25 }],
    [rich, { ...rich, dataType: { ...number, unit: 'K' } }],
    [rich, { ...rich, dataType: { ...number, unitName: 'Kelvin' } }],
    [rich, { ...rich, dataType: { ...number, min: -30 } }],
    [rich, { ...rich, dataType: { ...number, type: 'double' } }],
    [
      { ...rich, dataType: bool },
      { ...rich, dataType: { ...bool, on: { en: 'On', zh: '打开' } } },
    ],
    [
      { ...rich, dataType: bool },
      { ...rich, dataType: { ...bool, on: { en: 'Running', zh: '开' } } },
    ],
    [struct(seconds), struct(seconds, { ...seconds, identifier: 'More' })],
    [struct(seconds), struct({ ...seconds, name: { ...seconds.name, zh: '秒数' } })],
    [rich, temperature],
    ...(
      [
        { registerAddress: '0x0413' },
        { byteLength: 4 },
        { signed: true },
        { coefficient: 1 },
        { protocolType: 'modbusTcp' },
        { operateType: 'coilStatus' },
        { reportFrequencyMs: 500 },
        { encoding: 'float' },
        { swapBytes: true },
        { reverseRegisters: true },
        { bitMask: 15 },
        { trigger: 'onChange' },
        { writeFunctionCode: 6 },
        { writeOnly: true },
      ] as const
    ).map((change) => [rich, { ...rich, modbus: { ...modbus, ...change } }] as const),
    [due, { ...due, type: 'error' }],
    [due, { ...due, outputData: [] }],
    [boost, { ...boost, callType: 'sync' }],
    [boost, { ...boost, outputData: [seconds] }],
  ]
  for (const [before, after] of pairs) {
    for (const locale of ['en', 'zh'] as const) {
      const rows = describeFunction(before, after, locale)
      assert.ok(
        rows.some((row) => row.differs && [...row.before, ...row.after].some((piece) => piece.differs)),
        `${locale}: ${JSON.stringify(after)}`,
      )
    }
  }
})

test('equal definitions have no row that differs, and every function of the ready-made models has words', () => {
  const nothing = { properties: [], events: [], services: [] }
  for (const model of [combiOven, refrigerator]) {
    const functions: Definition[] = [...model.properties, ...model.events, ...model.services]
    assert.equal(compareModels(nothing, model).length, functions.length)
    for (const definition of functions) {
      assert.deepEqual(
        describeFunction(definition, definition, 'en').filter((row) => row.differs),
        [],
        definition.identifier,
      )
      assert.ok(shown(describeFunction(undefined, definition, 'zh')[0]?.after ?? []).length > 2, definition.identifier)
    }
  }
})

test('a type is described in one line, and its bounds in a cell', () => {
  assert.equal(
    describeType({ type: 'array', size: 8, item: { type: 'int', min: 0, max: 100 } }, 'en'),
    'array of int, 0 to 100, up to 8 items',
  )
  assert.equal(describeType({ type: 'text', length: 64 }, 'zh'), 'text，最多 64 字节')
  assert.equal(describeRange({ type: 'double', min: -3.4e38, max: 3.4e38 }, 'en'), '−3.4e38 to 3.4e38')
  assert.equal(describeRange({ type: 'enum', items: [{ value: 0, en: 'Off', zh: '关' }] }, 'en'), '1 item')
})
