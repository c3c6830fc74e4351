import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { dayMs, minuteMs } from '@brigade/contract/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import { removeOpeningsBefore } from './opening.store.ts'
import { removeSessionsBefore } from './session.store.ts'
import { removeSpent } from './sign-in.store.ts'

// Until then a token that timed out is answered `expired` instead of `invalid`.
const keptOverMs = sessionLimits.absoluteDays * dayMs

const openingsKeptMs = 400 * dayMs

/**
 * Deletes expired captchas, codes, links, requests and failures within the hour; ended sessions after 30 days, the
 * record of opened consoles after 400.
 */
export function sessionJobs({ db, clock }: { db: Db; clock: Clock }): readonly Job[] {
  return [
    {
      name: 'forget-spent-sign-ins',
      cron: '20 * * * *',
      run: async () => {
        await removeSpent(db, clock.now(), sessionLimits.lockMinutes * minuteMs)
        await removeOpeningsBefore(db, clock.now() - openingsKeptMs)
        await removeSessionsBefore(db, clock.now() - keptOverMs)
      },
    },
  ]
}
