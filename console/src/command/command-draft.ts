import { minuteMs } from '@brigade/contract/time.ts'
import { withHyphen } from '@brigade/contract/minus.rules.ts'
import type {
  DataType,
  NumberType,
  PlainType,
  Property,
  ThingModel,
} from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkParams, checkValue, isNumberType, isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { Value, ValueProblem, Valued } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { formatNumber } from '../platform/format.ts'
import type { Units } from '../platform/units.ts'
import { isRecord, valueText, toShown, toStored, type Reading } from '../device/view/shown-value.ts'

/**
 * A field holds the text of a number, string or date; the number of a choice or switch ('' means not chosen); or a list or
 * structure of these.
 */
export type Typed = string | number | readonly Typed[] | { readonly [identifier: string]: Typed }
/** A draft contains only fields that a person has touched; all others show what the device reports. */
export type Draft = Readonly<Record<string, Typed>>

type AnyType = DataType | PlainType

/** Formats a stored value for a field. Without a value nothing is chosen, because off is a choice like any other. */
export function typedOf(dataType: AnyType, value: unknown, units: Units): Typed {
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double':
      return typeof value === 'number' ? numberText(toShown(dataType, value, units)) : ''
    case 'bool':
      return value === 1 || value === true ? 1 : value === 0 || value === false ? 0 : ''
    case 'enum':
      return typeof value === 'number' ? value : ''
    case 'date':
      return value === undefined || value === null || value === '' ? '' : localMinute(Number(value))
    case 'text':
      return typeof value === 'string' ? value : ''
    case 'struct':
      return Object.fromEntries(
        dataType.members.map((member) => [
          member.identifier,
          typedOf(member.dataType, isRecord(value) ? value[member.identifier] : undefined, units),
        ]),
      )
    case 'array':
      return Array.isArray(value) ? value.map((item: unknown) => typedOf(dataType.item, item, units)) : []
  }
}

const numberText = (n: number): string => withHyphen(formatNumber(Number(n.toFixed(2)))).replaceAll(',', '')

/** Formats the previous value of a single-line field. The label of the field already shows the unit. */
export const oldText = (dataType: PlainType, value: unknown, reading: Reading): string =>
  isNumberType(dataType) && typeof value === 'number'
    ? formatNumber(Number(toShown(dataType, value, reading.units).toFixed(2)))
    : valueText(dataType, value, reading)

/** `YYYY-MM-DDTHH:mm` in the viewer's zone, as a field for times holds it. */
function localMinute(ms: number): string {
  if (!Number.isFinite(ms)) return ''
  return new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
}

/** Converts typed input to a value that can be checked and sent; undefined means that nothing was typed. */
export function readTyped(dataType: AnyType, typed: Typed | undefined, units: Units): unknown {
  if (typed === undefined) return undefined
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double':
      return typeof typed === 'string' ? readNumber(dataType, typed, units) : typed
    case 'text':
      return typed
    case 'bool':
    case 'enum':
      return typed === '' ? undefined : typed
    case 'date': {
      if (typed === '') return undefined
      const ms = new Date(String(typed)).getTime()
      return Number.isNaN(ms) ? typed : String(ms)
    }
    case 'struct':
      return isRecord(typed)
        ? Object.fromEntries(
            dataType.members.map((member) => [
              member.identifier,
              readTyped(member.dataType, asTyped(typed[member.identifier]), units),
            ]),
          )
        : typed
    case 'array':
      return Array.isArray(typed) ? typed.map((item: Typed) => readTyped(dataType.item, item, units)) : typed
  }
}

function readNumber(dataType: NumberType, typed: string, units: Units): unknown {
  const text = withHyphen(typed.trim().replace(',', '.'))
  if (text === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) ? toStored(dataType, number, units) : typed
}

const asTyped = (value: unknown): Typed | undefined => {
  if (typeof value === 'string' || typeof value === 'number') return value
  return undefined
}

/**
 * Converts the draft into other units, so that switching loses no input. A text that is not a number stays unchanged.
 */
function retype(dataType: AnyType, typed: Typed, from: Units, to: Units): Typed {
  if (isNumberType(dataType)) {
    const value = readTyped(dataType, typed, from)
    return typeof value === 'number' ? typedOf(dataType, value, to) : typed
  }
  if (dataType.type === 'array' && Array.isArray(typed))
    return typed.map((item: Typed) => retype(dataType.item, item, from, to))
  if (dataType.type === 'struct' && isRecord(typed)) {
    return Object.fromEntries(
      dataType.members.map((member) => [
        member.identifier,
        retype(member.dataType, asTyped(typed[member.identifier]) ?? '', from, to),
      ]),
    )
  }
  return typed
}

