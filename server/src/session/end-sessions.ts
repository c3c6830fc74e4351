import type { CachedDb } from '../platform/caches.ts'
import type { Transaction } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import { sessionCache } from './authenticate.ts'
import { revokeSessions } from './session.store.ts'

/** Ends sessions with `work`. Resolves when this process has dropped them from memory and the other processes are notified. */
export async function endingSessions(
  { db, caches }: CachedDb,
  work: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(db, async (trx) => {
    await work(trx)
    await notifyOnCommit(trx, 'access', {})
  })
  caches.forget([sessionCache])
}

export async function signOut(ctx: Ctx): Promise<null> {
  const { accountId, sessionId } = ctx.caller
  await endingSessions(ctx, async (trx) => {
    await revokeSessions(trx, { accountId, id: sessionId }, { because: 'logout', at: ctx.clock.now() })
  })
  return null
}

/** Ends one of the caller's own sessions. Any other session counts as unknown. */
export async function revokeSession(ctx: Ctx, { body }: { body: { id: string } }): Promise<null> {
  const { accountId } = ctx.caller
  await endingSessions(ctx, async (trx) => {
    const ended = await revokeSessions(trx, { accountId, id: body.id }, { because: 'revoked', at: ctx.clock.now() })
    if (ended === 0) refuse('session.unknownSession')
  })
  return null
}
