import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findAccount } from '../system/account.store.ts'
import { tryPassword } from './try-password.ts'

/**
 * Lets a sensitive action pass only with the caller's own sign-in password. A wrong one is refused at its field, counts
 * towards the lock, and never signs out.
 */
export async function requirePassword(ctx: Ctx, password: string, field = 'password'): Promise<void> {
  const account = await findAccount(ctx.db, ctx.caller.accountId)
  const left = await tryPassword(ctx, {
    account: ctx.caller.account,
    address: ctx.address,
    password,
    passwordHash: account?.passwordHash,
  })
  if (left !== null) refuse('session.wrongPassword', undefined, { fields: { [field]: 'session.wrongPassword' } })
}
