import type { SignedIn } from '@brigade/contract/session/session.model.ts'
import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import type { Transaction } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { PublicCtx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { holdOrganisation, setLastLogin, type SignInAccount } from '../system/account.store.ts'
import { sessionCache } from './authenticate.ts'
import { listOwnMenus } from './list-menus.ts'
import { insertSession, revokeSessions } from './session.store.ts'
import type { SignInMethod } from './session.tables.ts'
import { hashOf, newToken } from '../platform/secret/token.ts'

type SigningIn = Pick<
  PublicCtx,
  'db' | 'caches' | 'clock' | 'locale' | 'timeZone' | 'address' | 'userAgent' | 'token' | 'actAs'
>

/** A disabled account, or one of a disabled organisation, cannot begin a session. */
export function requireOpen(
  ctx: Pick<SigningIn, 'clock' | 'actAs'>,
  account: SignInAccount,
  method: SignInMethod,
): void {
  ctx.actAs({ accountId: account.id, account: account.account, organisationId: account.organisationId })
  if (!account.enabled) refuse('session.disabled')
  if (!account.organisationEnabled) refuse('session.organisationDisabled')
  // A sign-in by a code or a provider does not depend on the preset password.
  if (method === 'password' && account.presetUntil !== null && Date.parse(account.presetUntil) <= ctx.clock.now())
    refuse('session.presetVoid')
}

/**
 * Begins a session for an authenticated account, in place of the session that the call was made with. `along` runs in
 * its transaction, while the account is locked.
 */
export async function beginSession(
  ctx: SigningIn,
  account: SignInAccount,
  method: SignInMethod,
  along?: (trx: Transaction) => Promise<void>,
): Promise<SignedIn> {
  requireOpen(ctx, account, method)
  const at = ctx.clock.now()
  const token = newToken()
  const isInPlace = await transaction(ctx.db, async (trx) => {
    if (!(await holdOrganisation(trx, account.organisationId))) refuse('session.organisationDisabled')
    // This precedes the session, so that a concurrent change of the password either comes first and stops this, or
    // comes after and ends the session.
    if (!(await setLastLogin(trx, account, { at, locale: ctx.locale, timeZone: ctx.timeZone })))
      refuse('session.invalid', undefined, { reason: 'invalid' })
    await along?.(trx)
    await insertSession(trx, {
      tokenHash: hashOf(token),
      accountId: account.id,
      method,
      address: ctx.address,
      userAgent: ctx.userAgent,
      at,
      expiresAt: at + sessionLimits.slidingHours * hourMs,
      absoluteExpiresAt: at + sessionLimits.absoluteDays * dayMs,
    })
    if (ctx.token === null) return false
    const ended = await revokeSessions(trx, { tokenHash: hashOf(ctx.token) }, { because: 'logout', at })
    if (ended > 0) await notifyOnCommit(trx, 'access', {})
    return ended > 0
  })
  if (isInPlace) ctx.caches.forget([sessionCache])
  return {
    token,
    menus: await listOwnMenus(ctx.db, { accountId: account.id, opened: null }),
    mustChangePassword: method === 'password' && account.mustChangePassword,
  }
}
