import { approverRefusal } from '@brigade/contract/firmware/task.rules.ts'
import type { DomainManifest } from '../../job/long-work.ts'
import { refuse } from '../../platform/refusal.ts'
import { lockGate } from '../row/gate.store.ts'
import { insertTaskEvent } from '../row/task-event.store.ts'
import { notifyUpgrades } from '../row/upgrade-row.store.ts'
import { announceToApprove, approverFacts } from './approval.ts'
import { countApprovals, listApprovals } from './approver.store.ts'
import { writeTask } from './task.store.ts'

/**
 * Submitted tasks that wait for the account's approval wait for its successor, who is notified. Without a successor
 * they name nobody, and everybody who may approve finds them. The approver is not a part of the approved content.
 */
export const approvalsInHand: NonNullable<DomainManifest['inHand']> = {
  kind: 'approval',
  count: countApprovals,
  handOver: async (trx, { accountId, successorId, by }) => {
    if ((await countApprovals(trx, accountId)) === 0) return
    await lockGate(trx)
    const at = by.clock.now()
    const tasks = await listApprovals(trx, accountId)
    for (const { id, name, creatorName, devices, target, ...made } of tasks) {
      if (successorId !== null && approverRefusal(await approverFacts(trx, successorId, made)) !== null)
        refuse('field.refused', undefined, { fields: { successorId: 'firmware.approverCannot' } })
      await writeTask(trx, id, { approverId: successorId }, at)
      await insertTaskEvent(trx, { taskId: id, kind: 'approver-left', accountId: by.caller.accountId, at })
      if (successorId !== null)
        await announceToApprove(trx, by, successorId, { id, name, by: creatorName ?? '', devices, target })
    }
    if (tasks.length > 0)
      await notifyUpgrades(
        trx,
        tasks.map(({ id }) => ({ taskId: id, deviceId: '0' })),
      )
  },
}
