import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import type { Settings } from '../platform/settings.ts'
import { countCommands } from './command-total.store.ts'
import { dropOldCommands } from './old-commands.store.ts'

type Options = Readonly<{ db: Db; clock: Clock; settings: Pick<Settings, 'retention'> }>

/** Cron times are UTC; nights are those of Beijing. */
export const commandJobs = ({ db, clock, settings }: Options): readonly Job[] => [
  { name: 'count-commands', cron: '7 * * * *', run: () => countCommands(db, clock.now()) },
  {
    name: 'drop-old-commands',
    cron: '50 18 * * *',
    run: () => dropOldCommands(db, clock.now(), settings.retention.historyDays),
  },
]
