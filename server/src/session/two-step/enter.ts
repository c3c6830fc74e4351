import { twoStepLimits, type Enrolment, type SignInAnswer } from '@brigade/contract/session/two-step.model.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import type { SignInAccount } from '../../system/account.store.ts'
import { beginSession, requireOpen } from '../begin-session.ts'
import type { SignInMethod } from '../session.tables.ts'
import { hashOf, newToken } from '../../platform/secret/token.ts'
import { newTotpSecret } from './totp.ts'
import { insertTicket } from './two-step.store.ts'

/** The name that an authenticator app shows above the account. */
const issuer = 'Brigade'

/**
 * The step after any first proof: a session, or a ticket for the second step. When the role requires two-step sign-in
 * and the account has none, no session begins before it is set up. A password that others chose is replaced first: its
 * session permits only that (0054).
 */
export async function enter(
  ctx: PublicCtx,
  account: SignInAccount,
  { method, isTwoStep = false }: Readonly<{ method: SignInMethod; isTwoStep?: boolean }>,
): Promise<SignInAnswer> {
  requireOpen(ctx, account, method)
  if (!isTwoStep && account.hasTwoStep) return giveTicket(ctx, account, method, null)
  const isPreset = method === 'password' && account.mustChangePassword
  if (!isTwoStep && account.requiresTwoStep && !isPreset)
    return giveTicket(ctx, account, method, newEnrolment(account.account))
  return beginSession(ctx, account, method)
}

export const newEnrolment = (account: string): Enrolment => ({ secret: newTotpSecret(), issuer, account })

async function giveTicket(
  ctx: PublicCtx,
  account: SignInAccount,
  method: SignInMethod,
  enrolment: Enrolment | null,
): Promise<SignInAnswer> {
  const { db, clock, settings } = ctx
  const ticket = newToken()
  const browser = ctx.browserSecret ?? newToken()
  const seconds = enrolment === null ? twoStepLimits.ticketSeconds : twoStepLimits.enrolmentSeconds
  const expiresAt = clock.now() + seconds * 1000
  await insertTicket(db, hashOf(ticket), {
    accountId: account.id,
    method,
    bearer: { browserHash: hashOf(browser) },
    passwordMark: hashOf(account.passwordHash),
    secret: enrolment === null ? null : seal(settings.secretKey, enrolment.secret),
    expiresAt,
  })
  ctx.keepBrowserSecret(browser)
  return { ticket, until: new Date(expiresAt).toISOString(), enrolment }
}
