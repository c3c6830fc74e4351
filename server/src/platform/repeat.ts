import type { Log } from './log.ts'

export type Repetition = Readonly<{ stop: () => Promise<void> }>

/**
 * Runs work at once, and again `pauseMs` after each run, until it is stopped. Stopping waits for the current run. A
 * failure is logged with `onErrorMessage`, and the next run follows, because the database may be unavailable for a
 * while.
 */
export function repeat(
  work: () => Promise<void>,
  { pauseMs, log, onErrorMessage }: { pauseMs: number; log: Log; onErrorMessage: string },
): Repetition {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let doing = Promise.resolve()

  async function once() {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, onErrorMessage)
    }
    if (!isStopped) timer = setTimeout(next, pauseMs)
  }
  function next() {
    doing = once()
  }
  next()

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await doing
    },
  }
}
