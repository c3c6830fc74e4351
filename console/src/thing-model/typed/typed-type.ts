import { withHyphen } from '@brigade/contract/minus.rules.ts'
import { dataTypeNames } from '@brigade/contract/thing-model/thing-model.model.ts'
import type { DataType, DataTypeName, Member, Parameter } from '@brigade/contract/thing-model/thing-model.model.ts'
import { dataTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'

/**
 * A data type in the form: texts in fields, and the values of one type are kept while another is chosen. Reading it
 * returns the input of the contract's schemas; a text that is not a number stays as it is, and is refused at its field.
 */
export type TypedLabel = Readonly<{ en: string; zh: string }>
export type TypedItem = TypedLabel & Readonly<{ key: string; value: string }>
export type TypedParameter = TypedLabel &
  Readonly<{
    key: string
    identifier: string
    dataType: TypedType
    /** Kept from the member of a structure. */
    optional?: boolean | undefined
  }>
export type TypedType = Readonly<{
  type: DataTypeName
  min: string
  max: string
  step: string
  unit: string
  unitName: string
  length: string
  off: TypedLabel
  on: TypedLabel
  items: readonly TypedItem[]
  members: readonly TypedParameter[]
  size: string
  /** Only an array has an item type. */
  item: TypedType | null
}>

let keys = 0
/** Names a line of a list while it is edited and moved. */
export function newKey(): string {
  keys += 1
  return `line-${keys}`
}

export const blankType = (): TypedType => ({
  type: 'int',
  min: '',
  max: '',
  step: '',
  unit: '',
  unitName: '',
  length: '64',
  off: { en: 'Off', zh: '关' },
  on: { en: 'On', zh: '开' },
  items: [],
  members: [],
  size: '10',
  item: null,
})

export const blankParameter = (): TypedParameter => ({
  key: newKey(),
  identifier: '',
  en: '',
  zh: '',
  dataType: blankType(),
})

/** Alink allows these types for items of an array and members of a structure; it nests no deeper. */
export const plainTypes: readonly DataTypeName[] = dataTypeNames.filter((type) => type !== 'struct' && type !== 'array')
export const itemTypes: readonly DataTypeName[] = ['int', 'float', 'double', 'text', 'struct']

export const isTypeName = (name: string | null): name is DataTypeName =>
  name !== null && Object.hasOwn(dataTypeWords, name)

const textOf = (value: number | string | undefined): string => (value === undefined ? '' : String(value))

export function typedType(dataType: DataType): TypedType {
  const blank = { ...blankType(), type: dataType.type }
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double': {
      const { min, max, step, unit = '', unitName = '' } = dataType
      return { ...blank, min: textOf(min), max: textOf(max), step: textOf(step), unit, unitName }
    }
    case 'text':
      return { ...blank, length: textOf(dataType.length) }
    case 'date':
      return blank
    case 'bool':
      return { ...blank, off: dataType.off, on: dataType.on }
    case 'enum':
      return {
        ...blank,
        items: dataType.items.map(({ value, en, zh }) => ({ key: newKey(), value: textOf(value), en, zh })),
      }
    case 'struct':
      return { ...blank, members: dataType.members.map(typedParameter) }
    default:
      return { ...blank, size: textOf(dataType.size), item: typedType(dataType.item) }
  }
}

export const typedParameter = ({
  identifier,
  name,
  dataType,
  optional,
}: Parameter & Pick<Member, 'optional'>): TypedParameter => ({
  key: newKey(),
  identifier,
  en: name.en,
  zh: name.zh,
  dataType: typedType(dataType),
  optional,
})

/** Returns a number, undefined for an empty field, or the text unchanged. */
export function readNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(withHyphen(trimmed.replace(',', '.')))
  return Number.isFinite(number) ? number : trimmed
}

const readLabel = ({ en, zh }: TypedLabel): TypedLabel => ({ en: en.trim(), zh: zh.trim() })

export function readType(typed: TypedType): unknown {
  const { type } = typed
  switch (type) {
    case 'int':
    case 'float':
    case 'double':
      return {
        type,
        min: readNumber(typed.min),
        max: readNumber(typed.max),
        step: readNumber(typed.step),
        ...(typed.unit.trim() === '' ? {} : { unit: typed.unit.trim() }),
        ...(typed.unitName.trim() === '' ? {} : { unitName: typed.unitName.trim() }),
      }
    case 'text':
      return { type, length: readNumber(typed.length) }
    case 'date':
      return { type }
    case 'bool':
      return { type, off: readLabel(typed.off), on: readLabel(typed.on) }
    case 'enum':
      return { type, items: typed.items.map((item) => ({ value: readNumber(item.value), ...readLabel(item) })) }
    case 'struct':
      return { type, members: typed.members.map(readParameter) }
    default:
      return { type, size: readNumber(typed.size), item: readType(typed.item ?? blankType()) }
  }
}

export const readParameter = ({ identifier, dataType, optional, ...label }: TypedParameter): unknown => ({
  identifier: identifier.trim(),
  name: readLabel(label),
  dataType: readType(dataType),
  ...(optional === undefined ? {} : { optional }),
})
