import type { SignedIn, SignIn } from '@brigade/contract/session/session.model.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAccountByName } from '../../system/account.store.ts'
import { beginSession } from '../begin-session.ts'
import { isKnownBrowser, rememberBrowser } from '../brake.store.ts'
import { consumeCaptcha } from '../captcha/captcha.ts'
import { hashOf, newToken } from '../token.ts'
import { tryPassword } from '../try-password.ts'

/** The captcha first, and used up either way; then the account and its password, which fail alike (product.md, Sessions). */
export async function signIn(ctx: PublicCtx, { body }: { body: SignIn }): Promise<SignedIn> {
  await consumeCaptcha(ctx, body.id, body.code)
  const account = await findAccountByName(ctx.db, body.account)
  // A refused sign-in stands in the operation log under the account it was tried on.
  if (account !== undefined) {
    ctx.actAs({ accountId: account.id, account: account.account, organisationId: account.organisationId })
  }
  const left = await tryPassword(ctx, {
    account: body.account,
    address: ctx.address,
    password: body.pwd,
    passwordHash: account?.passwordHash,
    braked: (await isKnown(ctx, account?.id)) ? null : { kind: 'sign-in', account: body.account },
  })
  if (left !== null || account === undefined) refuse('session.wrongSignIn', { left: left ?? 0 })
  const signedIn = await beginSession(ctx, account, 'password')
  const secret = ctx.browserSecret ?? newToken()
  await rememberBrowser(ctx.db, account.id, hashOf(secret), ctx.clock.now())
  ctx.keepBrowserSecret(secret)
  return signedIn
}

async function isKnown({ db, clock, browserSecret }: PublicCtx, accountId: string | undefined): Promise<boolean> {
  if (accountId === undefined || browserSecret === undefined) return false
  return isKnownBrowser(db, accountId, hashOf(browserSecret), clock.now())
}
