import type { Transaction } from '../../platform/db/database.ts'
import { daySources, sealedSources } from './day-sources.store.ts'
import { flowSources } from './flow-sources.store.ts'
import { sumOfDay } from './recount.store.ts'
import { addDays, spanOf } from './run.store.ts'
import { writeDay } from './write-measures.store.ts'

/** Days back among which the recounted one goes round, so that each is looked at twice while it is young. */
const firstBack = 3
const round = 28

/** The past day whose turn it is in the night before `today`. */
export const recountedDay = (today: string): string => {
  const number = Math.floor(Date.parse(`${today}T00:00:00Z`) / 86_400_000)
  return addDays(today, -(firstBack + (number % round)))
}

export type Recount = Readonly<{ recounted: string; difference: number; differing: string[] }>

/** Counts a past day again from the raw rows, in the place of what stood there. What was different is the difference of the totals of the platform, by measure. */
export async function recountDay(db: Transaction, today: string, zone: string): Promise<Recount> {
  const day = recountedDay(today)
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
