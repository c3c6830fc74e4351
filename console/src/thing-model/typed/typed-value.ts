import { minuteMs } from '@brigade/contract/time.ts'
import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { plainTypes, readNumber, type TypedType } from './typed-type.ts'

/** A value in the fields: texts, also of choices (their number), and lists and structures of these. */
export type TypedValue = string | readonly TypedValue[] | { readonly [identifier: string]: TypedValue }

export const isTypedList = (typed: TypedValue | undefined): typed is readonly TypedValue[] => Array.isArray(typed)
export const isTypedStruct = (typed: TypedValue | undefined): typed is { readonly [identifier: string]: TypedValue } =>
  typeof typed === 'object' && !Array.isArray(typed)
export const typedText = (typed: TypedValue | undefined): string => (typeof typed === 'string' ? typed : '')

/** Converts typed input to a value that can be checked; undefined means that nothing was typed. */
export function readValue(dataType: DataType, typed: TypedValue | undefined): unknown {
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double':
    case 'bool':
    case 'enum':
      return readNumber(typedText(typed))
    case 'text':
      return typedText(typed)
    case 'date': {
      const text = typedText(typed)
      if (text === '') return undefined
      const ms = new Date(text).getTime()
      return Number.isNaN(ms) ? text : String(ms)
    }
    case 'struct': {
      const members = isTypedStruct(typed) ? typed : {}
      return Object.fromEntries(
        dataType.members
          .map((member) => [member.identifier, readValue(member.dataType, members[member.identifier])] as const)
          .filter(([, value]) => value !== undefined),
      )
    }
    default:
      return isTypedList(typed) ? typed.map((item) => readValue(dataType.item, item)) : []
  }
}

/** A value as the texts of its fields, as far as possible. */
export function typedValue(dataType: DataType, value: unknown): TypedValue {
  switch (dataType.type) {
    case 'struct':
      if (!isRecord(value)) return {}
      return Object.fromEntries(
        dataType.members.map((member) => [member.identifier, typedValue(member.dataType, value[member.identifier])]),
      )
    case 'array':
      return Array.isArray(value) ? value.map((item: unknown) => typedValue(dataType.item, item)) : []
    case 'date':
      return localTime(value)
    default:
      if (value === true || value === false) return value ? '1' : '0'
      return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `YYYY-MM-DDTHH:mm:ss` in the viewer's zone, as a field for times holds it. */
function localTime(value: unknown): string {
  const ms = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (!Number.isFinite(ms) || value === '' || Math.abs(ms) > 8e15) return ''
  return new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs).toISOString().slice(0, 19)
}

/** The default value of a property in its field. */
export const typedDefault = (dataType: DataType, value: number | string | undefined): string =>
  value === undefined ? '' : typedText(typedValue(dataType, value))

/** Lists and structures have no default; a text that is not a number is kept, and is refused at the field. */
export function readDefault({
  dataType: { type },
  defaultValue,
}: Readonly<{ dataType: TypedType; defaultValue: string }>): number | string | undefined {
  if (defaultValue.trim() === '' || !plainTypes.includes(type)) return undefined
  if (type === 'text') return defaultValue
  if (type !== 'date') return readNumber(defaultValue)
  const ms = new Date(defaultValue).getTime()
  return Number.isNaN(ms) ? defaultValue : String(ms)
}
