import type { Platform } from '../../platform/http/context.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Running } from '../../platform/program/domain.ts'
import { findDue, isRunDue, writeFailed } from './run.store.ts'
import { removeOld } from './retention.store.ts'
import { takeDue } from './take-run.ts'

const busyMs = 2000
/** A start has other things to do first. */
const settleMs = 4000

/** Checks in each worker whether a run is due, and one of them takes it. A failed run is recorded, and tried again. */
export function startRuns(platform: Platform): Running {
  const { db, clock, settings } = platform
  const begunAt = performance.now()
  const look = async () => {
    if (performance.now() - begunAt < settleMs) return
    try {
      while (!platform.stopping.aborted && (await takeDue(platform)));
    } catch (error) {
      const due = await findDue(db, new Date(clock.now()).toISOString(), settings.statisticsZone)
      if (due.last !== undefined) await writeFailed(db, due.last, error instanceof Error ? error.message : '')
      throw error
    }
  }
  return platform.queues.watch({
    name: 'statistics',
    waits: (now) => isRunDue(now, settings.statisticsZone),
    busyMs,
    work: look,
    onErrorMessage: 'A run of the statistics failed and is tried again',
  })
}

/** Days for which hours and days are kept. */
export const statisticJobs = ({ db, clock }: Platform): readonly Job[] => [
  { name: 'forget-statistics', cron: '50 18 * * *', run: () => removeOld(db, clock.now()) },
]
