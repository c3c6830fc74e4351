import { randomBytes } from 'node:crypto'
import { Sn } from '@brigade/contract/device/record/record.model.ts'
import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { gatewayCodes } from '@brigade/contract/link/gateway.topics.ts'
import { isWithin } from '../../customer/data-scope.ts'
import { findPlatform } from '../../customer/organisation.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { open, seal } from '../../platform/secret/secret-box.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { insertDevices } from '../../device/record/device-registration.store.ts'
import { newDeviceSecret } from '../../device/credentials/device-credentials.ts'
import { overwriteSecrets } from '../../device/credentials/device-secret.store.ts'
import { writeChanges } from '../../device/changes/write-change.ts'
import { findRegistering, lockNamed } from './register-device.store.ts'
import { carriedBy } from '../../customer/carried/carried-state.ts'
import { writeToken } from '../../device/credentials/device-token.store.ts'

export type RegisterOptions = Readonly<{ secretKey: Buffer; nowMs: number; installationZone: string }>
export type RegisterRequest = Readonly<{ productKey: string; deviceName: string }> &
  Readonly<{
    /**
     * Proof of the request: a signature with the product's secret, alone or over a gateway of an organisation, or the organisation of a
     * gateway that vouches for it.
     */
    proof: Readonly<
      { isSigned: (productSecret: string) => boolean; organisationId?: string } | { organisationId: string }
    >
    /** A token in place of a secret, for a client with the id that it gets. */
    wants: 'secret' | 'token'
    /** The request is repeated because the answer was lost: it gets the same answer again. */
    isRepeated?: boolean
  }>
export type Refused = Readonly<{ code: number }>
export type Registered = Readonly<{ code: 200; id: string; deviceSecret: string }>
export type TokenGiven = Readonly<{ code: 200; id: string; clientId: string; deviceToken: string }>

/**
 * Gives a device its credentials until it has signed in for the first time. Each request creates new ones, so that an
 * earlier impostor's credentials are void.
 */
export async function registerDevice(
  trx: Transaction,
  { productKey, deviceName, proof, wants, isRepeated = false }: RegisterRequest,
  { secretKey, nowMs, installationZone }: RegisterOptions,
): Promise<Registered | TokenGiven | Refused> {
  const product = await findRegistering(trx, productKey)
  if (product === undefined) return { code: gatewayCodes.unknownProduct }
  const { dynamicRegistration: mode } = product
  if ('isSigned' in proof) {
    const { productSecret } = product
    if (productSecret === null || !proof.isSigned(open(secretKey, productSecret)))
      return { code: gatewayCodes.badRegistrationSign }
  }
  const { organisationId } = proof
  if (organisationId !== undefined && product.nodeType !== 'sub-device') return { code: alinkCodes.parameterError }
  if (mode === 'off' || !product.enabled) return { code: gatewayCodes.registrationOff }
  const known = await lockNamed(trx, deviceName)
  if (known === undefined && mode !== 'any') return { code: gatewayCodes.unknownDevice }
  // A name exists once, across all products.
  if (known !== undefined && known.productId !== product.id) return { code: gatewayCodes.unknownDevice }
  if (known !== undefined && !('isSigned' in proof) && !(await isWithin(trx, proof, known.organisationId)))
    return { code: gatewayCodes.unknownDevice }
  if (known !== undefined && known.activatedAt !== null) return { code: gatewayCodes.activated }
  if (known !== undefined && !known.enabled) return { code: gatewayCodes.disabled }
  if (known !== undefined && isRepeated)
    return { code: alinkCodes.ok, id: known.id, deviceSecret: open(secretKey, known.deviceSecret) }
  if (known === undefined && organisationId !== undefined) {
    // Otherwise the registration would assign an unregistered device to its gateway's organisation.
    const standing = await carriedBy(trx, [organisationId], { at: nowMs, installationZone })
    if (standing(organisationId, product.id).state === 'ended') return { code: gatewayCodes.registrationOff }
  }
  const deviceSecret = newDeviceSecret()
  const sealed = seal(secretKey, deviceSecret)
  const id =
    known?.id ??
    (await makeDevice(trx, {
      sn: deviceName,
      productId: product.id,
      kind: product.kind,
      organisationId,
      sealed,
      nowMs,
    }))
  if (id === undefined) return { code: alinkCodes.parameterError }
  if (known !== undefined) await overwriteSecrets(trx, [{ id, secret: sealed }])
  await writeChanges(trx, [{ deviceId: id, at: nowMs, action: 'registered', accountId: null, fields: [] }])
  await notifyOnCommit(trx, 'live', { device: [id] })
  if (wants === 'secret') return { code: alinkCodes.ok, id, deviceSecret }
  const [clientId, deviceToken] = [randomBytes(12).toString('hex'), randomBytes(32).toString('base64url')]
  const createdAt = new Date(nowMs).toISOString()
  await writeToken(trx, { deviceId: id, clientId, tokenHash: hashOf(deviceToken), createdAt })
  return { code: alinkCodes.ok, id, clientId, deviceToken }
}

type Made = Readonly<{
  sn: string
  productId: string
  kind: 'oven' | 'cooler'
  organisationId: string | undefined
  sealed: Buffer
  nowMs: number
}>

/**
 * Creates a device in its gateway's organisation or else the platform's, not installed; undefined for an invalid name,
 * or when a concurrent registration was first.
 */
async function makeDevice(trx: Transaction, { sn, productId, kind, sealed, nowMs, ...made }: Made) {
  const organisationId = made.organisationId ?? (await findPlatform(trx))?.id
  if (organisationId === undefined || Sn.safeParse(sn).data !== sn) return undefined
  const draft = { sn, name: sn, mac: '', productId, kind, organisationId, installed: false }
  const ids = await insertDevices(trx, [{ ...draft, secret: sealed, createdAt: nowMs }])
  return ids.get(sn)
}
