import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { gatewayCodes, type NamedDevice, type Proxied } from '@brigade/contract/link/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { partOf } from '../../platform/db/transaction.ts'
import { registerDevice, type Refused, type Registered, type TokenGiven } from '../provisioning/register-device.ts'
import { registrationRate } from '../provisioning/registration-rate.ts'
import { isRegistrationSigned, isSignMethod } from '../provisioning/sub-sign.ts'
import { wordsOf } from '../alink/code-messages.ts'
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

const rate = registrationRate()

/**
 * Registers sub-devices of whose products the gateway holds the secrets, under the conditions of a device that registers by itself; each
 * succeeds or fails alone. Failures count for the gateway as they do for an address.
 */
export async function registerByProduct(
  trx: Transaction,
  serves: Serves,
  { proxieds }: Readonly<{ proxieds: readonly Proxied[] }>,
): Promise<Outcome> {
  const organisationId = await findOrganisationOf(trx, serves.gateway.id)
  if (organisationId === undefined) return { code: gatewayCodes.unknownDevice }
  const candidates = await findSubCandidates(trx, proxieds)
  const successes: Success[] = []
  const failures: Failure[] = []
  for (const proxied of proxieds) {
    const { productKey, deviceName } = proxied
    const behind = candidates.get(keyOf(proxied))?.gatewayId ?? serves.gateway.id
    const registered = await registerProxied(trx, serves, proxied, { organisationId, behind })
    if ('deviceSecret' in registered)
      successes.push({ iotId: registered.id, productKey, deviceName, deviceSecret: registered.deviceSecret })
    else failures.push({ productKey, deviceName, code: registered.code, message: wordsOf(registered.code) })
  }
  return { code: alinkCodes.ok, data: { successes, failures } }
}

type Success = { iotId: string; productKey: string; deviceName: string; deviceSecret: string }
type Failure = { productKey: string; deviceName: string; code: number; message: string }

async function registerProxied(
  trx: Transaction,
  { gateway, secretKey, installationZone, nowMs, isRepeated }: Serves,
  proxied: Proxied,
  { organisationId, behind }: Readonly<{ organisationId: string; behind: string }>,
): Promise<Registered | TokenGiven | Refused> {
  const { productKey, deviceName, signMethod } = proxied
  if (behind !== gateway.id) return { code: gatewayCodes.behindAnother }
  if (!isSignMethod(signMethod)) return { code: gatewayCodes.unknownSignMethod }
  const isSigned = (productSecret: string) => isRegistrationSigned(proxied, productSecret)
  return rate({ address: `gateway ${gateway.id}`, productKey, nowMs }, isSigned, (provesIt) => {
    const proof = { isSigned: provesIt, organisationId }
    const request = { productKey, deviceName, proof, wants: 'secret', isRepeated } as const
    return registerDevice(trx, request, { secretKey, nowMs, installationZone })
  })
}
