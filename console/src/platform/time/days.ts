import { formatClock, formatDay } from '../format.ts'

/** A calendar day is a text, YYYY-MM-DD; where it stands for a span of time, it is a day in the viewer's zone. */

/** The day `days` after another. It is counted in UTC, where every day has 24 hours. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Today in the viewer's zone. */
export const today = (): string => formatDay(Date.now())

/** The start of the day `days` before the one that holds the instant, in the viewer's zone. */
export function startOfDay(ms: number, days = 0): number {
  const at = new Date(ms)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - days).getTime()
}

// Without a zone, a date with a time is read in the viewer's.
const atClock = (day: string, clock: string): string => new Date(`${day}T${clock}`).toISOString()

/** The first instant of a day, ISO 8601. */
export const firstInstant = (day: string): string => atClock(day, '00:00:00')
/** The last instant of a day, ISO 8601. */
export const lastInstant = (day: string): string => atClock(day, '23:59:59.999')

/** An instant as the fields of a date with its time hold it: YYYY-MM-DDTHH:mm in the viewer's zone. */
export const momentOf = (instant: string | null): string =>
  instant === null ? '' : `${formatDay(instant)}T${formatClock(instant).slice(0, 5)}`

/** Null for an empty field; a text that is not a time stays unchanged, so that the schema refuses it. */
export function instantOf(moment: string): string | null {
  if (moment === '') return null
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? moment : at.toISOString()
}
