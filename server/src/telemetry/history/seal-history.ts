import { alinkLimits } from '@brigade/contract/link/alink.model.ts'
import type { Db } from '../../platform/db/database.ts'
import { endOfPortion, endRowDay, listRowDays, sealPortion } from './seal-history.store.ts'

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Reports of this many rows are sealed at a time: it bounds the memory, and how much is done again after an interruption. */
const rowsAtOnce = 100_000

/**
 * Seals the reports of every day before yesterday (UTC). Each portion of devices is a transaction, so it may be
 * interrupted anywhere and continues later; late reports are rows again and are sealed beside the others the next time.
 * Returns the number of sealed reports.
 */
export async function sealHistory(db: Db, nowMs: number, portionRows = rowsAtOnce): Promise<number> {
  const yesterday = dayOf(nowMs - dayMs)
  const oldestLate = dayOf(nowMs - alinkLimits.deviceTimePastMs - dayMs)
  let sealed = 0
  for (const day of await listRowDays(db, yesterday)) {
    let from = '0'
    let portion = await endOfPortion(db, day, from, portionRows)
    while (portion !== undefined) {
      sealed += await sealPortion(db, day, from, portion.below)
      if (portion.below === null) break
      from = portion.below
      portion = await endOfPortion(db, day, from, portionRows)
    }
    await endRowDay(db, day, { keep: day >= oldestLate })
  }
  return sealed
}
