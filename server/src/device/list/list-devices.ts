import { departmentLevels } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { DeviceDetail, DeviceRow, DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { carriedBy, momentOf } from '../../customer/carried/carried-state.ts'
import type { CallerScope } from '../../customer/data-scope.ts'
import { findOrganisation } from '../../customer/organisation.store.ts'
import { zoneOf } from '../../customer/zone/zone-of.ts'
import { knownZone } from '../../platform/zone/zones.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Db } from '../../platform/db/database.ts'
import { offsetOf } from '../../platform/db/page.ts'
import { refuse } from '../../platform/refusal.ts'
import { productFacts } from '../../product/product-facts.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { placeIn } from '../../system/area/address-in.ts'
import { deviceRows } from './device-row.ts'
import { findDeviceFacts } from './device-facts.store.ts'
import {
  countDevices,
  findDevice,
  findDevices,
  isSingle,
  listDevicesById,
  matchingAmongKeyword,
  type DeviceList,
  type ListFilters,
  type ListRequest,
  type ListSearch,
  type NamedDevice,
  type SeenDevice,
} from './device.store.ts'
import { listDated } from './dated.store.ts'
import { listDeviceIds, listKeywordPage } from './device-order.store.ts'
import { belowOf, isCountedByState, totalOf } from './counted-by-state.ts'
import { countByState } from './device-total.store.ts'
import { countMatches, estimateMatches, listKeywordMatches, searchNewest, type Found } from './keyword-search.store.ts'

/*
 * The list query is a planner. `findPage` takes the first strategy whose condition holds:
 *
 * | strategy           | condition                                                    | rows are found by                              |
 * |--------------------|--------------------------------------------------------------|------------------------------------------------|
 * | dates first        | keyword under 2 characters, device list, `startTime` or      | the date index (dated.store.ts), then filters  |
 * |                    | `endTime`, at most 10,000 devices of all between them        | on these ids                                   |
 * | filters            | keyword under 2 characters, everything else                  | one query along the index of the order         |
 * | small list         | at most 5,000 devices in the list and organisations asked    | the same query, the keyword checked row by row |
 * | keyword first      | an order other than newest first, or an offset over 10,000   | the keyword index, then filters and the order; |
 * |                    |                                                              | if over 10,000 match, the page by `filters`    |
 * | walk of blocks     | newest first, the default                                    | keyword-search.store.ts, block after block;    |
 * |                    |                                                              | `filters` if 40,000 matches of the keyword     |
 * |                    |                                                              | were read and under a quarter of them passed   |
 *
 * Totals: the walk counts its own matches, as a keyword in another order does. Otherwise a device list whose filters are all in
 * `countedByState` takes the exact total from `device_total`, and every other search counts rows up to the cap of 10,000. The map and
 * the export have no order to follow: they take the keyword first, up to 50,000 matches.
 */

type Departments = Parameters<typeof deepestDepartment>[0]
type Searching = Readonly<{ db: Db; clock: Clock; caller: CallerScope }>
type RequestContext = CachedDb & Searching & Readonly<{ locale: Locale }>

/** One page of installed devices. */
export const listDevices = (
  context: RequestContext,
  kind: DeviceKind,
  search: DeviceSearch,
): Promise<Page<DeviceRow>> => listPage(context, { kind, installed: true }, search)

/** Reads the ids of a page first, then the columns of their rows. */
export async function listPage(
  context: RequestContext,
  list: DeviceList,
  search: ListSearch,
): Promise<Page<DeviceRow>> {
  const { db, clock, caller } = context
  const nowMs = clock.now()
  await requireDepartment({ db, caller }, search)
  const { ids, ...count } = await findPage({ db, scope: caller, list, nowMs }, search)
  const rows = await deviceRows(context, await listDevicesById(db, caller, list.kind, ids), ids)
  return { list: rows, ...count, pageNum: search.pageNum, pageSize: search.pageSize }
}

/** A department outside the scope is refused like one that does not exist. */
export async function requireDepartment(
  { db, caller }: Pick<RequestContext, 'db' | 'caller'>,
  search: Departments,
): Promise<void> {
  const department = deepestDepartment(search)
  if (department === undefined || (await findOrganisation(db, caller, department.id)) !== undefined) return
  refuse('field.refused', undefined, { fields: { [department.field]: 'customer.unknownOrganisation' } })
}

/** Up to this many devices a full scan is cheaper than the keyword index. */
const maxScannedDevices = 5000
const maxKeywordMatches = 10_000
const maxDatedDevices = 10_000

async function findPage(request: ListRequest, search: ListSearch): Promise<Found> {
  const { db, list } = request
  const byFilters = async (among?: readonly string[]): Promise<Found> => {
    const [ids, count] = await Promise.all([listDeviceIds(request, search, among), countSearch(request, search, among)])
    return { ids, ...count }
  }
  const { keyword = '' } = search
  if (isSingle(keyword)) return byFilters(list.installed ? await listDated(db, search, maxDatedDevices) : undefined)
  const { kind } = list
  if ((await countAll(request, search)) <= maxScannedDevices) return byFilters()
  const isNewestFirst = search.sort === undefined || search.sort === '-createdAt'
  if (!isNewestFirst || offsetOf(search) > maxKeywordMatches) return findSorted(request, search, keyword)
  const matching = await matchingAmongKeyword(request, search)
  const page = { offset: offsetOf(search), limit: search.pageSize }
  return (await searchNewest({ db, search: { keyword, kind }, matching }, page)) ?? byFilters()
}

/** A page in an order other than newest first: few matches are sorted in memory, many are found along the order. */
async function findSorted(request: ListRequest, search: ListSearch, keyword: string): Promise<Found> {
  const { db, list } = request
  const few =
    (await estimateMatches(db, keyword)) > maxKeywordMatches
      ? undefined
      : await listKeywordPage(request, search, keyword, maxKeywordMatches)
  if (few !== undefined) return few
  const matching = await matchingAmongKeyword(request, search)
  const [ids, counted] = await Promise.all([
    listDeviceIds(request, search),
    countMatches({ db, search: { keyword, kind: list.kind }, matching }),
  ])
  return { ids, ...(counted ?? (await countDevices(request, search))) }
}

/** The number of devices within the search's organisations: exact for the device list, up to the cap for the uninstalled one. */
async function countAll(request: ListRequest, search: ListSearch) {
  const { db, scope, list } = request
  const { pageNum, pageSize, customerId } = search
  if (list.installed) return totalOf(await countByState(db, scope, list.kind, { below: belowOf(search) }))
  const departments = Object.fromEntries(departmentLevels.map((level) => [level, search[level]]))
  return (await countDevices(request, { pageNum, pageSize, customerId, ...departments })).total
}

/** The exact number from the totals if they have all filters of the search, else a count up to the cap. */
async function countSearch(
  request: ListRequest,
  search: ListSearch,
  among: readonly string[] | undefined,
): Promise<{ total: number; totalCapped?: true }> {
  const { db, scope, list } = request
  if (!isCountedByState(search) || !list.installed) return countDevices(request, search, among)
  const { online, state, productId, seriesId } = search
  const counts = await countByState(db, scope, list.kind, { below: belowOf(search), productId, seriesId })
  const total = totalOf(
    counts.filter(
      (count) =>
        (online === undefined || count.online === online) &&
        (state === undefined || (count.online && workStateOf(count.workState) === state)),
    ),
  )
  return { total }
}

export async function getDevice(
  context: RequestContext & Readonly<{ settings: Readonly<{ timeZone: string }> }>,
  kind: DeviceKind,
  id: string,
): Promise<DeviceDetail> {
  const { db, caches, caller, settings } = context
  const stored = await listDevicesById(db, caller, kind, [id])
  const [row] = await deviceRows(context, stored, [id])
  const device = stored[0]
  if (row === undefined || device === undefined) return refuse('device.unknown')
  const { province, city, region, address } = device
  const { organisationId, productId } = device
  const [product, published, facts, standing, placeZone, organisationZone] = await Promise.all([
    productFacts({ db, caches }, device.productId),
    publishedModel({ db, caches }, device.productId),
    findDeviceFacts(db, caller, id),
    carriedBy(db, [organisationId], momentOf(context)),
    knownZone({ db, caches }, device.placeZone),
    knownZone({ db, caches }, device.organisationZone),
  ])
  const { state, sellOffDate } = standing(organisationId, productId)
  return {
    ...row,
    ...facts,
    series: product.series,
    zone: { province, city, region, place: placeIn(context.locale, device), address },
    timeZone: zoneOf({ placeZone, organisationZone }, settings.timeZone),
    sellOff: state === 'carried' ? null : { state, sellOffDate },
    note: device.note,
    updatedAt: device.updatedAt ?? device.createdAt,
    warrantyDays: device.warrantyDays,
    warrantyUntil: device.warrantyUntil,
    networkType: product.networkType,
    modelVersion: published?.version ?? null,
    connectionsSince: device.connectionsSince,
  }
}

/** The device. An unknown id, one of the other kind and one of another organisation get the same refusal. */
export async function seeDevice(
  { db, caller }: Pick<RequestContext, 'db' | 'caller'>,
  kind: DeviceKind,
  id: string,
): Promise<SeenDevice> {
  return (await findDevice(db, caller, kind, id)) ?? refuse('device.unknown')
}

/** Several devices in the order of their ids, each once. One that is not seen refuses all. */
export async function seeDevices(
  { db, caller }: Pick<RequestContext, 'db' | 'caller'>,
  kind: DeviceKind,
  ids: readonly string[],
): Promise<NamedDevice[]> {
  const distinct = [...new Set(ids)]
  const found = new Map((await findDevices(db, caller, kind, distinct)).map((device) => [device.id, device]))
  return distinct.map((id) => found.get(id) ?? refuse('device.unknown'))
}

/** A device of the uninstalled list. */
export async function seeUninstalled(
  context: Pick<RequestContext, 'db' | 'caller'>,
  kind: DeviceKind,
  id: string,
): Promise<SeenDevice> {
  const device = await seeDevice(context, kind, id)
  return device.installed ? refuse('device.unknown') : device
}

/** The newest installed devices that match the filters, up to `most`. */
export async function listFoundIds(
  { db, clock, caller }: Searching,
  kind: DeviceKind,
  filters: ListFilters,
  most: number,
): Promise<string[]> {
  await requireDepartment({ db, caller }, filters)
  const search = { ...filters, pageNum: 1, pageSize: most }
  const request = { db, scope: caller, list: { kind, installed: true }, nowMs: clock.now() }
  return (await findPage(request, search)).ids
}

/** The number of devices that a search finds in one of the lists. It is exact if the totals have it, else up to the cap. */
export async function countFound(
  { db, clock, caller }: Searching,
  list: DeviceList,
  filters: ListFilters,
): Promise<{ total: number; totalCapped?: true }> {
  const search = { ...filters, pageNum: 1, pageSize: 1 }
  const { keyword = '' } = search
  const sought = { keyword, kind: list.kind }
  const among = isSingle(keyword) ? undefined : await listKeywordMatches(db, sought, maxKeywordMatches)
  return countSearch({ db, scope: caller, list, nowMs: clock.now() }, search, among)
}
