import { localeNow } from '../locale.ts'
import { durationWords } from './duration-words.ts'

/** A span of time in its two largest parts: 3 d 4 h, 7 h 52 min, 24 min, 12 s. Call it while rendering a screen that uses words. */
export function formatDuration(ms: number): string {
  const locale = localeNow()
  const { days, hours, minutes, seconds } = durationWords
  const s = Math.max(0, Math.floor(ms / 1000))
  const m = Math.floor(s / 60)
  const h = Math.floor(m / 60)
  if (h >= 24) return `${days[locale](Math.floor(h / 24))} ${hours[locale](h % 24)}`
  if (h >= 1) return `${hours[locale](h)} ${minutes[locale](m % 60)}`
  return m >= 1 ? minutes[locale](m) : seconds[locale](s)
}
