import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { isPassword, readIntroduction, type Introduction } from '../../device/credentials/device-credentials.ts'
import { findLinkCandidate } from './link-candidate.store.ts'
import { isRegistrationSigned } from '../provisioning/sub-sign.ts'
import type { LinkedDevice } from '../../telemetry/messages/message.ts'
import { keyOf } from '../../device/device-name.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { registerDevice } from '../provisioning/register-device.ts'
import { findToken } from '../../device/credentials/device-token.store.ts'
import type { RegistrationRate } from '../provisioning/registration-rate.ts'

/** A client with the data of its CONNECT. */
export type Introducing = Readonly<{
  clientId: string
  username: string
  password: string
  address: string
  isEncrypted: boolean
}>
export type Refusal = Readonly<{
  kind: 'refused'
  reason: 'refused_credentials' | 'refused_disabled' | 'refused_unknown' | 'refused_version' | 'refused_too_often'
  /** Null if there is no such device. */
  deviceId: string | null
  /** An explanation for the log, if the reason alone is unclear. */
  because?: string
}>
/** `registered`: the client gets its credentials under a key that belongs to no device. */
export type Admission =
  | Readonly<{ kind: 'device'; key: string; device: LinkedDevice }>
  | Readonly<{ kind: 'registered'; key: string; topic: string; payload: string }>
  | Refusal

type Options = Readonly<{
  db: Db
  secretKey: Buffer
  /** `TIME_ZONE`. */
  installationZone: string
  nowMs: number
  rate: RegistrationRate
  /** Whether devices may register without TLS too. */
  plainRegistration: boolean
}>

const refused = (reason: Refusal['reason'], deviceId: string | null = null): Refusal => ({
  kind: 'refused',
  reason,
  deviceId,
})

/** Identifies a client: a device by its secret or by its token, or one that registers (alink.md 2.1). */
export async function admitDevice(options: Options, client: Introducing): Promise<Admission> {
  const introduction = readIntroduction(client.clientId, client.username)
  if (introduction === null) return refused('refused_credentials')
  const { authType, productKey, deviceName } = introduction
  if (authType === 'register' || authType === 'regnwl') return register(options, client, introduction)
  const found = await findLinkCandidate(options.db, productKey, deviceName)
  if (found === undefined) return refused('refused_unknown')
  const isKnown =
    authType === 'connwl'
      ? await isToken(options.db, found.id, introduction.id, client.password)
      : isPassword(introduction, open(options.secretKey, found.deviceSecret), client.password)
  if (!isKnown) return refused('refused_credentials', found.id)
  if (!found.enabled) return refused('refused_disabled', found.id)
  const { rrpcStyle } = introduction
  const { id, productId, nodeType } = found
  const device = { id, productId, productKey, deviceName, nodeType, ...(rrpcStyle === undefined ? {} : { rrpcStyle }) }
  return { kind: 'device', key: keyOf(device), device }
}

async function isToken(db: Db, deviceId: string, clientId: string, password: string): Promise<boolean> {
  const token = await findToken(db, deviceId)
  return token !== undefined && token.clientId === clientId.trim() && timingSafeEqual(token.tokenHash, hashOf(password))
}

async function register(
  { db, secretKey, installationZone, nowMs, rate, plainRegistration }: Options,
  { address, password, isEncrypted }: Introducing,
  { productKey, deviceName, random, signMethod, authType }: Introduction,
): Promise<Admission> {
  // The answer contains a secret, which must not be readable on the network.
  if (!isEncrypted && !plainRegistration)
    return { ...refused('refused_credentials'), because: 'it registers over MQTT without TLS' }
  const signed = { productKey, deviceName, random, sign: password, signMethod }
  const isSigned = (productSecret: string) => isRegistrationSigned(signed, productSecret)
  const wants = authType === 'register' ? 'secret' : 'token'
  const registered = await rate({ address, productKey, nowMs }, isSigned, (provesIt) => {
    const request = { productKey, deviceName, proof: { isSigned: provesIt }, wants } as const
    return transaction(db, (trx) => registerDevice(trx, request, { secretKey, nowMs, installationZone }))
  })
  if (!('id' in registered)) return refused('refused_credentials')
  const reply =
    'deviceSecret' in registered
      ? { productKey, deviceName, deviceSecret: registered.deviceSecret }
      : { clientId: registered.clientId, productKey, deviceName, deviceToken: registered.deviceToken }
  return {
    kind: 'registered',
    key: `${registering}${randomUUID()}`,
    topic: `/ext/${authType}`,
    payload: JSON.stringify(reply),
  }
}

/** It cannot be a device's key: those contain an ampersand. */
const registering = 'registering '
export const isRegistering = (key: string): boolean => key.startsWith(registering)
