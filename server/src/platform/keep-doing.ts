import type { Log } from './log.ts'

export type KeptDoing = Readonly<{ stop: () => Promise<void> }>

/**
 * Does something at once and again `pauseMs` after each time, until stopped; stopping waits for the one under way. A failure
 * is logged with `trouble` and tried again: the database may be away.
 */
export function keepDoing(
  work: () => Promise<void>,
  { pauseMs, log, trouble }: { pauseMs: number; log: Log; trouble: string },
): KeptDoing {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let doing = Promise.resolve()

  async function once() {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, trouble)
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
