import { dayMs } from '../time.ts'

/** Days of the statistics are texts, YYYY-MM-DD, in the zone of the installation's statistics. */

/** Trends of a year step through thousands of days, so each day is computed only once. */
const most = 5000
const numbers = new Map<string, number>()
const texts = new Map<number, string>()

function remembered<K, V>(known: Map<K, V>, key: K, workOut: (key: K) => V): V {
  const there = known.get(key)
  if (there !== undefined) return there
  if (known.size >= most) known.clear()
  const value = workOut(key)
  known.set(key, value)
  return value
}

/** Days since 1970: the difference of two is how far they are apart. */
export const dayNumber = (day: string): number =>
  remembered(numbers, day, (text) => Math.floor(Date.parse(`${text}T00:00:00Z`) / dayMs))

const dayText = (number: number): string =>
  remembered(texts, number, (days) => new Date(days * dayMs).toISOString().slice(0, 10))

export const addDays = (day: string, days: number): string => dayText(dayNumber(day) + days)
