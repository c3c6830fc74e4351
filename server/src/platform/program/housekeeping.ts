import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { dropPartitions } from '../db/drop-partitions.ts'
import { ensurePartitions } from '../db/partitions.ts'
import type { Job } from '../jobs/job-runner.ts'
import type { Log } from '../log.ts'

/** `keptDays`: retention of partitioned tables in days, by table. */
export type HousekeepingOptions = Readonly<{
  db: Db
  clock: Clock
  log: Log
  keptDays: Readonly<Record<string, number>>
}>

/** Daily scheduled work: makes partitions for coming rows, and drops those past their retention. */
export const housekeeping = (options: HousekeepingOptions): readonly Job[] => [
  {
    name: 'make-partitions',
    cron: '5 */6 * * *',
    run: async () => {
      await ensurePartitions(options.db, options.clock.now())
    },
  },
  { name: 'drop-old-rows', cron: '35 2 * * *', run: () => dropOldRows(options) },
]

/**
 * Drops the partitions that contain only expired rows. A table that fails does not block the next ones; its error is
 * thrown at the end.
 */
export async function dropOldRows({ db, clock, log, keptDays }: HousekeepingOptions): Promise<void> {
  const failures: unknown[] = []
  for (const [table, days] of Object.entries(keptDays)) {
    try {
      const partitions = await dropPartitions(db, table, clock.now(), days)
      if (partitions.length > 0) log.info({ partitions }, 'Partitions past their retention were dropped')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
