import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRepeatable } from '../command/command.rules.ts'
import { combiOven } from './ready-made/combi-oven.ts'
import { mayRepeatProperty, mayRepeatService } from './repeatable.ts'
import { Property, ServiceFunction } from './thing-model.model.ts'
import { fromTsl, toTsl } from './transfer/tsl.ts'

test('a service that heats, washes, starts or resets cannot be marked as repeatable; one that stops or reads can', () => {
  for (const identifier of [
    'StartProgram',
    'start_wash',
    'Preheat',
    'Modem:Restart',
    'FactoryReset',
    'WashNow',
    'bakeBread',
    'OvenStart',
  ])
    assert.equal(mayRepeatService(identifier), false, identifier)
  for (const identifier of ['StopWash', 'GetWashPlan', 'Identify', 'Modem:PollNow', 'SetRecipe', 'stop_cooking'])
    assert.equal(mayRepeatService(identifier), true, identifier)
  for (const identifier of ['Wash', 'HeatSwitch', 'cook_on', 'Reset', 'ManualDefrost'])
    assert.equal(mayRepeatProperty(identifier), false, identifier)
  for (const identifier of ['FanSpeed', 'WashTemp', 'ResetHours', 'Light', 'DefrostMinutes'])
    assert.equal(mayRepeatProperty(identifier), true, identifier)
  const [service] = combiOven.services
  const [property] = combiOven.properties
  const messageOf = (read: Readonly<{ error?: { issues: { message: string; path: PropertyKey[] }[] } | undefined }>) =>
    read.error?.issues.map(({ message, path }) => `${path.join('.')} ${message}`)
  const wrong = ['repeatable thingModel.neverRepeated']
  assert.deepEqual(messageOf(ServiceFunction.safeParse({ ...service, repeatable: true })), wrong)
  assert.deepEqual(messageOf(Property.safeParse({ ...property, identifier: 'Heat', repeatable: true })), wrong)
})

test('a command is repeatable where all it sets is marked so, and never where it makes an oven hot', () => {
  const set = (params: Readonly<Record<string, number>>) => isRepeatable({ kind: 'property.set', params }, combiOven)
  assert.deepEqual(
    [set({ FanSpeed: 60, Light: 1 }), set({ FanSpeed: 60, SetTemp: 180 }), set({ SetTemp: 180 })],
    [true, false, false],
  )
  const call = (identifier: string) => isRepeatable({ kind: 'service', identifier }, combiOven)
  assert.deepEqual(['Identify', 'StopCooking', 'StartProgram', 'NoSuch'].map(call), [true, false, false, false])
})

test('the mark travels in a key of our own, and a document without it has none', () => {
  const profile = { productKey: 'a1' }
  const document = toTsl(combiOven, profile, 'en')
  const marks = document.properties.filter((property) => property.repeatable === true)
  assert.deepEqual(
    marks.map(({ identifier }) => identifier),
    ['FanSpeed', 'FanReverse', 'Light', 'ChildLock', 'Volume'],
  )
  const bare = structuredClone(document)
  for (const one of [...bare.properties, ...bare.services]) delete one.repeatable
  const read = fromTsl(bare)
  assert(read.ok)
  assert.deepEqual(
    [...read.model.properties, ...read.model.services].filter((one) => 'repeatable' in one),
    [],
  )
  const start = document.services.find(({ identifier }) => identifier === 'StartWash')
  assert(start !== undefined)
  start.repeatable = true
  const refused = fromTsl(document)
  assert(!refused.ok)
  assert.match(refused.issues.map(({ path }) => path.join('.')).join(), /^services\.\d+\.repeatable$/)
})
