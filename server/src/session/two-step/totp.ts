import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { twoStepLimits } from '@brigade/contract/session/two-step.model.ts'

const secretBytes = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits as authenticator apps read them (RFC 4648, without padding: 20 bytes are 32 letters). */
export function newTotpSecret(): string {
  const bits = [...randomBytes(secretBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: bits.length / 5 }, (_, at) => alphabet[parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join(
    '',
  )
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(Array.from({ length: bits.length / 8 }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8), 2)))
}

/** RFC 6238 with HMAC-SHA-1, as all apps have it, of one step of 30 s. */
export function totpAt(secret: string, step: number, digits: number = twoStepLimits.digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** `at` is epoch ms. */
export const stepAt = (at: number): number => Math.floor(at / 1000 / twoStepLimits.stepSeconds)

/** The time step of a code: the present one, or an adjacent one for a clock that is a little off. */
export function stepOf(secret: string, code: string, at: number): number | undefined {
  const now = stepAt(at)
  const typed = Buffer.from(code)
  return [now, now - 1, now + 1].find((step) => {
    const expected = Buffer.from(totpAt(secret, step))
    return typed.length === expected.length && timingSafeEqual(typed, expected)
  })
}
