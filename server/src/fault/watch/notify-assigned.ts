import { codeInSentence } from '@brigade/contract/fault/fault-words.ts'
import { announce } from '../../message/announce/announce.ts'
import { namesOf } from '../list/list-faults.ts'
import { recordHappened } from '../raise/raise.store.ts'
import type { Raising } from '../raise/cause.ts'
import { listAssigned, takeAssignments } from './wait.store.ts'

/**
 * Notifies assignees of assignments that were not undone within ten seconds: one message for each act. The act fixed
 * the receivers and their addresses; later changes of the assignee or the record do not matter.
 */
export async function notifyAssigned(raising: Raising): Promise<void> {
  const { db, clock } = raising
  const due = await takeAssignments(db, clock.now())
  for (const [batchId, acts] of Map.groupBy(due, ({ batchId: of }) => of)) {
    const [one] = acts
    if (one === undefined || batchId === '') continue
    const { accountId, by, receiver, organisationId } = one
    const records = await listAssigned(
      db,
      acts.map(({ faultId }) => faultId),
    )
    const [first] = records
    if (first === undefined) continue
    const at = new Date(clock.now()).toISOString()
    const message = await announce(raising, 'fault.assigned', {
      params: {
        count: records.length,
        sn: first.sn,
        code: codeInSentence(first, first.name !== null),
        name: namesOf(first),
        severity: first.severity,
        by,
      },
      organisationId: organisationId ?? first.organisationId,
      accounts: [accountId],
      ...(receiver === null ? {} : { asOf: [receiver] }),
      deviceType: first.deviceKind === 'oven' ? 'oven' : 'cooler',
      opens: { kind: first.type, id: first.id },
      isCritical: records.some(({ severity }) => severity === 'critical'),
    })
    for (const { id, month } of records) await recordHappened(db, { id, month, act: 'notify', at, message })
  }
}
