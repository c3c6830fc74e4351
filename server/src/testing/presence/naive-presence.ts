import { hourMs, minuteMs } from '@brigade/contract/time.ts'

/** Finds what is known of a value, instant by instant, from everything that its device sent. */

export type Stretch = Readonly<{ from: number; to: number }>
export type Life = Readonly<{
  /** The times of its messages with their values, by its own clock, ascending. */
  said: readonly Readonly<{ at: number; values: Readonly<Record<string, number>> }>[]
  /** Stretches offline, by its online log. */
  offline: readonly Stretch[]
  online: readonly Stretch[]
}>
type Asked = Readonly<{ identifier: string; isSetting: boolean; from: number; to: number; now: number }>

/** Whether it was silent at an instant: offline without stored values, or for over an hour after its last message. */
function isSilent({ said, offline }: Life, at: number, now: number): boolean {
  const before = said.findLast((one) => one.at <= at)
  const after = said.find((one) => one.at > at && one.at <= now)
  if (before === undefined) return true
  const apart = (after?.at ?? Number.POSITIVE_INFINITY) - before.at
  if (at >= before.at + hourMs && apart > hourMs) return true
  return offline.some(({ from, to }) => {
    if (at < from) return false
    const without = Math.min(to, after?.at ?? to) - Math.max(from, before.at)
    if (without < 2 * minuteMs) return false
    const wasKept = before.at > from + 2 * minuteMs
    const isKept = after !== undefined && after.at < to - 2 * minuteMs && apart <= hourMs
    return !wasKept && !isKept
  })
}

const isIn = (stretches: readonly Stretch[], at: number): boolean =>
  stretches.some(({ from, to }) => from <= at && at < to)

/** Whether a value is unknown, held or measured, at each instant of a span, every half minute. */
export function naiveStates(life: Life, { identifier, isSetting, from, to, now }: Asked) {
  const reports = life.said.filter(({ values, at }) => identifier in values && at < to)
  const silentAt = new Map<number, boolean>()
  const isGone = (at: number): boolean => {
    const known = silentAt.get(at)
    if (known !== undefined) return known
    const gone = isSilent(life, at, now) && !(isSetting && isIn(life.online, at))
    silentAt.set(at, gone)
    return gone
  }
  const step = minuteMs / 2
  /** The first instant from one to another at which its device was not there. */
  const goneBetween = (since: number, until: number): number | undefined => {
    // Half minutes are used, because nothing happens at them.
    for (let at = since + step / 2; at < until; at += step) if (isGone(at)) return at
    return undefined
  }
  const states: { at: number; state: 'unknown' | 'held' | 'measured' }[] = []
  for (let at = from + step / 2; at < to; at += step) {
    const report = reports.findLast((one) => one.at <= at)
    const isOld = report !== undefined && !isSetting && report.at < from - 6 * hourMs
    if (report === undefined || isOld || isGone(at) || (!isSetting && goneBetween(report.at, at) !== undefined)) {
      states.push({ at, state: 'unknown' })
      continue
    }
    const next = reports.find((one) => one.at > at)?.at ?? to
    const gone = goneBetween(at, next)
    const last = life.said.findLast((one) => one.at > report.at && one.at < next)?.at ?? report.at
    const isLast = next === to
    const until = gone ?? (isSetting || isLast ? next : last)
    // If the device was away in between, only a setting still holds, from the device's return on.
    const wasGone = goneBetween(report.at, next) !== undefined
    const end = gone === undefined && wasGone ? next : until
    states.push({ at, state: at < end && end - report.at > 10 * minuteMs ? 'held' : 'measured' })
  }
  return states
}
