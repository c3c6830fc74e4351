import { randomUUID } from 'node:crypto'
import type { DomainManifest } from '../../job/long-work.ts'
import { refuse } from '../../platform/refusal.ts'
import { notifyChanged } from '../raise/raise-record.ts'
import { insertAssignments, mayBeAssigned } from './act.store.ts'
import { countInHand, insertHandOver, reassign } from './in-hand.store.ts'

/**
 * Open records of an account pass to its successor, who is notified as after any assignment. Records that the successor
 * does not see, or all without a successor, become unassigned and acknowledged.
 */
export const faultsInHand: NonNullable<DomainManifest['inHand']> = {
  kind: 'fault',
  count: countInHand,
  handOver: async (trx, { accountId, successorId, by: { caller, clock } }) => {
    const now = clock.now()
    const records = await reassign(trx, { accountId, successorId, now })
    if (records.length === 0) return
    if (successorId !== null && !(await mayBeAssigned(trx, caller, successorId, [])))
      refuse('field.refused', undefined, { fields: { successorId: 'fault.unknownAssignee' } })
    const batchId = randomUUID()
    await insertHandOver(trx, records, { accountId: caller.accountId, batchId, now })
    const passed = records.filter(({ isPassed }) => isPassed)
    if (successorId !== null && successorId !== caller.accountId)
      await insertAssignments(trx, passed, { accountId: successorId, batchId, by: caller.name, now })
    await notifyChanged(trx, ...records.map(({ id }) => id))
  },
}
