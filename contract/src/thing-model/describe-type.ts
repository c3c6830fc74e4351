import type { Locale, Words } from '../locale.ts'
import { withMinus } from '../minus.rules.ts'
import type { DataType, EnumItem, NumberType, Parameter } from './thing-model.model.ts'
import { isNumberType } from './thing-model.rules.ts'

/** A data type in words, as a table or a comparison has them: `int`, `−40 to 350 °C`. Identifiers and types stay as the protocol has them. */

/** Words in the pieces that may differ by themselves: `−40`, ` to `, `350`, ` °C`. */
export type Tokens = readonly string[]

const comma: Words = { en: ', ', zh: '，' }
const to: Words = { en: ' to ', zh: ' 至 ' }

export const joined = (parts: readonly string[], locale: Locale): string => parts.join(comma[locale])
export const commaIn = (locale: Locale): string => comma[locale]

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 10 })
/** Formats with a typographic minus; a number that nobody reads digit by digit stays short: 3.4e38. */
export function describeNumber(value: number): string {
  const text = Math.abs(value) >= 1e15 ? value.toExponential().replace('+', '') : grouped.format(value)
  return withMinus(text)
}

const counted: Readonly<Record<'items' | 'members' | 'inputs' | 'outputs', Readonly<{ one: Words; many: Words }>>> = {
  items: { one: { en: 'item', zh: ' 项' }, many: { en: 'items', zh: ' 项' } },
  members: { one: { en: 'member', zh: ' 个成员' }, many: { en: 'members', zh: ' 个成员' } },
  inputs: { one: { en: 'input', zh: ' 个输入参数' }, many: { en: 'inputs', zh: ' 个输入参数' } },
  outputs: { one: { en: 'output', zh: ' 个输出参数' }, many: { en: 'outputs', zh: ' 个输出参数' } },
}
export type Counted = keyof typeof counted

export function describeCount(count: number, of: Counted, locale: Locale): string {
  const words = counted[of][count === 1 ? 'one' : 'many'][locale]
  return locale === 'en' ? `${count} ${words}` : `${count}${words}`
}

export const typeName = (dataType: DataType, locale: Locale): string =>
  dataType.type !== 'array'
    ? dataType.type
    : locale === 'en'
      ? `array of ${dataType.item.type}`
      : `array（${dataType.item.type}）`

/** Describes the limits of a type's values. An enumeration or structure yields nothing: its entries are listed one by one. */
export function rangeTokens(dataType: DataType, locale: Locale): Tokens {
  if (isNumberType(dataType)) return numberTokens(dataType, locale)
  switch (dataType.type) {
    case 'text':
      return locale === 'en'
        ? ['up to ', describeNumber(dataType.length), ' bytes']
        : ['最多 ', describeNumber(dataType.length), ' 字节']
    case 'bool':
      return ['0 ', dataType.off[locale], comma[locale], '1 ', dataType.on[locale]]
    case 'array':
      return locale === 'en'
        ? ['up to ', describeNumber(dataType.size), ' items']
        : ['最多 ', describeNumber(dataType.size), ' 个元素']
    default:
      return []
  }
}

const numberTokens = ({ min, max, unit }: NumberType, locale: Locale): Tokens => [
  describeNumber(min),
  to[locale],
  describeNumber(max),
  ...(unit === undefined || unit === '' ? [] : [`\u00a0${unit}`]),
]

/** For a cell of a table: the bounds, or how many entries there are. */
export function describeRange(dataType: DataType, locale: Locale): string {
  if (dataType.type === 'enum') return describeCount(dataType.items.length, 'items', locale)
  if (dataType.type === 'struct') return describeCount(dataType.members.length, 'members', locale)
  return rangeTokens(dataType, locale).join('')
}

/** On one line: `int, 5 to 60`. */
export function describeType(dataType: DataType, locale: Locale): string {
  const item =
    dataType.type === 'array' && dataType.item.type !== 'text'
      ? [describeRange(dataType.item, locale)].filter(Boolean)
      : []
  return joined([typeName(dataType, locale), ...item, describeRange(dataType, locale)].filter(Boolean), locale)
}

export const describeParameter = ({ identifier, dataType }: Parameter, locale: Locale): string =>
  `${identifier} ${describeType(dataType, locale)}`

export const describeItem = (item: EnumItem, locale: Locale): string => `${describeNumber(item.value)} ${item[locale]}`
