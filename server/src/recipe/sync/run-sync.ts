import { setTimeout as delay } from 'node:timers/promises'
import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { repeat } from '../../platform/repeat.ts'
import { foldRecipeChanges } from './fold-recipe-changes.ts'
import { lookAfterOvens } from './look-after-ovens.ts'
import { tryLockSync } from './sync.store.ts'

/** The interval of looks while nothing happens. */
const pauseMs = 200
/**
 * The pause after a look that had work. Ovens answer within milliseconds, and the next ovens wait for their places: so the next look comes
 * soon, but not before some answers have gathered, because a round costs the same for one oven as for many.
 */
const gatheringMs = 25

/**
 * Sends recipes to ovens, in each worker: one worker at a time does it, and any of them may be killed. All state is in rows: a committed
 * step is continued, an uncommitted one never happened.
 */
export function startSyncingOvens(platform: Platform): Running {
  const { db, log } = platform
  const step = () =>
    transaction(db, async (trx) => {
      if (!(await tryLockSync(trx))) return 0
      return (await foldRecipeChanges(trx, platform)) + (await lookAfterOvens(trx, platform))
    })
  let restMs = pauseMs
  const look = async () => {
    do {
      restMs = (await step()) > 0 ? gatheringMs : Math.min(2 * restMs, pauseMs)
      if (restMs < pauseMs) await delay(restMs)
    } while (!platform.stopping.aborted && restMs < pauseMs)
  }
  return repeat(look, { pauseMs, log, onErrorMessage: 'Ovens could not be looked after yet' })
}
