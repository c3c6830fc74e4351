import { isCelsius } from '@brigade/contract/celsius.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import { withHyphen } from '@brigade/contract/minus.rules.ts'
import type { DataType, NumberType, PlainType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { decimalsOf, formatValue, isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { formatSeconds } from '../../platform/time/seconds.ts'
import { emptyValue, formatNumber, formatTime } from '../../platform/format.ts'
import type { Units } from '../../platform/units.ts'

/** Values are stored in the units of the thing model, temperatures in °C. This module converts them for the screen. */

type AnyType = DataType | PlainType
type Scale = { unit: string; toShown: (stored: number) => number; toStored: (shown: number) => number; step: number }

const asIs = (unit: string): Scale => ({ unit, toShown: (n) => n, toStored: (n) => n, step: 1 })

/** Converts a number for the screen: °C to °F, and a difference in K to one in °F. Other units stay. */
function scaleOf(dataType: NumberType, units: Units): Scale {
  const stored = dataType.unit ?? ''
  if (units.system === 'metric') return asIs(stored)
  if (isCelsius(stored)) return { unit: '°F', toShown: units.temperature, toStored: units.toCelsius, step: 9 / 5 }
  if (stored === 'K') return { unit: '°F', toShown: units.temperatureSpan, toStored: (n) => (n * 5) / 9, step: 9 / 5 }
  return asIs(stored)
}

/** Binary fractions end here: 0.1 + 0.2 is 0.3. */
const tidy = (n: number): number => Number(n.toFixed(6))

/** The unit shown behind a value; empty for none. */
export const shownUnit = (dataType: AnyType, units: Units): string =>
  isNumberType(dataType) ? scaleOf(dataType, units).unit : ''

export const toShown = (dataType: NumberType, stored: number, units: Units): number =>
  tidy(scaleOf(dataType, units).toShown(stored))

/** Converts a typed number for storage. A converted one is rounded to the nearest step, because 191 °C has no exact °F. */
export function toStored(dataType: NumberType, shown: number, units: Units): number {
  const scale = scaleOf(dataType, units)
  if (scale.unit === (dataType.unit ?? '')) return shown
  const stored = scale.toStored(shown)
  const step = dataType.step ?? 0.01
  return tidy(dataType.min + Math.round((stored - dataType.min) / step) * step)
}

/** The type as a person sees it: range and unit converted. For words and hints, never for checking. */
export function shownType<T extends AnyType>(dataType: T, units: Units): T {
  if (units.system === 'metric') return dataType
  if (isNumberType(dataType)) {
    const scale = scaleOf(dataType, units)
    if (scale.unit === (dataType.unit ?? '')) return dataType
    const round = (n: number): number => Number(scale.toShown(n).toFixed(1))
    return {
      ...dataType,
      unit: scale.unit,
      min: round(dataType.min),
      max: round(dataType.max),
      step: stepShown(dataType, scale),
    }
  }
  if (dataType.type === 'struct') {
    return {
      ...dataType,
      members: dataType.members.map((member) => ({ ...member, dataType: shownType(member.dataType, units) })),
    }
  }
  if (dataType.type === 'array') return { ...dataType, item: shownType(dataType.item, units) }
  return dataType
}
const stepShown = (dataType: NumberType, scale: Scale): number | undefined =>
  dataType.step === undefined ? undefined : Number((dataType.step * scale.step).toPrecision(2))

function shownNumbers(dataType: AnyType, value: unknown, units: Units): unknown {
  if (isNumberType(dataType)) return typeof value === 'number' ? toShown(dataType, value, units) : value
  if (dataType.type === 'struct' && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => {
        const member = dataType.members.find(({ identifier }) => identifier === key)
        return [key, member === undefined ? entry : shownNumbers(member.dataType, entry, units)]
      }),
    )
  }
  if (dataType.type === 'array' && Array.isArray(value)) {
    return value.map((entry: unknown) => shownNumbers(dataType.item, entry, units))
  }
  return value
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type Reading = { readonly locale: Locale; readonly units: Units }

/** One minute or more of whole seconds is shown in hours and minutes. */
const isSeconds = (dataType: AnyType, value: unknown): value is number =>
  dataType.type === 'int' && dataType.unit === 's' && typeof value === 'number' && value >= 60

/** A value with its unit, as text: `190 °C`, `Cooking`, `Open`. */
export function valueText(dataType: AnyType, value: unknown, { locale, units }: Reading): string {
  if (isSeconds(dataType, value)) return formatSeconds(value, locale)
  return formatValue(
    { dataType: shownDecimals(shownType(dataType, units), dataType) },
    shownNumbers(dataType, value, units),
    locale,
    formatTime,
  )
}

/** A converted value has as many decimals as the stored one had, not as many as its converted step. */
function shownDecimals<T extends AnyType>(shown: T, stored: AnyType): T {
  if (!isNumberType(shown) || !isNumberType(stored) || shown === stored) return shown
  return { ...shown, type: stored.type, step: 10 ** -decimalsOf(stored) }
}

/** Like `splitValue`, but for files: numbers and seconds have plain digits, and a missing value is empty. */
export function plainValue(dataType: AnyType, value: unknown, reading: Reading): { text: string; unit: string } {
  if (isNumberType(dataType) && typeof value === 'number') {
    return { text: String(toShown(dataType, value, reading.units)), unit: shownUnit(dataType, reading.units) }
  }
  const { text, unit } = splitValue(dataType, value, reading)
  // A text may contain any sign, so it is not converted.
  if (dataType.type === 'text') return { text, unit }
  return { text: text === emptyValue ? '' : withHyphen(text), unit }
}

/** A value and its unit apart, for columns: `190` and `°C`. A choice shows its number too: `2 · Cooking`. */
export function splitValue(dataType: AnyType, value: unknown, reading: Reading): { text: string; unit: string } {
  if (value === undefined || value === null || value === '') return { text: emptyValue, unit: '' }
  if (isNumberType(dataType)) {
    if (typeof value !== 'number') return { text: String(value), unit: '' }
    if (isSeconds(dataType, value)) return { text: formatSeconds(value, reading.locale), unit: '' }
    // Figures under each other have their points under each other.
    return {
      text: formatNumber(toShown(dataType, value, reading.units), Math.min(2, decimalsOf(dataType))),
      unit: shownUnit(dataType, reading.units),
    }
  }
  const shown = valueText(dataType, value, reading)
  if (dataType.type === 'bool' || dataType.type === 'enum') {
    const number = value === true ? 1 : value === false ? 0 : value
    return { text: shown === String(number) ? shown : `${String(number)} · ${shown}`, unit: '' }
  }
  return { text: shown, unit: '' }
}
