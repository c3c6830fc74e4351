/** Days are texts (YYYY-MM-DD) in the zone of the statistics, so that nothing here depends on the viewer's zone. */
import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { intlZone } from '@brigade/contract/time-zone.rules.ts'

export const ranges = ['today', '7', '30', '90', 'own'] as const
export type Range = (typeof ranges)[number]
export type Days = Readonly<{ from: string; to: string }>

/** The day that an instant is in. */
export function dayIn(zone: string, instant: number | string): string {
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', { timeZone: intlZone(zone), year: 'numeric', month: '2-digit', day: '2-digit' })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** The time of day of an instant, HH:mm. */
export const clockIn = (zone: string, instant: number | string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: intlZone(zone),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))

/** The number of days of a range, both ends included. */
export const lengthOf = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** The days of a range that ends today, or of the person's own range; today alone if that is missing. */
export function daysOf(range: Range, own: Partial<Days>, today: string): Days {
  if (range === 'own')
    return own.from === undefined || own.to === undefined ? { from: today, to: today } : { from: own.from, to: own.to }
  const length = range === 'today' ? 1 : Number(range)
  return { from: addDays(today, 1 - length), to: today }
}

/** The difference between a zone's clock and UTC at a time, such as UTC+8. */
export function offsetOf(zone: string, now: number): string {
  const name = offsetFormat(zone)
    .formatToParts(new Date(now))
    .find(({ type }) => type === 'timeZoneName')?.value
  return (name ?? 'GMT').replace('GMT', 'UTC')
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>()
function offsetFormat(zone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: intlZone(zone), timeZoneName: 'shortOffset' })
  offsetFormats.set(zone, format)
  return format
}

/** The differences from UTC within a range: the first of it, and each other one with the day that it begins on. */
export function offsetsOf(zone: string, { from, to }: Days): Readonly<{ day: string; offset: string }>[] {
  const found: { day: string; offset: string }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    // Clocks change at night: at noon the day has its new offset.
    const offset = offsetOf(zone, Date.parse(`${day}T12:00:00Z`))
    if (offset !== found.at(-1)?.offset) found.push({ day, offset })
  }
  return found
}
