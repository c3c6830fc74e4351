const windowMs = 60_000
const mostKept = 20_000

export type MinuteCounter = Readonly<{
  countOf: (key: string, nowMs: number) => number
  add: (key: string, nowMs: number) => void
  /** Takes one count back. */
  takeBack: (key: string, nowMs: number) => void
}>

/** Counts per key in the last minute. When there are too many keys, the one that was idle longest is dropped. */
export function minuteCounter(): MinuteCounter {
  const counts = new Map<string, Readonly<{ sinceMs: number; count: number }>>()
  const found = (key: string, nowMs: number) => {
    const known = counts.get(key)
    return known === undefined || Math.abs(nowMs - known.sinceMs) >= windowMs ? { sinceMs: nowMs, count: 0 } : known
  }
  const keep = (key: string, kept: Readonly<{ sinceMs: number; count: number }>) => {
    counts.delete(key)
    counts.set(key, kept)
    const [longestSilent] = counts.keys()
    if (counts.size > mostKept && longestSilent !== undefined) counts.delete(longestSilent)
  }
  return {
    countOf: (key, nowMs) => {
      const known = found(key, nowMs)
      if (known.count > 0) keep(key, known)
      return known.count
    },
    add: (key, nowMs) => {
      const { sinceMs, count } = found(key, nowMs)
      keep(key, { sinceMs, count: count + 1 })
    },
    takeBack: (key, nowMs) => {
      const { sinceMs, count } = found(key, nowMs)
      // A count of zero is deleted, so that it takes no place from others.
      if (count > 1) keep(key, { sinceMs, count: count - 1 })
      else counts.delete(key)
    },
  }
}
