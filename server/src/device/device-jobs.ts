import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import type { Log } from '../platform/log.ts'
import { sealHistory } from './history/seal-history.ts'
import { dropEmptyTotals } from './list/device-total.store.ts'
import type { Settings } from '../platform/settings.ts'
import { dropOldRecords } from './record/old-records.store.ts'

type Options = Readonly<{ db: Db; clock: Clock; log: Log; settings: Pick<Settings, 'retention'> }>

/** What is done for devices every night (of Beijing; times are UTC) without being asked. */
export function deviceJobs({ db, clock, log, settings }: Options): readonly Job[] {
  return [
    {
      name: 'seal-history',
      cron: '15 18 * * *',
      run: async () => {
        const sealed = await sealHistory(db, clock.now())
        if (sealed > 0) log.info({ reports: sealed }, 'Reports of past days were sealed')
      },
    },
    { name: 'tidy-device-totals', cron: '45 18 * * *', run: () => dropEmptyTotals(db) },
    {
      name: 'drop-old-records',
      cron: '50 18 * * *',
      run: () => dropOldRecords(db, clock.now(), settings.retention),
    },
  ]
}
