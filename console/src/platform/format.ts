import { withMinus } from '@brigade/contract/minus.rules.ts'

/** Spec 9: empty values show a dash. */
export const emptyValue = '-'

const two = (n: number): string => String(n).padStart(2, '0')

/** An instant in the viewer's zone, YYYY-MM-DD HH:mm:ss. */
export function formatTime(instant: string | number | null | undefined): string {
  const at = dateOf(instant)
  return at === null ? emptyValue : `${dayOf(at)} ${clockOf(at)}`
}

/** The day of an instant in the viewer's zone, YYYY-MM-DD. */
export function formatDay(instant: string | number | null | undefined): string {
  const at = dateOf(instant)
  return at === null ? emptyValue : dayOf(at)
}

/** The time of day of an instant in the viewer's zone, HH:mm:ss. */
export function formatClock(instant: string | number | null | undefined): string {
  const at = dateOf(instant)
  return at === null ? emptyValue : clockOf(at)
}

/** Formats an instant as short as is unambiguous: a time of today needs no date. */
export const formatRecent = (instant: string | number, nowMs: number): string =>
  formatDay(instant) === formatDay(nowMs)
    ? formatClock(instant)
    : `${formatDay(instant).slice(5)} ${formatClock(instant)}`

function dateOf(instant: string | number | null | undefined): Date | null {
  if (instant === null || instant === undefined || instant === '') return null
  const at = new Date(instant)
  return Number.isNaN(at.getTime()) ? null : at
}
const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
const clockOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`

const formats = new Map<number | 'as-is', Intl.NumberFormat>()

/** A number with thousands separators and a true minus (the same in both languages); `digits` fixes the decimals. */
export function formatNumber(value: number | null | undefined, digits?: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return emptyValue
  const key = digits ?? 'as-is'
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(
      'en',
      digits === undefined
        ? { maximumFractionDigits: 6, signDisplay: 'negative' }
        : { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' },
    )
  formats.set(key, format)
  return withMinus(format.format(value))
}

/** A share as a percentage: 86%. It has one decimal under 1% and close to 100%, because 99.7% is not 100%. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0) return '0%'
  const percent = (part / whole) * 100
  if (percent > 0 && percent < 0.95) return `${Math.max(percent, 0.1).toFixed(1)}%`
  if (percent > 99.05 && percent < 100) return `${Math.min(percent, 99.9).toFixed(1)}%`
  return `${Math.round(percent)}%`
}

/** A text, or a dash if there is none. */
export const orDash = (value: string | null | undefined): string =>
  value === null || value === undefined || value === '' ? emptyValue : value
