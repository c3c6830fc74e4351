import { randomInt } from 'node:crypto'
import { accountLimits } from '@brigade/contract/system/account/account.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { hashPassword } from '../password.ts'

// Letters that are not easily confused: the password is read out and typed in.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const madeLength = 12
/** Random, and too long to be guessed. */
export const madePassword = (): string =>
  Array.from({ length: madeLength }, () => letters[randomInt(letters.length)]).join('')

/**
 * A password that somebody other than the owner chose: the given one, else the preset one of the settings. Without a
 * preset it is generated for this account alone, so that nobody learns another account's (0042).
 */
export async function givenPassword({ settings, clock }: Pick<Ctx, 'settings' | 'clock'>, given: string | undefined) {
  const password = given ?? (settings.isPresetMade ? madePassword() : settings.presetPassword)
  return {
    shown: given === undefined ? password : null,
    fields: { passwordHash: await hashPassword(password), mustChangePassword: true },
    until: clock.now() + accountLimits.presetDays * dayMs,
  }
}
