import { setTimeout as wait } from 'node:timers/promises'
import { Logger, run, runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { answeredWhenever } from '../db/connection/answer-limit.ts'
import type { Log } from '../log.ts'
import type { JobMeasures } from '../metrics/metrics.ts'

/** Background work without a caller: it runs once in the whole installation, whatever the number of workers. */
export type Job = Readonly<{
  name: string
  /** Minutes, hours, days as in crontab, UTC. Without it the job runs on request only. */
  cron?: string
  /** `signal` aborts some seconds after the runner began to stop. */
  run: (payload: unknown, signal?: AbortSignal) => Promise<void>
}>

/** The time between two polls of each of its four takers without a notification: queued jobs are notified. */
const pollEveryMs = 20_000
/** The pause before another runner replaces a lost one. */
const pauseMs = 1000

export type JobRunner = Readonly<{ stop: () => Promise<void> }>

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const error = meta !== undefined && 'error' in meta ? meta.error : undefined
    if (level === 'error') log.error({ err: error }, message)
    else if (level === 'warning') log.warn({ err: error }, message)
    else log.trace(message)
  })
}

/** Makes the queue's tables, so that jobs can be queued before any worker has run. */
export async function makeQueue(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: loggerOf(log) })
}

/**
 * Runs jobs from the database's queue and queues the scheduled ones. A runner takes only jobs that it knows by name:
 * two runners in one process keep one kind of work from waiting for the other.
 */
export async function startJobRunner({
  pool,
  jobs,
  log,
  stopping,
  measure = unmeasured,
}: {
  pool: Pool
  jobs: readonly Job[]
  log: Log
  /** The runner takes no further jobs once this aborts. */
  stopping: AbortSignal
  measure?: JobMeasures
}): Promise<JobRunner> {
  const begin = () =>
    run({
      pgPool: pool,
      logger: loggerOf(log),
      // Two cores: a worker process runs few jobs at a time, and several workers share the queue.
      concurrency: 2,
      noHandleSignals: true,
      // Queued jobs are notified; polling finds those that wait for their time, or whose notification was lost.
      pollInterval: pollEveryMs,
      // With a delay, a failure to record the end of a job becomes an error of the runner; without one, of the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: Object.fromEntries(
        jobs.map((job) => [
          job.name,
          (payload: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
            measure(job.name, () => answeredWhenever(() => job.run(payload, abortSignal))),
        ]),
      ),
      crontab: jobs
        .filter((job) => job.cron !== undefined)
        .map((job) => `${job.cron ?? ''} ${job.name}`)
        .join('\n'),
    })
  let runner = await begin()
  let isStopped = false

  /** A runner stops itself when it loses the database at the wrong moment; another one replaces it. */
  async function keepRunning() {
    while (!isStopped) {
      try {
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'The queue was lost')
      }
      while (!isStopped) {
        await Promise.race([wait(pauseMs, undefined, { ref: false }), aborted(stopping)])
        if (stopping.aborted || isStopped) return
        try {
          runner = await begin()
          if (isStopped) await runner.stop()
          break
        } catch (error) {
          log.warn({ err: error }, 'The queue cannot be taken from yet')
        }
      }
    }
  }
  const running = keepRunning()

  async function leave() {
    isStopped = true
    // A runner that has already stopped itself rejects here.
    await runner.stop().catch((error: unknown) => log.debug({ err: error }, 'The queue was left before'))
    await running
  }
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= leave())
  const onStopping = () => void stop()
  if (stopping.aborted) onStopping()
  else stopping.addEventListener('abort', onStopping, { once: true })
  return { stop }
}

const unmeasured: JobMeasures = (_name, work) => work()

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
