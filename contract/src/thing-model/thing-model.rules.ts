import type { ValueReason } from './value-reasons.ts'
import { formatText } from '../text.ts'
import type { Locale } from '../locale.ts'
import { withMinus } from '../minus.rules.ts'
import { thingModelText } from './thing-model.text.ts'
import type {
  DataType,
  EventFunction,
  FunctionName,
  NumberType,
  Parameter,
  PlainType,
  Property,
  ServiceFunction,
  ThingModel,
} from './thing-model.model.ts'

/**
 * A stored and transmitted value: numbers (also booleans, as 0 or 1, and enumerations), strings (also dates), lists,
 * structures.
 */
export type Value = number | string | readonly Value[] | { readonly [identifier: string]: Value }

/**
 * `up` is what a device reports, `down` what a person sends. Down is stricter: a value must match the step, and only an
 * optional member of a structure may be left out. A sensor finer than its step is still right, and an event without one
 * of its outputs is still an event.
 */
export type Direction = 'up' | 'down'

/** Why and where a value is not allowed: `Stages.2.Temp`. `problemMessage` makes a sentence of it. */
export type ValueProblem = Readonly<{
  ok: false
  reason: ValueReason
  path: string
  name: FunctionName
  dataType?: DataType | undefined
}>
export type CheckedValue = Readonly<{ ok: true; value: Value }> | ValueProblem

/** Whatever has a value: a property, a parameter, a member of a structure. */
export type Valued = Readonly<{
  identifier: string
  name: FunctionName
  dataType: DataType
  optional?: boolean | undefined
}>

// A thing model is replaced, never changed, when it is published; so its index lives as long as it does.
const indexes = new WeakMap<ThingModel, ReadonlyMap<string, Property>>()

export function findProperty(model: ThingModel, identifier: string): Property | undefined {
  let index = indexes.get(model)
  if (index === undefined) {
    index = new Map(model.properties.map((property) => [property.identifier, property]))
    indexes.set(model, index)
  }
  return index.get(identifier)
}

export const findEvent = (model: ThingModel, identifier: string): EventFunction | undefined =>
  model.events.find((event) => event.identifier === identifier)

export const findService = (model: ThingModel, identifier: string): ServiceFunction | undefined =>
  model.services.find((service) => service.identifier === identifier)

export const isWritable = (property: Pick<Property, 'accessMode'>): boolean => property.accessMode === 'rw'

/**
 * The only check of a value against a property or parameter. The returned value is the one to store and send: a bool
 * given as true or false becomes 1 or 0, a date given as a number its string. Nothing else is converted: `"1"` is not a
 * number.
 */
export function checkValue(of: Valued, value: unknown, direction: Direction): CheckedValue {
  return check(of, of.dataType, value, direction, of.identifier)
}

function check(of: Valued, dataType: DataType, value: unknown, direction: Direction, path: string): CheckedValue {
  // Nearly all values of devices are valid, and are kept unchanged.
  if (isAsItIs(dataType, value, direction)) return { ok: true, value }
  const refused = (reason: ValueReason): ValueProblem => ({ ok: false, reason, path, name: of.name, dataType })
  if (value === undefined || value === null) return refused('missing')
  switch (dataType.type) {
    case 'struct': {
      if (!isRecord(value)) return refused('type')
      const members = checkMembers(value, dataType.members, direction, path)
      return members.ok ? { ok: true, value: members.value } : (members.problems[0] ?? refused('type'))
    }
    case 'array': {
      if (!Array.isArray(value)) return refused('type')
      if (value.length > dataType.size) return refused('size')
      const items: Value[] = []
      for (const [index, item] of value.entries()) {
        const checked = check(of, dataType.item, item, direction, `${path}.${index}`)
        if (!checked.ok) return checked
        items.push(checked.value)
      }
      return { ok: true, value: items }
    }
    case 'bool':
      return value === true || value === false ? { ok: true, value: value ? 1 : 0 } : refused('type')
    case 'date': {
      const text = typeof value === 'number' ? String(value) : undefined
      return text !== undefined && isDate(text) ? { ok: true, value: text } : refused('type')
    }
    default:
      return refused(plainReason(dataType, value, direction) ?? 'type')
  }
}

