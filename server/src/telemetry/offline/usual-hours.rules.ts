import type { Offline } from '@brigade/contract/telemetry/offline.model.ts'
import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'

/** A connection that began or ended. */
type Turn = Readonly<{ atMs: number; online: boolean; reason: string }>

/** Shorter breaks are no switching off. */
const minOffMs = 2 * hourMs
/** Times of day that differ by no more are the same habit. */
const nearMinutes = 60
/** A habit: this many days, and at least half of those on which it was online. */
const min = { days: 5, share: 0.5 } as const
/** How much longer than ever before it may be away until the habit no longer explains it. */
const lateMs = hourMs

const dayMinutes = dayMs / minuteMs
/** These ends are the server's, and say nothing of the device's hours. */
const ofServer: ReadonlySet<string> = new Set(['server_restart', 'gateway_lost'])

/** The distance of two times of day, across midnight where that is shorter. */
const apart = (a: number, b: number): number => {
  const distance = Math.abs(a - b)
  return Math.min(distance, dayMinutes - distance)
}

/** The middle of times of day that lie around one of them. */
function middleOf(minutes: readonly number[], around: number): number {
  const shifted = minutes
    .map((minute) => ((minute - around + 1.5 * dayMinutes) % dayMinutes) - dayMinutes / 2)
    .toSorted((a, b) => a - b)
  const middle = shifted[Math.floor(shifted.length / 2)] ?? 0
  return (((around + middle) % dayMinutes) + dayMinutes) % dayMinutes
}

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`

/**
 * Whether a device goes at about the same time on most days, as one that is switched off every evening. `turns` are those before it went
 * and that end, in their order; `offsetOf` is the zone's distance from UTC at a time, so that clocks that are put forward keep the habit.
 */
export function usualHours(
  turns: readonly Turn[],
  {
    wentMs,
    nowMs,
    zone,
    offsetOf,
  }: Readonly<{
    wentMs: number
    nowMs: number
    zone: string
    offsetOf: (atMs: number) => number
  }>,
): Offline['usual'] {
  const localOf = (atMs: number) => atMs + offsetOf(atMs)
  const minuteOf = (atMs: number) => (((localOf(atMs) % dayMs) + dayMs) % dayMs) / minuteMs
  const dayOf = (atMs: number) => Math.floor(localOf(atMs) / dayMs)
  const went = minuteOf(wentMs)
  const active = new Set<number>()
  const similar = new Map<number, { from: number; to: number }>()
  let since: number | undefined
  let gone: { atMs: number; isOwn: boolean } | undefined
  for (const { atMs, online, reason } of turns) {
    if (atMs >= wentMs) break
    if (online) {
      const isHabit =
        gone !== undefined &&
        gone.isOwn &&
        atMs - gone.atMs >= minOffMs &&
        apart(minuteOf(gone.atMs), went) <= nearMinutes
      if (isHabit && gone !== undefined) similar.set(dayOf(gone.atMs), { from: gone.atMs, to: atMs })
      gone = undefined
      since ??= atMs
    } else {
      for (let at = since ?? atMs; dayOf(at) <= dayOf(atMs); at += dayMs) active.add(dayOf(at))
      since = undefined
      gone = { atMs, isOwn: !ofServer.has(reason) }
    }
  }
  // The day on which it went is the one that is asked about.
  active.delete(dayOf(wentMs))
  const stretches = [...similar.values()]
  const first = stretches[0]
  if (first === undefined || stretches.length < min.days || stretches.length < min.share * active.size) return null
  const longestMs = Math.max(...stretches.map(({ from, to }) => to - from))
  return {
    days: stretches.length,
    ofDays: Math.max(active.size, stretches.length),
    from: clockText(
      middleOf(
        stretches.map(({ from }) => minuteOf(from)),
        went,
      ),
    ),
    until: clockText(
      middleOf(
        stretches.map(({ to }) => minuteOf(to)),
        minuteOf(first.to),
      ),
    ),
    zone,
    isOver: nowMs - wentMs > longestMs + lateMs,
  }
}
