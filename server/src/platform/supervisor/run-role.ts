import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { RoleOrder, type RoleReport } from './role-message.ts'
import { reportAlive } from './report-alive.ts'

export type RunningRole = {
  addresses: { http?: string | undefined; mqttPort?: number | undefined; status?: string | undefined }
  drain: (forMs: number) => Promise<void>
  stop: () => Promise<void>
}

/** Less than the supervisor's own timeout, after which it sends SIGKILL. */
const stopLimitMs = 3000
/** What a drain may take longer than it is given, on a busy machine. */
const drainGraceMs = 1000

function report(message: RoleReport) {
  process.send?.(message)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * The life cycle of one role's process. Under a supervisor it waits for orders and ends with the supervisor, however
 * that ends, so that no orphan holds a port. Alone (`DATABASE_URL` set) it starts at once; on SIGINT or SIGTERM it lets
 * calls end and hands devices over for at most `drainMs`, since other processes may serve them, and ends. A second
 * signal ends it at once.
 */
export async function runRole({
  databaseUrl,
  drainMs,
  prepare,
  start,
  log,
}: {
  databaseUrl: string | undefined
  drainMs: number
  prepare: (databaseUrl: string) => Promise<{ isNew: boolean }>
  start: (databaseUrl: string) => Promise<RunningRole>
  log: Log
}): Promise<void> {
  const isSupervised = process.send !== undefined
  let running: Promise<RunningRole> | undefined
  let isStopping = false
  const hurry = Promise.withResolvers<void>()

  async function drain() {
    log.info({ forMs: drainMs }, 'Draining')
    const drained = running?.then((role) => role.drain(drainMs))
    const hurried = hurry.promise.then(() => log.info('A second signal ends it at once'))
    await Promise.race([drained, hurried, delay(drainMs + drainGraceMs, undefined, { ref: false })])
  }

  async function stop(exitCode = 0) {
    if (isStopping) return hurry.resolve()
    isStopping = true
    if (!isSupervised && exitCode === 0 && drainMs > 0)
      await drain().catch((error: unknown) => log.error({ err: error }, 'Did not drain'))
    const stopped = running
      ?.then((role) => role.stop())
      .catch((error: unknown) => log.error({ err: error }, 'Did not stop cleanly'))
    await Promise.race([stopped, delay(stopLimitMs, undefined, { ref: false })])
    process.exit(exitCode)
  }

  async function fail(error: unknown) {
    // The supervisor gets the reason; the log has the rest.
    log.error({ err: error }, 'Did not start')
    report({ report: 'failed', reason: reasonOf(error) })
    running = undefined
    await stop(1)
  }

  async function obey(order: RoleOrder) {
    try {
      if (order.order === 'stop') return await stop()
      if (order.order === 'prepare') {
        return report({ report: 'prepared', ...(await prepare(order.databaseUrl)) })
      }
      running = start(order.databaseUrl)
      const { addresses } = await running
      report({ report: 'started', addresses })
      // Node writes the cache only at the end, which a killed process does not reach: its successor would compile
      // everything again.
      flushCompileCache()
    } catch (error) {
      await fail(error)
    }
  }

  process.on('SIGTERM', () => void stop())
  if (!isSupervised) {
    process.on('SIGINT', () => void stop())
    if (databaseUrl !== undefined) await obey({ order: 'start', databaseUrl })
    return
  }
  // Ctrl-C reaches every process of the terminal; the supervisor decides on the order of stopping.
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => void stop())
  // The supervisor reads the log; when it has ended, this process still stops in order.
  process.stdout.on('error', () => undefined)
  // The supervisor starts the other roles now: they use the code that this process compiled.
  flushCompileCache()
  reportAlive()
  process.on('message', (message) => {
    const order = RoleOrder.safeParse(message)
    if (order.success) void obey(order.data)
  })
}
