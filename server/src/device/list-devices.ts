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
  const list = await deviceRows(db, await listDevicesById(db, caller, kind, ids), ids, nowMs)
  return { list, ...counted, pageNum: search.pageNum, pageSize: search.pageSize }
}

/** Installed devices by state; one that is offline has no state. */
export async function totalDevices({ db, caller }: Asked, kind: DeviceKind): Promise<DeviceTotals> {
  const totals: DeviceTotals = {
    all: 0,
    online: 0,
    offline: 0,
    states: { standby: 0, preheating: 0, cooking: 0, completed: 0, cooling: 0, washing: 0, error: 0, defrosting: 0 },
  }
  for (const { online, workState, devices } of await countByState(db, caller, kind)) {
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
