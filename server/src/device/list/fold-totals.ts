import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { areTotalsChanged, foldTotals, vacuumTotals } from './device-total.store.ts'

const busyMs = 1000
/** After this many folded changes the table is vacuumed, because dead rows slow down its reads. */
const vacuumAfter = 20_000

/**
 * Folds changes into the totals, so that reading them stays cheap. Unfolded totals are correct too. Any number of workers may
 * run this, and one of them folds.
 */
export function startFoldingTotals({ db, queues }: Pick<Platform, 'db' | 'queues'>): Running {
  let folded = 0
  const fold = async () => {
    folded += await foldTotals(db)
    if (folded <= vacuumAfter) return
    folded = 0
    await vacuumTotals(db)
  }
  return queues.watch({
    name: 'device-totals',
    waits: areTotalsChanged,
    wokenBy: { device: busyMs },
    busyMs,
    work: fold,
    onErrorMessage: 'Device totals could not be folded yet',
  })
}
