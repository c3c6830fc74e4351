import { dayMs } from '@brigade/contract/time.ts'
import { z } from 'zod'
import { transaction } from '../platform/db/transaction.ts'
import type { Platform } from '../platform/http/context.ts'
import type { Job } from '../platform/jobs/job-runner.ts'
import type { Running as Part } from '../platform/program/domain.ts'
import { dropJobFile, dropUnused } from './job-files.ts'
import { listUnusedBefore } from './job-file.store.ts'
import { areRunsLost, freeLostJobs, listLostRuns, listWaitingJobs } from './job-run.store.ts'
import { removeExpiredJobs } from './job.store.ts'
import { askAgain, runJob, type Running } from './run-job.ts'
import { longWorkJob } from './start-job.ts'
import { isWithin } from '../platform/budget/budgets.ts'

const busyMs = 2000
const maxInterruptions = 3
/** A job that waits longer may have lost its queue entry to a worker that was killed. */
const askAgainAfterMs = 30_000

const Payload = z.object({ jobId: z.string() })

/** The queue's jobs for all long work. */
export const longWorkJobs = ({ platform, ...running }: Running): readonly Job[] => [
  {
    name: longWorkJob,
    run: async (payload, signal) => {
      const stopping = signal === undefined ? platform.stopping : AbortSignal.any([platform.stopping, signal])
      await runJob({ platform: { ...platform, stopping }, ...running }, Payload.parse(payload).jobId)
    },
  },
]

/** Deletes jobs with their files when they expire; files without a job (of a killed run) after a day. */
export function jobHousekeeping({ db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>): readonly Job[] {
  return [
    {
      name: 'remove-expired-jobs',
      cron: '*/10 * * * *',
      run: async () => {
        await dropUnused({ db, files }, await removeExpiredJobs(db, clock.now()))
        for (const id of await listUnusedBefore(db, clock.now() - dayMs)) await dropJobFile({ db, files }, id)
      },
    },
  ]
}

/**
 * Finds jobs of killed workers, and queues them again or gives them up. Every worker does it, so that one running
 * worker is enough. An expired lease is checked twice: a worker that a busy machine delayed as long has renewed it by
 * then.
 */
export function startFreeingLostJobs({
  db,
  clock,
  log,
  queues,
}: Pick<Platform, 'db' | 'clock' | 'log' | 'queues'>): Part {
  let requeuedAt = clock.now()
  let lostBefore: readonly string[] = []
  const isAskDue = () => !isWithin(requeuedAt, clock.now(), askAgainAfterMs)
  const work = async () => {
    const at = clock.now()
    const lost = await listLostRuns(db)
    const runs = lost.filter((run) => lostBefore.includes(run))
    lostBefore = lost
    const freed = await transaction(db, async (trx) => {
      const ids = await freeLostJobs(trx, {
        at,
        most: maxInterruptions,
        errorKey: 'job.stopped',
        runs,
      })
      for (const id of ids) await askAgain(trx, id, 0)
      return ids
    })
    if (freed.length > 0) log.warn({ jobs: freed }, 'Jobs of a worker that was killed go on')
    if (!isAskDue()) return
    requeuedAt = at
    for (const { id, earlier } of await listWaitingJobs(db, at - askAgainAfterMs)) await askAgain(db, id, earlier)
  }
  return queues.watch({
    name: 'lost-jobs',
    // A job that was once found lost is checked again in any case.
    waits: () => (isAskDue() || lostBefore.length > 0 ? true : areRunsLost()),
    busyMs,
    work,
    onErrorMessage: 'Lost jobs could not be looked for yet',
  })
}
