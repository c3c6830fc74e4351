import type { CodesChange } from '@brigade/contract/message/codes-elsewhere.text.ts'
import type { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { requireAlso } from '../../platform/http/require-also.ts'
import { requireTypedPassword } from '../../session/require-password.ts'
import { listAdministrators } from '../../system/notice/concerned.store.ts'
import { announce } from '../announce/announce.ts'

/**
 * The receiver of the codes can sign in as any person of the phone app, so this needs a right of its own and the
 * caller's own password.
 */
export async function confirmCodes(
  ctx: Ctx,
  call: typeof targetApi.saveWebhook | typeof targetApi.removeWebhook,
  password: string | undefined,
): Promise<void> {
  requireAlso(ctx.caller, call, 'message:sign-in-codes')
  await requireTypedPassword(ctx, password, 'message.confirmCodes')
}

/** Notifies the platform's administrators, including the one who acts: somebody else may know the password. */
export async function announceCodes(
  ctx: Ctx,
  trx: Transaction,
  { name, shownAddress }: Readonly<{ name: string; shownAddress: string }>,
  changes: readonly CodesChange[],
): Promise<void> {
  if (changes.length === 0) return
  const { caller, clock } = ctx
  const administrators = (await listAdministrators(trx)).filter(({ enabled }) => enabled)
  await announce({ ...ctx, db: trx }, 'message.codes-elsewhere', {
    params: {
      name,
      host: new URL(shownAddress).host,
      changes: [...changes],
      by: caller.account,
      at: new Date(clock.now()).toISOString(),
    },
    organisationId: caller.organisationId,
    accounts: administrators.map(({ id }) => id),
  })
}
