import type { Db, Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { forgetSessions } from './authenticate.ts'
import { revokeSessions } from './session.store.ts'

/** Ends sessions with `work`, and answers only when this process has forgotten them and the others are told. */
export async function endingSessions(db: Db, work: (trx: Transaction) => Promise<void>): Promise<void> {
  await transaction(db, async (trx) => {
    await work(trx)
    await notifyOnCommit(trx, 'access', {})
  })
  forgetSessions()
}

export async function signOut(ctx: Ctx): Promise<null> {
  const { accountId, sessionId } = ctx.caller
  await endingSessions(ctx.db, async (trx) => {
    await revokeSessions(trx, { accountId, id: sessionId }, { because: 'logout', at: ctx.clock.now() })
  })
  return null
}

/** One of the caller's own sessions; any other is as if it did not exist. */
export async function revokeSession(ctx: Ctx, { body }: { body: { id: string } }): Promise<null> {
  const { accountId } = ctx.caller
  await endingSessions(ctx.db, async (trx) => {
    const ended = await revokeSessions(trx, { accountId, id: body.id }, { because: 'revoked', at: ctx.clock.now() })
    if (ended === 0) refuse('session.unknownSession')
  })
  return null
}
