import { takeUnnotifiedOwners } from '../../app-user/unnotified-owners.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { announce } from './announce.ts'

const pauseMs = 1000
const atOnce = 100

/**
 * Notifies owners that staff removed a device from their app. Taking and notifying are one transaction, so that a kill
 * causes no second message.
 */
export function startAnnouncingUnbound(platform: Platform): Repetition {
  const { db, log } = platform
  const look = () =>
    transaction(db, async (trx) => {
      for (const { appUserId, name, organisationId, endedAt } of await takeUnnotifiedOwners(trx, atOnce))
        await announce({ ...platform, db: trx }, 'device.unbound', {
          params: { device: name, at: new Date(endedAt).toISOString() },
          organisationId,
          accounts: [],
          appUsers: [appUserId],
        })
    })
  return repeat(look, {
    pauseMs,
    log,
    onErrorMessage: 'Owners could not be notified yet that staff ended their bindings',
  })
}
