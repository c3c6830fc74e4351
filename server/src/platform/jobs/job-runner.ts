import { Logger, run } from 'graphile-worker'
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

/** Runs jobs from the database's queue, and puts the scheduled ones there. */
export async function startJobRunner({
  pool,
  jobs,
  log,
}: {
  pool: Pool
  jobs: readonly Job[]
  log: Log
}): Promise<JobRunner> {
  const logger = new Logger(() => (level, message, meta) => {
    const error = meta !== undefined && 'error' in meta ? meta.error : undefined
    if (level === 'error') log.error({ err: error }, message)
    else if (level === 'warning') log.warn({ err: error }, message)
    else log.trace(message)
  })
  // Unheard, the loss of a connection in use would end the process (graphile-worker asks for both).
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'A database connection was lost')),
  )
  const runner = await run({
    pgPool: pool,
    logger,
    // Two cores: a worker process does little at a time, and several workers share the queue.
    concurrency: 2,
    noHandleSignals: true,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)])),
    crontab: jobs
      .filter((job) => job.cron !== undefined)
      .map((job) => `${job.cron ?? ''} ${job.name}`)
      .join('\n'),
  })
  return {
    stop: async () => {
      await runner.stop()
    },
  }
}
