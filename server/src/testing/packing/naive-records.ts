import { dayMs, hourMs, iso } from '@brigade/contract/time.ts'
import { naiveCold } from './naive-cold.ts'
import { counting, eventsOf, saidBy } from './naive-values.ts'
import { roles, type Role, type Series } from './series.ts'

/** The sum of the records of one alarm of a device, however the time is divided among them. */
export type Recorded = Readonly<{
  begin: string
  end: string
  occurrences: number
  /** The limit, and how far it was passed the last time. */
  worst: string
}>
export const recordedLine = ({ begin, end, occurrences, worst }: Recorded): string =>
  `${begin} to ${end}, ${occurrences} times, ${worst}`

export function naiveExcursions(series: Series, role: Role, side: 'high' | 'low'): Recorded | undefined {
  const all = naiveCold(series, role).excursions.filter((one) => one.side === side)
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const worst = `limit ${last.limitC}, worst ${last.worstC} at ${iso(last.worstAt)}`
  return { begin: iso(first.from), end: last.to === null ? '-' : iso(last.to), occurrences: all.length, worst }
}

/** Each time beyond a limit, as a line. */
export const spellLine = ({
  from,
  to,
  limitC,
  worstC,
  worstAt,
}: Readonly<{
  from: number
  to: number | null
  limitC: number | null
  worstC: number | null
  worstAt: number | null
}>): string =>
  `${iso(from)} to ${to === null ? '-' : iso(to)}, limit ${limitC}, worst ${worstC} at ${worstAt === null ? '-' : iso(worstAt)}`

export const naiveSpells = (series: Series, role: Role, side: 'high' | 'low'): readonly string[] =>
  naiveCold(series, role)
    .excursions.filter((one) => one.side === side)
    .map(spellLine)

/** The alarm of an open door: from its first event to the first moment after its last one at which the door is shut. */
export function naiveDoorAlarms(series: Series, role: Role): Recorded | undefined {
  const shut = counting(saidBy(series, role).get('DoorState') ?? []).filter(({ value }) => value === 0)
  const events = eventsOf(series, role).map(({ at }) => at)
  const [first, last] = [events[0], events.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const end = shut.find(({ at }) => at > last)?.at
  return { begin: iso(first), end: end === undefined ? '-' : iso(end), occurrences: events.length, worst: '' }
}

/**
 * Returns how much meters rose on a day (of Shanghai): each report counts its difference from the one before, and a
 * fall is a new beginning. Only the last report of an instant counts, so that nothing rises within the instant of a
 * fall.
 */
export function naiveEnergy(series: Series, dayBegin: number): number {
  let sum = 0
  for (const role of roles) {
    const values = counting(saidBy(series, role).get('EnergyTotal') ?? [])
    for (const [index, { at, value }] of values.entries()) {
      const before = values[index - 1]
      if (before !== undefined && at >= dayBegin && at < dayBegin + dayMs) sum += Math.max(0, value - before.value)
    }
  }
  return sum
}

/** Hours of a day in which the oven preheated or cooked: a state holds until its next report, an hour at most. */
export function naiveHoursInUse(series: Series, dayBegin: number): number {
  const states = counting(saidBy(series, 'oven').get('WorkState') ?? [])
  let ms = 0
  for (const [index, { at, value }] of states.entries()) {
    if (value !== 1 && value !== 2) continue
    const until = Math.min(states[index + 1]?.at ?? Number.POSITIVE_INFINITY, at + hourMs, dayBegin + dayMs)
    ms += Math.max(0, until - Math.max(at, dayBegin))
  }
  return ms / hourMs
}
