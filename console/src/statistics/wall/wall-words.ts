import type { Locale, Words } from '@brigade/contract/locale.ts'
import { intlZone } from '@brigade/contract/time-zone.rules.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { wallText } from './wall.text.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-GB'): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: intlZone(zone), hourCycle: 'h23', ...options })
  formats.set(key, format)
  return format
}

/** 14:32:07, in the zone of the wall. */
export const clockIn = (zone: string, at: number | string): string =>
  formatIn(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(at))
/** 13:00 */
export const hourIn = (zone: string, at: number | string): string =>
  formatIn(zone, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
/** 2026-11-20 */
export const dayIn = (zone: string, at: number | string): string =>
  formatIn(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(new Date(at))
export const weekdayIn = (zone: string, at: number, locale: Locale): string =>
  formatIn(zone, { weekday: 'long' }, locale === 'zh' ? 'zh-CN' : 'en-GB').format(new Date(at))
/** UTC+8 */
export function offsetIn(zone: string, at: number): string {
  const part = formatIn(zone, { timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')
  return (part?.value ?? '').replace('GMT', 'UTC')
}

/** Formats when something was taken: its time if today, otherwise its day and time. */
export const takenAt = (zone: string, at: string, now: number): string =>
  dayIn(zone, at) === dayIn(zone, now) ? hourIn(zone, at) : `${dayIn(zone, at).slice(5)} ${hourIn(zone, at)}`

export const useNameIn = (): ((names: Words) => string) => {
  const locale = useLocale()
  return (names) => names[locale] || names.en
}

/** Returns the model of an event, with its place if that is known. */
export function usePlaceOf(): (event: Readonly<{ model: Words; place: { name: Words } | null }>) => string {
  const w = useWords(wallText)
  const nameIn = useNameIn()
  return ({ model, place }) =>
    place === null ? nameIn(model) : w.deviceAt({ model: nameIn(model), place: nameIn(place.name) })
}

export const celsius = (value: number): string => formatNumber(value, 1)

/** Formats as 87.0 %: always with a decimal, so that nothing jumps. 99.96 % is not shown as 100.0 %. */
export function share(part: number, whole: number): string | null {
  if (whole <= 0) return null
  return percent((part / whole) * 100)
}
export function percent(value: number): string {
  const rounded = Math.round(value * 10) / 10
  const held = rounded === 100 && value < 100 ? 99.9 : rounded === 0 && value > 0 ? 0.1 : rounded
  return `${held.toFixed(1)} %`
}

/** +8.2 %, −3.0 % */
export function changeOf(now: number, before: number): string {
  const change = ((now - before) / before) * 100
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`
}

/** Size of a headline figure that keeps it in its place, whatever its length. */
export const sizeOf = (text: string): 'long' | 'longer' | undefined =>
  text.length > 9 ? 'longer' : text.length > 7 ? 'long' : undefined
