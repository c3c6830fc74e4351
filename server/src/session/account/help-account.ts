import type { AccountAct } from '@brigade/contract/system/notice.model.ts'
import type {
  AccountSession,
  PasswordReset,
  SessionsEnd,
  TwoStepReset,
  Unlocking,
} from '@brigade/contract/system/account/account.model.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { writeAccount, type StoredAccount } from '../../system/account/account.store.ts'
import { givenPassword } from '../../system/account/given-password.ts'
import {
  confirmAct,
  isAdministrator,
  requireManageable,
  requireOther,
  requireSeen,
  requireWeaker,
  notifyAdministrators,
  notifyOwner,
} from '../../system/account/require-manageable.ts'
import { forgetOtherBrowsers } from '../brake.store.ts'
import { endingSessions } from '../end-sessions.ts'
import { removeTwoStep } from '../two-step/two-step.store.ts'
import { listOwnSessions, revokeSessions } from '../session.store.ts'
import { forgetFailuresOf, removeCodesOf } from '../sign-in.store.ts'

/**
 * Changes another account's sign-in. Acts that withdraw something need the caller's password, and so does any act on an
 * administrator's account, of which all administrators are notified. After a reset every owner is notified.
 */
async function acting(
  ctx: Ctx,
  { id, password }: Unlocking,
  act: AccountAct,
  work: (trx: Transaction, account: StoredAccount) => Promise<void>,
): Promise<void> {
  const isOfAdministrator = isAdministrator(await requireSeen(ctx, id))
  if (act !== 'unlock' || isOfAdministrator) await confirmAct(ctx, password)
  await endingSessions(ctx, async (trx) => {
    const account = await requireOther(trx, ctx.caller, id)
    await work(trx, account)
    if (isAdministrator(account)) await notifyAdministrators(trx, ctx, act, id)
    else if (act === 'reset-password' || act === 'reset-two-step') await notifyOwner(trx, ctx, act, id)
  })
}

/**
 * Ends the account's sessions and every code or ticket that could begin one, and forgets the browsers that knew the
 * previous password.
 */
export async function resetPassword(ctx: Ctx, reset: PasswordReset): Promise<{ presetPassword: string | null }> {
  const { caller, clock } = ctx
  const given = await givenPassword(ctx, reset.newPwd)
  await acting(ctx, reset, 'reset-password', async (trx, account) => {
    await requireManageable(trx, caller, account)
    const presetUntil = new Date(given.until).toISOString()
    await writeAccount(trx, account.id, { ...given.fields, presetUntil }, clock.now())
    await revokeSessions(trx, { accountId: account.id }, { because: 'password', at: clock.now() })
    await removeCodesOf(trx, account.id)
    await forgetOtherBrowsers(trx, account.id, undefined)
  })
  return { presetPassword: given.shown }
}

/** Unlocking restores access, so the caller has to hold every code that the account holds. */
export async function unlockAccount(ctx: Ctx, wanted: Unlocking): Promise<null> {
  await acting(ctx, wanted, 'unlock', async (trx, account) => {
    await requireManageable(trx, ctx.caller, account)
    await forgetFailuresOf(trx, account)
  })
  return null
}

/**
 * Resets two-step sign-in for a person who lost app and recovery codes. The caller could then sign in with the password
 * alone, so the caller has to hold every code that the account holds.
 */
export async function resetTwoStep(ctx: Ctx, wanted: TwoStepReset): Promise<null> {
  await acting(ctx, wanted, 'reset-two-step', async (trx, account) => {
    await requireManageable(trx, ctx.caller, account)
    if (!(await removeTwoStep(trx, account.id))) refuse('account.twoStepOff')
    await revokeSessions(trx, { accountId: account.id }, { because: 'revoked', at: ctx.clock.now() })
    await removeCodesOf(trx, account.id)
  })
  return null
}

export async function listAccountSessions(ctx: Ctx, id: string): Promise<AccountSession[]> {
  await requireSeen(ctx, id)
  const sessions = await listOwnSessions(ctx.db, id, ctx.clock.now())
  return sessions.map((session) => ({ ...session, current: session.id === ctx.caller.sessionId }))
}

/** Ends one session, or all. People end their own sessions in their own list. */
export async function endAccountSessions(ctx: Ctx, wanted: SessionsEnd): Promise<null> {
  const { id, sessionId } = wanted
  await acting(ctx, wanted, 'end-sessions', async (trx, account) => {
    await requireWeaker(trx, ctx.caller, account)
    const which = sessionId === undefined ? { accountId: id } : { accountId: id, id: sessionId }
    const ended = await revokeSessions(trx, which, { because: 'revoked', at: ctx.clock.now() })
    if (ended === 0 && sessionId !== undefined) refuse('account.unknownSession')
  })
  return null
}
