import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { repeat } from '../repeat.ts'
import type { Log } from '../log.ts'
import { endStandstill, noteStandstill } from './intake.store.ts'

/** Intake is stalled when a message waits longer than this to be written. */
const standstillMs = 10_000
const lookEveryMs = 1000

export type Intake = Readonly<{
  /** The time at which this process received its oldest unwritten message, epoch ms, while intake is stalled. */
  standsSince: () => number | undefined
  stop: () => Promise<void>
}>

/**
 * Watches whether this process writes the messages of devices, and records it for the other processes when it does not.
 */
export function watchIntake({
  db,
  clock,
  log,
  oldestMs,
}: {
  db: Db
  clock: Clock
  log: Log
  /** The time at which the oldest unwritten message was received; undefined if none waits. */
  oldestMs: () => number | undefined
}): Intake {
  const processId = randomUUID()
  let isNoted = false

  function standsSince(): number | undefined {
    const oldest = oldestMs()
    return oldest !== undefined && clock.now() - oldest > standstillMs ? oldest : undefined
  }

  async function look(): Promise<void> {
    const since = standsSince()
    if (since !== undefined) {
      if (!isNoted)
        log.error({ oldestMessageAt: new Date(since).toISOString() }, 'Intake stands still: nothing is written')
      // Set before writing, because a row whose acknowledgement was lost has to be deleted too.
      isNoted = true
      await noteStandstill(db, processId, since)
    } else if (isNoted) {
      await endStandstill(db, processId)
      isNoted = false
      log.info('Intake flows again')
    }
  }

  const keeping = repeat(look, {
    pauseMs: lookEveryMs,
    log,
    onErrorMessage: 'Whether intake stands still could not be determined',
  })
  return {
    standsSince,
    stop: async () => {
      await keeping.stop()
      // Best effort: a remaining record is ignored after 15 s.
      if (isNoted) await endStandstill(db, processId).catch(() => undefined)
    },
  }
}
