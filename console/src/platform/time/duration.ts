import { words, wordsNow } from '../locale.ts'

const durationText = words({
  days: {
    en: (p: { d: number; h: number }) => `${p.d} d ${p.h} h`,
    zh: (p: { d: number; h: number }) => `${p.d} 天 ${p.h} 小时`,
  },
  hours: {
    en: (p: { h: number; m: number }) => `${p.h} h ${p.m} min`,
    zh: (p: { h: number; m: number }) => `${p.h} 小时 ${p.m} 分钟`,
  },
  minutes: { en: (p: { m: number }) => `${p.m} min`, zh: (p: { m: number }) => `${p.m} 分钟` },
  seconds: { en: (p: { s: number }) => `${p.s} s`, zh: (p: { s: number }) => `${p.s} 秒` },
})

/** A span of time in its two largest parts: 3 d 4 h, 7 h 52 min, 24 min, 12 s. Call it while rendering a screen that uses words. */
export function formatDuration(ms: number): string {
  const w = wordsNow(durationText)
  const s = Math.max(0, Math.floor(ms / 1000))
  const m = Math.floor(s / 60)
  const h = Math.floor(m / 60)
  if (h >= 24) return w.days({ d: Math.floor(h / 24), h: h % 24 })
  if (h >= 1) return w.hours({ h, m: m % 60 })
  return m >= 1 ? w.minutes({ m }) : w.seconds({ s })
}
