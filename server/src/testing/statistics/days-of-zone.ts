import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'

/** Days and hours of a zone by Intl, and days on which its clocks change. */

const formats = new Map<string, Intl.DateTimeFormat>()
/** The search for a day on which clocks change makes thousands of calls. */
function formatIn(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...options })
  formats.set(key, format)
  return format
}
export const dayIn = (zone: string, at: number) => formatIn(zone, { dateStyle: 'short' }).format(at)
/** The hour of a wall clock, with its distance from UTC: one that comes twice is two. */
export const hourIn = (zone: string, at: number) =>
  formatIn(zone, { dateStyle: 'short', timeStyle: 'long' })
    .format(at)
    .replace(/:\d\d:\d\d/, '')

/** The first and the last quarter of an hour of the day that a moment is in. */
export function dayOf(zone: string, noon: number) {
  const quarters = Array.from({ length: 36 * 8 }, (_, index) => noon + (index - 36 * 4) * 15 * minuteMs)
  const own = quarters.filter((at) => dayIn(zone, at) === dayIn(zone, noon))
  const [from = noon, last = noon] = [own[0], own.at(-1)]
  return { from, to: last + 15 * minuteMs }
}

/** A noon of the next day from tomorrow on that is longer (1) or shorter (-1) than 24 hours; of any day (0). */
export function nextNoon(zone: string, now: number, change: -1 | 0 | 1): number {
  const today = Math.floor(now / hourMs) * hourMs
  let noon = dayOf(zone, today + 2 * dayMs).from + 12 * hourMs
  for (let days = 0; days < 400; days += 1, noon += dayMs) {
    const { from, to } = dayOf(zone, noon)
    if (Math.sign(to - from - dayMs) === change) return noon
  }
  throw new Error(`${zone} has no such day`)
}

/** The same numbers for a seed, so that a failure can be repeated. */
export const random = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
