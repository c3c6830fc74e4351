import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { repeat } from '../repeat.ts'
import type { Log } from '../log.ts'
import { endStandstill, noteStandstill } from './intake.store.ts'

/** A message that waits longer than this to be written means that intake stands still. */
const standstillMs = 10_000
const lookEveryMs = 1000

export type Intake = Readonly<{
  /** When the oldest unwritten message of this process was received, epoch ms, where intake stands still. */
  standsSince: () => number | undefined
  stop: () => Promise<void>
}>

/** Watches whether this process writes what devices say, and tells the other processes when it does not. */
export function watchIntake({
  db,
  clock,
  log,
  oldestMs,
}: {
  db: Db
  clock: Clock
  log: Log
  /** When the oldest message was received that is not written; undefined where none waits. */
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
      // Noted before it is written: a row whose answer got lost has to go too.
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
    onErrorMessage: 'Whether intake stands still could not be told',
  })
  return {
    standsSince,
    stop: async () => {
      await keeping.stop()
      // Best effort: what stays behind is passed over after 15 s.
      if (isNoted) await endStandstill(db, processId).catch(() => undefined)
    },
  }
}
