import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { dropBallast, freeBytes, ensureBallast, lowSpaceBytes } from './ballast.ts'
import { isRunning } from './process-info.ts'
import { startOrAttach, stopPostmaster, type Postmaster } from './start-or-attach.ts'

export type SupervisedPostgres = Readonly<{
  databaseUrl: string
  isAttached: boolean
  /** The id of the process that runs now. */
  pid: () => number
  stop: () => Promise<void>
}>

const watchEveryMs = 100
const longestPauseMs = 10_000
/** A server that has run this long counts as healthy again: it is restarted at once when it ends. */
const healthyAfterMs = 30_000

/**
 * Starts PostgreSQL or attaches to it, and starts it again at the same address whenever it ends. A server that was
 * attached to is not a child of this process, so both kinds are watched by their process id.
 */
export async function supervisePostgres({ dataDir, log }: { dataDir: string; log: Log }): Promise<SupervisedPostgres> {
  const first = await startOrAttach({ dataDir, mode: 'durable', log })
  const stopping = new AbortController()
  let current: Postmaster = first
  log.info(
    { pid: first.pid },
    first.isAttached ? 'PostgreSQL was running already: attached to it' : 'PostgreSQL started',
  )

  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function restart(attempt: number): Promise<void> {
    try {
      current = await startOrAttach({ dataDir, mode: 'durable', log, earlierSocketFolder: first.socketFolder })
      log.warn({ pid: current.pid }, 'PostgreSQL is back')
    } catch (error) {
      log.error({ err: error }, 'PostgreSQL does not come back yet')
      const isFull = (await freeBytes(dataDir)) < lowSpaceBytes / 4
      if (isFull && (await dropBallast(dataDir)))
        log.error('The disk is full: gave PostgreSQL the space that was set aside; make room now')
      await pause(Math.min(100 * 2 ** attempt, longestPauseMs))
    }
  }

  async function watch() {
    let runningSince = Date.now()
    let attempt = 0
    while (!stopping.signal.aborted) {
      await pause(watchEveryMs)
      if (stopping.signal.aborted) return
      if (isRunning(current.pid)) {
        if (Date.now() - runningSince > healthyAfterMs) attempt = 0
        continue
      }
      log.error({ pid: current.pid }, 'PostgreSQL ended: starting it again')
      if (attempt > 0) await pause(Math.min(100 * 2 ** attempt, longestPauseMs))
      if (stopping.signal.aborted) return
      await restart(attempt)
      attempt += 1
      runningSince = Date.now()
    }
  }

  const watching = watch()
  ensureBallast(dataDir).catch((error: unknown) =>
    log.warn({ err: error }, 'No space could be set aside for a full disk'),
  )
  return {
    databaseUrl: first.databaseUrl,
    isAttached: first.isAttached,
    pid: () => current.pid,
    stop: async () => {
      stopping.abort()
      await watching
      await stopPostmaster(current)
    },
  }
}
