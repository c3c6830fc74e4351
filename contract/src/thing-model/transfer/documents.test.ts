import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messagesByPath } from '../../field-message.ts'
import { thingModelText } from '../thing-model.text.ts'
import { fromTsl } from './tsl.ts'

// Documents as other platforms and people's editors write them.
const profile = { productKey: 'a1Key' }
const property = (dataType: unknown, more: object = {}) => ({
  identifier: 'P',
  name: 'P',
  accessMode: 'r',
  required: false,
  dataType,
  ...more,
})
const typeRead = (dataType: unknown): unknown => {
  const read = fromTsl({ profile, properties: [property(dataType)] })
  return read.ok ? read.model.properties[0]?.dataType : pathsOf(read)
}
const pathsOf = (read: ReturnType<typeof fromTsl>): string[] =>
  read.ok ? [] : read.issues.map((issue) => issue.path.map(String).join('.'))
const at = (dataType: unknown): string[] =>
  pathsOf(fromTsl({ profile, properties: [property(dataType)] })).map((path) =>
    path.replace('properties.0.dataType', '…'),
  )

test('limits are read from strings, from numbers and with exponents', () => {
  assert.deepEqual(typeRead({ type: 'int', specs: { min: '0', max: 9, step: ' 1 ' } }), {
    type: 'int',
    min: 0,
    max: 9,
    step: 1,
  })
  assert.deepEqual(typeRead({ type: 'double', specs: { min: '-1e3', max: '+1.5E+4', step: '.5' } }), {
    type: 'double',
    min: -1000,
    max: 15_000,
    step: 0.5,
  })
  assert.deepEqual(typeRead({ type: 'text', specs: { length: 64 } }), { type: 'text', length: 64 })
  assert.deepEqual(typeRead({ type: 'array', specs: { size: 3, item: { type: 'text' } } }), {
    type: 'array',
    size: 3,
    item: { type: 'text', length: 10_240 },
  })
})

test('a type with missing, null or empty specs has the widest range of its kind', () => {
  const int = { type: 'int', min: -2_147_483_648, max: 2_147_483_647 }
  for (const specs of [undefined, null, {}, { min: '', max: null, step: '', unit: null }]) {
    assert.deepEqual(typeRead({ type: 'int', specs }), int)
  }
  assert.deepEqual(typeRead({ type: 'text' }), { type: 'text', length: 10_240 })
  assert.deepEqual(typeRead({ type: 'date' }), { type: 'date' })
  assert.deepEqual(typeRead({ type: 'date', specs: { length: '' } }), { type: 'date' })
})

test('an array without a size may have as many items as any', () => {
  assert.deepEqual(typeRead({ type: 'array', specs: { item: { type: 'text', specs: { length: '9' } } } }), {
    type: 'array',
    size: 512,
    item: { type: 'text', length: 9 },
  })
})

test('a limit that is not a number is refused at its place and never read as another limit', () => {
  assert.deepEqual(at({ type: 'int', specs: { min: 'low', max: '0x10', step: '1,5' } }), [
    '….specs.min',
    '….specs.max',
    '….specs.step',
  ])
  assert.deepEqual(at({ type: 'int', specs: { min: '0', max: '1.5' } }), ['….specs.max'])
  assert.deepEqual(at({ type: 'float', specs: { min: '0', max: 'Infinity' } }), ['….specs.max'])
  assert.deepEqual(at({ type: 'float', specs: { min: '5', max: '5' } }), ['….specs.max'])
  assert.deepEqual(at({ type: 'int', specs: { min: '0', max: '9', unit: {} } }), ['….specs.unit'])
  assert.deepEqual(at({ type: 'text', specs: { length: '10241' } }), ['….specs.length'])
  assert.deepEqual(at({ type: 'text', specs: { length: '-1' } }), ['….specs.length'])
  assert.deepEqual(at({ type: 'double', specs: [] }), ['….specs'])
})

