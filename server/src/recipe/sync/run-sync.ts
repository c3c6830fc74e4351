import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { foldRecipeChanges } from './fold-recipe-changes.ts'
import { lookAfterOvens } from './look-after-ovens.ts'
import { ovenRecipeMoved } from './oven-notice.store.ts'
import { isSyncDue, tryLockSync } from './sync.store.ts'

/**
 * The pause after a look with work. Ovens answer within milliseconds, and the next ovens wait for their slots: so the
 * next look comes soon, but not before some answers have gathered, because a round costs the same for one oven as for
 * many.
 */
const gatheringMs = 25
/** The delay of the look after a report. */
const reportedMs = 100

/**
 * Sends recipes to ovens, in each worker: one worker at a time does it, and any of them may be killed. All state is in rows: a committed
 * step is continued, an uncommitted one never happened.
 */
export function startSyncingOvens(platform: Platform): Running {
  const { db, queues } = platform
  const work = () =>
    transaction(db, async (trx) => {
      if (!(await tryLockSync(trx))) return false
      return (await foldRecipeChanges(trx, platform)) + (await lookAfterOvens(trx, platform)) > 0
    })
  return queues.watch({
    name: 'recipe-sync',
    waits: (now) => isSyncDue(now, ovenRecipeLimits.inFlight),
    wokenBy: { [ovenRecipeMoved]: gatheringMs, device: reportedMs },
    busyMs: gatheringMs,
    work,
    onErrorMessage: 'Ovens could not be looked after yet',
  })
}