const mayMiss = (of: Pick<Valued, 'optional'> | undefined, direction: Direction): boolean =>
  direction === 'up' || of?.optional === true

/** True if the value is valid and needs neither conversion nor reordering. */
function isAsItIs(dataType: DataType, value: unknown, direction: Direction): value is Value {
  switch (dataType.type) {
    case 'struct': {
      if (!isRecord(value)) return false
      const { members } = dataType
      let at = 0
      for (const key in value) {
        // A device may leave a key out; an unknown or misplaced key takes the slow path.
        while (at < members.length && members[at]?.identifier !== key) {
          if (!mayMiss(members[at], direction)) return false
          at += 1
        }
        const member = members[at]
        if (member === undefined || !isAsItIs(member.dataType, value[key], direction)) return false
        at += 1
      }
      while (at < members.length && mayMiss(members[at], direction)) at += 1
      return at === members.length
    }
    case 'array':
      if (!Array.isArray(value) || value.length > dataType.size) return false
      for (const item of value) if (!isAsItIs(dataType.item, item, direction)) return false
      return true
    default:
      return plainReason(dataType, value, direction) === undefined
  }
}

const isDate = (text: string): boolean => /^\d{1,15}$/.test(text)

/** Returns why a value is not valid for a plain type; undefined if it is. */
function plainReason(dataType: PlainType, value: unknown, direction: Direction): ValueReason | undefined {
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'type'
      if (dataType.type === 'int' && !Number.isInteger(value)) return 'type'
      if (value < dataType.min || value > dataType.max) return 'range'
      return direction === 'down' && !isOnStep(dataType, value) ? 'step' : undefined
    case 'text':
      if (typeof value !== 'string') return 'type'
      return isLonger(value, dataType.length) ? 'length' : undefined
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'type'
    case 'bool':
      return value === 0 || value === 1 ? undefined : 'type'
    // The enumeration: a plain type added to the model does not compile here.
    default: {
      if (typeof value !== 'number') return 'type'
      for (const item of dataType.items) if (item.value === value) return undefined
      return 'enum'
    }
  }
}

export type CheckedParams =
  | Readonly<{ ok: true; value: Readonly<Record<string, Value>> }>
  | Readonly<{ ok: false; problems: readonly ValueProblem[] }>

/** Checks the parameters of a service (`down`) or of an event or a service's answer (`up`), all of them. */
export function checkParams(params: unknown, parameters: readonly Parameter[], direction: Direction): CheckedParams {
  if (isRecord(params)) return checkMembers(params, parameters, direction, '')
  return { ok: false, problems: [{ ok: false, reason: 'type', path: '', name: paramsName }] }
}
const paramsName: FunctionName = { en: 'Parameters', zh: '参数' }

/** Checks the properties a person sets: each known, writable and of an allowed value. */
export function checkPropertySet(params: unknown, model: ThingModel): CheckedParams {
  if (!isRecord(params)) return { ok: false, problems: [{ ok: false, reason: 'type', path: '', name: paramsName }] }
  const problems: ValueProblem[] = []
  const accepted: [string, Value][] = []
  for (const [identifier, value] of Object.entries(params)) {
    const property = findProperty(model, identifier)
    const checked: CheckedValue =
      property === undefined
        ? unknown(identifier, identifier)
        : isWritable(property)
          ? checkValue(property, value, 'down')
          : { ok: false, reason: 'readOnly', path: identifier, name: property.name }
    if (checked.ok) accepted.push([identifier, checked.value])
    else problems.push(checked)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: Object.fromEntries(accepted) }
}

/** Whether another property marks the value of this one as meaningless now (`onlyWhile`). */
export function isDenied(
  { onlyWhile }: Pick<Property, 'onlyWhile'>,
  valueOf: (identifier: string) => unknown,
): boolean {
  if (onlyWhile === undefined) return false
  const value = valueOf(onlyWhile.property)
  return typeof value === 'number' && !onlyWhile.is.includes(value)
}

