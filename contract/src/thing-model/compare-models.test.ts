import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareModels } from './compare-models.ts'
import { combiOven } from './ready-made/combi-oven.ts'
import { breakingReasons, ThingModel } from './thing-model.model.ts'
import { breakingWords } from './thing-model.text.ts'
import { fromTsl, toTsl } from './transfer/tsl.ts'

const named = (identifier: string) => ({ identifier, name: { en: identifier, zh: `${identifier}名` } })
const int = (min: number, max: number, step?: number) => ({
  type: 'int',
  min,
  max,
  ...(step === undefined ? {} : { step }),
})
const choice = (...values: number[]) => ({
  type: 'enum',
  items: values.map((value) => ({ value, en: `v${value}`, zh: `v${value}` })),
})
const struct = (members: Readonly<Record<string, object>>) => ({
  type: 'struct',
  members: Object.entries(members).map(([identifier, dataType]) => ({ ...named(identifier), dataType })),
})
const list = (size: number, item: object) => ({ type: 'array', size, item })
const property = (dataType: object, more: object = {}) =>
  ThingModel.parse({
    properties: [{ ...named('P'), required: false, accessMode: 'rw', dataType, ...more }],
    events: [],
    services: [],
  })
const event = (type: string, outputs: Readonly<Record<string, object>> = {}) =>
  ThingModel.parse({
    properties: [],
    events: [{ ...named('E'), required: false, type, outputData: struct(outputs).members }],
    services: [],
  })
const service = (callType: string, inputs: Readonly<Record<string, object>>, outputs: typeof inputs = {}) =>
  ThingModel.parse({
    properties: [],
    events: [],
    services: [
      {
        ...named('S'),
        required: false,
        callType,
        inputData: struct(inputs).members,
        outputData: struct(outputs).members,
      },
    ],
  })
const none = ThingModel.parse({ properties: [], events: [], services: [] })
const described = (before: ThingModel, after: ThingModel) =>
  compareModels(before, after).map(({ change, kind, identifier, breaking }) =>
    [change, kind, identifier, ...breaking.map(({ reason, path }) => `${reason}@${path}`)].join(' '),
  )
const changed = (before: object, after: object, more: object = {}) =>
  described(property(before, more), property(after, more))

test('a model has no difference to itself, in any order, and none after conversion through its document', () => {
  const turned = { ...combiOven, properties: combiOven.properties.toReversed() }
  assert.deepEqual(compareModels(combiOven, turned), [])
  const read = fromTsl(JSON.parse(JSON.stringify(toTsl(combiOven, { productKey: 'a1Key' }, 'zh'))))
  assert.ok(read.ok)
  assert.deepEqual(compareModels(combiOven, read.model), [])
})

test('functions are added, changed and removed; removing is breaking, and so is adding a required one', () => {
  assert.deepEqual(described(none, property(int(0, 1))), ['added property P'])
  assert.deepEqual(described(none, property(int(0, 1), { required: true })), ['added property P required@'])
  assert.deepEqual(described(property(int(0, 1)), none), ['removed property P removed@'])
  assert.deepEqual(described(property(int(0, 1)), property(int(0, 1), { required: true })), [
    'changed property P required@required',
  ])
  assert.deepEqual(described(property(int(0, 1), { required: true }), property(int(0, 1))), ['changed property P'])
  assert.deepEqual(described(event('info'), service('sync', {})), ['added service S', 'removed event E removed@'])
})

test('words, descriptions and units change without breaking', () => {
  assert.deepEqual(changed(int(0, 1), { ...int(0, 1), unit: '°C' }), ['changed property P'])
  assert.deepEqual(described(property(int(0, 1)), property(int(0, 1), { description: 'why' })), ['changed property P'])
})

test('a property that can no longer be set breaks, one that now can does not', () => {
  const readable = property(int(0, 1), { accessMode: 'r' })
  assert.deepEqual(described(property(int(0, 1)), readable), ['changed property P readOnly@accessMode'])
  assert.deepEqual(described(readable, property(int(0, 1))), ['changed property P'])
})

