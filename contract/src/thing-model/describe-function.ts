import type { Locale, Words } from '../locale.ts'
import {
  commaIn,
  rangeTokens,
  describeCount,
  describeItem,
  describeNumber,
  describeParameter,
  typeName,
  type Counted,
  type Tokens,
} from './describe-type.ts'
import { joinPieces, marked, plain, sidesOfTokens, type Piece, type Sides } from './describe-pieces.ts'
import { registerParts, type RegisterPart } from './describe-register.ts'
import type {
  DataType,
  EnumItem,
  EventFunction,
  FunctionName,
  Member,
  OnlyWhile,
  Parameter,
  Property,
  ServiceFunction,
} from './thing-model.model.ts'
import { isNumberType } from './thing-model.rules.ts'
import { eventTypeWords } from './thing-model.text.ts'

/**
 * Describes two definitions of one function side by side: common facts on one line, then a row for each differing part,
 * with only the difference marked. If one definition is missing, every part of the other is marked.
 */

export type Definition = Property | EventFunction | ServiceFunction
/** A side without the part has no pieces. */
export type DescribedRow = Readonly<{
  key: string
  label: string
  before: readonly Piece[]
  after: readonly Piece[]
  differs: boolean
}>

/** One part of a definition. `head`: on the first line. `quiet`: listed only if it differs, or is not the usual value. */
type Part = Readonly<{
  key: string
  label: string
  shown?: 'head' | 'quiet'
  tokens: Tokens
  list?: Readonly<{ of: Counted; entries: readonly Entry[] }>
}>
/** One of a list: an item of an enumeration, a member, a parameter. */
type Entry = Readonly<{ id: string; summary: string; parts: readonly Part[] }>

const labels = {
  type: { en: 'Type', zh: '类型' },
  level: { en: 'Level', zh: '级别' },
  call: { en: 'Call', zh: '调用' },
  access: { en: 'Access', zh: '读写' },
  range: { en: 'Range', zh: '范围' },
  size: { en: 'Size', zh: '元素' },
  step: { en: 'Step', zh: '步长' },
  unitName: { en: 'Unit', zh: '单位' },
  items: { en: 'Items', zh: '枚举' },
  members: { en: 'Members', zh: '成员' },
  input: { en: 'Input', zh: '输入' },
  output: { en: 'Output', zh: '输出' },
  required: { en: 'Required', zh: '必选' },
  repeatable: { en: 'Sent again', zh: '重连后重发' },
  optional: { en: 'Optional', zh: '可省略' },
  defaultValue: { en: 'Default', zh: '默认值' },
  onlyWhile: { en: 'Valid while', zh: '有效条件' },
  name: { en: 'Name', zh: '名称' },
  otherName: { en: 'Chinese', zh: '英文名' },
  description: { en: 'Notes', zh: '描述' },
} as const satisfies Record<string, Words>

const stateWords = {
  r: { en: 'read only', zh: '只读' },
  rw: { en: 'read and write', zh: '读写' },
  async: { en: 'async', zh: '异步' },
  sync: { en: 'sync', zh: '同步' },
  yes: { en: 'yes', zh: '是' },
  no: { en: 'no', zh: '否' },
} as const satisfies Record<string, Words>

export const accessWords = { r: stateWords.r, rw: stateWords.rw } as const
export const callWords = { async: stateWords.async, sync: stateWords.sync } as const

export function describeFunction(
  before: Definition | undefined,
  after: Definition | undefined,
  locale: Locale,
): DescribedRow[] {
  const was = before === undefined ? undefined : partsOf(before, locale)
  const is = after === undefined ? undefined : partsOf(after, locale)
  if (was === undefined || is === undefined) return oneSided(was ?? is ?? [], is !== undefined, locale)
  return twoSided(was, is, locale)
}

// The parts ------------------------------------------------------------------------------------------------------------

