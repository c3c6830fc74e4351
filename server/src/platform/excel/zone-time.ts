import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'

const quarterMs = 900_000
/** More quarters of an hour than the times of a table usually cover. */
const maxCached = 100_000

/**
 * The offset of a zone's wall clock from UTC at a time, in ms. Intl is called once a quarter of an hour, because zones
 * change only at quarters.
 */
export function zoneOffset(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / quarterMs)
    const kept = known.get(quarter)
    if (kept !== undefined) return kept
    const part: Record<string, number> = {}
    const instant = quarter * quarterMs
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - instant
    if (known.size >= maxCached) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const days = new Map<number, string>()
const maxDays = 10_000

/**
 * `YYYY-MM-DD HH:mm:ss` of a wall clock in ms since 1970. Times of a table share their days, so the text of a day is
 * cached.
 */
export function wallText(ms: number): string {
  const day = Math.floor(ms / dayMs)
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * dayMs).toISOString().slice(0, 11).replace('T', ' ')
    if (days.size >= maxDays) days.clear()
    days.set(day, text)
  }
  const second = Math.floor((ms - day * dayMs) / 1000)
  const [hours, minutes] = [Math.floor(second / 3600), Math.floor(second / 60) % 60]
  return `${text}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[second % 60]}`
}

/**
 * The instant at which a wall clock shows a time: the first of two if the clocks go back; if they skip it, the time as
 * it would have been without the change.
 */
export function instantAt(offset: (at: number) => number, wall: number): number {
  // The offsets on both sides of a change that may be near; two changes are never near each other.
  const [before, after] = [offset(wall - dayMs), offset(wall + dayMs)]
  const found = [wall - before, wall - after].filter((at) => at + offset(at) === wall)
  return found.length === 0 ? wall - before : Math.min(...found)
}

/** A time from which a zone has another distance from UTC, and both distances. */
export type ClockChange = Readonly<{ at: number; before: number; after: number }>

/** The changes of the clocks within a span, the first one first. */
export function clockChanges(
  offset: (at: number) => number,
  { from, to }: Readonly<{ from: number; to: number }>,
): ClockChange[] {
  const changes: ClockChange[] = []
  for (let start = from; start < to; start += dayMs) {
    const end = Math.min(start + dayMs, to)
    const [before, after] = [offset(start), offset(end)]
    if (before === after) continue
    // The offset of a quarter of an hour is that of its beginning.
    let [low, high] = [Math.floor(start / quarterMs), Math.ceil(end / quarterMs)]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offset(middle * quarterMs) === before) low = middle
      else high = middle
    }
    changes.push({ at: high * quarterMs, before, after })
  }
  return changes
}

/** `UTC+08:00` */
export function utcOffset(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / minuteMs)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `UTC${ms < 0 ? '-' : '+'}${twoDigits[hours] ?? hours}:${twoDigits[rest]}`
}

const nearMs = 3 * hourMs

/**
 * The offset of a time in an hour that is repeated when the clocks go back, as `+02:00`; undefined for an unambiguous
 * time.
 */
export function doubledOffset(offset: (at: number) => number, at: number): string | undefined {
  const own = offset(at)
  const back = offset(at - nearMs) - offset(at + nearMs)
  if (back <= 0) return undefined
  // The same wall clock again, or before.
  const isTwice = offset(at + back) === own - back || offset(at - back) === own + back
  return isTwice ? utcOffset(own).slice(3) : undefined
}

/** A zone with its offset from UTC during a span; with all of them if clocks change in it. */
export function zoneText(
  timeZone: string,
  offset: (at: number) => number,
  { from, to }: Readonly<{ from: number; to: number }>,
): string {
  const changes = clockChanges(offset, { from, to }).filter(({ at }) => at > from && at < to)
  const offsets = [offset(from), ...changes.map(({ after }) => after)]
  return `${timeZone}, ${[...new Set(offsets)].map(utcOffset).join(' / ')}`
}

/** Marks a time of a repeated hour: `A` the first time, `B` the second; otherwise empty. */
export const doubledMark = (changes: readonly ClockChange[], at: number): '' | 'A' | 'B' => {
  const near = changes.find(
    ({ at: change, before, after }) => after < before && Math.abs(at - change) <= before - after,
  )
  if (near === undefined || at === near.at + near.before - near.after) return ''
  return at < near.at ? 'A' : 'B'
}
