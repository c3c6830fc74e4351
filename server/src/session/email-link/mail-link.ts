import { emailLinkLimits } from '@brigade/contract/session/email-link.model.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { openMailer, type Mail } from '../../platform/mail/mailer.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireManageable, requireOther } from '../../system/account/require-manageable.ts'
import { hashOf, newToken } from '../../platform/secret/token.ts'
import { composeLinkMail, sendingOf } from './compose-link-mail.ts'
import { insertLink, listLinksSince, lockAddressee } from './email-link.store.ts'

/** Mails a link to the caller's own address. */
export const mailOwnLink = (ctx: Ctx): Promise<null> => mailLink(ctx, ctx.caller.accountId, async () => undefined)

/**
 * Mails a link to another account's address. A verified e-mail may let its owner sign in, so the caller has to hold
 * every code that the account holds.
 */
export const mailLinkTo = (ctx: Ctx, id: string): Promise<null> =>
  mailLink(ctx, id, async (trx) => requireManageable(trx, ctx.caller, await requireOther(trx, ctx.caller, id)))

async function mailLink(ctx: Ctx, accountId: string, requireAllowed: (trx: Transaction) => Promise<void>) {
  const { db, clock, settings } = ctx
  const sending = sendingOf(settings)
  const mail = await transaction(db, async (trx) => {
    await requireAllowed(trx)
    if (sending === undefined) return refuse('session.mailsNoLinks')
    const account = (await lockAddressee(trx, accountId)) ?? refuse('session.disabled')
    const { email, locale } = account
    if (email === '') refuse('session.noEmail')
    if (account.emailVerified) refuse('session.emailVerified')
    const at = clock.now()
    const lately = await listLinksSince(trx, accountId, at - hourMs)
    const firstThatCounts = lately[emailLinkLimits.perHour - 1]
    if (firstThatCounts !== undefined)
      refuse('session.manyEmailLinks', { minutes: Math.ceil((firstThatCounts + hourMs - at) / minuteMs) })
    const token = newToken()
    const tokenHash = hashOf(token)
    await insertLink(trx, { tokenHash, accountId, email, at, expiresAt: at + emailLinkLimits.hours * hourMs })
    const id = tokenHash.toString('hex').slice(0, 24)
    return composeLinkMail(sending, { to: email, account: account.account, locale: locale ?? ctx.locale, token, id })
  })
  void send(ctx, mail)
  return null
}

/**
 * No call waits for it: a slow mail server delays no response, and its answer does not reveal which mailboxes exist.
 */
async function send({ settings, log, stopping }: Ctx, mail: Mail): Promise<void> {
  if (settings.mail === undefined) return
  const mailer = openMailer(settings.mail, { connections: 1 })
  const giveUp = () => mailer.close()
  stopping.addEventListener('abort', giveUp, { once: true })
  try {
    const { kind, answer } = await mailer.send(mail)
    if (kind !== 'sent') log.warn({ outcome: kind, answer }, 'A verification link could not be mailed')
  } catch (error) {
    log.warn({ err: error }, 'A verification link could not be mailed')
  } finally {
    stopping.removeEventListener('abort', giveUp)
    mailer.close()
  }
}
