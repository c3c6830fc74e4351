import { dropOldRows, dropPartitions, dropSealedDays, ensurePartitions } from './platform/db/partitions.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/db/database.ts'
import type { Job } from './platform/jobs/job-runner.ts'
import type { Settings } from './platform/settings.ts'

/** What is done every day without being asked: room for the reports to come, and what is past its keeping time let go. */
export function housekeeping({ db, clock, settings }: { db: Db; clock: Clock; settings: Settings }): readonly Job[] {
  const { retention } = settings
  return [
    {
      name: 'make-partitions',
      cron: '5 */6 * * *',
      run: async () => {
        await ensurePartitions(db, clock.now())
      },
    },
    {
      name: 'drop-old-rows',
      cron: '35 2 * * *',
      run: async () => {
        const now = clock.now()
        await dropPartitions(db, 'device_history', now, retention.historyDays)
        await dropSealedDays(db, now, retention.historyDays)
        await dropPartitions(db, 'device_message', now, retention.messageDays)
        await dropPartitions(db, 'device_log', now, retention.messageDays)
        await dropOldRows(db, 'online_log', now, retention.onlineLogDays)
        await dropOldRows(db, 'device_event', now, retention.historyDays)
        await dropOldRows(db, 'operation_log', now, retention.operationLogDays)
      },
    },
  ]
}
