import type { Locale } from '@brigade/contract/locale.ts'

type Count = Readonly<Record<Locale, (count: number) => string>>

export const durationWords = {
  days: { en: (count) => `${count} d`, zh: (count) => `${count} 天` },
  hours: { en: (count) => `${count} h`, zh: (count) => `${count} 小时` },
  minutes: { en: (count) => `${count} min`, zh: (count) => `${count} 分钟` },
  seconds: { en: (count) => `${count} s`, zh: (count) => `${count} 秒` },
} satisfies Record<string, Count>
