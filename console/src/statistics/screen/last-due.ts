import { hourMs } from '@brigade/contract/time.ts'
import { clockIn, dayIn } from '../range/day-range.ts'

/** When the last run was due: the latest full hour up to now that is one of the hours of runs in this zone. */
export function lastDue(zone: string, now: number, hours: readonly number[]): number {
  const wanted = new Set(hours.map((hour) => `${String(hour).padStart(2, '0')}:00`))
  // Quarter by quarter: some zones are not whole hours from UTC.
  const step = hourMs / 4
  for (let at = Math.floor(now / step) * step; at > now - 25 * hourMs; at -= step)
    if (wanted.has(clockIn(zone, at))) return at
  throw new Error(`No run is due on ${dayIn(zone, now)} in ${zone}`)
}
