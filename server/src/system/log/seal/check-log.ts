import { checkpointKey, type Checkpoint } from '../../../platform/chain/checkpoint.ts'
import type { Job } from '../../../platform/jobs/job-runner.ts'
import { noteKeptDays } from './chain.store.ts'
import { readLeft, writeCheckpoint, type Own } from './checkpoints.ts'
import { findNewestCheck, insertCheck, type KeptCheck } from './part.store.ts'
import { sealFresh } from './seal-log.ts'
import { verifyLog, type Verified, type VerifyOptions } from './verify-log.ts'

type Checking = Omit<Own, 'log'> & Pick<VerifyOptions, 'parts' | 'isKept' | 'reportProgress'>

/**
 * Checks the log against the copies outside, and against the given checkpoints: all of it, unless `parts` limits it.
 */
export async function checkLog(
  { db, clock, settings, ...how }: Checking,
  given: readonly Checkpoint[] = [],
): Promise<Verified> {
  const { parts, isKept, reportProgress } = how
  return verifyLog({
    db,
    outside: [...(await readLeft(settings)), ...given],
    key: await checkpointKey(settings),
    now: clock.now(),
    keptDays: settings.retention.operationLogDays,
    ...(parts === undefined ? {} : { parts }),
    ...(isKept === undefined ? {} : { isKept }),
    ...(reportProgress === undefined ? {} : { reportProgress }),
  })
}

type Recording = Own & Pick<VerifyOptions, 'parts' | 'reportProgress'>

/** Checks the log, and stores the result for the screen; also that a check could not be made. */
export async function checkAndRecord(own: Recording): Promise<Verified> {
  const { db, clock, log, parts } = own
  const keep = (check: Omit<KeptCheck, 'isWhole'>) =>
    insertCheck(db, { ...check, isWhole: parts !== 'tonight' }, clock.now())
  try {
    const check = await checkLog({ ...own, isKept: true })
    await keep(check)
    if (check.outcome === 'broken') log.error(check, 'The operation log does not hold')
    return check
  } catch (error) {
    log.error({ err: error }, 'The operation log could not be checked')
    const before = await findNewestCheck(db)
    const nothing = { lines: 0n, dropped: 0n, fault: null, faultN: null, oldestAt: before?.oldestAt ?? null }
    await keep({ ...nothing, outcome: 'failed' })
    throw error
  }
}

export const logJobs = (platform: Own): readonly Job[] => [
  {
    name: 'leave-checkpoint',
    cron: '50 * * * *',
    run: async () => {
      await sealFresh(platform.db, platform.clock.now(), { waits: true })
      await writeCheckpoint(platform)
    },
  },
  {
    name: 'verify-log',
    cron: '15 3 * * *',
    run: async () => {
      await noteKeptDays(platform.db, platform.settings.retention.operationLogDays, platform.clock.now())
      await checkAndRecord({ ...platform, parts: 'tonight' })
    },
  },
]
