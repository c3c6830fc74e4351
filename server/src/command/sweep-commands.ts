import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { repeat, type Repetition } from '../platform/repeat.ts'
import type { Log } from '../platform/log.ts'
import { timeOutCommands } from './command-outcome.store.ts'

const sweepEveryMs = 500

/**
 * Times out every command at its own deadline, by the injected clock. Connectors and workers both run it, so that an
 * open command is closed even if one of them has ended; running it twice changes nothing.
 */
export function startSweepingCommands({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Repetition {
  const sweep = async () => {
    const deviceIds = await timeOutCommands(db, clock.now())
    if (deviceIds.length > 0) log.info({ devices: deviceIds.length }, 'Commands timed out')
  }
  return repeat(sweep, {
    pauseMs: sweepEveryMs,
    log,
    onErrorMessage: 'Commands past their deadline could not be closed yet',
  })
}
