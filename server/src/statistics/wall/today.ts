import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Settings } from '../../platform/settings.ts'

const dayMs = 86_400_000

/** The zone that days and runs are counted in. */
export const wallZone = ({ statisticsZone }: Pick<Settings, 'statisticsZone'>): string => statisticsZone

/** When the day began in the zone that days are counted in, epoch ms. */
export function startOfToday(settings: Pick<Settings, 'statisticsZone'>, now: number): number {
  const timeZone = wallZone(settings)
  const wall = now + zoneOffset(timeZone)(now)
  const midnight = wall - (((wall % dayMs) + dayMs) % dayMs)
  // On a day on which clocks change, midnight may have been at another offset than now.
  return midnight - zoneOffset(timeZone)(midnight - zoneOffset(timeZone)(now))
}

/** The day in that zone, YYYY-MM-DD. */
export const dayNow = (settings: Pick<Settings, 'statisticsZone'>, now: number): string =>
  wallText(now + zoneOffset(wallZone(settings))(now)).slice(0, 10)
