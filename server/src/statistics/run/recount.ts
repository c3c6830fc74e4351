import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { prepareRun } from './prepare-run.store.ts'
import { sumOfDay } from './recount.store.ts'
import { spanOf, waitForRuns } from './run.store.ts'
import { writeDay } from './write-measures.store.ts'

/** The recounted day moves through this range of days back, so that each day is checked twice while it is recent. */
const firstBack = 3
const round = 28

/** The past day that the night before `today` recounts. */
export const recountedDay = (today: string): string => {
  const number = dayNumber(today)
  return addDays(today, -(firstBack + (number % round)))
}

type Recount = Readonly<{ recounted: string; difference: number; differing: string[] }>

/**
 * Counts a past day again from the raw rows and replaces its figures. The difference is that of the organisations' own figures, by measure.
 */
export async function recountDay(db: Transaction, day: string, zone: string): Promise<Recount> {
  const before = await sumOfDay(db, day)
  const window = await spanOf(db, day, 1, zone)
  for (const source of [...flowSources, ...daySources, ...sealedSources]) await writeDay(db, source, day, window)
  const after = await sumOfDay(db, day)
  const measures = [...flowSources, ...daySources, ...sealedSources].flatMap(({ measures: own }) => own)
  const differences = measures.map((measure) => ({
    measure,
    by: Math.abs((after.get(measure) ?? 0) - (before.get(measure) ?? 0)),
  }))
  const differing = differences.filter(({ by }) => by > 1e-6)
  return {
    recounted: day,
    difference: differing.reduce((sum, { by }) => sum + by, 0),
    differing: differing.map(({ measure }) => measure),
  }
}

/** `npm run reconcile`: days counted again one by one, each in a transaction that no run is in at the same time. */
export async function reconcileDays(
  db: Db,
  days: readonly string[],
  zone: string,
  report: (recount: Recount) => void,
): Promise<number> {
  let differing = 0
  for (const day of days) {
    const recount = await transaction(db, async (trx) => {
      await waitForRuns(trx)
      await prepareRun(trx)
      return recountDay(trx, day, zone)
    })
    if (recount.differing.length > 0) differing += 1
    report(recount)
  }
  return differing
}
