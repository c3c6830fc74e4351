import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { foldTotals, vacuumTotals } from './device-total.store.ts'

const foldEveryMs = 1000
/** So many folded changes leave a table that is slower to read than it need be. */
const vacuumAfter = 20_000

/**
 * Folds what changed into the totals, so that reading them stays cheap; they are as true without. Any number of workers may
 * run it: one of them folds.
 */
export function keepFoldingTotals({ db, log }: { db: Db; log: Log }): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let folding = Promise.resolve()
  let folded = 0

  async function fold() {
    try {
      folded += await foldTotals(db)
      if (folded > vacuumAfter) {
        folded = 0
        await vacuumTotals(db)
      }
    } catch (error) {
      // The database may be away; what is not folded waits.
      log.warn({ err: error }, 'Device totals could not be folded yet')
    }
    if (!isStopped) timer = setTimeout(next, foldEveryMs)
  }
  function next() {
    folding = fold()
  }
  next()

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await folding
    },
  }
}
