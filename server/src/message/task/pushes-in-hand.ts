import type { DomainManifest } from '../../job/long-work.ts'
import { refuse } from '../../platform/refusal.ts'
import { loadAccess } from '../../system/system.store.ts'
import { pushMessages } from './push-work.ts'
import { countWaitingTasks, lockTasksOf, writeTask } from './task.store.ts'

/** A planned push is sent with the rights of its account, so it passes to the successor, or is cancelled without one. */
export const pushesInHand: NonNullable<DomainManifest['inHand']> = {
  kind: 'push',
  count: countWaitingTasks,
  handOver: async (trx, { accountId, successorId, by: { clock } }) => {
    const now = clock.now()
    const tasks = await lockTasksOf(trx, accountId)
    const isWaiting = tasks.some(({ state }) => state !== 'sending')
    if (successorId !== null && isWaiting) {
      const { operationCodes } = await loadAccess(trx, successorId)
      if (!operationCodes.has(pushMessages.access({ taskId: '' })))
        refuse('field.refused', undefined, { fields: { successorId: 'message.successorCannot' } })
    }
    for (const { id, state } of tasks)
      if (successorId !== null) await writeTask(trx, id, { accountId: successorId }, now)
      else if (state !== 'sending')
        await writeTask(trx, id, { state: 'cancelled', endedAt: new Date(now).toISOString() }, now)
  },
}
