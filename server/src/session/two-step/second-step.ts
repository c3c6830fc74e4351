import { plainCode } from '@brigade/contract/session/two-step.rules.ts'
import type { Platform } from '../../platform/http/context.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { isPassword } from '../../system/password.ts'
import { isRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'
import { findTwoStep, listRecoveryCodes, spendRecoveryCode, spendStep } from './two-step.store.ts'

/**
 * Uses up a code of the app or a recovery code of an account, and returns which it was; undefined if it is wrong or
 * used.
 */
export async function spendSecondStep(
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  accountId: string,
  typed: string,
): Promise<'app' | 'recovery' | undefined> {
  const code = plainCode(typed)
  const at = clock.now()
  if (!isRecoveryCode(code)) {
    const stored = await findTwoStep(db, accountId)
    const step = stored === undefined ? undefined : stepOf(open(settings.secretKey, stored.secret), code, at)
    return step !== undefined && (await spendStep(db, accountId, step)) ? 'app' : undefined
  }
  for (const { place, codeHash } of await listRecoveryCodes(db, accountId))
    if (await isPassword(code, codeHash))
      return (await spendRecoveryCode(db, { accountId, place, codeHash, at })) ? 'recovery' : undefined
  return undefined
}
