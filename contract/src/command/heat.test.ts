import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startsHeat } from './command.rules.ts'

test('a service that begins to cook or heat makes an oven hot, in every module', () => {
  const heats = (identifier: string) => startsHeat('oven', { kind: 'service', identifier })
  for (const identifier of ['StartProgram', 'Preheat', 'startCooking', 'Chamber:StartHeating', 'start_cook', 'Bake'])
    assert.equal(heats(identifier), true, identifier)
  for (const identifier of ['StopCooking', 'StartWash', 'AddTime', 'FactoryReset', 'Identify', 'StopHeat'])
    assert.equal(heats(identifier), false, identifier)
})

test('a switch of heat that is set on makes an oven hot; a set temperature, and a switch set off, do not', () => {
  const heats = (params: Record<string, unknown>) => startsHeat('oven', { kind: 'property.set', params })
  assert.equal(heats({ HeatingSwitch: 1 }), true)
  assert.equal(heats({ Preheat: true, FanSpeed: 30 }), true)
  assert.equal(heats({ HeatingSwitch: 0 }), false)
  assert.equal(heats({ SetTemp: 200 }), false)
})

test('a refrigerator is not made hot', () => {
  assert.equal(startsHeat('cooler', { kind: 'service', identifier: 'StartHeating' }), false)
})
