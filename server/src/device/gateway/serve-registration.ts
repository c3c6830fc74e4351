import { alinkCodes } from '@brigade/contract/device/alink.model.ts'
import type { NamedDevice } from '@brigade/contract/device/gateway/gateway.topics.ts'
import { gatewayCodes } from '@brigade/contract/device/gateway/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { registerDevice } from '../connect/register-device.ts'
import { keyOf } from '../connect/linked-devices.ts'
import { findOrganisationOf, findSubCandidates } from './gateway.store.ts'
import type { Outcome, Serves } from './gateway-outcome.ts'

/** Each with its own code: a gateway asks for all it has found, and some may be there already. */
export async function registerSubDevices(
  trx: Transaction,
  { gateway, secretKey, nowMs }: Serves,
  wanted: readonly NamedDevice[],
): Promise<Outcome> {
  const candidates = await findSubCandidates(trx, wanted)
  const organisationId = await findOrganisationOf(trx, gateway.id)
  if (organisationId === undefined) return { code: gatewayCodes.unknownDevice }
  const data = []
  for (const { productKey, deviceName } of wanted) {
    const found = candidates.get(keyOf({ productKey, deviceName }))
    // What hangs behind another gateway is that one's.
    const isOthers = found !== undefined && found.gatewayId !== null && found.gatewayId !== gateway.id
    if (isOthers) return { code: gatewayCodes.notBehind, data: [{ productKey, deviceName }] }
    const request = { productKey, deviceName, proof: { organisationId }, wants: 'secret' } as const
    const registered = await registerDevice(trx, request, { secretKey, nowMs })
    if (!('deviceSecret' in registered)) return { code: registered.code, data: [{ productKey, deviceName }] }
    data.push({ iotId: registered.id, productKey, deviceName, deviceSecret: registered.deviceSecret })
  }
  return { code: alinkCodes.ok, data }
}
