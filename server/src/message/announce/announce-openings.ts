import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { listOpeningsBehind } from '../../session/opening.store.ts'
import { listAccountsHolding } from '../../system/account/account.store.ts'
import { announce } from './announce.ts'
import { lockSource, moveSource } from './source.store.ts'

const source = 'console-opening'
const pauseMs = 1000

/** Announces to the administrators of an organisation that staff from above opened its console, and why (administration.md). */
export function startAnnouncingOpenings(platform: Platform): Repetition {
  const { db, log } = platform
  const look = () =>
    transaction(db, async (trx) => {
      const behind = await lockSource(trx, source)
      if (behind === undefined) return
      const openings = await listOpeningsBehind(trx, behind)
      const last = openings.at(-1)
      if (last === undefined) return
      for (const { organisationId, by, reason, openedAt, until } of openings)
        await announce({ ...platform, db: trx }, 'session.console-opened', {
          params: { by, reason, at: openedAt, until },
          organisationId,
          accounts: await listAccountsHolding(trx, organisationId, 'account:update'),
        })
      await moveSource(trx, source, last.id)
    })
  return repeat(look, { pauseMs, log, onErrorMessage: 'Opened consoles could not be announced yet' })
}
