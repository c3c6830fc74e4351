import type { DeviceDetail, DeviceRow, DeviceSearch, DeviceTotals } from '@brigade/contract/device/device.model.ts'
import { workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.endpoints.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { DataScope } from '../customer/data-scope.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { refuse } from '../platform/refusal.ts'
import { productFacts } from '../product/product-facts.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { deviceRows } from './device-row.ts'
import {
  countByState,
  countDevices,
  findDevice,
  listDeviceIds,
  listDevicesById,
  type SeenDevice,
} from './device.store.ts'

type Asked = Readonly<{ db: Db; clock: Clock; caller: DataScope }>

/** One page of installed devices. Ids first, through the index; then what their rows show. */
export async function listDevices(
  { db, clock, caller }: Asked,
  kind: DeviceKind,
  search: DeviceSearch,
): Promise<Page<DeviceRow>> {
  const nowMs = clock.now()
  const [ids, counted] = await Promise.all([
    listDeviceIds(db, caller, kind, search, nowMs),
    countDevices(db, caller, kind, search, nowMs),
  ])
  const total = counted.totalCapped === true ? await exactTotal({ db, caller }, kind, search) : undefined
  const list = await deviceRows(db, await listDevicesById(db, caller, kind, ids), ids, nowMs)
  const count = total === undefined ? counted : { total }
  return { list, ...count, pageNum: search.pageNum, pageSize: search.pageSize }
}

const countedByState: readonly string[] = [
  'pageNum',
  'pageSize',
  'sort',
  'online',
  'state',
] satisfies (keyof DeviceSearch)[]

/** Of more devices than are counted for a search: known all the same where nothing but the state was asked for. */
async function exactTotal(
  asked: Pick<Asked, 'db' | 'caller'>,
  kind: DeviceKind,
  search: DeviceSearch,
): Promise<number | undefined> {
  const isPlain = Object.entries(search).every(
    ([filter, value]) => value === undefined || countedByState.includes(filter),
  )
  if (!isPlain) return undefined
  const totals = await totalDevices(asked, kind)
  if (search.state) return totals.states[search.state]
  if (search.online === undefined) return totals.all
  return search.online ? totals.online : totals.offline
}

// A large fleet's count takes a tenth of a second, and every open list asks for it: one count serves them all for a moment.
const recent = new WeakMap<Db, Map<string, DeviceTotals>>()
const recentMs = 2000
const countedAtOnce = 10_000

/** Installed devices by state; one that is offline has no state. */
export async function totalDevices(
  { db, caller }: Pick<Asked, 'db' | 'caller'>,
  kind: DeviceKind,
): Promise<DeviceTotals> {
  const counts = recent.get(db) ?? new Map<string, DeviceTotals>()
  recent.set(db, counts)
  const key = `${kind} ${caller.organisationId}`
  const known = counts.get(key)
  if (known !== undefined) return known
  const totals = await countTotals(db, caller, kind)
  if (totals.all > countedAtOnce) {
    counts.set(key, totals)
    setTimeout(() => counts.delete(key), recentMs).unref()
  }
  return totals
}

async function countTotals(db: Db, scope: DataScope, kind: DeviceKind): Promise<DeviceTotals> {
  const totals: DeviceTotals = {
    all: 0,
    online: 0,
    offline: 0,
    states: { standby: 0, preheating: 0, cooking: 0, completed: 0, cooling: 0, washing: 0, error: 0, defrosting: 0 },
  }
  for (const { online, workState, devices } of await countByState(db, scope, kind)) {
    totals.all += devices
    totals[online ? 'online' : 'offline'] += devices
    const state = workStateOf(workState)
    if (online && state !== null) totals.states[state] += devices
  }
  return totals
}

export async function getDevice({ db, clock, caller }: Asked, kind: DeviceKind, id: string): Promise<DeviceDetail> {
  const stored = await listDevicesById(db, caller, kind, [id])
  const [row] = await deviceRows(db, stored, [id], clock.now())
  const device = stored[0]
  if (row === undefined || device === undefined) return refuse('device.unknown')
  const [product, published] = await Promise.all([
    productFacts(db, device.productId),
    publishedModel(db, device.productId),
  ])
  return {
    ...row,
    nodeType: device.nodeType,
    series: product.series,
    installedAt: device.installedAt,
    activatedAt: device.activatedAt,
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
