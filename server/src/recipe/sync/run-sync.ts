import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { repeat } from '../../platform/repeat.ts'
import { foldRecipeChanges } from './fold-recipe-changes.ts'
import { lookAfterOvens } from './look-after-ovens.ts'
import { tryLockSync } from './sync.store.ts'

const pauseMs = 200

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
  const look = async () => {
    while (!platform.stopping.aborted && (await step()) > 0);
  }
  return repeat(look, { pauseMs, log, onErrorMessage: 'Ovens could not be looked after yet' })
}
