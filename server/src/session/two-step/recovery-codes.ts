import { randomInt } from 'node:crypto'
import { twoStepLimits } from '@brigade/contract/session/two-step.model.ts'
import { hashPassword } from '../../system/password.ts'

// Crockford's base 32: its characters are not easily confused, and 10 letters are 50 bits.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10
const half = length / 2

/** Whether it has the form of a recovery code: nothing else justifies ten hashes. */
export const isRecoveryCode = (plain: string): boolean =>
  plain.length === length && [...plain].every((letter) => letters.includes(letter))

const madeCode = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The codes in readable form, and their hashes in the same order. */
export async function makeRecoveryCodes(): Promise<Readonly<{ shown: string[]; hashes: string[] }>> {
  const codes = Array.from({ length: twoStepLimits.recoveryCodes }, madeCode)
  return {
    shown: codes.map((code) => `${code.slice(0, half)}-${code.slice(half)}`),
    hashes: await Promise.all(codes.map(hashPassword)),
  }
}
