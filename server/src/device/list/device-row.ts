import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import { factOf, warrantyOf, workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { Locale } from '@brigade/contract/locale.ts'
import type { LiveDevice } from '@brigade/contract/telemetry/live.model.ts'
import { amongOwnLine, isPlatformStaff, type CallerScope } from '../../customer/data-scope.ts'
import { organisationNames } from '../../customer/organisation-names.ts'
import type { CachedDb } from '../../platform/caches.ts'
import type { Clock } from '../../platform/clock.ts'
import { productFacts } from '../../product/product-facts.ts'
import { addressIn } from '../../system/area/address-in.ts'
import type { StoredDevice, StoredState } from './device.store.ts'

type Reading = CachedDb & Readonly<{ caller: CallerScope; locale: Locale; clock: Clock }>

/** Rows in the order of `ids`. Ids without a stored device are left out. */
export async function deviceRows(
  reading: Reading,
  stored: readonly StoredDevice[],
  ids: readonly string[],
): Promise<DeviceRow[]> {
  const organisations = await namesOf(reading, stored)
  const nowMs = reading.clock.now()
  const byId = new Map(stored.map((device) => [device.id, device]))
  const rows: DeviceRow[] = []
  for (const id of ids) {
    const device = byId.get(id)
    if (device !== undefined) rows.push(await deviceRow(reading, device, organisations, nowMs))
  }
  return rows
}

/** The names of owners and channels. A channel of a former owner's line, which the reader may not know, has none. */
async function namesOf(reading: Reading, stored: readonly StoredDevice[]): Promise<ReadonlyMap<string, string>> {
  const owners = new Set(stored.map(({ organisationId }) => organisationId))
  const channels = stored.flatMap(({ channelId }) => (channelId === null || owners.has(channelId) ? [] : [channelId]))
  const names = new Map(await organisationNames(reading, [...owners, ...channels]))
  if (channels.length === 0 || (await isPlatformStaff(reading))) return names
  const known = await amongOwnLine(reading.db, reading.caller, channels)
  for (const id of channels) if (!known.has(id)) names.set(id, otherOrganisation[reading.locale])
  return names
}

async function deviceRow(
  cached: Reading,
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
    address: addressIn(cached.locale, device),
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
