import {
  sitePersonKinds,
  type SiteFirmware,
  type SiteFirmwareSearch,
  type SitePeople,
  type SitePersonKind,
  type SitePersonSearch,
  type SiteRecipe,
  type SiteRecipeSearch,
  type SiteUpgrades,
} from '@brigade/contract/customer/site.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { getCustomer } from '../list-customers.ts'
import { devicesSeenBy } from './rights.ts'
import { findSiteFirmware, findSitePeople, findSiteRecipes, listSiteUpgrades } from './site-lists.store.ts'
import type { Site } from './site.store.ts'

type CallCtx = Pick<Ctx, 'db' | 'caches' | 'clock' | 'settings' | 'caller'>

/** A customer outside the scope is refused like one that does not exist. */
async function siteOf(ctx: CallCtx, organisationId: string): Promise<Site> {
  await getCustomer(ctx, 'customer', organisationId)
  return { organisationId, kinds: devicesSeenBy(ctx.caller) }
}

export async function listPeople(ctx: CallCtx, search: SitePersonSearch): Promise<SitePeople> {
  const site = await siteOf(ctx, search.id)
  const may: Readonly<Record<SitePersonKind, boolean>> = {
    staff: ctx.caller.operationCodes.has('account:view'),
    user: ctx.caller.operationCodes.has('app-user:view') && site.kinds.length > 0,
  }
  const kinds = sitePersonKinds.filter((kind) => may[kind])
  const asked = search.kind === undefined ? kinds : kinds.filter((kind) => kind === search.kind)
  return { ...(await findSitePeople(ctx.db, site, asked, search)), kinds }
}

export async function listRecipes(ctx: CallCtx, search: SiteRecipeSearch): Promise<Page<SiteRecipe>> {
  const site = await siteOf(ctx, search.id)
  // An empty page would say that there are none.
  if (!site.kinds.includes('oven')) refuse('role.alsoNeeds', { code: 'oven:view' })
  return findSiteRecipes(ctx.db, { ...site, kinds: ['oven'] }, search)
}

export async function listFirmware(ctx: CallCtx, search: SiteFirmwareSearch): Promise<Page<SiteFirmware>> {
  const site = await siteOf(ctx, search.id)
  requireDevices(site)
  return findSiteFirmware(ctx.db, site, search)
}

export async function listUpgrades(ctx: CallCtx, id: string): Promise<SiteUpgrades> {
  const site = await siteOf(ctx, id)
  requireDevices(site)
  return listSiteUpgrades(ctx.db, site)
}

function requireDevices({ kinds }: Site): void {
  if (kinds.length === 0) refuse('role.alsoNeeds', { code: 'oven:view' })
}
