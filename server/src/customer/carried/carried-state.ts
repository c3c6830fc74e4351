import type { CarriedState } from '@brigade/contract/customer/carried.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { zoneOf } from '../zone/zone-of.ts'
import { listLimits } from './carried.store.ts'

/** A moment, and the installation's time zone (`TIME_ZONE`). */
export type Moment = Readonly<{ at: number; installationZone: string }>

export const momentOf = ({
  clock,
  settings,
}: {
  clock: { now: () => number }
  settings: { timeZone: string }
}): Moment => ({ at: clock.now(), installationZone: settings.timeZone })

/** The calendar day in the zone of an organisation, `YYYY-MM-DD`. */
export function dayIn(timeZone: string | null, { at, installationZone }: Moment): string {
  const zone = zoneOf({ placeZone: null, organisationZone: timeZone }, installationZone)
  return wallText(at + zoneOffset(zone)(at)).slice(0, 10)
}

/** An organisation's relation to a model; `sellOffDate`: the last day of the sell-off, if it was withdrawn. */
export type Standing = Readonly<{ state: CarriedState; sellOffDate: string | null }>

/** One organisation's list on one day. */
type Limit = Readonly<{ today: string; until: ReadonlyMap<string, string | null> }>

/**
 * A model is carried if every list at and above the organisation contains it; of several sell-offs the first to end
 * applies.
 */
function standingOf(limits: readonly Limit[], productId: string): Standing {
  let sellOffDate: string | null = null
  let isOver = false
  for (const { today, until } of limits) {
    const day = until.get(productId)
    if (day === undefined) isOver = true
    if (day === undefined || day === null) continue
    if (day < today) isOver = true
    if (sellOffDate === null || day < sellOffDate) sellOffDate = day
  }
  return { state: isOver ? 'ended' : sellOffDate === null ? 'carried' : 'selling-off', sellOffDate }
}

/** Reads the carried models of these organisations at a moment and returns a lookup by model. */
export async function carriedBy(
  db: Db,
  organisationIds: readonly string[],
  moment: Moment,
): Promise<(organisationId: string, productId: string) => Standing> {
  const limits = Map.groupBy(await listLimits(db, [...new Set(organisationIds)]), (limit) => limit.organisationId)
  const onDay = new Map(
    [...limits].map(([id, some]) => [
      id,
      some.map(({ timeZone, until }) => ({ today: dayIn(timeZone, moment), until })),
    ]),
  )
  return (organisationId, productId) => standingOf(onDay.get(organisationId) ?? [], productId)
}
