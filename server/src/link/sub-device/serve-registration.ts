import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { gatewayCodes } from '@brigade/contract/link/gateway.topics.ts'
import type { NamedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { partOf } from '../../platform/db/transaction.ts'
import { registerDevice } from '../provisioning/register-device.ts'
import { keyOf } from '../../device/device-name.ts'
import { findOrganisationOf, findSubCandidates } from '../../device/topology/topology.store.ts'
import type { Outcome, Serves } from './gateway-outcome.ts'

/** Registers all of them or none. A request that is repeated because its answer was lost gets the existing secrets. */
export async function registerSubDevices(
  trx: Transaction,
  serves: Serves,
  wanted: readonly NamedDevice[],
): Promise<Outcome> {
  return partOf(
    trx,
    () => registerEach(trx, serves, wanted),
    ({ code }) => code === alinkCodes.ok,
  )
}

async function registerEach(
  trx: Transaction,
  { gateway, secretKey, installationZone, nowMs, isRepeated }: Serves,
  wanted: readonly NamedDevice[],
): Promise<Outcome> {
  const candidates = await findSubCandidates(trx, wanted)
  const organisationId = await findOrganisationOf(trx, gateway.id)
  if (organisationId === undefined) return { code: gatewayCodes.unknownDevice }
  const data = []
  // A device named twice is registered once.
  for (const [key, { productKey, deviceName }] of new Map(wanted.map((device) => [keyOf(device), device]))) {
    const found = candidates.get(key)
    // A device behind another gateway belongs to that gateway.
    const isOthers = found !== undefined && found.gatewayId !== null && found.gatewayId !== gateway.id
    if (isOthers) return { code: gatewayCodes.behindAnother, data: [{ productKey, deviceName }] }
    const request = { productKey, deviceName, proof: { organisationId }, wants: 'secret', isRepeated } as const
    const registered = await registerDevice(trx, request, { secretKey, nowMs, installationZone })
    if (!('deviceSecret' in registered)) return { code: registered.code, data: [{ productKey, deviceName }] }
    data.push({ iotId: registered.id, productKey, deviceName, deviceSecret: registered.deviceSecret })
  }
  return { code: alinkCodes.ok, data }
}