function partsOf(definition: Definition, locale: Locale): readonly Part[] {
  const { name, description = '', required } = definition
  const common: Part[] = [
    ...nameParts(name, locale),
    part('required', locale, [required ? stateWords.yes[locale] : stateWords.no[locale]], 'quiet'),
    part('description', locale, description === '' ? [] : [description], 'quiet'),
  ]
  if ('accessMode' in definition) {
    const { accessMode, dataType, defaultValue, modbus, onlyWhile } = definition
    const [type, ...rest] = typeParts(dataType, locale)
    return [
      ...(type === undefined ? [] : [type]),
      part('access', locale, [stateWords[accessMode][locale]], 'head'),
      ...rest,
      part(
        'defaultValue',
        locale,
        defaultValue === undefined
          ? []
          : [typeof defaultValue === 'number' ? describeNumber(defaultValue) : defaultValue],
      ),
      part('onlyWhile', locale, onlyWhile === undefined ? [] : [describeOnlyWhile(onlyWhile)]),
      ...(modbus === undefined ? [] : registerParts(modbus, locale).map(ofRegister)),
      repeatablePart(definition, locale),
      ...common,
    ]
  }
  if ('callType' in definition) {
    const { callType, inputData, outputData } = definition
    return [
      part('call', locale, [stateWords[callType][locale]], 'head'),
      parameters('input', 'inputs', inputData, locale),
      parameters('output', 'outputs', outputData, locale),
      repeatablePart(definition, locale),
      ...common,
    ]
  }
  const { type, outputData } = definition
  return [
    part('level', locale, [eventTypeWords[type][locale]], 'head'),
    parameters('output', 'outputs', outputData, locale),
    ...common,
  ]
}

const repeatablePart = ({ repeatable = false }: Readonly<{ repeatable?: boolean | undefined }>, locale: Locale): Part =>
  part('repeatable', locale, [repeatable ? stateWords.yes[locale] : stateWords.no[locale]], 'quiet')

/** `CoreProbe = 1`, as the definition has it. */
export const describeOnlyWhile = ({ property, is }: OnlyWhile): string =>
  `${property} = ${is.map(describeNumber).join(', ')}`

const part = (key: keyof typeof labels, locale: Locale, tokens: Tokens, shown?: Part['shown']): Part => ({
  key,
  label: labels[key][locale],
  tokens,
  ...(shown === undefined ? {} : { shown }),
})
const ofRegister = ({ key, label, tokens, isMain }: RegisterPart): Part => ({
  key: `modbus.${key}`,
  label,
  tokens,
  ...(isMain ? {} : { shown: 'quiet' as const }),
})
const list = (key: keyof typeof labels, of: Counted, locale: Locale, entries: readonly Entry[]): Part => ({
  key,
  label: labels[key][locale],
  tokens: [],
  list: { of, entries },
})

function nameParts(name: FunctionName, locale: Locale): readonly Part[] {
  const other = locale === 'en' ? 'zh' : 'en'
  return [part('name', locale, [name[locale]], 'quiet'), part('otherName', locale, [name[other]], 'quiet')]
}

/** The name of the type comes first. */
function typeParts(dataType: DataType, locale: Locale): readonly Part[] {
  const type = part('type', locale, [typeName(dataType, locale)], 'head')
  const range = rangeTokens(dataType, locale)
  if (isNumberType(dataType)) {
    const { step, unitName = '' } = dataType
    return [
      type,
      part('range', locale, range, 'head'),
      part('step', locale, step === undefined ? [] : [describeNumber(step)], 'quiet'),
      part('unitName', locale, unitName === '' ? [] : [unitName], 'quiet'),
    ]
  }
  switch (dataType.type) {
    case 'enum':
      return [
        type,
        list(
          'items',
          'items',
          locale,
          dataType.items.map((item) => itemEntry(item, locale)),
        ),
      ]
    case 'struct':
      return [
        type,
        list(
          'members',
          'members',
          locale,
          dataType.members.map((member) => entryOf(member, locale)),
        ),
      ]
    case 'array': {
      const [, ...ofItem] = typeParts(dataType.item, locale)
      return [type, part('size', locale, range, 'head'), ...ofItem]
    }
    case 'bool': {
      const other = locale === 'en' ? 'zh' : 'en'
      return [
        type,
        part('range', locale, range, 'head'),
        { ...part('otherName', locale, rangeTokens(dataType, other), 'quiet'), key: 'otherLabels' },
      ]
    }
    default:
      return [type, ...(range.length === 0 ? [] : [part('range', locale, range, 'head')])]
  }
}

