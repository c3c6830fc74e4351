import { dayMs } from '@brigade/contract/time.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { learnZones } from '../../platform/zone/zones.ts'
import { listUnknownZones } from './stored-zones.store.ts'

const pauseMs = dayMs

/**
 * Checks at startup and once a day whether all stored zones are still known: a restore or an update of the database
 * server may bring another list. An unknown name stays stored, and the next zone applies (`zoneOf`).
 */
export function watchZones({ db, log }: Platform): Repetition {
  const look = async () => {
    await learnZones(db)
    for (const unknown of await listUnknownZones(db))
      log.warn(unknown, 'A stored time zone is not known to the database: times go by the zone that comes next')
  }
  return repeat(look, { pauseMs, log, onErrorMessage: 'Stored time zones could not be looked at yet' })
}
