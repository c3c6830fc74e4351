import type { DeviceTotals } from '@brigade/contract/device/device.model.ts'
import { workStateNumberOf, workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { DeviceGroup, DeviceGroupsQuery, DeviceTotalsQuery } from '@brigade/contract/device/list/list.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { organisationNames } from '../../customer/organisation-names.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { offsetOf } from '../../platform/db/page.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { productFacts } from '../../product/product-facts.ts'
import { belowOf, isCountedByState, totalOf } from './counted-by-state.ts'
import { countFoundByState, findParents, listGroups } from './device-groups.store.ts'
import { countByProduct, countByState } from './device-total.store.ts'
import { isSingle, type ListFilters } from './device.store.ts'
import { listKeywordMatches } from './keyword-search.store.ts'
import { requireDepartment } from './list-devices.ts'

type Counting = Pick<Ctx, 'db' | 'clock' | 'caller'>

/** A keyword with more matches than this is checked row by row. */
const maxKeywordMatches = 50_000

/** Returns the conditions of the totals above a list: all filters apply, and the keyword is resolved first. */
async function countedOf({ db, clock, caller }: Counting, kind: DeviceKind, filters: ListFilters) {
  const { keyword = '' } = filters
  const among = isSingle(keyword) ? undefined : await listKeywordMatches(db, { keyword, kind }, maxKeywordMatches)
  const request = { db, scope: caller, list: { kind, installed: true }, nowMs: clock.now() }
  return { request, among, filters: among === undefined ? filters : { ...filters, keyword: undefined } }
}

/** Installed devices by state, within the filters. A device that is offline has no state. */
export async function totalDevices(ctx: Counting, kind: DeviceKind, filters: DeviceTotalsQuery): Promise<DeviceTotals> {
  await requireDepartment(ctx, filters)
  const counts = isCountedByState(filters)
    ? await countByState(ctx.db, ctx.caller, kind, {
        below: belowOf(filters),
        productId: filters.productId,
        seriesId: filters.seriesId,
      })
    : await countedOf(ctx, kind, filters).then(({ request, filters: left, among }) =>
        countFoundByState(request, left, among),
      )
  const online = totalOf(counts.filter((count) => count.online))
  const totals: DeviceTotals = {
    all: totalOf(counts),
    online,
    offline: totalOf(counts) - online,
    states: { standby: 0, preheating: 0, cooking: 0, completed: 0, cooling: 0, washing: 0, error: 0, defrosting: 0 },
  }
  for (const { online: isOnline, workState, devices } of counts) {
    const state = isOnline ? workStateOf(workState) : null
    if (state !== null) totals.states[state] += devices
  }
  return totals
}

/** Installed devices by customer or by model, within the filters. */
export async function groupDevices(
  ctx: Counting & CachedDb,
  kind: DeviceKind,
  { by, pageNum, pageSize, ...filters }: DeviceGroupsQuery,
): Promise<Page<DeviceGroup>> {
  await requireDepartment(ctx, filters)
  const page = { by, offset: offsetOf({ pageNum, pageSize }), limit: pageSize }
  const { groups, total } = await groupsOf(ctx, kind, filters, page)
  const ids = groups.map(({ id }) => id)
  const [names, parents] = await Promise.all([
    namesOf(ctx, by, ids),
    by === 'customer' ? findParents(ctx.db, ids) : new Set(),
  ])
  const list = groups.map((group, index) => ({
    ...group,
    name: names[index] ?? { en: '', zh: '' },
    isParent: parents.has(group.id),
  }))
  return { list, total, pageNum, pageSize }
}

/** Models are counted from the totals in the database if these have all filters. */
async function groupsOf(ctx: Counting, kind: DeviceKind, filters: ListFilters, page: Parameters<typeof listGroups>[2]) {
  const { online, state, productId, seriesId } = filters
  if (page.by === 'product' && isCountedByState(filters)) {
    const workState = state === undefined ? {} : { workState: workStateNumberOf(state) }
    const all = { below: belowOf(filters), productId, seriesId, online, ...workState }
    const groups = await countByProduct(ctx.db, ctx.caller, kind, all)
    return { groups: groups.slice(page.offset, page.offset + page.limit), total: groups.length }
  }
  const { request, filters: left, among } = await countedOf(ctx, kind, filters)
  return listGroups(request, left, page, among)
}

/** A customer has one name in both languages. */
async function namesOf(cached: CachedDb, by: DeviceGroupsQuery['by'], ids: readonly string[]) {
  if (by === 'product') return Promise.all(ids.map(async (id) => (await productFacts(cached, id)).name))
  const names = await organisationNames(cached, ids)
  return ids.map((id) => ({ en: names.get(id) ?? '', zh: names.get(id) ?? '' }))
}
