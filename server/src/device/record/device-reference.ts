import { zoneFault } from '@brigade/contract/customer/customer.rules.ts'
import type { Installation } from '@brigade/contract/device/record/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { isArea } from '../../system/area/areas.ts'
import { placeOf } from './device-registration.store.ts'
import {
  findProduct,
  holdGateway,
  holdOrganisation,
  lockDevices,
  type LockedDevice,
  type Standing,
} from './record.store.ts'

/** Locked until the transaction ends. One that is unknown, of the other kind or outside the scope refuses all. */
export async function requireDevices(
  trx: Db,
  scope: DataScope,
  kind: DeviceKind,
  ids: readonly string[],
): Promise<LockedDevice[]> {
  const devices = await lockDevices(trx, scope, kind, ids)
  return devices.length === new Set(ids).size ? devices : refuse('device.unknown')
}

export async function requireDevice(trx: Db, scope: DataScope, kind: DeviceKind, id: string): Promise<LockedDevice> {
  const [device] = await requireDevices(trx, scope, kind, [id])
  return device ?? refuse('device.unknown')
}

/** An organisation outside the scope is refused like one that does not exist. */
export async function requireOrganisation(trx: Db, scope: DataScope, id: string, field: string) {
  const organisation = await holdOrganisation(trx, scope, id)
  return organisation ?? refuse('field.refused', undefined, { fields: { [field]: 'customer.unknownOrganisation' } })
}

/** Checks that the product of a new device exists, is of its kind, and is enabled. */
export async function requireProduct(trx: Db, kind: DeviceKind, id: string) {
  const product = await findProduct(trx, id)
  if (product === undefined || product.kind !== kind)
    return refuse('field.refused', undefined, { fields: { productId: 'device.unknownProduct' } })
  if (!product.enabled) refuse('field.refused', undefined, { fields: { productId: 'device.productDisabled' } })
  return product
}

export async function requireGateway(trx: Db, scope: DataScope, nodeType: string, gatewayId: string) {
  if (nodeType !== 'sub-device') refuse('field.refused', undefined, { fields: { gatewayId: 'device.noSubDevice' } })
  const gateway = await holdGateway(trx, scope, gatewayId)
  return gateway ?? refuse('field.refused', undefined, { fields: { gatewayId: 'device.unknownGateway' } })
}

/**
 * Checks that everything an installation refers to exists; the device's present channel may be one that the caller does
 * not see.
 */
export async function requireStanding(
  trx: Db,
  scope: DataScope,
  installation: Installation,
  knownChannelId?: string | null,
): Promise<Standing> {
  const { organisationId: _organisation, place, ...rest } = installation
  const { province, city, region, channelId } = rest
  const wrong = zoneFault(rest) ?? wrongArea({ province, city, region })
  if (wrong !== undefined)
    refuse('field.refused', undefined, { fields: { [`installation.${wrong}`]: 'customer.wrongZone' } })
  if (channelId !== null && channelId !== knownChannelId) {
    const channel = await holdOrganisation(trx, scope, channelId)
    if (channel === undefined || (channel.kind !== 'distributor' && channel.kind !== 'agent'))
      refuse('field.refused', undefined, { fields: { 'installation.channelId': 'device.unknownChannel' } })
  }
  // With codes the words follow from them; words alone are a place abroad.
  return { ...rest, place: province === '' ? place : placeOf({ province, city, region }) }
}

const wrongArea = (zone: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(zone).find(([, code]) => code !== '' && !isArea(code))?.[0]
