import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { longTransaction } from '../../platform/db/transaction.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { prepareRun } from './prepare-run.store.ts'
import { sumOfDay } from './recount.store.ts'
import { spanOf, waitForRuns } from './run.store.ts'
import { writeDay } from './write-measures.store.ts'

const firstBack = 3
/** Odd, so that the days that one round leaves out are those of the next. */
const round = 27

/**
 * The past day that the night before `today` recounts: from night to night two days later, within this range of days back. So each day is
 * recounted once while it is recent.
 */
export const recountedDay = (today: string): string =>
  addDays(today, -(firstBack + round - 1 - (dayNumber(today) % round)))

type Recount = Readonly<{ recounted: string; difference: number; differing: string[] }>

/** Whose people were is known of now alone, and people may be erased: what was counted of them is not counted again. */
const recountedSources = [...flowSources, ...daySources, ...sealedSources].filter(
  ({ isOfPeople }) => isOfPeople !== true,
)

/**
 * Counts a past day again from the raw rows and replaces its figures. The difference is that of the organisations' own figures, by measure.
 */
export async function recountDay(db: Transaction, day: string, zone: string): Promise<Recount> {
  const before = await sumOfDay(db, day)
  const window = await spanOf(db, day, 1, zone)
  for (const source of recountedSources) await writeDay(db, source, day, window)
  const after = await sumOfDay(db, day)
  const measures = recountedSources.flatMap(({ measures: own }) => own)
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
    const recount = await longTransaction(db, async (trx) => {
      await waitForRuns(trx)
      await prepareRun(trx, (await spanOf(trx, day, 1, zone)).from)
      return recountDay(trx, day, zone)
    })
    if (recount.differing.length > 0) differing += 1
    report(recount)
  }
  return differing
}
