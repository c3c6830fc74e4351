import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import { removeActsBefore } from '../account-act.store.ts'

/** The operation log keeps the acts for longer. */
const keptMs = 90 * 86_400_000

/** Acts on administrators are shown for a month and deleted after three. */
export function accountJobs({ db, clock }: { db: Db; clock: Clock }): readonly Job[] {
  return [
    {
      name: 'forget-administrator-acts',
      cron: '35 3 * * *',
      run: () => removeActsBefore(db, clock.now() - keptMs),
    },
  ]
}
