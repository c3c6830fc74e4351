import { createHmac } from 'node:crypto'
import type { SignedDevice } from '@brigade/contract/link/gateway.topics.ts'
import { isSameHex } from '../../device/credentials/device-credentials.ts'

const unsigned = new Set(['sign', 'signmethod', 'cleansession'])
const algorithms: ReadonlyMap<string, string> = new Map([
  ['hmacsha256', 'sha256'],
  ['sha256', 'sha256'],
  ['hmacsha1', 'sha1'],
  ['sha1', 'sha1'],
  ['hmacmd5', 'md5'],
  ['md5', 'md5'],
])

const hexOf = (algorithm: string, secret: string, content: string) =>
  createHmac(algorithm, secret).update(content).digest('hex')

/** The algorithm of a sign method, in any SDK's spelling; undefined if it is unknown. */
const algorithmOf = (signMethod: string): string | undefined => algorithms.get(signMethod.trim().toLowerCase())

export const isSignMethod = (signMethod: string): boolean => algorithmOf(signMethod) !== undefined

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/**
 * Whether a sub-device's own secret signed its identity in the gateway's message: every field except the sign, its
 * method and `cleanSession`, sorted by name, without separators (alink.md 2.1).
 */
export function isSignedBy(device: SignedDevice, deviceSecret: string): boolean {
  const entries = Object.entries(device)
  const method = entries.find(([name]) => name.toLowerCase() === 'signmethod')?.[1]
  const algorithm = method === undefined ? 'sha1' : typeof method === 'string' ? algorithmOf(method) : undefined
  if (algorithm === undefined) return false
  const signed = entries.filter(([name]) => !unsigned.has(name.toLowerCase()))
  // A list or an object cannot be signed, because it has no canonical form.
  if (!signed.every(([, value]) => isScalar(value))) return false
  const content = signed
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}${String(value)}`)
    .join('')
  return isSameHex(hexOf(algorithm, deviceSecret, content), device.sign)
}

/** Checks a registering device's signature with its product's secret (alink.md 2.1). */
export function isRegistrationSigned(
  { productKey, deviceName, random, sign, signMethod }: Registration,
  productSecret: string,
): boolean {
  const algorithm = algorithmOf(signMethod)
  const content = `deviceName${deviceName}productKey${productKey}random${random}`
  return algorithm !== undefined && isSameHex(hexOf(algorithm, productSecret, content), sign)
}

export type Registration = Readonly<{
  productKey: string
  deviceName: string
  random: string
  sign: string
  signMethod: string
}>
