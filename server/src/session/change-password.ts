import type { PasswordChange } from '@brigade/contract/session/session.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { setPassword } from '../system/account.store.ts'
import { hashPassword } from '../system/password.ts'
import { endingSessions } from './end-sessions.ts'
import { requirePassword } from './require-password.ts'
import { revokeSessions } from './session.store.ts'
import { removeCodesOf } from './sign-in.store.ts'

/** Ends every session of the account, this one too, and every code that could begin one (spec 4: sign in again). */
export async function changePassword(ctx: Ctx, { body }: { body: PasswordChange }): Promise<null> {
  const { accountId } = ctx.caller
  await requirePassword(ctx, body.oldPwd, 'oldPwd')
  if (body.newPwd === body.oldPwd) {
    refuse('session.samePassword', undefined, { fields: { newPwd: 'session.samePassword' } })
  }
  const passwordHash = await hashPassword(body.newPwd)
  await endingSessions(ctx.db, async (trx) => {
    await setPassword(trx, accountId, passwordHash)
    await revokeSessions(trx, { accountId, because: 'password', at: ctx.clock.now() })
    await removeCodesOf(trx, accountId)
  })
  return null
}
