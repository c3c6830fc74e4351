import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Direction } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { blankFunction, type TypedFunction } from '../typed/typed-function.ts'
import { blankParameter, blankType } from '../typed/typed-type.ts'
import { triedIn, tryValue } from './test-value.ts'
import { readValue, typedValue } from '../typed/typed-value.ts'

const number = { ...blankType(), type: 'float' as const, min: '30', max: '260', step: '0.5' }
const setting: TypedFunction = {
  ...blankFunction(null),
  identifier: 'SetTemp',
  en: 'Set temperature',
  zh: '设定温度',
  accessMode: 'rw',
  dataType: number,
}

function verdictOf(typed: TypedFunction, value: unknown, direction: Direction) {
  const tried = triedIn('property', typed, direction)
  assert.ok(tried !== null)
  return tryValue(tried, value, direction)
}

test('a reported value need not lie on a step; one that is sent must', () => {
  assert.deepEqual(verdictOf(setting, 180.3, 'up'), { is: 'allowed', stored: 180.3 })
  const down = verdictOf(setting, 180.3, 'down')
  assert.ok(down.is === 'refused')
  assert.deepEqual(
    down.problems.map(({ reason }) => reason),
    ['step'],
  )
})

test('nothing is sent to a property that is read only', () => {
  const reading = { ...setting, accessMode: 'r' as const }
  assert.equal(verdictOf(reading, 180, 'up').is, 'allowed')
  const down = verdictOf(reading, 180, 'down')
  assert.ok(down.is === 'refused')
  assert.equal(down.problems[0]?.reason, 'readOnly')
})

test('a definition without a name can be tried, one without a range cannot', () => {
  assert.notEqual(triedIn('property', { ...setting, identifier: '', en: '', zh: '' }, 'up'), null)
  assert.equal(triedIn('property', { ...setting, dataType: { ...number, max: '' } }, 'up'), null)
})

test('the parameters of a service are tried as they are sent, those of its answer as they are reported', () => {
  const parameter = (identifier: string) => ({
    ...blankParameter(),
    identifier,
    en: identifier,
    zh: identifier,
    dataType: number,
  })
  const service = { ...setting, inputData: [parameter('Start')], outputData: [parameter('End'), parameter('Peak')] }
  const down = triedIn('service', service, 'down')
  const up = triedIn('service', service, 'up')
  assert.ok(down !== null && up !== null)
  assert.equal(tryValue(down, {}, 'down').is, 'refused')
  assert.deepEqual(tryValue(down, { Start: 30 }, 'down'), { is: 'allowed', stored: { Start: 30 } })
  assert.deepEqual(tryValue(up, { End: 31.2 }, 'up'), { is: 'allowed', stored: { End: 31.2 } })
  const wrong = tryValue(up, { End: 1, Peak: 2, Other: 3 }, 'up')
  assert.ok(wrong.is === 'refused')
  assert.deepEqual(
    wrong.problems.map(({ path }) => path),
    ['End', 'Peak', 'Other'],
  )
})

test('a value is filled into its fields and read back unchanged', () => {
  const dataType = {
    type: 'array',
    size: 3,
    item: {
      type: 'struct',
      members: [
        { identifier: 'At', name: { en: 'At', zh: '时间' }, dataType: { type: 'date' } },
        { identifier: 'Temp', name: { en: 'Temp', zh: '温度' }, dataType: { type: 'int', min: 0, max: 9 } },
        { identifier: 'Text', name: { en: 'Text', zh: '文本' }, dataType: { type: 'text', length: 9 } },
      ],
    },
  } as const
  const value = [
    { At: '1763700000000', Temp: 4, Text: 'a' },
    { At: '1763700060000', Temp: -1, Text: '' },
  ]
  const type = { ...dataType, item: { ...dataType.item, members: [...dataType.item.members] } }
  assert.deepEqual(readValue(type, typedValue(type, value)), value)
})
