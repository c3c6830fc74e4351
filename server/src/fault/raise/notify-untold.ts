import { codeInSentence } from '@brigade/contract/fault/fault-words.ts'
import { announce } from '../../message/announce/announce.ts'
import { namesOf } from '../list/list-faults.ts'
import type { Raising } from './cause.ts'
import { recordHappened } from './raise.store.ts'
import { listSeeing, takeNotified, takeUntold } from './untold.store.ts'

/** Notifies people in one message about all records raised in the minute after their last notification. */
export async function notifyUntold(raising: Raising): Promise<void> {
  const { db, clock } = raising
  const now = clock.now()
  const untold = await takeUntold(db, now)
  for (const [accountId, all] of Map.groupBy(untold, ({ accountId: of }) => of)) {
    const seen = await listSeeing(
      db,
      accountId,
      all.map(({ organisationId }) => organisationId),
    )
    const records = all.filter(({ organisationId }) => seen.has(organisationId))
    const [first] = records
    if (first === undefined) continue
    await takeNotified(db, [accountId], now)
    const message = await announce(raising, 'fault.more', {
      params: {
        count: records.length,
        sn: first.sn,
        code: codeInSentence(first, first.name !== null),
        name: namesOf(first),
        severity: first.severity,
      },
      organisationId: first.organisationId,
      accounts: [accountId],
      deviceType: first.deviceKind,
      opens: { kind: first.type, id: first.id },
      isCritical: first.severity === 'critical',
    })
    const at = new Date(now).toISOString()
    for (const { id, month } of records) await recordHappened(db, { id, month, act: 'notify', at, message })
  }
}
