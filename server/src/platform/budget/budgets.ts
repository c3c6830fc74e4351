import { recentMap } from './recent-map.ts'

/**
 * Limits per key (a device, an address, a token) in a span of time, within this process. Times come from the caller, in
 * milliseconds. A time in the future was noted before the clock was set back: it is replaced by now, so that nobody is
 * refused until the old time comes again.
 */

/** Whether a recorded time is within a span. A future time is not, because its age is unknown. */
export const isWithin = (notedMs: number, nowMs: number, spanMs: number): boolean =>
  notedMs <= nowMs && nowMs - notedMs < spanMs

export type WindowCounts = Readonly<{
  /** Counts events of a key in its window. */
  countOf: (key: string, nowMs: number) => number
  /** Counts one, and answers how many there are now. The window begins with the first. */
  add: (key: string, nowMs: number) => number
  /** Subtracts one count. */
  takeBack: (key: string, nowMs: number) => void
  /** Milliseconds until the window of a key ends. */
  endsInMs: (key: string, nowMs: number) => number
}>

type Window = Readonly<{ sinceMs: number; count: number }>

/** Counts by key in windows of one length; with more than `most` keys the one that was idle longest starts again. */
export function windowCounts({ windowMs, most }: Readonly<{ windowMs: number; most: number }>): WindowCounts {
  const windows = recentMap<string, Window>(most)
  const find = (key: string, nowMs: number): Window => {
    const known = windows.get(key)
    if (known === undefined || nowMs - known.sinceMs >= windowMs) return { sinceMs: nowMs, count: 0 }
    if (known.sinceMs <= nowMs) return known
    const takenBack = { ...known, sinceMs: nowMs }
    windows.set(key, takenBack)
    return takenBack
  }
  return {
    countOf: (key, nowMs) => find(key, nowMs).count,
    add: (key, nowMs) => {
      const { sinceMs, count } = find(key, nowMs)
      windows.set(key, { sinceMs, count: count + 1 })
      return count + 1
    },
    takeBack: (key, nowMs) => {
      const { sinceMs, count } = find(key, nowMs)
      // A count of zero is deleted, so that it takes no place from others.
      if (count > 1) windows.set(key, { sinceMs, count: count - 1 })
      else windows.delete(key)
    },
    endsInMs: (key, nowMs) => find(key, nowMs).sinceMs + windowMs - nowMs,
  }
}

export type Rates = Readonly<{
  /** Takes one if any is left. */
  take: (key: string, nowMs: number) => boolean
}>

type Rate = { left: number; atMs: number }

/**
 * `atOnce` at the beginning and after a rest, then `perSecond`; with more than `most` keys the one that was idle
 * longest starts again.
 */
export function rates({
  atOnce,
  perSecond,
  most,
}: Readonly<{ atOnce: number; perSecond: number; most: number }>): Rates {
  const known = recentMap<string, Rate>(most)
  return {
    take: (key, nowMs) => {
      let rate = known.get(key)
      if (rate === undefined) {
        rate = { left: atOnce, atMs: nowMs }
        known.set(key, rate)
      }
      rate.left = Math.min(atOnce, rate.left + (Math.max(0, nowMs - rate.atMs) * perSecond) / 1000)
      rate.atMs = nowMs
      if (rate.left < 1) return false
      rate.left -= 1
      return true
    },
  }
}

/** Answers true once in a span for each key: for lines of a log that anybody can cause. */
export function onceIn({
  spanMs,
  most,
}: Readonly<{ spanMs: number; most: number }>): (key: string, nowMs: number) => boolean {
  const windows = windowCounts({ windowMs: spanMs, most })
  return (key, nowMs) => windows.add(key, nowMs) === 1
}
