import type { Locale } from '@brigade/contract/locale.ts'

/** Seconds to the second, as devices report them: 1 h 23 min 45 s. Parts that are 0 are left out. */
export function saySeconds(seconds: number, locale: Locale): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const parts = [
    h === 0 ? '' : locale === 'zh' ? `${h} 小时` : `${h} h`,
    m === 0 ? '' : locale === 'zh' ? `${m} ${h === 0 && s === 0 ? '分钟' : '分'}` : `${m} min`,
    s === 0 && seconds > 0 ? '' : locale === 'zh' ? `${s} 秒` : `${s} s`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}
