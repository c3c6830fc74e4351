import { ThingModel } from '../thing-model.model.ts'
import { dayMs } from '../../time.ts'

/** Seeded randomness, so that a model that fails can be reproduced. */
export function chance(seed: number) {
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
    if (found === undefined) throw new Error('a list without choices')
    return found
  }
  const many = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: below(most + 1) }, (_, at) => make(at))
  return { next, below, oneOf, many, maybe: () => next() < 0.5 }
}
export type Chance = ReturnType<typeof chance>

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
  members: [
    { identifier: 'First', name: wordsIn(of), dataType: plainIn(of) },
    ...parameters(of, 4, plainIn).map((one) => (of.maybe() ? { ...one, optional: of.maybe() } : one)),
  ],
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

const registerIn = (of: Chance) => {
  const operateType = of.oneOf(['coilStatus', 'inputStatus', 'holdingRegister', 'inputRegister'] as const)
  const isText = operateType.endsWith('Register') && of.next() < 0.2
  const byteLength = isText ? of.oneOf([2, 16, 246]) : of.oneOf([1, 2, 4, 8])
  const encoding = isText ? 'text' : byteLength >= 4 && of.maybe() ? 'float' : of.maybe() ? 'int' : undefined
  const isWritten = operateType === 'coilStatus' || operateType === 'holdingRegister'
  const codes = operateType === 'coilStatus' ? [5, 15] : byteLength > 2 ? [16] : [6, 16]
  return {
    protocolType: of.oneOf(['modbusRtu', 'modbusTcp']),
    operateType,
    registerAddress: of.oneOf(['0x0', '0x0', '0x00ff', isText ? '0xFF85' : '0xFFFC', '0x1a2B']),
    byteLength,
    signed: of.maybe(),
    coefficient: of.oneOf([1, 0.1, 1e-9, 12.5, 1e7, 1 / 3]),
    reportFrequencyMs: of.oneOf([100, 1000, dayMs]),
    ...(encoding === undefined ? {} : { encoding }),
    ...(of.maybe() ? { swapBytes: of.maybe() } : {}),
    ...(of.maybe() ? { reverseRegisters: of.maybe() } : {}),
    ...(encoding !== 'float' && !isText && of.maybe() ? { bitMask: of.oneOf([1, 0x80, 0x0f]) } : {}),
    ...(of.maybe() ? { trigger: of.oneOf(['timed', 'onChange']) } : {}),
    ...(isWritten && of.maybe() ? { writeFunctionCode: of.oneOf(codes) } : {}),
    ...(isWritten && of.maybe() ? { writeOnly: of.maybe() } : {}),
  }
}

/** Any model there can be, the strange ones more often than people would make them. */
export function modelIn(of: Chance): ThingModel {
  const modules = of.maybe()
    ? []
    : distinct(of.many(3, (index) => ({ identifier: `M${identifierIn(of, index).slice(0, 49)}`, name: wordsIn(of) })))
  const moduleFor = (by: Chance) => (modules.length === 0 || by.maybe() ? '' : `${by.oneOf(modules).identifier}:`)
  const common = (letter: string, index: number) => ({
    identifier: `${moduleFor(of)}${letter}${identifierIn(of, index).slice(0, 49)}`,
    name: wordsIn(of),
    ...(of.maybe() ? { description: of.oneOf(['', 'why', '说明', ' '.repeat(120)]) } : {}),
    required: of.maybe(),
  })
  return ThingModel.parse({
    ...(modules.length === 0 ? {} : { modules }),
    properties: distinct(
      of.many(6, (index) => ({
        ...common('p', index),
        accessMode: of.oneOf(['r', 'rw']),
        dataType: anyTypeIn(of),
        ...(of.maybe() ? { defaultValue: of.oneOf([...numbers.map((number) => number + 0), '', '0', 'on']) } : {}),
        ...(of.maybe() ? { repeatable: of.maybe() } : {}),
        ...(of.maybe() ? { modbus: registerIn(of) } : {}),
        ...(of.maybe() ? { onlyWhile: { property: of.oneOf(['p0', 'Modem:Probe']), is: [0, -7] } } : {}),
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
        ...(of.maybe() ? { repeatable: of.maybe() } : {}),
        inputData: parameters(of, 4, anyTypeIn),
        outputData: parameters(of, 2, anyTypeIn),
      })),
    ),
  })
}
