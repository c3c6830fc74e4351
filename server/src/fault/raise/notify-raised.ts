import { announce } from '../../message/announce/announce.ts'
import { listAccountsHolding } from '../../system/account/account.store.ts'
import type { Cause, Raising } from './cause.ts'
import { listLine, listNames, recordHappened, takeNotified, type Raiser } from './raise.store.ts'

type Raised = Readonly<{ id: string; month: string; cause: Cause; raiser: Raiser }>

/**
 * Notifies those who acknowledge faults at the customer, else at the nearest organisation above, of a critical or major record: at
 * most once a minute and person. It commits with the record.
 */
export async function notifyRaised(raising: Raising, { id, month, cause, raiser }: Raised): Promise<void> {
  const { db, clock } = raising
  const { type, code, identifier, severity, words, at } = cause
  const holders = await nearestHolders(db, raiser.organisationId)
  const accounts = await takeNotified(db, holders, clock.now())
  if (accounts.length === 0) return
  const message = await announce(raising, type === 'fault' ? 'fault.raised' : 'fault.alarm-raised', {
    params: {
      sn: raiser.sn,
      code: code === '' ? identifier : code,
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
  const text = (await listNames(db, accounts)).join(', ')
  await recordHappened(db, { id, month, act: 'notify', at: new Date(clock.now()).toISOString(), text, message })
}

async function nearestHolders(db: Raising['db'], organisationId: string): Promise<readonly string[]> {
  for (const id of await listLine(db, organisationId)) {
    const accounts = await listAccountsHolding(db, id, 'fault:acknowledge')
    if (accounts.length > 0) return accounts
  }
  return []
}
