import { transaction } from '../../platform/db/transaction.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Running } from '../../platform/program/domain.ts'
import { repeat } from '../../platform/repeat.ts'
import { foldRecipeChanges } from './fold-recipe-changes.ts'
import { lookAfterOvens } from './look-after-ovens.ts'
import { ovenRecipeMoved } from './oven-notice.store.ts'
import { tryLockSync } from './sync.store.ts'

/** The pause after a look that failed. */
const pauseMs = 200
/**
 * The pause after a look that had work. Ovens answer within milliseconds, and the next ovens wait for their places: so the next look comes
 * soon, but not before some answers have gathered, because a round costs the same for one oven as for many.
 */
const gatheringMs = 25
/**
 * Each look without work doubles the pause, up to this one: while all places wait for ovens that say nothing, or nobody wants anything, a
 * worker hardly asks the database. What an answer waits for a look is then never longer than the oven itself has taken.
 */
const longestPauseMs = 2000

type Parts = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings' | 'log' | 'live' | 'files'>

/**
 * Sends recipes to ovens, in each worker: one worker at a time does it, and any of them may be killed. All state is in rows: a committed
 * step is continued, an uncommitted one never happened.
 */
export function startSyncingOvens(platform: Parts): Running {
  const { db, log, live } = platform
  const step = () =>
    transaction(db, async (trx) => {
      if (!(await tryLockSync(trx))) return 0
      return (await foldRecipeChanges(trx, platform)) + (await lookAfterOvens(trx, platform))
    })
  let restMs = pauseMs
  const look = async () => {
    const rested = restMs
    restMs = pauseMs
    restMs = (await step()) > 0 ? gatheringMs : Math.min(2 * rested, longestPauseMs)
  }
  const looking = repeat(look, {
    pauseMs: () => restMs,
    log,
    onErrorMessage: 'Ovens could not be looked after yet',
  })
  const left = new AbortController()
  const hearing = hear()
  /** What somebody sends is not to wait for the end of a long pause. */
  async function hear(): Promise<void> {
    // It also ends where notices may have been missed.
    while (!left.signal.aborted) {
      for await (const _ of live.changes(ovenRecipeMoved, left.signal)) looking.soon(gatheringMs)
      looking.soon(gatheringMs)
    }
  }
  return {
    stop: async () => {
      left.abort()
      await looking.stop()
      await hearing
    },
  }
}