const itemEntry = (item: EnumItem, locale: Locale): Entry => ({
  id: describeNumber(item.value),
  summary: describeItem(item, locale),
  parts: [
    { key: 'label', label: '', shown: 'head', tokens: [item[locale]] },
    part('otherName', locale, [item[locale === 'en' ? 'zh' : 'en']], 'quiet'),
  ],
})
const entryOf = (parameter: Parameter & Pick<Member, 'optional'>, locale: Locale): Entry => ({
  id: parameter.identifier,
  summary: describeParameter(parameter, locale),
  parts: [
    ...typeParts(parameter.dataType, locale),
    ...(parameter.optional === true ? [part('optional', locale, [stateWords.yes[locale]], 'quiet')] : []),
    ...nameParts(parameter.name, locale),
  ],
})
const parameters = (key: 'input' | 'output', of: Counted, all: readonly Parameter[], locale: Locale): Part =>
  list(
    key,
    of,
    locale,
    all.map((parameter) => entryOf(parameter, locale)),
  )

// One side -------------------------------------------------------------------------------------------------------------

/** Longer lists show the number of further entries. */
const maxEntries = 8

function oneSided(parts: readonly Part[], isAfter: boolean, locale: Locale): DescribedRow[] {
  const head = parts.filter((one) => one.shown === 'head')
  const row = (key: string, label: string, text: string): DescribedRow[] => {
    if (text === '') return []
    const pieces = [{ text, differs: true }]
    return [{ key, label, before: isAfter ? [] : pieces, after: isAfter ? pieces : [], differs: true }]
  }
  return [
    ...row('head', head[0]?.label ?? '', head.map(({ tokens }) => tokens.join('')).join(commaIn(locale))),
    ...parts
      .filter(({ shown, key, tokens }) => shown === undefined || (isFlag(key) && tokens[0] === stateWords.yes[locale]))
      .flatMap((one) => row(one.key, one.label, describePart(one, locale))),
  ]
}

const isFlag = (key: string): boolean => key === 'required' || key === 'repeatable'

function describePart({ tokens, list: entries }: Part, locale: Locale): string {
  if (entries === undefined) return tokens.join('')
  const all = entries.entries
  const shown = all.slice(0, maxEntries).map((entry) => entry.summary)
  const rest = all.length > maxEntries ? [describeCount(all.length, entries.of, locale)] : []
  return [...shown, ...rest].join(locale === 'en' ? '; ' : '；')
}

// Two sides ------------------------------------------------------------------------------------------------------------

function twoSided(was: readonly Part[], is: readonly Part[], locale: Locale): DescribedRow[] {
  const pairs = paired(was, is, ({ key }) => key)
  const [first, ...others] = pairs
  const shared = others.filter((pair) => pair.is?.shown === 'head' && isSamePart(pair))
  const head = joinSides(
    [first, ...shared].flatMap((pair) => (pair === undefined ? [] : [sidesOf(pair, locale)])),
    locale,
  )
  return [
    {
      key: 'head',
      label: first?.is?.label ?? first?.was?.label ?? '',
      ...head,
      differs: first !== undefined && !isSamePart(first),
    },
    ...others.filter(isListed).map((pair) => ({
      key: pair.key,
      label: pair.is?.label ?? pair.was?.label ?? '',
      ...sidesOf(pair, locale),
      differs: true,
    })),
  ]
}

type Pair<T> = Readonly<{ key: string; was: T | undefined; is: T | undefined }>

/** Pairs the entries in the new order; a removed entry keeps its old place. */
function paired<T>(was: readonly T[], is: readonly T[], keyOf: (one: T) => string): Pair<T>[] {
  const before = new Map(was.map((one) => [keyOf(one), one]))
  const after = new Map(is.map((one) => [keyOf(one), one]))
  const keys = [...after.keys()]
  for (const [index, key] of [...before.keys()].entries()) if (!after.has(key)) keys.splice(index, 0, key)
  return keys.map((key) => ({ key, was: before.get(key), is: after.get(key) }))
}

