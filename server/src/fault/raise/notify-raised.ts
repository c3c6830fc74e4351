import type { Severity } from '@brigade/contract/fault/record.model.ts'
import { announce, type Announcing } from '../../message/announce/announce.ts'
import { listAccountsHolding } from '../../system/account/account.store.ts'
import { listLine, takeNotified, type FaultChange, type Raiser } from './raise.store.ts'

type Raised = Readonly<{
  id: string
  change: FaultChange
  raiser: Raiser
  severity: Severity
  words: Readonly<{ name: string; enName: string }> | undefined
}>

/**
 * Notifies those who acknowledge faults at the customer, else at the nearest organisation above, of a critical or major record: at
 * most once a minute and person. It commits with the record.
 */
export async function notifyRaised(announcing: Announcing, { id, change, raiser, severity, words }: Raised): Promise<void> {
  const { db, clock } = announcing
  const holders = await nearestHolders(db, raiser.organisationId)
  const accounts = await takeNotified(db, holders, clock.now())
  if (accounts.length === 0) return
  const label = change.code === '' ? change.identifier : change.code
  await announce(announcing, change.type === 'fault' ? 'fault.raised' : 'fault.alarm-raised', {
    params: {
      sn: raiser.sn,
      code: label,
      name: { en: words?.enName ?? '', zh: words?.name ?? '' },
      severity,
      at: change.at,
    },
    organisationId: raiser.organisationId,
    accounts,
    deviceType: raiser.kind,
    opens: { kind: change.type, id },
    isCritical: severity === 'critical',
  })
}

async function nearestHolders(db: Announcing['db'], organisationId: string): Promise<readonly string[]> {
  for (const id of await listLine(db, organisationId)) {
    const accounts = await listAccountsHolding(db, id, 'fault:acknowledge')
    if (accounts.length > 0) return accounts
  }
  return []
}