test('an enumeration has negative keys, keys out of order and labels that are numbers', () => {
  const label = (value: number, text: string) => ({ value, en: text, zh: text })
  assert.deepEqual(typeRead({ type: 'enum', specs: { '-1': 'Off', '10': 5, '2': 'Low' } }), {
    type: 'enum',
    // The order JSON gives keys that look like numbers.
    items: [label(2, 'Low'), label(10, '5'), label(-1, 'Off')],
  })
  assert.deepEqual(typeRead({ type: 'enum', specs: { '1': 'One', '0': 'None' }, order: ['1', '7', '1', '0'] }), {
    type: 'enum',
    items: [label(1, 'One'), label(0, 'None')],
  })
  assert.deepEqual(at({ type: 'enum', specs: {} }), ['….specs'])
  assert.deepEqual(at({ type: 'enum' }), ['….specs'])
  assert.deepEqual(at({ type: 'enum', specs: ['a'] }), ['….specs'])
  assert.deepEqual(at({ type: 'enum', specs: { red: 'Red', '1.5': 'Half', '0': null } }), [
    '….specs.0',
    '….specs.red',
    '….specs.1.5',
  ])
  assert.deepEqual(at({ type: 'enum', specs: { '1': 'a', '01': 'b' } }), ['….specs'])
})

test('a bool has texts for both values', () => {
  assert.deepEqual(typeRead({ type: 'bool', specs: { 0: '关', 1: '开' } }), {
    type: 'bool',
    off: { en: '关', zh: '关' },
    on: { en: '开', zh: '开' },
  })
  assert.deepEqual(at({ type: 'bool', specs: { 0: 'Off' } }), ['….specs.1'])
  // If neither side has a label, both get the default labels.
  for (const specs of [undefined, null, {}])
    assert.deepEqual(typeRead({ type: 'bool', specs }), {
      type: 'bool',
      off: { en: 'Off', zh: '关' },
      on: { en: 'On', zh: '开' },
    })
  assert.deepEqual(at({ type: 'bool', specs: { 0: 'Off', 1: 'On' }, labels: { en: { 0: 'Off', 1: 5 }, zh: {} } }), [
    '….labels.en.1',
  ])
})

test('a structure in a list is read with its members, and deeper nesting is refused', () => {
  const member = { identifier: 'M', name: 'M', dataType: { type: 'int', specs: { min: '1', max: '0' } } }
  const struct = { type: 'struct', specs: [member, 5, { ...member, identifier: 'set', dataType: { type: 'date' } }] }
  assert.deepEqual(at({ type: 'array', specs: { size: '2', item: struct } }), [
    '….specs.item.specs.0.dataType.specs.max',
    '….specs.item.specs.1',
    '….specs.item.specs.2.identifier',
  ])
  assert.deepEqual(at({ type: 'struct', specs: [{ ...member, dataType: { type: 'struct', specs: [] } }] }), [
    '….specs.0.dataType.type',
  ])
  assert.deepEqual(at({ type: 'array', specs: { size: '2', item: { type: 'bool' } } }), ['….specs.item.type'])
  assert.deepEqual(at({ type: 'array', specs: { size: '513', item: { type: 'int' } } }), ['….specs.size'])
  assert.deepEqual(at({ type: 'array' }), ['….specs.item'])
  assert.deepEqual(at({ type: 'struct', specs: [] }), ['….specs'])
  assert.deepEqual(at({ type: 'struct', specs: { M: member } }), ['….specs'])
})

test('parts that the format generates are dropped, with or without their method, and move no path', () => {
  const event = { identifier: 'Full', name: 'Full', type: 'warning', required: false, outputData: [] }
  const read = fromTsl({
    profile,
    properties: [],
    events: [{ identifier: 'post', method: 'thing.event.property.post', outputData: 'anything' }, event],
    services: [
      { identifier: 'set', name: 'set', inputData: [], outputData: [] },
      { identifier: 'get', method: 'thing.service.property.get', inputData: ['A', 'B'], outputData: [] },
      { identifier: 'get', name: 'mine', callType: 'sync', method: 'thing.service.get' },
      { identifier: 'Run', name: 'Run', callType: 'sync', inputData: ['bare'] },
    ],
  })
  assert.deepEqual(pathsOf(read), ['events.1.type', 'services.2.identifier', 'services.3.inputData.0'])
})

