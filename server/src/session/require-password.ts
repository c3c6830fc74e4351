import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findAccount, type SignInAccount } from '../system/account.store.ts'
import { tryPassword } from './try-password.ts'

/**
 * Lets a sensitive action pass only with the caller's own sign-in password. A wrong one is refused at its field, counts
 * towards the lock, and never signs out.
 */
export async function requirePassword(ctx: Ctx, password: string, field = 'password'): Promise<void> {
  await requireOwnAccount(ctx, password, { field })
}

type Asked = Readonly<{ field?: string; keepsFailures?: boolean }>

/** The same, with the account. `keepsFailures`: a code is asked for too. */
export async function requireOwnAccount(
  ctx: Ctx,
  password: string,
  { field = 'password', keepsFailures = false }: Asked = {},
): Promise<SignInAccount> {
  const account = await provePassword(ctx, password, { field, keepsFailures })
  // Who came by a code or a provider may still have it; others may know it too.
  if (account.mustChangePassword)
    refuse('session.presetConfirms', undefined, { fields: { [field]: 'session.presetConfirms' } })
  return account
}

/** The caller's account, once the password has proved to be its own: also the preset one, for its own change. */
export async function provePassword(
  ctx: Ctx,
  password: string,
  { field = 'password', keepsFailures = false }: Asked,
): Promise<SignInAccount> {
  const account = await findAccount(ctx.db, ctx.caller.accountId)
  const left = await tryPassword(ctx, {
    account: ctx.caller.account,
    address: ctx.address,
    password,
    passwordHash: account?.passwordHash,
    // Not by the name: strangers who fail to sign in must not keep who is signed in from their work.
    braked: { kind: 'prompt', account: ctx.caller.accountId },
    keepsFailures,
  })
  if (left === null && account !== undefined) return account
  return refuse('session.wrongPassword', undefined, { fields: { [field]: 'session.wrongPassword' } })
}
