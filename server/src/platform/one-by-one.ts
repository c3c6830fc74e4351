import type { Log } from './log.ts'

export type OneByOne = Readonly<{
  add: (work: () => Promise<void>) => void
  /** Resolves once all that was added until now is done. */
  settled: () => Promise<void>
}>

/** Does one thing after the other, as they came. One that fails is logged with `trouble`, and the next has its turn. */
export function oneByOne({ log, trouble }: { log: Log; trouble: string }): OneByOne {
  let working = Promise.resolve()
  return {
    add: (work) => {
      working = working.then(work).catch((error: unknown) => log.warn({ err: error }, trouble))
    },
    settled: () => working,
  }
}
