import type { EmailConfirmation } from '@brigade/contract/session/email-link.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { violates } from '../../platform/db/violation.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { verifyEmail } from '../../system/account.store.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { findLinkAccount, lockAddressee, useLink } from './email-link.store.ts'

/** The mailed link was opened and confirmed: the e-mail is verified, unless another account's is. */
export async function confirmEmail(ctx: PublicCtx, { body }: { body: EmailConfirmation }): Promise<null> {
  const { db, clock } = ctx
  const tokenHash = hashOf(body.token)
  const id = (await findLinkAccount(db, tokenHash)) ?? refuse('session.emailLinkOver')
  try {
    await transaction(db, async (trx) => {
      // The account is locked before its links, as in every change of it.
      const account = (await lockAddressee(trx, id)) ?? refuse('session.emailLinkOver')
      const email = await useLink(trx, tokenHash, clock.now())
      if (email === undefined || account.emailVerified || email.toLowerCase() !== account.email.toLowerCase())
        refuse('session.emailLinkOver')
      ctx.actAs({ accountId: id, account: account.account, organisationId: account.organisationId })
      await verifyEmail(trx, id, clock.now())
    })
  } catch (error) {
    if (violates(error, 'account_verified_email')) refuse('account.emailTaken')
    throw error
  }
  return null
}
