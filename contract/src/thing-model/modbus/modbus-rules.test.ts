import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Modbus } from '../thing-model.model.ts'

const register: Modbus = {
  protocolType: 'modbusRtu',
  operateType: 'holdingRegister',
  registerAddress: '0x10',
  byteLength: 2,
  signed: true,
  coefficient: 0.1,
  reportFrequencyMs: 1000,
}
const refusals = (more: Partial<Modbus>) => {
  const read = Modbus.safeParse({ ...register, ...more })
  return read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

test('a model that was published before swaps, masks and write functions were known still has valid registers', () => {
  assert.deepEqual(Modbus.parse(register), register)
})

test('a float fills four or eight bytes, and a mask lies within them', () => {
  assert.deepEqual(refusals({ encoding: 'float', byteLength: 4 }), [])
  assert.deepEqual(refusals({ encoding: 'float' }), ['byteLength: thingModel.floatLength'])
  assert.deepEqual(refusals({ bitMask: 0xffff }), [])
  assert.deepEqual(refusals({ bitMask: 0x1_0000 }), ['bitMask: thingModel.bitMask'])
  assert.deepEqual(refusals({ bitMask: 0xffff_ffff, byteLength: 8 }), [])
  assert.deepEqual(refusals({ bitMask: 1, encoding: 'float', byteLength: 4 }), ['bitMask: thingModel.bitMask'])
})

test('text fills whole registers, as many as one request writes, and has no mask', () => {
  const wrong = ['byteLength: thingModel.byteLength']
  assert.deepEqual(refusals({ encoding: 'text', byteLength: 246 }), [])
  assert.deepEqual(refusals({ encoding: 'text', byteLength: 248 }), wrong)
  assert.deepEqual(refusals({ encoding: 'text', byteLength: 7 }), wrong)
  assert.deepEqual(refusals({ byteLength: 16 }), wrong)
  assert.deepEqual(refusals({ encoding: 'text', operateType: 'coilStatus' }), ['operateType: thingModel.textTable'])
  assert.deepEqual(refusals({ encoding: 'text', bitMask: 1 }), ['bitMask: thingModel.bitMask'])
})

test('a write function is one that writes this table, and inputs are never written', () => {
  const wrong = ['writeFunctionCode: thingModel.writeFunctionCode']
  assert.deepEqual(refusals({ writeFunctionCode: 16 }), [])
  assert.deepEqual(refusals({ writeFunctionCode: 6 }), [])
  assert.deepEqual(refusals({ writeFunctionCode: 6, byteLength: 4 }), wrong)
  assert.deepEqual(refusals({ writeFunctionCode: 5 }), wrong)
  assert.deepEqual(refusals({ writeFunctionCode: 15, operateType: 'coilStatus' }), [])
  assert.deepEqual(refusals({ writeFunctionCode: 16, operateType: 'inputRegister' }), wrong)
  assert.deepEqual(refusals({ writeOnly: true, operateType: 'inputStatus' }), ['writeOnly: thingModel.writeOnly'])
  assert.deepEqual(refusals({ writeOnly: true }), [])
})
