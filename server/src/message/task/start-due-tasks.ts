import { enqueueJob } from '../../job/start-job.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { pushMessages } from './push-work.ts'
import { areTasksDue, endTask, listLostTasks, lockDueTasks, pushTaskMoved, writeTask } from './task.store.ts'

const busyMs = 1000
const atOnce = 20

/** Every worker starts planned tasks that are due, and ends those whose job ended without them. */
export function startDueTasks({ db, clock, settings, queues }: Platform): Running {
  const work = async () => {
    await transaction(db, async (trx) => {
      for (const { id, accountId, title, locale, timeZone } of await lockDueTasks(trx, clock.now(), atOnce)) {
        const jobId = await enqueueJob(
          trx,
          {
            accountId,
            openedOrganisationId: null,
            kind: pushMessages.kind,
            params: { taskId: id },
            locale,
            timeZone: timeZone ?? settings.timeZone,
            fileName: title,
          },
          { at: clock.now(), priority: 0 },
        )
        await writeTask(trx, id, { state: 'sending', jobId }, clock.now())
      }
    })
    for (const { id, status, errorKey } of await listLostTasks(db))
      await endTask(db, id, status === 'cancelled' ? 'cancelled' : 'failed', errorOf(status, errorKey), clock.now())
  }
  return queues.watch({
    name: 'push-tasks',
    waits: areTasksDue,
    wokenBy: { [pushTaskMoved]: 100, job: busyMs },
    busyMs,
    work,
    onErrorMessage: 'Push tasks could not be looked at yet',
  })
}

function errorOf(status: string | null, errorKey: string | null): string {
  if (status === 'cancelled') return ''
  if (errorKey === 'job.stopped') return 'interrupted'
  return errorKey === 'job.notAllowed' ? 'notAllowed' : 'broken'
}