export function retypeDraft(of: readonly Valued[], draft: Draft, from: Units, to: Units): Draft {
  return Object.fromEntries(
    Object.entries(draft).map(([identifier, typed]) => {
      const field = of.find((one) => one.identifier === identifier)
      return [identifier, field === undefined ? typed : retype(field.dataType, typed, from, to)]
    }),
  )
}

/** A property that a draft would change, with the reported and the typed value. */
export type Change = { readonly property: Property; readonly before: unknown; readonly after: Value }

/** Problems are keyed by the path of the field: `SetTemp`, `Stages.2.Temp`. */
export type Problems = Readonly<Record<string, ValueProblem>>
export type Checked = { readonly changes: readonly Change[]; readonly problems: Problems }

/**
 * Checks a draft of properties: returns the changes to send and the problems that block them. A field that is back at its
 * reported value sends nothing.
 */
export function checkSetting(
  model: ThingModel,
  draft: Draft,
  reported: (identifier: string) => unknown,
  units: Units,
): Checked {
  const changes: Change[] = []
  const problems: Record<string, ValueProblem> = {}
  for (const property of model.properties) {
    const typed = draft[property.identifier]
    if (typed === undefined || !isWritable(property)) continue
    const before = reported(property.identifier)
    // The text as first shown may be a rounded one: untouched means unchanged.
    if (isUntouched(property, typed, before, units)) continue
    const value = readTyped(property.dataType, typed, units)
    const checked = checkValue(property, value, 'down')
    if (!checked.ok) Object.assign(problems, problemsIn(property, value, checked))
    else if (!sameJson(checked.value, before)) changes.push({ property, before, after: checked.value })
  }
  return { changes, problems }
}

/** Returns whether a field still holds its initial value. */
export const isUntouched = ({ dataType }: Valued, typed: Typed, reported: unknown, units: Units): boolean =>
  sameJson(typed, typedOf(dataType, reported, units))

/** Returns the messages below one property or parameter, keyed by the rest of the path: `2.Temp`, and '' for itself. */
export function messagesBelow(identifier: string, messages: Readonly<Record<string, string>>): Record<string, string> {
  const below = Object.entries(messages).flatMap(([path, message]) =>
    path === identifier
      ? [['', message] as const]
      : path.startsWith(`${identifier}.`)
        ? [[path.slice(identifier.length + 1), message] as const]
        : [],
  )
  return Object.fromEntries(below)
}

export type CheckedCall =
  | { readonly ok: true; readonly params: Readonly<Record<string, Value>> }
  | { readonly ok: false; readonly problems: Problems }

/** The parameters of a service as typed. */
export function checkCall(of: readonly Valued[], draft: Draft, units: Units): CheckedCall {
  const params: Record<string, Value> = {}
  const problems: Record<string, ValueProblem> = {}
  for (const parameter of of) {
    const typed = draft[parameter.identifier] ?? typedOf(parameter.dataType, undefined, units)
    const value = readTyped(parameter.dataType, typed, units)
    const checked = checkValue(parameter, value, 'down')
    if (checked.ok) params[parameter.identifier] = checked.value
    else Object.assign(problems, problemsIn(parameter, value, checked))
  }
  return Object.keys(problems).length === 0 ? { ok: true, params } : { ok: false, problems }
}

/** All that is wrong with a structure or a list of them, not only the first: a person mends a whole programme at once. */
export function problemsIn({ identifier, dataType }: Valued, value: unknown, first: ValueProblem): Problems {
  if (dataType.type === 'struct' && isRecord(value)) {
    const checked = checkParams(value, dataType.members, 'down')
    return checked.ok
      ? {}
      : Object.fromEntries(checked.problems.map((problem) => [`${identifier}.${problem.path}`, problem]))
  }
  if (dataType.type !== 'array' || dataType.item.type !== 'struct' || !Array.isArray(value))
    return { [first.path]: first }
  const { members } = dataType.item
  const found = value.flatMap((item: unknown, index) => {
    const checked = checkParams(item, members, 'down')
    return checked.ok
      ? []
      : checked.problems.map((problem) => [`${identifier}.${index}.${problem.path}`, problem] as const)
  })
  return found.length === 0 ? { [first.path]: first } : Object.fromEntries(found)
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