function isSamePart({ was, is }: Pair<Part>): boolean {
  if (was === undefined || is === undefined) return (was ?? is) !== undefined && isEmpty(was ?? is)
  if (was.tokens.join('\n') !== is.tokens.join('\n')) return false
  const before = was.list?.entries ?? []
  const after = is.list?.entries ?? []
  return before.length === after.length && before.every((one, index) => isSameEntry(one, after[index]))
}
/** A quiet part that only one side has belongs to a larger difference: another type, or a removed register. */
const isListed = (pair: Pair<Part>): boolean =>
  !isSamePart(pair) && ((pair.was !== undefined && pair.is !== undefined) || (pair.is ?? pair.was)?.shown !== 'quiet')
const isEmpty = (one: Part | undefined): boolean => one?.tokens.length === 0 && (one.list?.entries.length ?? 0) === 0

const isSameEntry = (was: Entry, is: Entry | undefined): boolean =>
  is !== undefined && was.id === is.id && paired(was.parts, is.parts, ({ key }) => key).every(isSamePart)

function sidesOf({ was, is }: Pair<Part>, locale: Locale): Sides {
  const isList = was?.list !== undefined || is?.list !== undefined
  return isList ? sidesOfLists(was, is, locale) : sidesOfTokens(was?.tokens ?? [], is?.tokens ?? [])
}

function sidesOfLists(was: Part | undefined, is: Part | undefined, locale: Locale): Sides {
  const before = was?.list?.entries ?? []
  const after = is?.list?.entries ?? []
  const of = is?.list?.of ?? was?.list?.of ?? 'items'
  const sides = paired(before, after, ({ id }) => id).flatMap((pair): Sides[] => {
    if (pair.was === undefined) return [{ before: [], after: [marked(pair.is?.summary ?? '')] }]
    if (pair.is === undefined) return [{ before: [marked(pair.was.summary)], after: [] }]
    return isSameEntry(pair.was, pair.is) ? [] : [sidesOfEntries(pair.was, pair.is, locale)]
  })
  // The same entries in another order.
  if (sides.length === 0) return sidesOfTokens(spaced(before, locale), spaced(after, locale))
  const count = (entries: readonly Entry[], shown: readonly Piece[][]): Piece[][] =>
    entries.length === shown.length ? [] : [[plain(describeCount(entries.length, of, locale))]]
  const sideOf = (side: keyof Sides, entries: readonly Entry[]): readonly Piece[] => {
    const shown = sides.map((one) => [...one[side]]).filter((pieces) => pieces.length > 0)
    return joinPieces([...shown, ...count(entries, shown)], locale)
  }
  return { before: sideOf('before', before), after: sideOf('after', after) }
}
const spaced = (entries: readonly Entry[], locale: Locale): Tokens =>
  entries.flatMap(({ id }, index) => (index === 0 ? [id] : [commaIn(locale), id]))

/** `Program items 3 Rinse`: which one, which part of it where that is not plain to see, and the difference. */
function sidesOfEntries(was: Entry, is: Entry, locale: Locale): Sides {
  const parts = paired(was.parts, is.parts, ({ key }) => key).filter(isListed)
  const listedSides = parts.map((pair): Sides => {
    const sides = sidesOf(pair, locale)
    const one = pair.is ?? pair.was
    const label = one === undefined || one.shown === 'head' || one.label === '' ? [] : [plain(`${one.label} `)]
    return {
      before: sides.before.length === 0 ? [] : [...label, ...sides.before],
      after: sides.after.length === 0 ? [] : [...label, ...sides.after],
    }
  })
  const { before, after } = joinSides(listedSides, locale)
  return { before: [plain(`${was.id} `), ...before], after: [plain(`${is.id} `), ...after] }
}

const joinSides = (all: readonly Sides[], locale: Locale): Sides => ({
  before: joinPieces(
    all.map(({ before }) => before),
    locale,
  ),
  after: joinPieces(
    all.map(({ after }) => after),
    locale,
  ),
})
