import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Settings } from '../../platform/settings.ts'
import { dropEmptyTotals } from '../list/device-total.store.ts'
import { dropOldTlsRefusals } from '../presence/tls-refusal.store.ts'
import { dropOldRecords } from './old-records.store.ts'

type Options = Readonly<{ db: Db; clock: Clock; settings: Pick<Settings, 'retention'> }>

/** Every night, Beijing time; cron times are UTC. */
export const deviceJobs = ({ db, clock, settings }: Options): readonly Job[] => [
  { name: 'tidy-device-totals', cron: '45 18 * * *', run: () => dropEmptyTotals(db) },
  {
    name: 'drop-old-records',
    cron: '50 18 * * *',
    run: () => dropOldRecords(db, clock.now(), settings.retention),
  },
  { name: 'drop-tls-refusals', cron: '52 18 * * *', run: () => dropOldTlsRefusals(db, clock.now()) },
]
