import type { Db } from '../../platform/db/database.ts'
import { repeat, type Repetition } from '../../platform/repeat.ts'
import type { Log } from '../../platform/log.ts'
import { foldTotals, vacuumTotals } from './device-total.store.ts'

const foldEveryMs = 1000
/** After this many folded changes the table is vacuumed, because dead rows slow down its reads. */
const vacuumAfter = 20_000

/**
 * Folds changes into the totals, so that reading them stays cheap. Unfolded totals are correct too. Any number of workers may
 * run this, and one of them folds.
 */
export function startFoldingTotals({ db, log }: { db: Db; log: Log }): Repetition {
  let folded = 0
  const fold = async () => {
    folded += await foldTotals(db)
    if (folded <= vacuumAfter) return
    folded = 0
    await vacuumTotals(db)
  }
  return repeat(fold, { pauseMs: foldEveryMs, log, onErrorMessage: 'Device totals could not be folded yet' })
}
