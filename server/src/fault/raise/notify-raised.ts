import { codeInSentence } from '@brigade/contract/fault/fault-words.ts'
import { announce } from '../../message/announce/announce.ts'
import type { MessageKey } from '../../message/announce/announce.store.ts'
import { listAccountsHolding } from '../../system/account/account.store.ts'
import type { Raised, Raising } from './cause.ts'
import { listLine, recordHappened } from './raise.store.ts'
import { keepUntold, takeNotified } from './untold.store.ts'

/**
 * Notifies the people who acknowledge faults at the customer, else at the nearest organisation above, about a critical
 * or major record: at most once a minute and person. A person notified less than a minute ago gets all further records
 * in one message when the minute is over. It commits with the record.
 */
export async function notifyRaised(raising: Raising, raised: Raised): Promise<void> {
  const { db, clock, noted } = raising
  if (noted !== undefined) return noted(raised)
  const { id, raiser } = raised
  const holders = await nearestHolders(db, raiser.organisationId)
  const accounts = await takeNotified(db, holders, clock.now())
  await keepUntold(
    db,
    holders.filter((one) => !accounts.includes(one)),
    { id, now: clock.now() },
  )
  if (accounts.length > 0) await announceRaised(raising, raised, accounts)
}

/** The message itself, with its line in the history of the record. */
export async function announceRaised(
  raising: Raising,
  { id, month, cause, raiser }: Raised,
  accounts: readonly string[],
): Promise<MessageKey> {
  const { db, clock } = raising
  const { type, severity, words, at } = cause
  const message = await announce(raising, type === 'fault' ? 'fault.raised' : 'fault.alarm-raised', {
    params: {
      sn: raiser.sn,
      code: codeInSentence(cause, words !== undefined),
      name: { en: words?.enName ?? '', zh: words?.name ?? '' },
      severity,
      at,
    },
    organisationId: raiser.organisationId,
    accounts,
    deviceType: raiser.kind,
    opens: { kind: type, id },
    isCritical: severity === 'critical',
  })
  await recordHappened(db, { id, month, act: 'notify', at: new Date(clock.now()).toISOString(), message })
  return message
}

/** Returns the accounts that acknowledge faults at the organisation, or else at the nearest one above it. */
export async function nearestHolders(db: Raising['db'], organisationId: string): Promise<readonly string[]> {
  for (const id of await listLine(db, organisationId)) {
    const accounts = await listAccountsHolding(db, id, 'fault:acknowledge')
    if (accounts.length > 0) return accounts
  }
  return []
}