test('a narrower type or range breaks, a wider one does not', () => {
  const double = { type: 'double', min: 0, max: 9 }
  assert.deepEqual(changed(int(0, 9), double), ['changed property P'])
  assert.deepEqual(changed(double, int(0, 9)), ['changed property P type@dataType'])
  assert.deepEqual(changed(int(0, 9), { type: 'date' }), ['changed property P type@dataType'])
  assert.deepEqual(changed(int(0, 9), int(-1, 10)), ['changed property P'])
  assert.deepEqual(changed(int(0, 9), int(0, 8)), ['changed property P range@dataType'])
  assert.deepEqual(changed(int(0, 9), int(1, 9)), ['changed property P range@dataType'])
  assert.deepEqual(changed({ type: 'text', length: 9 }, { type: 'text', length: 8 }), [
    'changed property P length@dataType',
  ])
  assert.deepEqual(changed({ type: 'text', length: 8 }, { type: 'text', length: 9 }), ['changed property P'])
})

test('a coarser or shifted step breaks values that people send, and nothing that devices report', () => {
  assert.deepEqual(changed(int(0, 10, 2), int(0, 10, 1)), ['changed property P'])
  assert.deepEqual(changed(int(0, 10), int(0, 10, 1)), ['changed property P'])
  assert.deepEqual(changed(int(0, 10, 2), int(0, 10, 5)), ['changed property P step@dataType'])
  assert.deepEqual(changed(int(0, 10, 2), int(-1, 10, 2)), ['changed property P step@dataType'])
  assert.deepEqual(changed(int(0, 10, 2), int(0, 10, 5), { accessMode: 'r' }), ['changed property P'])
})

test('removing a choice is breaking, adding one is not', () => {
  assert.deepEqual(changed(choice(0, 1), choice(1, 0, 2)), ['changed property P'])
  assert.deepEqual(changed(choice(0, 1, -3), choice(1)), [
    'changed property P enumItem@dataType.0 enumItem@dataType.-3',
  ])
})

test('a member that may be left out is no break when it is added, and one when it no longer may', () => {
  const optional = { ...struct({ A: int(0, 9), B: int(0, 9) }) }
  const members = optional.members.map((one) => (one.identifier === 'B' ? { ...one, optional: true } : one))
  const now = { ...optional, members }
  assert.deepEqual(changed(struct({ A: int(0, 9) }), now), ['changed property P'])
  assert.deepEqual(changed(now, optional), ['changed property P memberAdded@dataType.B'])
})

test('members are compared down to those of structures in lists', () => {
  const before = list(5, struct({ A: int(0, 9), B: int(0, 9) }))
  assert.deepEqual(changed(before, list(4, struct({ A: int(0, 5), C: int(0, 9) }))), [
    'changed property P size@dataType memberRemoved@dataType.item.B memberAdded@dataType.item.C range@dataType.item.A',
  ])
  assert.deepEqual(changed(struct({ A: int(0, 9) }), struct({ A: int(0, 9), B: int(0, 9) }), { accessMode: 'r' }), [
    'changed property P',
  ])
})

test('any added, removed or narrowed input of a service is breaking; of the outputs only a removed or narrowed one', () => {
  const before = service('async', { A: int(0, 9), B: int(0, 9) }, { X: int(0, 9), Y: int(0, 9) })
  assert.deepEqual(described(before, service('sync', { A: int(0, 5), C: int(0, 9) }, { X: int(1, 9), Z: int(0, 9) })), [
    'changed service S callType@callType inputAdded@inputData.C inputRemoved@inputData.B range@inputData.A.dataType outputRemoved@outputData.Y range@outputData.X.dataType',
  ])
  assert.deepEqual(described(event('info', { X: int(0, 9) }), event('error', {})), [
    'changed event E eventType@type outputRemoved@outputData.X',
  ])
})

test('every reason is written in both languages', () => {
  for (const reason of breakingReasons) assert.notEqual(breakingWords[reason].en, breakingWords[reason].zh)
})