export type ReportedValue = Readonly<{
  identifier: string
  value: Value
  /** UTC milliseconds by the device's clock; NaN for one that cannot be read. */ time?: number | undefined
}>
/** A time beside a value. Firmware without 64-bit numbers writes its digits as a text. NaN: the text is not a time. */
export function readTime(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined
  return typeof given === 'number' || (typeof given === 'string' && isDate(given)) ? Number(given) : Number.NaN
}

export type DroppedValue = Readonly<{ identifier: string; reason: ValueReason; value: unknown }>

/**
 * Separates a property report into what the model allows and what is dropped (alink.md 3). Each entry of `params` is a
 * value, or `{ value, time }`; both words are reserved, so no structure can be mistaken for it.
 */
export function checkReport(
  params: Readonly<Record<string, unknown>>,
  model: ThingModel,
): { accepted: ReportedValue[]; dropped: DroppedValue[] } {
  const accepted: ReportedValue[] = []
  const dropped: DroppedValue[] = []
  for (const [identifier, entry] of Object.entries(params)) {
    const timed = isRecord(entry) && Object.hasOwn(entry, 'value')
    const value = timed ? entry['value'] : entry
    const time = timed ? readTime(entry['time']) : undefined
    const property = findProperty(model, identifier)
    const checked = property === undefined ? unknown(identifier, identifier) : checkValue(property, value, 'up')
    if (checked.ok) accepted.push({ identifier, value: checked.value, time })
    else dropped.push({ identifier, reason: checked.reason, value })
  }
  return { accepted, dropped }
}

function checkMembers(
  values: Readonly<Record<string, unknown>>,
  members: readonly Valued[],
  direction: Direction,
  path: string,
): CheckedParams {
  const at = (identifier: string) => (path === '' ? identifier : `${path}.${identifier}`)
  const problems: ValueProblem[] = []
  const accepted: [string, Value][] = []
  for (const member of members) {
    const given = Object.hasOwn(values, member.identifier) ? values[member.identifier] : undefined
    if (given === undefined && mayMiss(member, direction)) continue
    const checked = check(member, member.dataType, given, direction, at(member.identifier))
    if (checked.ok) accepted.push([member.identifier, checked.value])
    else problems.push(checked)
  }
  for (const identifier of Object.keys(values)) {
    if (!members.some((member) => member.identifier === identifier)) problems.push(unknown(identifier, at(identifier)))
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: Object.fromEntries(accepted) }
}

const unknown = (identifier: string, path: string): ValueProblem => ({
  ok: false,
  reason: 'unknown',
  path,
  // A device may send any key; the message to a person stays short.
  name: { en: identifier.slice(0, 50), zh: identifier.slice(0, 50) },
})

/** The text of a problem: "Set temperature must be 30 to 260 °C". */
export function problemMessage(problem: ValueProblem, locale: Locale): string {
  const { dataType } = problem
  const name = problem.name[locale]
  switch (problem.reason) {
    case 'unknown':
      return formatText(thingModelText['thingModel.valueUnknown'], locale, { name })
    case 'readOnly':
      return formatText(thingModelText['thingModel.valueReadOnly'], locale, { name })
    case 'missing':
      return formatText(thingModelText['thingModel.valueMissing'], locale, { name })
    case 'enum':
      return formatText(thingModelText['thingModel.valueEnum'], locale, { name })
    case 'type':
      return formatText(thingModelText['thingModel.valueType'], locale, { name, type: dataType?.type ?? 'struct' })
    case 'range':
    case 'step': {
      const { min, max, step, unit } = numberOf(dataType)
      return problem.reason === 'range'
        ? formatText(thingModelText['thingModel.valueRange'], locale, { name, min, max, unit: unitSuffix(unit) })
        : formatText(thingModelText['thingModel.valueStep'], locale, { name, min, step: step ?? 1 })
    }
    case 'length':
      return formatText(thingModelText['thingModel.valueLength'], locale, {
        name,
        max: dataType?.type === 'text' ? dataType.length : 0,
      })
    default:
      return formatText(thingModelText['thingModel.valueSize'], locale, {
        name,
        max: dataType?.type === 'array' ? dataType.size : 0,
      })
  }
}

