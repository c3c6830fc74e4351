import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto'
import { Readable } from 'node:stream'
import { SealBroken } from './secret/secret-box.ts'

const nonceBytes = 12
const tagBytes = 16

const bytesOf = (chunk: unknown): Buffer => (Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)))

/**
 * The resulting stream of a body. When it is destroyed before it is read, the generator has not begun and would leave
 * the body open: a descriptor, a connection.
 */
function madeOf(body: Readable, chunks: AsyncGenerator<Buffer>): Readable {
  const made = Readable.from(chunks, { objectMode: false })
  made.once('close', () => body.destroy())
  return made
}

/**
 * Encrypts files of any length with constant memory, like `seal`: AES-256-GCM, the nonce in front and the tag at the
 * end.
 */
export function sealStream(key: Buffer, body: Readable): Readable {
  async function* sealed(): AsyncGenerator<Buffer> {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    yield nonce
    for await (const chunk of body) yield cipher.update(bytesOf(chunk))
    cipher.final()
    yield cipher.getAuthTag()
  }
  return madeOf(body, sealed())
}

/**
 * Decrypts the output of `sealStream`. The stream fails with `SealBroken` at its end when the key is another or bytes
 * were changed.
 */
export function openStream(key: Buffer, body: Readable): Readable {
  async function* opened(): AsyncGenerator<Buffer> {
    let held = Buffer.alloc(0)
    let decipher: DecipherGCM | undefined
    for await (const chunk of body) {
      held = Buffer.concat([held, bytesOf(chunk)])
      if (decipher === undefined && held.length >= nonceBytes) {
        decipher = createDecipheriv('aes-256-gcm', key, held.subarray(0, nonceBytes))
        held = held.subarray(nonceBytes)
      }
      // The last bytes may be the tag.
      if (decipher === undefined || held.length <= tagBytes) continue
      yield decipher.update(held.subarray(0, held.length - tagBytes))
      held = held.subarray(held.length - tagBytes)
    }
    if (decipher === undefined || held.length < tagBytes) throw new SealBroken('too short')
    try {
      decipher.setAuthTag(held)
      decipher.final()
    } catch (cause) {
      throw new SealBroken('not sealed with this key', { cause })
    }
  }
  return madeOf(body, opened())
}
