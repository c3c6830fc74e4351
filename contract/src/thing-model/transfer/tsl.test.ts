import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '../../locale.ts'
import { combiOven } from '../ready-made/combi-oven.ts'
import { refrigerator } from '../ready-made/refrigerator.ts'
import { fromTsl, toTsl } from './tsl.ts'

const profile = { productKey: 'a1OvenDemo', version: '1.0.0' }

// The example of alink.md 1.6, as another platform would export it.
const cavity = {
  identifier: 'CavityTemp',
  name: 'Cavity temperature',
  accessMode: 'r',
  required: true,
  dataType: { type: 'float', specs: { min: '-40', max: '350', step: '0.1', unit: '°C', unitName: 'Celsius' } },
}
const fan = {
  identifier: 'FanSpeed',
  name: 'Fan speed',
  accessMode: 'rw',
  required: false,
  dataType: { type: 'int', specs: { min: '30', max: '100', step: '10', unit: '%', unitName: 'percent' } },
}
const doorFault = {
  identifier: 'DoorFault',
  name: 'Door fault',
  type: 'error',
  required: false,
  method: 'thing.event.DoorFault.post',
  outputData: [{ identifier: 'Code', name: 'Code', dataType: { type: 'text', specs: { length: '16' } } }],
}
const startProgram = {
  identifier: 'StartProgram',
  name: 'Start program',
  callType: 'async',
  required: false,
  method: 'thing.service.StartProgram',
  inputData: [
    {
      identifier: 'ProgramId',
      name: 'Program',
      dataType: { type: 'int', specs: { min: '1', max: '9999', step: '1' } },
    },
  ],
  outputData: [],
}
const example = {
  schema: 'https://iotx-tsl.oss-ap-southeast-1.aliyuncs.com/schema.json',
  profile,
  properties: [cavity, fan],
  events: [
    {
      identifier: 'post',
      name: 'post',
      type: 'info',
      required: true,
      method: 'thing.event.property.post',
      outputData: [],
    },
    doorFault,
  ],
  services: [
    { identifier: 'get', name: 'get', method: 'thing.service.property.get', inputData: ['CavityTemp', 'FanSpeed'] },
    startProgram,
  ],
}

for (const [name, model] of Object.entries({ combiOven, refrigerator })) {
  for (const locale of locales) {
    test(`${name} is read back unchanged from a document in ${locale}, with both languages complete`, () => {
      const document: unknown = JSON.parse(JSON.stringify(toTsl(model, profile, locale)))
      const read = fromTsl(document)
      assert(read.ok)
      // The round trip through JSON removes `undefined` units.
      assert.deepEqual(read.model, JSON.parse(JSON.stringify(model)))
      assert.deepEqual(read.profile, profile)
    })
  }
}

test('a document of another platform is exported unchanged, except for the parts that the format generates', () => {
  const read = fromTsl(example)
  assert(read.ok)
  const again = toTsl(read.model, read.profile, 'zh')
  assert.deepEqual(again.properties, [cavity, fan])
  assert.deepEqual(again.events.slice(1), [doorFault])
  assert.deepEqual(again.services.slice(2), [startProgram])
})

test('set, get and post are dropped on import and generated on export', () => {
  const read = fromTsl(example)
  assert(read.ok)
  assert.deepEqual(
    read.model.events.map((event) => event.identifier),
    ['DoorFault'],
  )
  assert.deepEqual(
    read.model.services.map((service) => service.identifier),
    ['StartProgram'],
  )
  const { events, services } = toTsl(read.model, read.profile, 'en')
  assert.deepEqual(
    events[0]?.outputData.map((output) => output.identifier),
    ['CavityTemp', 'FanSpeed'],
  )
  assert.deepEqual(
    services.map((service) => service.identifier),
    ['set', 'get', 'StartProgram'],
  )
  assert.deepEqual(services[1]?.inputData, ['CavityTemp', 'FanSpeed'])
})

test('reports the place where a document breaks a rule', () => {
  const broken = {
    ...example,
    properties: [cavity, { ...fan, dataType: { type: 'int', specs: { min: '9', max: '1' } } }],
  }
  const read = fromTsl(broken)
  assert(!read.ok)
  assert.deepEqual(
    read.issues.map((issue) => [issue.path.join('.'), issue.message]),
    [['properties.1.dataType.specs.max', 'thingModel.range']],
  )
  for (const nonsense of [
    null,
    [],
    'tsl',
    { profile },
    { profile, properties: [{ ...cavity, dataType: { type: 'blob' } }] },
  ]) {
    const answer = fromTsl(nonsense)
    assert.equal(answer.ok && answer.model.properties.length > 0, false)
  }
})
