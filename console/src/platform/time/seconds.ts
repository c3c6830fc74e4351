import type { Locale } from '@brigade/contract/locale.ts'
import { durationWords } from './duration-words.ts'

/** A duration in seconds as devices report it, exact to the second: 1 h 23 min 45 s. Parts that are 0 are left out. */
export function formatSeconds(seconds: number, locale: Locale): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const words = durationWords
  // Chinese uses a short word for minutes beside other units.
  const minutes = locale === 'zh' && (h > 0 || s > 0) ? `${m} 分` : words.minutes[locale](m)
  const parts = [
    h === 0 ? '' : words.hours[locale](h),
    m === 0 ? '' : minutes,
    s === 0 && seconds > 0 ? '' : words.seconds[locale](s),
  ]
  return parts.filter((part) => part !== '').join(' ')
}
