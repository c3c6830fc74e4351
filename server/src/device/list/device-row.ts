import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { factOf, warrantyOf, workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { LiveDevice } from '@brigade/contract/telemetry/live.model.ts'
import { organisationNames } from '../../customer/organisation-names.ts'
import type { Db } from '../../platform/db/database.ts'
import { productFacts } from '../../product/product-facts.ts'
import type { StoredDevice, StoredState } from './device.store.ts'

/** Rows in the order of `ids`; ids without a stored device are left out. */
export async function deviceRows(
  db: Db,
  stored: readonly StoredDevice[],
  ids: readonly string[],
  nowMs: number,
): Promise<DeviceRow[]> {
  const organisations = await organisationNames(
    db,
    stored.flatMap(({ organisationId, channelId }) =>
      channelId === null ? [organisationId] : [organisationId, channelId],
    ),
  )
  const byId = new Map(stored.map((device) => [device.id, device]))
  const rows: DeviceRow[] = []
  for (const id of ids) {
    const device = byId.get(id)
    if (device !== undefined) rows.push(await deviceRow(db, device, organisations, nowMs))
  }
  return rows
}

async function deviceRow(
  db: Db,
  device: StoredDevice,
  organisations: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<DeviceRow> {
  const product = await productFacts(db, device.productId)
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

/** The largest place first; after a Chinese one nothing stands between, after others a comma. */
function addressOf({ place, address }: StoredDevice): string {
  return place === '' || address === '' || /\p{Script=Han}$/u.test(place) ? place + address : `${place}, ${address}`
}

/** `at` is the newest change that the server knows of, epoch ms. */
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
