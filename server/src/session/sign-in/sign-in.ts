import type { SignIn } from '@brigade/contract/session/session.model.ts'
import type { SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAccountByName } from '../../system/account.store.ts'
import { consumeCaptcha } from '../captcha/captcha.ts'
import { brakedSignIn, keepBrowser } from '../own-browser.ts'
import { tryPassword } from '../try-password.ts'
import { enter } from '../two-step/enter.ts'

/**
 * Checks the captcha first, and uses it up either way; then the account and its password, which fail alike (product.md,
 * Sessions).
 */
export async function signIn(ctx: PublicCtx, { body }: { body: SignIn }): Promise<SignInAnswer> {
  await consumeCaptcha(ctx, body.id, body.code)
  const account = await findAccountByName(ctx.db, body.account)
  // The operation log shows a refused sign-in under the account that was tried.
  if (account !== undefined) {
    ctx.actAs({ accountId: account.id, account: account.account, organisationId: account.organisationId })
  }
  const left = await tryPassword(ctx, {
    account: body.account,
    address: ctx.address,
    password: body.pwd,
    passwordHash: account?.passwordHash,
    braked: await brakedSignIn(ctx, body.account, account?.id),
    keepsFailures: account?.hasTwoStep ?? false,
  })
  if (left !== null || account === undefined) refuse('session.wrongSignIn', { left: left ?? 0 })
  const answer = await enter(ctx, account, { method: 'password' })
  if (!('ticket' in answer)) await keepBrowser(ctx, account.id)
  return answer
}
