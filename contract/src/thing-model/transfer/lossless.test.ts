import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '../../locale.ts'
import { ThingModel } from '../thing-model.model.ts'
import { fromTsl, toTsl } from '../tsl.ts'

/** Chance with a seed, so that a model that fails can be made again. */
function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)]
    assert.ok(found !== undefined)
    return found
  }
  const many = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: below(most + 1) }, (_, at) => make(at))
  return { next, below, oneOf, many, maybe: () => next() < 0.5 }
}
type Chance = ReturnType<typeof chance>

const words = [
  'Set temperature', '设定温度', 'a', '℃', '  inside  spaces', '"quoted"', 'back\\slash', '<b>&amp;', '😀', '__proto__',
  'constructor', 'null', '0', '-1', 'é̂', '\u200fעברית', 'line\nbreak', '{"a":1}', 'x'.repeat(30), '温'.repeat(30),
] // prettier-ignore
const numbers = [
  0, -0, 1, -1, 0.1, 1e-7, 1e21, -1e21, 1.5e-300, 1.797e308, -1.797e308, 5e-324, 123_456.789, 3.402_823_4e38, 0.30000000000000004,
] // prettier-ignore
const ints = [0, -0, 1, -1, 7, 100, -40, 2_147_483_647, -2_147_483_648, 65_535]

const wordsIn = (of: Chance) => {
  const en = of.oneOf(words).trim()
  return { en, zh: of.maybe() ? en : of.oneOf(words).trim() }
}
const identifierIn = (of: Chance, index: number) =>
  of.oneOf([`P${index}`, `_${index}`, `${index}`, `proto__${index}`, `${'L'.repeat(46)}${index % 1000}`])

const apart = (of: Chance, list: readonly number[]) => {
  const [min, max] = [of.oneOf(list), of.oneOf(list)].toSorted((a, b) => a - b)
  return min === max ? { min: list === ints ? -5 : -0.5, max: list === ints ? 5 : 1e-9 } : { min, max }
}
const numberType = (of: Chance, type: 'int' | 'float' | 'double') => ({
  type,
  ...apart(of, type === 'int' ? ints : numbers),
  ...(of.maybe() ? { step: type === 'int' ? 5 : of.oneOf([0.1, 1e-7, 2, 1e21]) } : {}),
  ...(of.maybe() ? { unit: of.oneOf(['°C', '%', '', 'kW·h', ' ']) } : {}),
  ...(of.maybe() ? { unitName: of.oneOf(['Celsius', '摄氏度', '']) } : {}),
})
const enumIn = (of: Chance) => {
  const values = [...new Set([of.oneOf(ints), ...of.many(6, () => of.oneOf(ints))])]
  return { type: 'enum', items: values.map((value) => ({ value, ...wordsIn(of) })) }
}
const plainIn = (of: Chance): object =>
  of.oneOf([
    () => numberType(of, 'int'),
    () => numberType(of, 'float'),
    () => numberType(of, 'double'),
    () => ({ type: 'text', length: of.oneOf([1, 10_240, 255]) }),
    () => ({ type: 'date' }),
    () => ({ type: 'bool', off: wordsIn(of), on: wordsIn(of) }),
    () => enumIn(of),
  ])()
const parameters = (of: Chance, most: number, make: (of: Chance) => object) =>
  distinct(of.many(most, (index) => ({ identifier: identifierIn(of, index), name: wordsIn(of), dataType: make(of) })))
const distinct = <T extends { identifier: string }>(list: readonly T[]): T[] => [
  ...new Map(list.map((item) => [item.identifier, item])).values(),
]
const structIn = (of: Chance) => ({
  type: 'struct',
  members: [{ identifier: 'First', name: wordsIn(of), dataType: plainIn(of) }, ...parameters(of, 4, plainIn)],
})
const anyTypeIn = (of: Chance): object =>
  of.oneOf([
    () => plainIn(of),
    () => plainIn(of),
    () => structIn(of),
    () => ({
      type: 'array',
      size: of.oneOf([1, 512, 14]),
      item: of.oneOf([
        () => numberType(of, 'int'),
        () => numberType(of, 'double'),
        () => ({ type: 'text', length: 9 }),
        () => structIn(of),
      ])(),
    }),
  ])()

function modelIn(of: Chance): ThingModel {
  const common = (letter: string, index: number) => ({
    identifier: `${letter}${identifierIn(of, index).slice(0, 49)}`,
    name: wordsIn(of),
    ...(of.maybe() ? { description: of.oneOf(['', 'why', '说明', ' '.repeat(120)]) } : {}),
    required: of.maybe(),
  })
  return ThingModel.parse({
    properties: distinct(
      of.many(6, (index) => ({
        ...common('p', index),
        accessMode: of.oneOf(['r', 'rw']),
        dataType: anyTypeIn(of),
        ...(of.maybe() ? { defaultValue: of.oneOf([...numbers, '', '0', 'on']) } : {}),
      })),
    ),
    events: distinct(
      of.many(3, (index) => ({
        ...common('e', index),
        type: of.oneOf(['info', 'alert', 'error']),
        outputData: parameters(of, 4, anyTypeIn),
      })),
    ),
    services: distinct(
      of.many(3, (index) => ({
        ...common('s', index),
        callType: of.oneOf(['async', 'sync']),
        inputData: parameters(of, 4, anyTypeIn),
        outputData: parameters(of, 2, anyTypeIn),
      })),
    ),
  })
}

test('three thousand models of every type come back from their documents, in both languages, as they went', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 3000; seed += 1) {
    const of = chance(seed)
    const model = modelIn(of)
    const profile = {
      productKey: 'a1Key',
      ...(of.maybe() ? { version: '1.0' } : {}),
      ...(of.maybe() ? { deviceName: '' } : {}),
    }
    for (const property of model.properties) seen.add(property.dataType.type)
    for (const locale of locales) {
      const document: unknown = JSON.parse(JSON.stringify(toTsl(model, profile, locale)))
      const read = fromTsl(document)
      assert.ok(read.ok, `seed ${seed}: ${read.ok ? '' : JSON.stringify(read.issues)}`)
      // Minus zero is written into strings, but JSON has no such default value.
      assert.deepEqual(zeroed(read.model), zeroed(model), `seed ${seed}`)
      assert.deepEqual(read.profile, profile)
      assert.deepEqual(JSON.parse(JSON.stringify(toTsl(read.model, read.profile, locale))), document, `seed ${seed}`)
    }
  }
  assert.equal(seen.size, 9)
})

const zeroed = (model: ThingModel): ThingModel => ({
  ...model,
  properties: model.properties.map((property) =>
    property.defaultValue === 0 ? { ...property, defaultValue: 0 } : property,
  ),
})