export const isNumberType = (dataType: DataType): dataType is NumberType =>
  dataType.type === 'int' || dataType.type === 'float' || dataType.type === 'double'

const anyNumber: NumberType = { type: 'double', min: -Infinity, max: Infinity }
const numberOf = (dataType: DataType | undefined): NumberType =>
  dataType !== undefined && isNumberType(dataType) ? dataType : anyNumber

/** The decimals with which a value of this type is shown. */
export function decimalsOf(dataType: NumberType): number {
  if (dataType.type === 'int') return 0
  if (dataType.step === undefined) return 2
  const [digits = '', exponent = '0'] = String(dataType.step).split('e')
  return Math.min(10, Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent)))
}

function isOnStep(dataType: NumberType, value: number): boolean {
  if (dataType.step === undefined) return true
  const steps = (value - dataType.min) / dataType.step
  // Binary fractions: (30.3 - 30) / 0.1 is 3.0000000000000071.
  return Math.abs(steps - Math.round(steps)) < 1e-6 * Math.max(1, Math.abs(steps))
}

const unitSuffix = (unit: string | undefined): string =>
  unit === undefined || unit === '' ? '' : unit === '%' ? unit : `\u00A0${unit}`

const isoTime = (ms: number): string => new Date(ms).toISOString()

/**
 * A value as a person reads it: labels, thousands separators, unit. Empty is a dash (spec 9). `formatTime` gives dates the viewer's
 * zone. Temperatures stay in °C: unit systems are the console's.
 */
export function formatValue(
  of: { dataType: DataType | PlainType },
  value: unknown,
  locale: Locale,
  formatTime: (ms: number) => string = isoTime,
): string {
  const { dataType } = of
  if (value === undefined || value === null || value === '') return '-'
  switch (dataType.type) {
    case 'int':
    case 'float':
    case 'double': {
      if (typeof value !== 'number') return printed(value)
      const number = value.toLocaleString(locale, { maximumFractionDigits: decimalsOf(dataType) })
      return `${withMinus(number)}${unitSuffix(dataType.unit)}`
    }
    case 'bool':
      return value === 1 || value === true ? dataType.on[locale] : dataType.off[locale]
    case 'enum':
      return dataType.items.find((item) => item.value === value)?.[locale] ?? printed(value)
    case 'date': {
      const ms = Number(value)
      // Devices send 0 for "none".
      if (ms === 0) return '-'
      return Math.abs(ms) <= 8.64e15 ? formatTime(ms) : printed(value)
    }
    case 'struct':
      if (!isRecord(value)) return '-'
      return dataType.members
        .filter((member) => Object.hasOwn(value, member.identifier))
        .map(
          (member) =>
            `${member.name[locale]}${colon[locale]}${formatValue(member, value[member.identifier], locale, formatTime)}`,
        )
        .join(comma[locale])
    case 'array': {
      if (!Array.isArray(value) || value.length === 0) return '-'
      const { item } = dataType
      const separator = item.type === 'struct' ? semicolon[locale] : comma[locale]
      return value.map((entry: unknown) => formatValue({ dataType: item }, entry, locale, formatTime)).join(separator)
    }
    case 'text':
      return printed(value)
  }
}
const colon = { en: ': ', zh: '：' } as const
const comma = { en: ', ', zh: '，' } as const
const semicolon = { en: '; ', zh: '；' } as const

/** True if a text has more UTF-8 bytes than allowed; they are counted, without an encoder, only if this is possible. */
function isLonger(text: string, most: number): boolean {
  if (text.length * 3 <= most) return false
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes > most
}

/** Formats an invalid value for display. */
const printed = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
