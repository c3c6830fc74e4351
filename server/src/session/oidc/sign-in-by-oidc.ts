import { generateRandomCodeVerifier, generateRandomNonce, generateRandomState } from 'oauth4webapi'
import type { SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import type { Ctx, PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import {
  findAccount,
  findAccountBySubject,
  linkSubject,
  listAccountsByEmail,
  type SignInAccount,
} from '../../system/account.store.ts'
import { requirePassword } from '../require-password.ts'
import { authorisationUrl, identify, ProviderDown, type Answered, type Identity, type Provider } from './open-id.ts'
import { insertOidcRequest, takeOidcRequest } from '../sign-in.store.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { enter } from '../two-step/enter.ts'

const answerWithinMs = 600_000

/** The provider's URL to which the browser is sent. It returns to /login within 10 minutes. */
export const startOidc = (ctx: PublicCtx): Promise<{ url: string }> => begin(ctx, null)

/**
 * The same from the session of an account, to link it. The password is required, so that nobody links from a console
 * that was left open.
 */
export async function linkOidc(ctx: Ctx, { body }: { body: { password: string } }): Promise<{ url: string }> {
  await requirePassword(ctx, body.password)
  return begin(ctx, ctx.caller.accountId)
}

async function begin(ctx: PublicCtx, accountId: string | null): Promise<{ url: string }> {
  const provider = ctx.settings.oidc
  if (provider === undefined) refuse('session.oidcOff')
  const secret = ctx.browserSecret ?? generateRandomState()
  const started = {
    state: stateFor(secret, generateRandomState()),
    codeVerifier: generateRandomCodeVerifier(),
    nonce: generateRandomNonce(),
    redirectUri: `${ctx.settings.publicUrl ?? ctx.origin}/login`,
    accountId,
  }
  const now = ctx.clock.now()
  const url = await withProvider(ctx, () => authorisationUrl(provider, started, now))
  await insertOidcRequest(ctx.db, started, now + answerWithinMs)
  ctx.keepBrowserSecret(secret)
  return { url }
}

/** The state contains a proof of the requesting browser: a response obtained in another browser is refused. */
const stateFor = (secret: string, unique: string): string =>
  `${unique}.${hashOf(`${secret} ${unique}`).toString('base64url')}`

function isOfBrowser(state: string, secret: string | undefined): boolean {
  return secret !== undefined && state === stateFor(secret, state.split('.')[0] ?? '')
}

/**
 * Signs in the account that is linked to the provider's subject, or is linked now by an e-mail that the provider
 * verified.
 */
export async function signInByOidc(ctx: PublicCtx, answered: Answered): Promise<SignInAnswer> {
  const provider: Provider | undefined = ctx.settings.oidc
  if (provider === undefined) refuse('session.oidcOff')
  if (!isOfBrowser(answered.state, ctx.browserSecret)) refuse('session.wrongCode')
  const now = ctx.clock.now()
  const started = await takeOidcRequest(ctx.db, answered.state, now)
  if (started === undefined) refuse('session.wrongCode')
  const identity = await withProvider(ctx, () => identify(provider, started, answered, now))
  const account =
    started.accountId === null ? await accountOf(ctx, identity) : await link(ctx, started.accountId, identity)
  if (account === undefined) refuse('session.oidcUnknown')
  return enter(ctx, account, { method: 'oidc', isTwoStep: identity.isTwoStep })
}

/** A subject of the provider is linked to one account. */
async function link({ db }: PublicCtx, accountId: string, { subject }: Identity): Promise<SignInAccount | undefined> {
  const linked = await findAccountBySubject(db, subject)
  if (linked !== undefined && linked.id !== accountId) refuse('session.oidcTaken')
  if (linked === undefined) await linkSubject(db, accountId, subject)
  return findAccount(db, accountId)
}

/**
 * An e-mail shared by two accounts belongs to neither. An administrator is never linked by an e-mail, because the owner
 * of a mailbox must not get that role by it.
 */
async function accountOf({ db }: PublicCtx, { subject, email }: Identity): Promise<SignInAccount | undefined> {
  const linked = await findAccountBySubject(db, subject)
  if (linked !== undefined || email === undefined) return linked
  const [account, another] = await listAccountsByEmail(db, email)
  if (account === undefined || another !== undefined) return undefined
  if (account.isAdministrator) refuse('session.oidcAdministrator')
  await linkSubject(db, account.id, subject)
  return account
}

async function withProvider<T>(ctx: PublicCtx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    ctx.log.warn({ err: error }, 'Signing in with the OpenID Connect provider failed')
    if (error instanceof ProviderDown) refuse('session.oidcDown')
    refuse('session.wrongCode')
  }
}
