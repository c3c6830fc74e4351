import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The box was sealed with another key, or its bytes were changed. */
export class SealBroken extends Error {
  override name = 'SealBroken'
}

const nonceBytes = 12
const tagBytes = 16

/**
 * Secrets that are needed in the clear (a device's HMAC needs its own) are stored encrypted: AES-256-GCM, nonce and tag
 * in front.
 */
export function seal(key: Buffer, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws `SealBroken`. */
export function open(key: Buffer, box: Buffer): string {
  if (box.length < nonceBytes + tagBytes) throw new SealBroken('too short')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceBytes))
    decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(box.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new SealBroken('not sealed with this key', { cause: error })
  }
}
