import type { PublicCtx } from '../platform/http/context.ts'
import { isKnownBrowser, rememberBrowser, type Braked } from './brake.store.ts'
import { hashOf, newToken } from '../platform/secret/token.ts'

/** The rate limit for failures under a name; null when the account knows the browser. */
export async function brakedSignIn(
  { db, clock, browserSecret }: Pick<PublicCtx, 'db' | 'clock' | 'browserSecret'>,
  account: string,
  accountId: string | undefined,
): Promise<Braked | null> {
  const isKnown =
    accountId !== undefined &&
    browserSecret !== undefined &&
    (await isKnownBrowser(db, accountId, hashOf(browserSecret), clock.now()))
  return isKnown ? null : { kind: 'sign-in', account }
}

/** Remembers a browser that signed in with the account's password. */
export async function keepBrowser(ctx: PublicCtx, accountId: string): Promise<void> {
  const secret = ctx.browserSecret ?? newToken()
  await rememberBrowser(ctx.db, accountId, hashOf(secret), ctx.clock.now())
  ctx.keepBrowserSecret(secret)
}
