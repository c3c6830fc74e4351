import { dayMs } from '@brigade/contract/time.ts'
import { instantAt, wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import type { Settings } from '../../platform/settings.ts'

/** The zone that days and runs are counted in. */
export const wallZone = ({ statisticsZone }: Pick<Settings, 'statisticsZone'>): string => statisticsZone

/** When the day began in the zone that days are counted in, epoch ms. */
export function startOfToday(settings: Pick<Settings, 'statisticsZone'>, now: number): number {
  const offset = zoneOffset(wallZone(settings))
  return instantAt(offset, Math.floor((now + offset(now)) / dayMs) * dayMs)
}

/** The day in that zone, YYYY-MM-DD. */
export const dayNow = (settings: Pick<Settings, 'statisticsZone'>, now: number): string =>
  wallText(now + zoneOffset(wallZone(settings))(now)).slice(0, 10)
