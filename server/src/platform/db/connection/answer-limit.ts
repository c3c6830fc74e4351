import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<number>()

/** Within `work` each statement has this long for its answer: then its connection counts as silent and is destroyed. */
export const answeredWithin = <T>(limitMs: number, work: () => T): T => current.run(limitMs, work)

/**
 * For work with long statements: jobs, migrations, retention. Only the keep-alive of TCP detects that its connection is
 * silent.
 */
export const answeredWhenever = <T>(work: () => T): T => current.run(Number.POSITIVE_INFINITY, work)

/** The limit of the running work; undefined if the limit of the pool applies. */
export const answerLimitNow = (): number | undefined => current.getStore()
