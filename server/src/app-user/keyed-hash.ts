import { createHmac, timingSafeEqual } from 'node:crypto'
import { isEmailAddress, normalAddress } from '@brigade/contract/app-user/contact.rules.ts'

/** Hashes that cannot be guessed without the installation's key. Each use has a key of its own. */
const keyed = (secretKey: Buffer, use: string, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secretKey).update(`app-user ${use}`).digest())
    .update(text)
    .digest()

/** The hash of a whole phone number or e-mail address. */
export const addressKey = (secretKey: Buffer, address: string): Buffer =>
  keyed(secretKey, 'address', normalAddress(address))

/** The hash of a sign-in code, which is short enough to be guessed from a plain hash. */
export const codeHash = (secretKey: Buffer, address: string, code: string): Buffer =>
  keyed(secretKey, 'code', `${normalAddress(address)} ${code}`)

/** The hash of a rate limit's subject: the person, the device, the account. */
export const brakeKey = (secretKey: Buffer, of: string): Buffer => keyed(secretKey, 'brake', of)

export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** The columns of a person's address. */
export const contactOf = (secretKey: Buffer, address: string) => {
  const key = addressKey(secretKey, address)
  const normal = normalAddress(address)
  return isEmailAddress(normal) ? { email: normal, emailKey: key } : { phone: normal, phoneKey: key }
}
