import { departmentLevels } from '@brigade/contract/customer/organisation.model.ts'
import { deepestDepartment } from '@brigade/contract/customer/organisation.rules.ts'
import type { DeviceDetail, DeviceRow, DeviceSearch, DeviceTotals } from '@brigade/contract/device/device.model.ts'
import { workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import { findOrganisation } from '../../customer/organisation.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { offsetOf } from '../../platform/db/page.ts'
import { refuse } from '../../platform/refusal.ts'
import { productFacts } from '../../product/product-facts.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { deviceRows } from './device-row.ts'
import { findDeviceFacts } from './device-facts.store.ts'
import {
  countDevices,
  findDevice,
  listDeviceIds,
  listDevicesById,
  matchingLiked,
  type DeviceList,
  type ListFilters,
  type ListSearch,
  type SeenDevice,
} from './device.store.ts'
import { listDated } from './dated.store.ts'
import { countByState, type StateCount } from './device-total.store.ts'
import { listLiked, searchNewest, type Found } from './keyword-search.store.ts'

type Departments = Parameters<typeof deepestDepartment>[0]
type Asked = Readonly<{ db: Db; clock: Clock; caller: DataScope }>

/** One page of installed devices. */
export const listDevices = (asked: Asked, kind: DeviceKind, search: DeviceSearch): Promise<Page<DeviceRow>> =>
  listPage(asked, { kind, installed: true }, search)

/** Ids first, through the index; then what their rows show. */
export async function listPage(
  { db, clock, caller }: Asked,
  list: DeviceList,
  search: ListSearch,
): Promise<Page<DeviceRow>> {
  const nowMs = clock.now()
  await requireDepartment({ db, caller }, search)
  const { ids, ...count } = await findPage(db, caller, list, search, nowMs)
  const rows = await deviceRows(db, await listDevicesById(db, caller, list.kind, ids), ids, nowMs)
  return { list: rows, ...count, pageNum: search.pageNum, pageSize: search.pageSize }
}

/** A department outside the scope is refused as one that does not exist. */
export async function requireDepartment(
  { db, caller }: Pick<Asked, 'db' | 'caller'>,
  search: Departments,
): Promise<void> {
  const department = deepestDepartment(search)
  if (department === undefined || (await findOrganisation(db, caller, department.id)) !== undefined) return
  refuse('field.refused', undefined, { fields: { [department.field]: 'customer.unknownOrganisation' } })
}

/** Of fewer devices each is looked at, whatever is sought in it. */
const allLookedAt = 5000
const likedAtMost = 10_000
const datedAtMost = 10_000

async function findPage(
  db: Db,
  caller: DataScope,
  list: DeviceList,
  search: ListSearch,
  nowMs: number,
): Promise<Found> {
  const plain = async (among?: readonly string[]): Promise<Found> => {
    const [ids, count] = await Promise.all([
      listDeviceIds(db, caller, list, search, nowMs, among),
      countSearch(db, caller, list, search, nowMs, among),
    ])
    return { ids, ...count }
  }
  const { keyword = '' } = search
  if ([...keyword].length < 2) return plain(list.installed ? await listDated(db, search, datedAtMost) : undefined)
  const { kind } = list
  const all = await countAll(db, caller, list, search, nowMs)
  if (all <= allLookedAt) return plain()
  // The order of a search is nearly always this one; by others the few of a rare keyword are put in order.
  const isNewestFirst = search.sort === undefined || search.sort === '-createdAt'
  if (!isNewestFirst || offsetOf(search) > likedAtMost)
    return plain(await listLiked(db, { keyword, kind }, likedAtMost))
  const matching = await matchingLiked(db, caller, list, search, nowMs)
  const page = { offset: offsetOf(search), limit: search.pageSize }
  return (await searchNewest(db, { keyword, kind }, matching, page)) ?? plain()
}

/** Of all that lie within the search's organisations, however many; of the uninstalled ones up to the cap. */
async function countAll(db: Db, caller: DataScope, list: DeviceList, search: ListSearch, nowMs: number) {
  const { pageNum, pageSize, customerId } = search
  if (list.installed) return totalOf(await countByState(db, caller, list.kind, { below: belowOf(search) }))
  const departments = Object.fromEntries(departmentLevels.map((level) => [level, search[level]]))
  return (await countDevices(db, caller, list, { pageNum, pageSize, customerId, ...departments }, nowMs)).total
}

const belowOf = (search: ListSearch): string[] =>
  [search.customerId, deepestDepartment(search)?.id].filter((id) => id !== undefined)

const countedByState: readonly string[] = [
  'pageNum',
  'pageSize',
  'sort',
  'online',
  'state',
  'productId',
  'seriesId',
  'customerId',
  ...departmentLevels,
] satisfies (keyof DeviceSearch)[]

/** From the totals where they know what was asked for, however many; else counted up to the cap. */
async function countSearch(
  db: Db,
  caller: DataScope,
  list: DeviceList,
  search: ListSearch,
  nowMs: number,
  among: readonly string[] | undefined,
): Promise<{ total: number; totalCapped?: true }> {
  const isPlain = Object.entries(search).every(
    ([filter, value]) => value === undefined || countedByState.includes(filter),
  )
  if (!isPlain || !list.installed) return countDevices(db, caller, list, search, nowMs, among)
  const { online, state, productId, seriesId } = search
  const counts = await countByState(db, caller, list.kind, { below: belowOf(search), productId, seriesId })
  const total = totalOf(
    counts.filter(
      (count) =>
        (online === undefined || count.online === online) &&
        (state === undefined || (count.online && workStateOf(count.workState) === state)),
    ),
  )
  return { total }
}

const totalOf = (counts: readonly StateCount[]): number => counts.reduce((sum, { devices }) => sum + devices, 0)

/** Installed devices by state; one that is offline has no state. */
export async function totalDevices(
  { db, caller }: Pick<Asked, 'db' | 'caller'>,
  kind: DeviceKind,
): Promise<DeviceTotals> {
  const counts = await countByState(db, caller, kind)
  const online = totalOf(counts.filter((count) => count.online))
  const totals: DeviceTotals = {
    all: totalOf(counts),
    online,
    offline: totalOf(counts) - online,
    states: { standby: 0, preheating: 0, cooking: 0, completed: 0, cooling: 0, washing: 0, error: 0, defrosting: 0 },
  }
  for (const { workState, devices } of counts) {
    const state = workStateOf(workState)
    if (state !== null) totals.states[state] += devices
  }
  return totals
}

export async function getDevice({ db, clock, caller }: Asked, kind: DeviceKind, id: string): Promise<DeviceDetail> {
  const stored = await listDevicesById(db, caller, kind, [id])
  const [row] = await deviceRows(db, stored, [id], clock.now())
  const device = stored[0]
  if (row === undefined || device === undefined) return refuse('device.unknown')
  const { province, city, region, place, address } = device
  const [product, published, facts] = await Promise.all([
    productFacts(db, device.productId),
    publishedModel(db, device.productId),
    findDeviceFacts(db, caller, id),
  ])
  return {
    ...row,
    ...facts,
    series: product.series,
    zone: { province, city, region, place, address },
    note: device.note,
    updatedAt: device.updatedAt ?? device.createdAt,
    warrantyDays: device.warrantyDays,
    warrantyUntil: device.warrantyUntil,
    networkType: product.networkType,
    modelVersion: published?.version ?? null,
  }
}

/** The device, or the same refusal for an id of nothing, of the other kind and of another organisation. */
export async function seeDevice({ db, caller }: Asked, kind: DeviceKind, id: string): Promise<SeenDevice> {
  return (await findDevice(db, caller, kind, id)) ?? refuse('device.unknown')
}

/** The same of one that is in the uninstalled list. */
export async function seeUninstalled(asked: Asked, kind: DeviceKind, id: string): Promise<SeenDevice> {
  const device = await seeDevice(asked, kind, id)
  return device.installed ? refuse('device.unknown') : device
}

/** The first of the installed devices that filters find, newest first; at most so many. */
export async function listFoundIds(
  { db, clock, caller }: Asked,
  kind: DeviceKind,
  filters: ListFilters,
  most: number,
): Promise<string[]> {
  await requireDepartment({ db, caller }, filters)
  const search = { ...filters, pageNum: 1, pageSize: most }
  return (await findPage(db, caller, { kind, installed: true }, search, clock.now())).ids
}

/** How many devices a search finds in one of the lists; up to the cap where the totals do not know. */
export async function countFound(
  { db, clock, caller }: Asked,
  list: DeviceList,
  filters: ListFilters,
): Promise<{ total: number; totalCapped?: true }> {
  const search = { ...filters, pageNum: 1, pageSize: 1 }
  const { keyword = '' } = search
  const among = [...keyword].length < 2 ? undefined : await listLiked(db, { keyword, kind: list.kind }, likedAtMost)
  return countSearch(db, caller, list, search, clock.now(), among)
}
