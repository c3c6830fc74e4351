import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  checkpointKey,
  leaveInFile,
  readCheckpoints,
  signCheckpoint,
  type Checkpoint,
} from '../../platform/chain/checkpoint.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job-runner.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import { findNewestCheckpoint, insertCheck, insertCheckpoint, readChain, type Check } from './chain.store.ts'
import { sealFresh } from './seal-log.ts'
import { verifyLog } from './verify-log.ts'

type Own = Readonly<{ db: Db; clock: Clock; settings: Settings; log: Log }>

/** Signs how far the chain is and leaves it outside. A chain that stands where the last checkpoint left is not signed again. */
export async function keepCheckpoint({ db, clock, settings, log }: Own): Promise<Checkpoint | undefined> {
  const { n, head } = await readChain(db)
  const last = await findNewestCheckpoint(db)
  if (n === 0n || (last?.n === String(n) && (last.leftFor.length > 0 || settings.checkpointFile === undefined)))
    return undefined
  const previous = last === undefined || last.n === String(n) ? Buffer.alloc(32) : last.head
  const madeAt = new Date(clock.now()).toISOString()
  const checkpoint = signCheckpoint(await checkpointKey(settings.dataDir), { n, head, previous, madeAt })
  const leftFor: string[] = []
  try {
    if (settings.checkpointFile !== undefined) {
      await leaveInFile(settings.checkpointFile, checkpoint)
      leftFor.push('file')
    }
  } catch (error) {
    log.error({ err: error }, 'A checkpoint of the operation log could not be left in CHECKPOINT_FILE')
  }
  await insertCheckpoint(db, checkpoint, leftFor)
  return checkpoint
}

/** Checks the chain against what was left outside, or against the files given. */
export async function checkLog(
  { db, clock, settings }: Omit<Own, 'log'>,
  given: readonly Checkpoint[] = [],
): Promise<Check> {
  const file = settings.checkpointFile
  const left = file !== undefined && existsSync(file) ? readCheckpoints(await readFile(file, 'utf8')) : []
  return verifyLog({
    db,
    outside: [...left, ...given],
    key: await checkpointKey(settings.dataDir),
    now: clock.now(),
    keptDays: settings.retention.operationLogDays,
  })
}

export const logJobs = (platform: Own): readonly Job[] => [
  {
    name: 'leave-checkpoint',
    cron: '50 * * * *',
    run: async () => {
      await sealFresh(platform.db, platform.clock.now())
      await keepCheckpoint(platform)
    },
  },
  {
    name: 'verify-log',
    cron: '15 3 * * *',
    run: async () => {
      const check = await checkLog(platform)
      await insertCheck(platform.db, check, platform.clock.now())
      if (check.outcome === 'broken') platform.log.error(check, 'The operation log does not hold')
    },
  },
]
