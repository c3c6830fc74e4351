import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyMadeModels } from '../ready-made/ready-made-models.ts'
import { missingIn } from './missing-in-model.ts'
import type { Modbus, Property, ThingModel } from '../thing-model.model.ts'
import { missingReasons } from '../model-draft.model.ts'
import { missingWords } from '../thing-model.text.ts'

const register = (registerAddress: string, more: Partial<Modbus> = {}): Modbus => ({
  protocolType: 'modbusRtu',
  operateType: 'holdingRegister',
  registerAddress,
  byteLength: 2,
  signed: false,
  coefficient: 1,
  reportFrequencyMs: 1000,
  ...more,
})
const property = (identifier: string, modbus?: Modbus, accessMode: Property['accessMode'] = 'r'): Property => ({
  identifier,
  name: { en: identifier, zh: identifier },
  required: false,
  accessMode,
  dataType: { type: 'int', min: 0, max: 9 },
  ...(modbus === undefined ? {} : { modbus }),
})
const model = (...properties: Property[]): ThingModel => ({ properties, events: [], services: [] })
const described = (properties: Property[], protocol: 'alink' | 'modbusRtu' | 'modbusTcp' = 'modbusRtu') =>
  missingIn(model(...properties), protocol).map(({ reason, path }) => `${path} ${reason}`)

test('a model without a function is empty, in every protocol', () => {
  for (const protocol of ['alink', 'modbusRtu', 'modbusTcp'] as const)
    assert.deepEqual(missingIn(model(), protocol), [{ reason: 'empty', path: '', identifier: '' }])
})

test('if the device sends Alink itself, a property needs no register and may have none', () => {
  assert.deepEqual(described([property('A')], 'alink'), [])
  assert.deepEqual(missingIn(model(property('A'), property('B', register('0x1'))), 'alink'), [
    { reason: 'registerUnused', path: 'properties.1.modbus', identifier: 'B' },
  ])
})

test('behind a modem every property has a register, but for those that are the modem’s own', () => {
  for (const protocol of ['modbusRtu', 'modbusTcp'] as const)
    assert.deepEqual(described([property('A', register('0x1')), property('B'), property('Modem:Rssi')], protocol), [
      'properties.1.modbus register',
    ])
})

test('two properties in one register are both reported, unless their bits are disjoint', () => {
  const both = ['properties.0.modbus registerOverlap', 'properties.1.modbus registerOverlap']
  assert.deepEqual(described([property('A', register('0x10')), property('B', register('0x0010'))]), both)
  const bits = (mask: number, more: Partial<Modbus> = {}) => register('0x10', { bitMask: mask, ...more })
  assert.deepEqual(described([property('A', bits(0x01)), property('B', bits(0xfe))]), [])
  assert.deepEqual(described([property('A', bits(0x03)), property('B', bits(0x02))]), both)
  assert.deepEqual(described([property('A', bits(0x03)), property('B', register('0x10'))]), both)
  // A value of four bytes fills the next register too.
  assert.deepEqual(
    described([property('A', register('0xF', { byteLength: 4 })), property('B', register('0x10'))]),
    both,
  )
  assert.deepEqual(described([property('A', register('0xF', { byteLength: 4 })), property('B', register('0x11'))]), [])
  assert.deepEqual(
    described([
      property('A', register('0xF', { byteLength: 4, bitMask: 0xffff_0000 })),
      property('B', register('0x10')),
    ]),
    [],
  )
  assert.deepEqual(
    described([
      property('A', register('0xF', { byteLength: 4, bitMask: 0xffff_0000, reverseRegisters: true })),
      property('B', register('0x10')),
    ]),
    both,
  )
  // One byte is the low half of its register; with the bytes exchanged, the high one.
  const half = (more: Partial<Modbus> = {}) => register('0x10', { byteLength: 1, ...more })
  assert.deepEqual(described([property('A', half()), property('B', half({ swapBytes: true }))]), [])
  assert.deepEqual(described([property('A', half()), property('B', half())]), both)
})

test('the same address in another table is another place, and a coil is one bit', () => {
  const at = (operateType: Modbus['operateType'], address = '0x1', byteLength: 1 | 2 | 4 = 1) =>
    register(address, { operateType, byteLength })
  assert.deepEqual(
    described([
      property('A', at('coilStatus')),
      property('B', at('inputStatus')),
      property('C', at('holdingRegister')),
      property('D', at('inputRegister')),
      property('E', at('coilStatus', '0x0', 4)),
    ]),
    [],
  )
  assert.equal(described([property('A', at('coilStatus')), property('B', at('coilStatus', '0x1', 2))]).length, 2)
})

test('a property that can be set needs a register that can be written', () => {
  const tables = ['coilStatus', 'holdingRegister', 'inputStatus', 'inputRegister'] as const
  assert.deepEqual(
    described(tables.map((operateType, at) => property(`P${at}`, register(`0x${at}`, { operateType }), 'rw'))),
    ['properties.2.modbus registerWritable', 'properties.3.modbus registerWritable'],
  )
})

test('texts are in text registers, numbers in number registers, and structures in none', () => {
  const text = { type: 'text', length: 16 } as const
  const struct = {
    type: 'struct',
    members: [{ identifier: 'A', name: { en: 'A', zh: 'A' }, dataType: text }],
  } satisfies Property['dataType']
  const inText = register('0x0', { encoding: 'text', byteLength: 16 })
  const typed = (identifier: string, dataType: Property['dataType'], modbus: Modbus) => ({
    ...property(identifier, modbus),
    dataType,
  })
  assert.deepEqual(described([typed('A', text, inText), typed('B', { type: 'date' }, register('0x20'))]), [
    'properties.1.modbus registerType',
  ])
  assert.deepEqual(described([typed('A', text, register('0x0')), typed('B', struct, register('0x20'))]), [
    'properties.0.modbus registerType',
    'properties.1.modbus registerType',
  ])
  assert.deepEqual(described([property('A', inText)]), ['properties.0.modbus registerType'])
})

test('nothing is missing in the ready-made models for the devices they are for', () => {
  assert.deepEqual(missingIn(readyMadeModels['combi-oven'], 'alink'), [])
  assert.deepEqual(missingIn(readyMadeModels.refrigerator, 'alink'), [])
  assert.deepEqual(missingIn(readyMadeModels['modbus-dtu'], 'modbusRtu'), [])
  assert.deepEqual(missingIn(readyMadeModels['modbus-dtu'], 'modbusTcp'), [])
})

test('every reason has words in both languages', () => {
  for (const reason of missingReasons) assert.notEqual(missingWords[reason].en, missingWords[reason].zh)
})
