import type { PasswordChange } from '@brigade/contract/session/session.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { setPassword } from '../system/account.store.ts'
import { hashPassword } from '../system/password.ts'
import { forgetOtherBrowsers } from './brake.store.ts'
import { endingSessions } from './end-sessions.ts'
import { provePassword } from './require-password.ts'
import { revokeSessions } from './session.store.ts'
import { removeCodesOf } from './sign-in.store.ts'
import { hashOf } from '../platform/secret/token.ts'

/**
 * Changes the caller's password and ends every session of the account, this one too, and every code that could begin
 * one (spec 4: sign in again). Nobody may return to the preset password, because others know it.
 */
export async function changePassword(ctx: Ctx, { body }: { body: PasswordChange }): Promise<null> {
  const { accountId } = ctx.caller
  await provePassword(ctx, body.oldPwd, { field: 'oldPwd' })
  if (body.newPwd === body.oldPwd) {
    refuse('session.samePassword', undefined, { fields: { newPwd: 'session.samePassword' } })
  }
  if (body.newPwd === ctx.settings.presetPassword) {
    refuse('session.presetPassword', undefined, { fields: { newPwd: 'session.presetPassword' } })
  }
  const passwordHash = await hashPassword(body.newPwd)
  await endingSessions(ctx, async (trx) => {
    await setPassword(trx, accountId, passwordHash)
    await revokeSessions(trx, { accountId }, { because: 'password', at: ctx.clock.now() })
    await removeCodesOf(trx, accountId)
    const own = ctx.browserSecret === undefined ? undefined : hashOf(ctx.browserSecret)
    await forgetOtherBrowsers(trx, accountId, own)
  })
  return null
}
