import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Log } from '../../platform/log.ts'
import { dropOldMessageRates } from '../message-rate.store.ts'
import { thinMessages } from '../messages/thin-messages.store.ts'
import { sealHistory } from './seal-history.ts'

/** Cron times are UTC; nights are those of Beijing. */
export const telemetryJobs = ({ db, clock, log }: Readonly<{ db: Db; clock: Clock; log: Log }>): readonly Job[] => [
  {
    name: 'seal-history',
    cron: '15 18 * * *',
    run: async () => {
      // For half an hour: a run of the statistics reads the history for minutes.
      const sealed = await sealHistory(db, clock.now(), undefined, 60)
      if (sealed > 0) log.info({ reports: sealed }, 'Reports of past days were sealed')
    },
  },
  { name: 'drop-message-rates', cron: '17 * * * *', run: () => dropOldMessageRates(db, clock.now()) },
  {
    name: 'thin-messages',
    cron: '30 18 * * *',
    run: async () => {
      const payloads = await thinMessages(db, clock.now())
      if (payloads > 0) log.info({ payloads }, 'Payloads of plain reports of past days were left out of the trace')
    },
  },
]