test('other keys, links, an empty list of modules and empty descriptions are passed over', () => {
  const read = fromTsl({
    schema: 'https://example.invalid/schema.json',
    link: '/sys/a1Key/${deviceName}/thing/',
    profile: { ...profile, deviceName: null, version: 1, region: 'x' },
    functionBlockId: '',
    functionBlocks: [],
    properties: [
      property({ type: 'date', specs: null, extra: 1 }, { desc: null, required: 'true', custom: true, name: 7 }),
    ],
    events: null,
  })
  assert.ok(read.ok)
  const { profile: profileRead, model } = read
  assert.deepEqual(
    { profileRead, model },
    {
      profileRead: { productKey: 'a1Key', version: '1' },
      model: {
        properties: [
          {
            identifier: 'P',
            name: { en: '7', zh: '7' },
            required: true,
            accessMode: 'r',
            dataType: { type: 'date' },
          },
        ],
        events: [],
        services: [],
      },
    },
  )
})

test('the dialect of the API has its keys sorted and its version beside the lists', () => {
  const lists = { events: [], productKey: 'a1Key', properties: [property({ specs: {}, type: 'date' })], services: [] }
  const read = fromTsl({ _ppk: { description: 'first', version: '1.2' }, ...lists })
  assert.ok(read.ok)
  assert.deepEqual(read.profile, { productKey: 'a1Key', version: '1.2', description: 'first' })
  assert.equal(read.model.properties.length, 1)
  const both = fromTsl({ _ppk: { version: '1.2' }, profile: { productKey: 'a1Other', version: '3' } })
  assert.ok(both.ok)
  assert.deepEqual(both.profile, { productKey: 'a1Other', version: '3' })
  assert.deepEqual(pathsOf(fromTsl({ _ppk: {} })), ['profile'])
})

test('every problem of an invalid document is reported once, at its place, in both languages', () => {
  const read = fromTsl({
    profile: {},
    properties: [
      property({ type: 'blob' }, { identifier: 'a b', name: 'n'.repeat(31), accessMode: 'w', required: 'perhaps' }),
      property(undefined, { name: undefined, desc: 'd'.repeat(121) }),
      property({ type: 'date' }, { identifier: 'x'.repeat(51), names: { en: 'Only English' } }),
      'P',
    ],
    events: {},
    services: [{}],
  })
  assert.deepEqual(pathsOf(read), [
    'profile.productKey',
    'properties.0.identifier',
    'properties.0.name',
    'properties.0.required',
    'properties.0.accessMode',
    'properties.0.dataType.type',
    'properties.1.name',
    'properties.1.desc',
    'properties.1.dataType',
    'properties.2.identifier',
    'properties.2.names.zh',
    'properties.3',
    'events',
    'services.0.identifier',
    'services.0.name',
    'services.0.callType',
  ])
  assert.ok(!read.ok)
  const en = messagesByPath(read.issues, 'en', thingModelText)
  const zh = messagesByPath(read.issues, 'zh', thingModelText)
  assert.equal(en['properties.0.identifier'], 'Use up to 50 letters, digits or underscores')
  assert.equal(zh['properties.0.identifier'], '标识符由字母、数字或下划线组成，最多 50 个字符')
  for (const path of pathsOf(read)) assert.notEqual(en[path], zh[path], path)
})

test('two functions with one identifier are reported together with other problems', () => {
  const twice = fromTsl({
    profile,
    properties: [
      property({ type: 'date' }),
      property({ type: 'date' }),
      property({ type: 'blob' }, { identifier: 'Q' }),
    ],
  })
  assert.deepEqual(pathsOf(twice), ['properties.2.dataType.type', 'properties.1.identifier'])
})

test('a value that is not a document is refused at its root, and changes nothing', () => {
  for (const nonsense of [null, undefined, 5, 'tsl', [], true]) assert.deepEqual(pathsOf(fromTsl(nonsense)), [''])
  assert.deepEqual(pathsOf(fromTsl({})), ['profile'])
})
