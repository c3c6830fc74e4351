import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Platform } from '../platform/http/context.ts'
import type { Log } from '../platform/log.ts'
import type { Running } from '../platform/program/domain.ts'
import { repeat, type Repetition } from '../platform/repeat.ts'
import { areCommandsOver, findNextDeadline, timeOutCommands } from './command-outcome.store.ts'

const busyMs = 500
/** All commands have a minute, so that none is over before the next look; a clock that jumps is noticed with it. */
const longestPauseInLooks = 5
const onErrorMessage = 'Commands past their deadline could not be closed yet'

type Given = Readonly<{ db: Db; clock: Clock; log: Log }>
/** `lookMs`: `QUEUE_LOOK_MS`. */
type Sweeping = Given & Readonly<{ lookMs: number }>

async function endOverdue({ db, clock, log }: Given): Promise<void> {
  const deviceIds = await timeOutCommands(db, clock.now())
  if (deviceIds.length > 0) log.info({ devices: deviceIds.length }, 'Commands timed out')
}

/**
 * Times out every command at its own deadline, by the injected clock. Connectors and workers both do it, so that an
 * open command is closed even if one of them has ended; doing it twice changes nothing. A connector looks when the
 * first deadline is over.
 */
export function startSweepingCommands(given: Sweeping): Repetition {
  const { db, clock, log, lookMs } = given
  let pauseMs = busyMs
  const look = async () => {
    pauseMs = busyMs
    const next = await findNextDeadline(db)
    if (next !== undefined && next <= clock.now()) return endOverdue(given)
    pauseMs = Math.min(longestPauseInLooks * lookMs, Math.max(0, (next ?? Number.POSITIVE_INFINITY) - clock.now()))
  }
  return repeat(look, { pauseMs: () => pauseMs, log, onErrorMessage })
}

/** A worker does it if no connector runs, together with its other periodic checks. */
export function startEndingCommands(platform: Platform): Running {
  return platform.queues.watch({
    name: 'overdue-commands',
    waits: areCommandsOver,
    busyMs,
    work: () => endOverdue(platform),
    onErrorMessage,
  })
}
