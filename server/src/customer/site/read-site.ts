import type { SiteSummary } from '@brigade/contract/customer/site.model.ts'
import { dayMs, iso } from '@brigade/contract/time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { getCustomer } from '../list-customers.ts'
import { devicesSeenBy } from './rights.ts'
import {
  countSiteDevices,
  countSiteFaults,
  countSiteFirmware,
  countSitePeople,
  countSiteRecipes,
} from './site.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'caches' | 'clock' | 'settings' | 'caller'>

/** A warranty that ends within this time ends soon. */
const soonDays = 60
const cookedDays = 30

/** The present state of a customer, as far as the account may see it. */
export async function readSite(ctx: CallCtx, id: string): Promise<SiteSummary> {
  const { db, clock, caller } = ctx
  await getCustomer(ctx, 'customer', id)
  const may = (code: string) => caller.operationCodes.has(code)
  const kinds = devicesSeenBy(caller)
  const site = { organisationId: id, kinds }
  const isSeen = kinds.length > 0
  const now = clock.now()
  const mayFaults = isSeen && may('fault:view')
  const [devices, faults, people, recipes, firmware] = await Promise.all([
    isSeen ? countSiteDevices(db, site, now, now + soonDays * dayMs) : undefined,
    mayFaults ? countSiteFaults(db, site) : undefined,
    countSitePeople(db, site),
    may('recipe:view') && kinds.includes('oven')
      ? countSiteRecipes(db, site, iso(now - cookedDays * dayMs))
      : undefined,
    isSeen ? countSiteFirmware(db, site) : undefined,
  ])
  return {
    machines:
      devices === undefined
        ? null
        : {
            all: devices.all,
            online: devices.online,
            faulty: mayFaults ? devices.faulty : null,
            disabled: devices.disabled,
            neverSeen: devices.neverSeen,
          },
    warranty:
      devices === undefined
        ? null
        : {
            inForce: devices.inForce,
            endsSoon: devices.endsSoon,
            over: devices.over,
            unknown: devices.unknown,
            nextEnd: devices.nextEnd,
          },
    faults: faults ?? null,
    people: { staff: may('account:view') ? people.staff : null, appUsers: people.appUsers },
    recipes: recipes ?? null,
    firmware:
      firmware === undefined ? null : { ...firmware, upgrades: may('firmware-task:view') ? firmware.upgrades : null },
  }
}
