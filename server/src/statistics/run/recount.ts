import { addDays, dayNumber } from '@brigade/contract/statistics/day.rules.ts'
import type { Db } from '../../platform/db/database.ts'
import { countDay } from './count-measures.store.ts'
import { atOneMoment, beginCounting, waitingForRuns, type Counting } from './counting.store.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { publish } from './publish.ts'
import { sumOfDay } from './recount.store.ts'
import { spanOf } from './run.store.ts'
import { unstage } from './staging.store.ts'

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

/**
 * Only the present organisations of people are known, and people may be erased, so what was counted of them is not
 * counted again.
 */
const recountedSources = [...flowSources, ...daySources, ...sealedSources].filter(
  ({ isOfPeople }) => isOfPeople !== true,
)

/**
 * Counts a past day again from the raw rows, and replaces its figures. The difference is that of the organisations' own
 * figures, by measure, from the stored ones, or from what this count has staged of the day before: a late report is not
 * a difference.
 */
export async function recountDay(counting: Counting, day: string): Promise<Recount> {
  const measures = recountedSources.flatMap(({ measures: own }) => own)
  const window = await spanOf(counting.db, day, 1, counting.zone)
  const before = await atOneMoment(counting, (trx) => sumOfDay(trx, day))
  await atOneMoment(counting, (trx) => unstage(trx, measures, day))
  for (const source of recountedSources) await countDay(counting, source, { day, window })
  const after = await atOneMoment(counting, (trx) => sumOfDay(trx, day))
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

/** `npm run reconcile`: days counted again one by one, each as a count of its own that no run is in at the same time. */
export async function reconcileDays(
  db: Db,
  days: readonly string[],
  zone: string,
  report: (recount: Recount) => void,
): Promise<number> {
  let differing = 0
  for (const day of days) {
    const recount = await waitingForRuns(db, async (connection) => {
      const { from } = await spanOf(connection, day, 1, zone)
      const counting = await beginCounting(connection, { from, now: new Date().toISOString(), zone })
      const found = await recountDay(counting, day)
      await publish(counting, {})
      return found
    })
    if (recount.differing.length > 0) differing += 1
    report(recount)
  }
  return differing
}
