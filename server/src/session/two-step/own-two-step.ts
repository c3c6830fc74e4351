import {
  twoStepLimits,
  type EnrolmentStart,
  type EnrolmentStarted,
  type NewRecoveryCodes,
  type OwnTwoStep,
  type SecondStep,
  type TwoStepEnd,
} from '@brigade/contract/session/two-step.model.ts'
import { plainCode } from '@brigade/contract/session/two-step.rules.ts'
import type { z } from 'zod'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, textRef } from '../../platform/refusal.ts'
import { open, seal } from '../../platform/secret/secret-box.ts'
import { requireOwnAccount } from '../require-password.ts'
import { hashOf, newToken } from '../../platform/secret/token.ts'
import { trySecret } from '../try-password.ts'
import { newEnrolment } from './enter.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { spendSecondStep } from './second-step.ts'
import { stepOf } from './totp.ts'
import {
  claimTicket,
  findTicket,
  getOwnTwoStep,
  insertTicket,
  insertTwoStep,
  removeTwoStep,
  replaceRecoveryCodes,
} from './two-step.store.ts'

export const readOwnTwoStep = ({ db, caller }: Ctx): Promise<OwnTwoStep> => getOwnTwoStep(db, caller.accountId)

/**
 * Requires the password, so that nobody links an app from a console that was left open; and a code if there is an app
 * already.
 */
export async function beginTwoStep(
  ctx: Ctx,
  { body }: { body: EnrolmentStart },
): Promise<z.output<typeof EnrolmentStarted>> {
  const { db, clock, caller, settings } = ctx
  const { isOn } = await getOwnTwoStep(db, caller.accountId)
  if (isOn && body.code === undefined)
    refuse('field.refused', undefined, { fields: { code: 'session.twoStepNeedsCode' } })
  const { passwordHash } = await requireOwnAccount(ctx, body.password, { keepsFailures: isOn })
  if (isOn) await requireStep(ctx, body.code ?? '')
  const enrolment = newEnrolment(caller.account)
  const ticket = newToken()
  const expiresAt = clock.now() + twoStepLimits.enrolmentSeconds * 1000
  await insertTicket(db, hashOf(ticket), {
    accountId: caller.accountId,
    method: 'password',
    bearer: { sessionId: caller.sessionId },
    passwordMark: hashOf(passwordHash),
    secret: seal(settings.secretKey, enrolment.secret),
    expiresAt,
  })
  return { ...enrolment, ticket, until: new Date(expiresAt).toISOString() }
}

export async function confirmTwoStep(ctx: Ctx, { body }: { body: SecondStep }): Promise<NewRecoveryCodes> {
  const { db, clock, caller, settings } = ctx
  const { accountId, sessionId } = caller
  const at = clock.now()
  const ticketHash = hashOf(body.ticket)
  const secret = (await findTicket(db, ticketHash, { sessionId }, at))?.secret ?? refuse('session.ticketOver')
  const step = stepOf(open(settings.secretKey, secret), plainCode(body.code), at)
  if (step === undefined) refuse('session.wrongEnrolment', undefined, { fields: { code: 'session.wrongEnrolment' } })
  const { shown, hashes } = await makeRecoveryCodes()
  await transaction(db, async (trx) => {
    // A reset deletes the ticket too.
    if (!(await claimTicket(trx, ticketHash))) refuse('session.ticketOver')
    await insertTwoStep(trx, { accountId, secret, step, hashes, at }, true)
  })
  return { recoveryCodes: shown }
}

/** Requires the password and a code: neither an open console nor a known password is enough. */
export async function endTwoStep(ctx: Ctx, { body }: { body: TwoStepEnd }): Promise<null> {
  const { db, caller } = ctx
  const { isOn, isRequired } = await getOwnTwoStep(db, caller.accountId)
  if (!isOn) refuse('session.twoStepOff')
  if (isRequired) refuse('session.twoStepRequired')
  await requireOwnAccount(ctx, body.password, { keepsFailures: true })
  await requireStep(ctx, body.code)
  await transaction(db, async (trx) => {
    await removeTwoStep(trx, caller.accountId)
  })
  return null
}

export async function renewRecoveryCodes(
  ctx: Ctx,
  { body }: { body: { password: string } },
): Promise<NewRecoveryCodes> {
  await requireOwnAccount(ctx, body.password)
  const { shown, hashes } = await makeRecoveryCodes()
  const isOn = await transaction(ctx.db, (trx) => replaceRecoveryCodes(trx, ctx.caller.accountId, hashes))
  if (!isOn) refuse('session.twoStepOff')
  return { recoveryCodes: shown }
}

/** Requires a code of the caller's own app, or a recovery code. A wrong one counts as a wrong password does. */
async function requireStep(ctx: Ctx, code: string): Promise<void> {
  const { account, accountId } = ctx.caller
  const left = await trySecret(ctx, {
    account,
    address: ctx.address,
    braked: { kind: 'prompt', account: accountId },
    isRight: async () => (await spendSecondStep(ctx, accountId, code)) !== undefined,
  })
  if (left !== null) refuse('session.wrongStep', { left }, { fields: { code: textRef('session.wrongStep', { left }) } })
}
