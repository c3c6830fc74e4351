import type { Log } from './log.ts'

export type Repetition = Readonly<{
  stop: () => Promise<void>
  /** The next run begins within this time, whatever pause it is in. */
  soon: (withinMs: number) => void
}>

/**
 * Runs work at once, and again `pauseMs` after each run, until it is stopped. Stopping waits for the current run. A
 * failure is logged with `onErrorMessage`, and the next run follows, because the database may be unavailable for a
 * while.
 */
export function repeat(
  work: () => Promise<void>,
  { pauseMs, log, onErrorMessage }: { pauseMs: number | (() => number); log: Log; onErrorMessage: string },
): Repetition {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let doing = Promise.resolve()
  /** When the next run begins; undefined: one runs now. */
  let nextMs: number | undefined
  let wantedWithinMs = Number.POSITIVE_INFINITY

  async function once() {
    nextMs = undefined
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, onErrorMessage)
    }
    const pause = typeof pauseMs === 'number' ? pauseMs : pauseMs()
    if (!isStopped) rest(Math.min(pause, wantedWithinMs))
    wantedWithinMs = Number.POSITIVE_INFINITY
  }
  function next() {
    doing = once()
  }
  function rest(ms: number) {
    clearTimeout(timer)
    nextMs = performance.now() + ms
    timer = setTimeout(next, ms)
  }
  next()

  return {
    soon: (withinMs) => {
      if (isStopped) return
      if (nextMs === undefined) wantedWithinMs = Math.min(wantedWithinMs, withinMs)
      else if (performance.now() + withinMs < nextMs) rest(withinMs)
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await doing
    },
  }
}
