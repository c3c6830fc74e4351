import type { Db } from '../../platform/db/database.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { foldTotals, vacuumTotals } from './device-total.store.ts'

const foldEveryMs = 1000
/** So many folded changes leave a table that is slower to read than it need be. */
const vacuumAfter = 20_000

/**
 * Folds what changed into the totals, so that reading them stays cheap; they are as true without. Any number of workers may
 * run it: one of them folds.
 */
export function keepFoldingTotals({ db, log }: { db: Db; log: Log }): Repetition {
  let folded = 0
  const fold = async () => {
    folded += await foldTotals(db)
    if (folded <= vacuumAfter) return
    folded = 0
    await vacuumTotals(db)
  }
  return repeat(fold, { pauseMs: foldEveryMs, log, onErrorMessage: 'Device totals could not be folded yet' })
}
