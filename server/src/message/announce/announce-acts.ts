import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { listAdministrators } from '../../system/account/account.store.ts'
import { listActsBehind } from '../../system/account/administrator-act.store.ts'
import { announce } from './announce.ts'
import { lockSource, moveSource } from './source.store.ts'

const source = 'administrator-act'
const pauseMs = 1000

/**
 * Announces what somebody did to an administrator to all other administrators. The rows are system's, which knows nothing of
 * messages: they are read from where the last look ended, and each is announced in the transaction that moves on behind it.
 */
export function startAnnouncingActs(platform: Platform): Repetition {
  const { db, log } = platform
  const look = () =>
    transaction(db, async (trx) => {
      const behind = await lockSource(trx, source)
      if (behind === undefined) return
      const acts = await listActsBehind(trx, behind)
      const last = acts.at(-1)
      if (last === undefined) return
      const administrators = await listAdministrators(trx)
      for (const { act, account, actor, actorId, actedAt, organisationId } of acts)
        await announce({ ...platform, db: trx }, 'system.administrator-act', {
          params: { act, account, actor, at: actedAt },
          organisationId,
          accounts: administrators.map(({ id }) => id).filter((id) => id !== actorId),
        })
      await moveSource(trx, source, last.id)
    })
  return repeat(look, { pauseMs, log, onErrorMessage: 'What was done to administrators could not be announced yet' })
}
