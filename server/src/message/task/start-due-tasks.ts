import { enqueueJob } from '../../job/start-job.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import { pushMessages } from './push-work.ts'
import { endTask, listLostTasks, lockDueTasks, writeTask } from './task.store.ts'

const pauseMs = 1000
const atOnce = 20

/** Every worker starts planned tasks that are due, and ends those whose job ended without them. */
export function startDueTasks({ db, clock, settings, log }: Platform): Repetition {
  const look = async () => {
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
  return repeat(look, { pauseMs, log, onErrorMessage: 'Push tasks could not be looked at yet' })
}

function errorOf(status: string | null, errorKey: string | null): string {
  if (status === 'cancelled') return ''
  if (errorKey === 'job.stopped') return 'interrupted'
  return errorKey === 'job.notAllowed' ? 'notAllowed' : 'broken'
}
