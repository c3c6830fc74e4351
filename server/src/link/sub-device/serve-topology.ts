import { maxSubDevices } from '@brigade/contract/device/topology/topology.model.ts'
import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { gatewayCodes, type NamedDevice, type SignedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { partOf } from '../../platform/db/transaction.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { keyOf } from '../../device/device-name.ts'
import { findSubCandidates, listBehind, lockGateway } from '../../device/topology/topology.store.ts'
import type { Outcome, Serves } from './gateway-outcome.ts'
import { moveBehind, takeAway } from '../../device/topology/move-sub-devices.ts'
import { ownLineOf } from '../../device/topology/own-line.ts'
import { useSigns } from './sign-use.ts'
import { isSignedBy } from '../provisioning/sub-sign.ts'

const named = ({ productKey, deviceName }: NamedDevice) => ({ productKey, deviceName })

/** Adds all of them or none: the gateway proves its claim with each sub-device's own secret. */
export async function addTopology(trx: Transaction, serves: Serves, wanted: readonly SignedDevice[]): Promise<Outcome> {
  return partOf(
    trx,
    () => addEach(trx, serves, wanted),
    ({ code }) => code === alinkCodes.ok,
  )
}

async function addEach(trx: Transaction, serves: Serves, wanted: readonly SignedDevice[]): Promise<Outcome> {
  const { gateway, secretKey, nowMs, isRepeated } = serves
  const locked = await lockGateway(trx, gateway.id)
  if (locked === undefined) return { code: gatewayCodes.unknownDevice }
  const candidates = await findSubCandidates(trx, wanted)
  const line = await ownLineOf(trx, gateway.id, candidates.values())
  const subs = []
  for (const device of wanted) {
    const found = candidates.get(keyOf(device))
    const refuses = (code: number): Outcome => ({ code, data: [named(device)] })
    if (found === undefined) return refuses(gatewayCodes.unknownDevice)
    if (found.id === gateway.id) return refuses(gatewayCodes.itself)
    if (found.nodeType !== 'sub-device') return refuses(alinkCodes.parameterError)
    if (!isSignedBy(device, open(secretKey, found.deviceSecret))) return refuses(gatewayCodes.badTopologySign)
    if (!line.has(found.organisationId)) return refuses(gatewayCodes.otherLine)
    if (!found.enabled) return refuses(gatewayCodes.disabled)
    subs.push({ id: found.id, sn: device.deviceName, name: found.name, device })
  }
  const used = await useSigns(
    trx,
    serves,
    subs.map(({ id, device }) => ({ deviceId: id, device })),
  )
  if (used.size > 0)
    return {
      code: gatewayCodes.usedSign,
      data: subs.flatMap(({ id, device }) => (used.has(id) ? [named(device)] : [])),
    }
  const answer = { code: alinkCodes.ok, data: wanted.map(named) }
  if (isRepeated) return answer
  const places = new Map((await listBehind(trx, gateway.id)).map(({ id, unit }) => [id, unit]))
  const come = new Map(
    subs.filter(({ id }) => !places.has(id)).map(({ id, sn, name }) => [id, { id, sn, name, unit: null }]),
  )
  if (places.size + come.size > maxSubDevices) return { code: gatewayCodes.tooManySubDevices }
  await moveBehind(trx, locked, [...come.values()], { accountId: null, at: nowMs, isNotified: false })
  return answer
}

/** Removes sub-devices from the gateway; their sessions end with it. */
export async function deleteTopology(
  trx: Transaction,
  { gateway, sessions, nowMs, isRepeated }: Serves,
  wanted: readonly NamedDevice[],
): Promise<Outcome> {
  const answer = { code: alinkCodes.ok, data: wanted.map(named) }
  if (isRepeated) return answer
  const locked = await lockGateway(trx, gateway.id)
  const behind = new Set((await listBehind(trx, gateway.id)).map(({ id }) => id))
  const candidates = await findSubCandidates(trx, wanted)
  const subs = []
  for (const device of wanted) {
    const found = candidates.get(keyOf(device))
    if (found === undefined) return { code: gatewayCodes.unknownDevice, data: [named(device)] }
    if (!behind.has(found.id)) return { code: gatewayCodes.notBehind, data: [named(device)] }
    subs.push({ id: found.id, sn: device.deviceName, name: found.name })
  }
  if (locked === undefined) return { code: gatewayCodes.unknownDevice }
  const afterCommit = await sessions.end(trx, wanted, 'removed', nowMs)
  await takeAway(trx, locked, subs, { accountId: null, at: nowMs, isNotified: false })
  return { ...answer, afterCommit }
}

export async function getTopology(trx: Transaction, { gateway }: Serves): Promise<Outcome> {
  return { code: alinkCodes.ok, data: (await listBehind(trx, gateway.id)).map(named) }
}
