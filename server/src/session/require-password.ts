import type { TextKey } from '@brigade/contract/catalogue.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { findAccount, type SignInAccount } from '../system/account.store.ts'
import { tryPassword } from './try-password.ts'

/**
 * Requires the caller's own sign-in password for a sensitive action. A wrong one is refused at its field, counts
 * towards the lock, and never signs out.
 */
export async function requirePassword(ctx: Ctx, password: string, field = 'password'): Promise<void> {
  await requireOwnAccount(ctx, password, { field })
}

/**
 * The same for calls that need a password only for some inputs: a missing one is refused with the text of `missing`.
 */
export async function requireTypedPassword(ctx: Ctx, password: string | undefined, missing: TextKey): Promise<void> {
  if (password === undefined || password === '') refuse('field.refused', undefined, { fields: { password: missing } })
  await requirePassword(ctx, password)
}

type PasswordOptions = Readonly<{ field?: string; keepsFailures?: boolean }>

/** The same, returning the account. `keepsFailures`: a code is checked too. */
export async function requireOwnAccount(
  ctx: Ctx,
  password: string,
  { field = 'password', keepsFailures = false }: PasswordOptions = {},
): Promise<SignInAccount> {
  const account = await provePassword(ctx, password, { field, keepsFailures })
  // The preset password does not confirm anything: others may know it, and a person who signed in by a code or a
  // provider may still have it.
  if (account.mustChangePassword)
    refuse('session.presetConfirms', undefined, { fields: { [field]: 'session.presetConfirms' } })
  return account
}

/** The caller's account, once the password was verified: also the preset one, for its own change. */
export async function provePassword(
  ctx: Ctx,
  password: string,
  { field = 'password', keepsFailures = false }: PasswordOptions,
): Promise<SignInAccount> {
  const account = await findAccount(ctx.db, ctx.caller.accountId)
  const left = await tryPassword(ctx, {
    account: ctx.caller.account,
    address: ctx.address,
    password,
    passwordHash: account?.passwordHash,
    // Counted by the account, not by the name: failed sign-ins of strangers must not block a signed-in person.
    braked: { kind: 'prompt', account: ctx.caller.accountId },
    keepsFailures,
  })
  if (left === null && account !== undefined) return account
  return refuse('session.wrongPassword', undefined, { fields: { [field]: 'session.wrongPassword' } })
}
