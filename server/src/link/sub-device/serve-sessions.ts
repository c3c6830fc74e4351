import { maxSubDevices } from '@brigade/contract/device/topology/topology.model.ts'
import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { gatewayCodes, type NamedDevice, type SignedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { partOf } from '../../platform/db/transaction.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { keyOf } from '../../device/device-name.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import { findSubCandidates, type SubCandidate } from '../../device/topology/topology.store.ts'
import type { Outcome, Serves } from './gateway-outcome.ts'
import { ownLineOf } from '../../device/topology/own-line.ts'
import { useSigns } from './sign-use.ts'
import { isSignedBy } from '../provisioning/sub-sign.ts'

const named = ({ productKey, deviceName }: NamedDevice) => ({ productKey, deviceName })
/** A single device is answered as an object, a batch as a list. */
type Form = 'one' | 'batch'
const dataOf = (devices: readonly NamedDevice[], form: Form) => {
  const [first] = devices
  return form === 'one' && first !== undefined ? named(first) : devices.map(named)
}

/** Logs sub-devices in over the gateway's connection: all of a batch, or none. */
export async function login(
  trx: Transaction,
  serves: Serves,
  wanted: readonly SignedDevice[],
  form: Form,
): Promise<Outcome> {
  return partOf(
    trx,
    () => loginEach(trx, serves, wanted, form),
    ({ code }) => code === alinkCodes.ok,
  )
}

async function loginEach(
  trx: Transaction,
  serves: Serves,
  wanted: readonly SignedDevice[],
  form: Form,
): Promise<Outcome> {
  const { sessions, nowMs, gateway } = serves
  const candidates = await findSubCandidates(trx, wanted)
  const line = await ownLineOf(trx, gateway.id, candidates.values())
  const wrong = wanted.flatMap((device) => {
    const code = faultOf(device, candidates.get(keyOf(device)), line, serves)
    return code === undefined ? [] : [{ device, code }]
  })
  const [first] = wrong
  if (first !== undefined) {
    return {
      code: first.code,
      data: dataOf(
        wrong.map(({ device }) => device),
        form,
      ),
    }
  }
  const signed = wanted.flatMap((device) => {
    const found = candidates.get(keyOf(device))
    return found === undefined ? [] : [{ deviceId: found.id, device }]
  })
  const used = await useSigns(trx, serves, signed)
  if (used.size > 0) {
    const again = signed.flatMap(({ deviceId, device }) => (used.has(deviceId) ? [device] : []))
    return { code: gatewayCodes.usedSign, data: dataOf(again, form) }
  }
  const there = await sessions.open(trx, wanted)
  const others = wanted.filter((device) => !there.has(keyOf(device)))
  if ((await sessions.count(trx)) + others.length > maxSubDevices)
    return { code: gatewayCodes.tooManySessions, data: dataOf(wanted, form) }
  const linked = wanted.flatMap((device): LinkedDevice[] => {
    const found = candidates.get(keyOf(device))
    if (found === undefined) return []
    return [{ id: found.id, productId: found.productId, ...named(device), nodeType: 'sub-device' }]
  })
  const afterCommit = await sessions.begin(trx, linked, nowMs)
  return { code: alinkCodes.ok, data: dataOf(wanted, form), afterCommit }
}

function faultOf(
  device: SignedDevice,
  found: SubCandidate | undefined,
  line: ReadonlySet<string>,
  { gateway, secretKey }: Serves,
) {
  if (found === undefined) return gatewayCodes.unknownDevice
  if (found.gatewayId !== gateway.id) return gatewayCodes.notBehind
  if (!isSignedBy(device, open(secretKey, found.deviceSecret))) return gatewayCodes.badSign
  // The device was moved behind this gateway, and one of the two has moved to another organisation since.
  if (!line.has(found.organisationId)) return gatewayCodes.otherLine
  return found.enabled ? undefined : gatewayCodes.disabled
}

export async function logout(
  trx: Transaction,
  { sessions, nowMs, isRepeated }: Serves,
  wanted: readonly NamedDevice[],
  form: Form,
): Promise<Outcome> {
  const there = await sessions.open(trx, wanted)
  const strangers = wanted.filter((device) => !there.has(keyOf(device)))
  if (strangers.length > 0 && !isRepeated) return { code: gatewayCodes.noSession, data: dataOf(strangers, form) }
  const afterCommit = await sessions.end(trx, wanted, 'sub_logout', nowMs)
  return { code: alinkCodes.ok, data: dataOf(wanted, form), afterCommit }
}
