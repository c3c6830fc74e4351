import type { SecondStep, SecondStepResult } from '@brigade/contract/session/two-step.model.ts'
import { plainCode } from '@brigade/contract/session/two-step.rules.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { refuse, textRef } from '../../platform/refusal.ts'
import { open } from '../../platform/secret/secret-box.ts'
import { findAccount, type SignInAccount } from '../../system/account.store.ts'
import { beginSession, requireOpen } from '../begin-session.ts'
import { brakedSignIn, keepBrowser } from '../own-browser.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { trySecret } from '../try-password.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { spendSecondStep } from './second-step.ts'
import { stepOf } from './totp.ts'
import { claimTicket, findTicket, insertTwoStep, listRecoveryCodes, type Ticket } from './two-step.store.ts'

/** Exchanges a ticket for a session: by a code, or by the first code of an app that is being set up. */
export async function signInTwoStep(ctx: PublicCtx, { body }: { body: SecondStep }): Promise<SecondStepResult> {
  const { db, browserSecret } = ctx
  const ticketHash = hashOf(body.ticket)
  const ticket =
    browserSecret === undefined
      ? undefined
      : await findTicket(db, ticketHash, { browserHash: hashOf(browserSecret) }, ctx.clock.now())
  const account = ticket === undefined ? undefined : await findAccount(db, ticket.accountId)
  if (ticket === undefined || account === undefined || !isStillOf(ticket, account)) refuse('session.ticketOver')
  requireOpen(ctx, account, ticket.method)
  const given = { account, ticket, ticketHash, code: body.code }
  const done = await (ticket.secret === null ? byCode(ctx, given) : byEnrolment(ctx, given, ticket.secret))
  if (ticket.method === 'password') await keepBrowser(ctx, account.id)
  return done
}

/** Whether its password is unchanged, and it has, or lacks, two-step sign-in as the ticket requires. */
const isStillOf = ({ passwordMark, secret }: Ticket, account: SignInAccount): boolean =>
  passwordMark.equals(hashOf(account.passwordHash)) && account.hasTwoStep === (secret === null)

type Given = Readonly<{ account: SignInAccount; ticket: Ticket; ticketHash: Buffer; code: string }>

async function byCode(ctx: PublicCtx, { account, ticket, ticketHash, code }: Given): Promise<SecondStepResult> {
  let used: 'app' | 'recovery' | undefined
  const left = await trySecret(ctx, {
    account: account.account,
    address: ctx.address,
    braked: await brakedSignIn(ctx, account.account, account.id),
    isRight: async () => {
      used = await spendSecondStep(ctx, account.id, code)
      return used !== undefined
    },
  })
  if (left !== null) refuse('session.wrongStep', { left }, { fields: { code: textRef('session.wrongStep', { left }) } })
  const session = await beginSession(ctx, account, ticket.method, (trx) => claim(trx, ticketHash))
  const recoveryCodesLeft = used === 'recovery' ? (await listRecoveryCodes(ctx.db, account.id)).length : null
  return { ...session, recoveryCodes: null, recoveryCodesLeft }
}

/**
 * The person sees the secret, so a wrong code is a slip and no guess. App and session are stored together, or neither.
 */
async function byEnrolment(
  ctx: PublicCtx,
  { account, ticket, ticketHash, code }: Given,
  secret: Buffer,
): Promise<SecondStepResult> {
  const { settings, clock } = ctx
  const at = clock.now()
  const step = stepOf(open(settings.secretKey, secret), plainCode(code), at)
  if (step === undefined) refuse('session.wrongEnrolment', undefined, { fields: { code: 'session.wrongEnrolment' } })
  const { shown, hashes } = await makeRecoveryCodes()
  const session = await beginSession(ctx, account, ticket.method, async (trx) => {
    await claim(trx, ticketHash)
    const isNew = await insertTwoStep(trx, { accountId: account.id, secret, step, hashes, at }, false)
    if (!isNew) refuse('session.ticketOver')
  })
  return { ...session, recoveryCodes: shown, recoveryCodesLeft: null }
}

/**
 * Runs in the transaction that locks the account: of two uses of one ticket, and of a reset and a sign-in, one comes
 * first.
 */
async function claim(trx: Transaction, ticketHash: Buffer): Promise<void> {
  if (!(await claimTicket(trx, ticketHash))) refuse('session.ticketOver')
}
