import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moduleOf, thingModelLimits, ThingModel, TypedName, type DataType } from '../thing-model.model.ts'
import { cookingModes } from '../../recipe/stage.model.ts'
import { stageEnds } from './stage-mode.ts'
import { combiOven } from './combi-oven.ts'
import { modbusDtu } from './modbus-dtu.ts'
import { refrigerator } from './refrigerator.ts'
import { ovenWorkStates, workStateNumber, workStates } from './work-state.ts'

const models = { combiOven, refrigerator, modbusDtu }

const typeOf = (identifier: string): DataType | undefined =>
  combiOven.properties.find((property) => property.identifier === identifier)?.dataType

for (const [name, model] of Object.entries(models)) {
  test(`${name} is a thing model by its own rules`, () => {
    assert.deepEqual(ThingModel.parse(model), model)
  })

  test(`${name} is named by the rule people are held to, in Chinese that holds Chinese`, () => {
    for (const { identifier, name: words } of [...model.properties, ...model.events, ...model.services]) {
      assert(TypedName.safeParse(words.zh).success, `${identifier}: ${words.zh}`)
      assert.match(words.zh, /\p{Script=Han}/u, identifier)
      assert.doesNotMatch(words.en, /\p{Script=Han}/u, identifier)
    }
  })

  test(`${name} fits one full report`, () => {
    assert(model.properties.length <= thingModelLimits.reportedProperties)
  })

  test(`${name} defines whether a fault event raises or clears, and with which code`, () => {
    const fault = model.events.find((event) => event.type === 'error')
    assert.deepEqual(
      fault?.outputData.map((output) => output.identifier),
      ['Code', 'Active', 'Text'],
    )
  })
}

test('the points behind a modem are at the addresses of a controller, and the modem’s own properties are in its module', () => {
  const { properties } = modbusDtu
  const registers = properties.flatMap(({ identifier, modbus }) =>
    modbus === undefined ? [] : [{ identifier, modbus }],
  )
  const of = (wanted: string) => registers.find(({ identifier }) => identifier === wanted)?.modbus
  assert.equal(registers.length, 28)
  assert.equal(properties.filter(({ identifier }) => moduleOf(identifier) === 'Modem').length, 16)
  assert.equal(of('Compressor')?.bitMask, 1)
  assert.equal(of('CompressorStarts')?.byteLength, 4)
  assert.ok(registers.every(({ identifier }) => moduleOf(identifier) === undefined))
  // A writable property is written by the function for one coil or register; a read-only property is in the input tables.
  for (const { identifier, modbus } of registers) {
    const isSetting = properties.find((property) => property.identifier === identifier)?.accessMode === 'rw'
    assert.equal(modbus.writeFunctionCode !== undefined, isSetting, identifier)
    assert.equal(modbus.operateType.startsWith('input'), !isSetting, identifier)
  }
})

test('an oven cooks within the limits of the specification (spec 9)', () => {
  const setTemp = typeOf('SetTemp')
  const fan = typeOf('FanSpeed')
  const stages = typeOf('Stages')
  assert(setTemp?.type === 'float' && fan?.type === 'int' && stages?.type === 'array')
  assert.deepEqual([setTemp.min, setTemp.max], [30, 260])
  assert.deepEqual([fan.min, fan.max], [30, 100])
  assert.equal(stages.size, 14)
  assert(combiOven.properties.length >= 40)
})

test('a stage without its own end, pause or preset is sent as before; the modes of recipes are its ends', () => {
  const stages = typeOf('Stages')
  assert(stages?.type === 'array' && stages.item.type === 'struct')
  const optional = stages.item.members.filter((one) => one.optional === true).map(({ identifier }) => identifier)
  assert.deepEqual(optional, ['EndsBy', 'TempDifference', 'Pause', 'Preset'])
  assert.equal(stageEnds.length, cookingModes.length)
})

test('working states are numbered once for ovens and coolers', () => {
  assert.deepEqual(Object.fromEntries(workStates.map(({ key, value }) => [key, value])), workStateNumber)
  assert.deepEqual(
    ovenWorkStates.map((state) => state.value),
    [0, 1, 2, 3, 4, 5, 6],
  )
})
