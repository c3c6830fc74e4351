import type { CodeSignIn } from '@brigade/contract/session/session.model.ts'
import type { SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findAccount } from '../../system/account.store.ts'
import { openByCode } from '../opened/open-console.ts'
import { signInByOidc } from '../oidc/sign-in-by-oidc.ts'
import { useCode } from '../sign-in.store.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { enter } from '../two-step/enter.ts'

/** `/login?code=…`: one of our one-time codes, or with a state the response of an OpenID Connect provider. */
export async function signInByCode(ctx: PublicCtx, { body }: { body: CodeSignIn }): Promise<SignInAnswer> {
  if (body.state !== undefined) return signInByOidc(ctx, { code: body.code, state: body.state, issuer: body.iss })
  const opened = await openByCode(ctx, body.code)
  if (opened !== undefined) return opened
  const accountId = await useCode(ctx.db, hashOf(body.code), ctx.clock.now())
  const account = accountId === undefined ? undefined : await findAccount(ctx.db, accountId)
  if (account === undefined) refuse('session.wrongCode')
  return enter(ctx, account, { method: 'code' })
}
