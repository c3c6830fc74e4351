import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { listAdministrators } from '../../system/account/account.store.ts'
import { listActsBehind, type ActBehind } from '../../system/account-act.store.ts'
import { announce, type Announcing } from './announce.ts'
import { lockSource, moveSource } from './source.store.ts'

const source = 'administrator-act'
const pauseMs = 1000

/**
 * Announces acts on an administrator to all other administrators, and a reset of another account to its owner. The rows
 * belong to the system domain, which does not know messages: they are read from the last position, and each is
 * announced in the transaction that advances it.
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
      for (const act of acts) await announceAct({ ...platform, db: trx }, act, administrators)
      await moveSource(trx, source, last.id)
    })
  return repeat(look, { pauseMs, log, onErrorMessage: 'What was done to administrators could not be announced yet' })
}

/** Staff of another organisation appear under its name alone, as everywhere. */
const byName = ({ actor, actorOrganisation, actorOrganisationId, organisationId }: ActBehind) =>
  actorOrganisationId === organisationId ? actor : (actorOrganisation ?? actor)

async function announceAct(
  platform: Announcing,
  acted: ActBehind,
  administrators: readonly { id: string }[],
): Promise<void> {
  const { act, account, accountId, actor, actorId, actedAt: at, organisationId, announcedTo } = acted
  if (announcedTo === 'administrators') {
    const accounts = administrators.map(({ id }) => id).filter((id) => id !== actorId)
    await announce(platform, 'system.administrator-act', {
      params: { act, account, actor, at },
      organisationId,
      accounts,
    })
  } else if (act === 'reset-password' || act === 'reset-two-step') {
    const params = { what: act, by: byName(acted) ?? '-', at }
    await announce(platform, 'session.sign-in-reset', { params, organisationId, accounts: [accountId] })
  }
}
