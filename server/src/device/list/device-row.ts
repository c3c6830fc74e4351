import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { factOf, warrantyOf, workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { LiveDevice } from '@brigade/contract/telemetry/live.model.ts'
import { organisationNames } from '../../customer/organisation-names.ts'
import type { CachedDb } from '../../platform/caches.ts'
import { productFacts } from '../../product/product-facts.ts'
import type { StoredDevice, StoredState } from './device.store.ts'

/** Rows in the order of `ids`. Ids without a stored device are left out. */
export async function deviceRows(
  cached: CachedDb,
  stored: readonly StoredDevice[],
  ids: readonly string[],
  nowMs: number,
): Promise<DeviceRow[]> {
  const organisations = await organisationNames(
    cached,
    stored.flatMap(({ organisationId, channelId }) =>
      channelId === null ? [organisationId] : [organisationId, channelId],
    ),
  )
  const byId = new Map(stored.map((device) => [device.id, device]))
  const rows: DeviceRow[] = []
  for (const id of ids) {
    const device = byId.get(id)
    if (device !== undefined) rows.push(await deviceRow(cached, device, organisations, nowMs))
  }
  return rows
}

async function deviceRow(
  cached: CachedDb,
  device: StoredDevice,
  organisations: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<DeviceRow> {
  const product = await productFacts(cached, device.productId)
  const workState = workStateOf(device.workState)
  const named = (id: string) => ({ id, name: organisations.get(id) ?? '' })
  return {
    id: device.id,
    sn: device.sn,
    name: device.name,
    mac: device.mac,
    kind: device.kind,
    nodeType: device.nodeType,
    enabled: device.enabled,
    installed: device.installed,
    bindState: device.bound ? 'bound' : 'unbound',
    product: { id: product.id, name: product.name, productKey: product.productKey },
    customer: named(device.organisationId),
    address: addressOf(device),
    online: device.online,
    workState,
    faultCode: device.faultCode,
    fact: factOf(device.kind, workState, device.facts),
    onlineChangedAt: device.onlineChangedAt,
    warranty: warrantyOf(msOf(device.warrantyUntil), nowMs),
    firmwareVersion: device.firmwareVersion,
    wifiFirmware: device.wifiFirmware,
    factoryArea: device.factoryArea,
    channelType: device.channelType,
    channel: device.channelId === null ? null : named(device.channelId),
    boundUsers: device.boundUsers,
    lastSeenAt: device.lastSeenAt,
    installedAt: device.installedAt,
    activatedAt: device.activatedAt,
    createdAt: device.createdAt,
  }
}

const msOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** The largest place comes first. A comma follows it, unless it is written in Chinese. */
function addressOf({ place, address }: StoredDevice): string {
  return place === '' || address === '' || /\p{Script=Han}$/u.test(place) ? place + address : `${place}, ${address}`
}

/** `at` is the time of the newest change, epoch ms. */
export function liveDevice(state: StoredState): LiveDevice {
  const workState = workStateOf(state.workState)
  const changes = [state.lastSeenAt, state.onlineChangedAt, state.reportedAt].map((instant) => msOf(instant) ?? 0)
  return {
    id: state.id,
    at: Math.max(...changes),
    installed: state.installed,
    online: state.online,
    onlineChangedAt: state.onlineChangedAt,
    workState,
    faultCode: state.faultCode,
    fact: factOf(state.kind, workState, state.facts),
    lastSeenAt: state.lastSeenAt,
  }
}
