import { Logger, run, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Log } from '../log.ts'

/** Work that needs no caller: run once in the whole installation, whatever the number of workers. */
export type Job = Readonly<{
  name: string
  /** Minutes, hours, days as in crontab, UTC. Left out: runs when asked for. */
  cron?: string
  run: (payload: unknown) => Promise<void>
}>

export type JobRunner = Readonly<{ stop: () => Promise<void> }>

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const error = meta !== undefined && 'error' in meta ? meta.error : undefined
    if (level === 'error') log.error({ err: error }, message)
    else if (level === 'warning') log.warn({ err: error }, message)
    else log.trace(message)
  })
}

/** Makes the queue's tables, so that work can be asked for before any worker has run. */
export async function makeQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: loggerOf(log) })
}

/**
 * Runs jobs from the database's queue, and puts the scheduled ones there. A runner takes only what it knows by name: two in
 * one process keep one kind of work from waiting for the other.
 */
export async function startJobRunner({
  pool,
  jobs,
  log,
  stopping,
}: {
  pool: Pool
  jobs: readonly Job[]
  log: Log
  /** Takes nothing more once this aborts. */
  stopping: AbortSignal
}): Promise<JobRunner> {
  const runner = await run({
    pgPool: pool,
    logger: loggerOf(log),
    // Two cores: a worker process does little at a time, and several workers share the queue.
    concurrency: 2,
    noHandleSignals: true,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)])),
    crontab: jobs
      .filter((job) => job.cron !== undefined)
      .map((job) => `${job.cron ?? ''} ${job.name}`)
      .join('\n'),
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= runner.stop())
  const onStopping = () => {
    stop().catch((error: unknown) => log.warn({ err: error }, 'The queue was not left cleanly'))
  }
  if (stopping.aborted) onStopping()
  else stopping.addEventListener('abort', onStopping, { once: true })
  return { stop }
}
