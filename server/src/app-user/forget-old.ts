import { dayMs } from '@brigade/contract/time.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import { removeOldBrakes } from './brake.store.ts'
import { removeOldCounts } from './code-count.store.ts'
import { removeOldCodes } from './code.store.ts'
import { removeOldTokens } from './token.store.ts'

// Until then a token that timed out is answered `expired` instead of `invalid`.
const keptOverMs = 30 * dayMs

/** Deletes expired codes, invitations, tokens and counts. */
export function appUserJobs({ db, clock }: { db: Db; clock: Clock }): readonly Job[] {
  return [
    {
      name: 'forget-spent-app-sign-ins',
      cron: '35 * * * *',
      run: async () => {
        await removeOldCodes(db, clock.now())
        await removeOldBrakes(db, clock.now())
        await removeOldCounts(db, clock.now())
        await removeOldTokens(db, clock.now() - keptOverMs)
      },
    },
  ]
}
