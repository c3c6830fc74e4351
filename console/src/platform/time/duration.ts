import { localeNow } from '../locale.ts'
import { durationWords } from './duration-words.ts'

/**
 * Formats a span of time with its two largest parts, without a zero part: 3 d 4 h, 7 h 52 min, 2 d, 24 min, 12 s. Call
 * it while rendering a screen that uses words.
 */
export function formatDuration(ms: number): string {
  const locale = localeNow()
  const { days, hours, minutes, seconds } = durationWords
  const s = Math.max(0, Math.floor(ms / 1000))
  const m = Math.floor(s / 60)
  const h = Math.floor(m / 60)
  const both = (large: string, rest: number, small: (n: number) => string) =>
    rest === 0 ? large : `${large} ${small(rest)}`
  if (h >= 24) return both(days[locale](Math.floor(h / 24)), h % 24, hours[locale])
  if (h >= 1) return both(hours[locale](h), m % 60, minutes[locale])
  return m >= 1 ? minutes[locale](m) : seconds[locale](s)
}
