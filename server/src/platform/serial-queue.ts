import type { Log } from './log.ts'

export type SerialQueue = Readonly<{
  add: (work: () => Promise<void>) => void
  /** Resolves when everything that was added before this call has run. */
  settled: () => Promise<void>
}>

/** Runs pieces of work one after another, in the order in which they were added. A failure is logged with `onErrorMessage`. */
export function serialQueue({ log, onErrorMessage }: { log: Log; onErrorMessage: string }): SerialQueue {
  let working = Promise.resolve()
  return {
    add: (work) => {
      working = working.then(work).catch((error: unknown) => log.warn({ err: error }, onErrorMessage))
    },
    settled: () => working,
  }
}
