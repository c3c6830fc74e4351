import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { modbusDtu } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { checkFunction } from './check-function.ts'
import { functionsOf } from './functions-of.ts'
import { blankFunction, readFunction, typedFunction, type TypedFunction } from '../typed/typed-function.ts'
import { blankParameter, blankType } from '../typed/typed-type.ts'

const nobody = { kind: 'property', was: null, taken: new Set<string>() } as const
const number: TypedFunction = {
  ...blankFunction(null),
  identifier: 'SetTemp',
  en: 'Set-temp',
  zh: '设定温度',
  accessMode: 'rw',
  dataType: { ...blankType(), type: 'float', min: '30', max: '260', step: '0.5' },
}
const errorsOf = (typed: TypedFunction, known: Partial<Parameters<typeof checkFunction>[1]> = {}) =>
  checkFunction(typed, { ...nobody, ...known }, 'en').errors

test('every function of the ready-made models is filled into the form and read back unchanged', () => {
  let count = 0
  for (const model of [combiOven, refrigerator, modbusDtu]) {
    for (const of of functionsOf(model)) {
      // Keys with the value undefined are not sent.
      const before: unknown = JSON.parse(JSON.stringify(of.definition))
      const after: unknown = JSON.parse(JSON.stringify(readFunction(of.kind, typedFunction(of, null))))
      assert.deepEqual(after, before)
      assert.deepEqual(errorsOf(typedFunction(of, null), { kind: of.kind, was: of }), {})
      count += 1
    }
  }
  assert.ok(count > 100)
})

test('a maximum must exceed the minimum, and a value that is not a number is reported at its field', () => {
  const dataType = { ...number.dataType, type: 'int' as const, step: '' }
  assert.deepEqual(Object.keys(errorsOf({ ...number, dataType: { ...dataType, max: '30' } })), ['dataType.max'])
  assert.deepEqual(errorsOf({ ...number, dataType: { ...dataType, step: '0.5' } }), {
    'dataType.step': 'Enter a whole number',
  })
  assert.deepEqual(errorsOf({ ...number, dataType: { ...number.dataType, min: 'low', max: '' } }), {
    'dataType.min': 'Enter a number',
    'dataType.max': 'This cannot be empty',
  })
})

test('a name follows the rule of spec 5 in both languages, unless it was imported and is unchanged', () => {
  const long = { ...number, zh: '设定 温度' }
  assert.deepEqual(Object.keys(errorsOf(long)), ['name.zh'])
  const imported = checkFunction({ ...number, zh: '设定温度' }, nobody, 'en').of
  assert.ok(imported?.kind === 'property')
  const was = {
    kind: 'property' as const,
    definition: { ...imported.definition, name: { en: 'Set temperature', zh: '设定 温度' } },
  }
  assert.deepEqual(errorsOf({ ...long, en: 'Set temperature' }, { was }), {})
  assert.deepEqual(Object.keys(errorsOf({ ...long, en: 'Set temp' }, { was })), ['name.en'])
})

test('an identifier another function has, and one two parameters have, are refused at their fields', () => {
  assert.deepEqual(Object.keys(errorsOf(number, { taken: new Set(['SetTemp']) })), ['identifier'])
  const one = { ...blankParameter(), identifier: 'Code', en: 'Code', zh: '代码', dataType: number.dataType }
  const twice = [one, { ...one, key: 'other' }]
  assert.deepEqual(errorsOf({ ...number, outputData: twice }, { kind: 'event' }), {
    'outputData.1.identifier': 'Two parameters have the same identifier',
  })
  const struct = { ...blankType(), type: 'struct' as const, members: twice }
  assert.deepEqual(Object.keys(errorsOf({ ...number, dataType: struct })), ['dataType.members.1.identifier'])
  const array = { ...blankType(), type: 'array' as const, item: struct }
  assert.deepEqual(Object.keys(errorsOf({ ...number, dataType: array })), ['dataType.item.members.1.identifier'])
})

test('an enumeration needs its values first, each of them once', () => {
  const empty = { ...blankType(), type: 'enum' as const }
  assert.deepEqual(errorsOf({ ...number, dataType: empty }), {
    'dataType.items': 'Fill in the enumeration values first',
  })
  const item = { key: 'a', value: '1', en: 'On', zh: '开' }
  const items = [item, { ...item, key: 'b' }, { ...item, key: 'c', value: '' }]
  assert.deepEqual(Object.keys(errorsOf({ ...number, dataType: { ...empty, items } })).toSorted(), [
    'dataType.items.1.value',
    'dataType.items.2.value',
  ])
})

test('a default value must be one that could be set', () => {
  assert.deepEqual(errorsOf({ ...number, defaultValue: '180.5' }), {})
  for (const [defaultValue, message] of [
    ['300', 'Set-temp must be 30 to 260'],
    ['180.3', 'Set-temp goes in steps of 0.5 from 30'],
    ['warm', 'Set-temp must be a whole number'],
  ] as const) {
    const type = message.includes('whole') ? 'int' : 'float'
    const dataType = { ...number.dataType, type, step: type === 'int' ? '' : '0.5' } as const
    assert.equal(errorsOf({ ...number, dataType, defaultValue })['defaultValue'], message)
  }
})

test('a register needs a hex address, and a mask within its bytes', () => {
  const blank = blankFunction('modbusRtu')
  const wrong = { ...number, hasRegister: true, modbus: { ...blank.modbus, registerAddress: '40001' } }
  assert.deepEqual(Object.keys(errorsOf(wrong)), ['modbus.registerAddress'])
  const masked = { ...blank.modbus, registerAddress: '0x10', byteLength: '1', bitMask: '0x1FF' }
  assert.deepEqual(Object.keys(errorsOf({ ...number, hasRegister: true, modbus: masked })), ['modbus.bitMask'])
  assert.deepEqual(errorsOf({ ...number, modbus: wrong.modbus, hasRegister: false }), {})
})
