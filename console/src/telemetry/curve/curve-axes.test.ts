import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modbusDtu } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { chartsOf } from './curve-axes.ts'

const numbersOf = ({ properties }: ThingModel, prefix: string) =>
  properties.filter(({ identifier, dataType }) => identifier.startsWith(prefix) && isNumberType(dataType))
const unitsOf = ({ properties }: ThingModel, sides: ReadonlyMap<string, 'left' | 'right'>, side: 'left' | 'right') =>
  properties
    .filter(({ identifier }) => sides.get(identifier) === side)
    .map(({ identifier, dataType }) => (isNumberType(dataType) ? dataType.unit : undefined) ?? identifier)

test('no two figures of a modem share an axis unless they have one unit, and all of them are drawn', () => {
  for (const [model, prefix] of [
    [modbusDtu, 'Modem:'],
    [refrigerator, ''],
  ] as const) {
    const numbers = numbersOf(model, prefix)
    assert(numbers.length >= 3)
    const charts = chartsOf(numbers)
    assert.deepEqual(
      charts.flatMap(({ sides }) => [...sides.keys()]).toSorted(),
      numbers.map(({ identifier }) => identifier).toSorted(),
    )
    for (const { sides } of charts)
      for (const side of ['left', 'right'] as const)
        assert(new Set(unitsOf(model, sides, side)).size <= 1, [...sides.keys()].join(', '))
  }
})

test('what has two units is one chart, with the first at the left', () => {
  const of = (identifier: string) =>
    refrigerator.properties.find((property) => property.identifier === identifier) ?? assert.fail(identifier)
  const [chart, ...others] = chartsOf([of('Humidity'), of('CabinetTemp'), of('EvaporatorTemp')])
  assert.deepEqual(others, [])
  assert.deepEqual(
    [...(chart?.sides ?? [])],
    [
      ['Humidity', 'left'],
      ['CabinetTemp', 'right'],
      ['EvaporatorTemp', 'right'],
    ],
  )
})
