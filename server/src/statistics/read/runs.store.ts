import type { RunRow, RunSearch } from '@brigade/contract/statistics/statistics.model.ts'
import { sql } from 'kysely'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { orderOf, readPage } from '../../platform/db/page.ts'
import { firstDay } from '../run/run.store.ts'

type Stored = Omit<RunRow, 'differing'> & Readonly<{ differing: string[] }>

export async function findRuns(db: Db, search: RunSearch): Promise<Page<Stored>> {
  const { direction } = orderOf(search.sort, ['dueAt'])
  let query = db.selectFrom('statisticRun')
  if (search.outcome !== undefined) query = query.where('outcome', '=', search.outcome)
  if (search.differs !== undefined) query = query.where(sql<boolean>`(coalesce(difference, 0) > 0) = ${search.differs}`)
  return readPage(db, search, {
    ordered: query
      .select(['id', 'dueAt', 'beganAt', 'endedAt', 'outcome', 'hours', 'rows', 'difference', 'differing', 'reason'])
      .select(sql<string | null>`recounted::text`.as('recounted'))
      .orderBy('dueAt', direction)
      .orderBy('id', direction),
    counted: query.select('id'),
  })
}

export type Known = Readonly<{
  /** The last run that counted; null: none yet. */
  asOf: string | null
  /** The run that was due last failed. */
  isFailed: boolean
  /** The day of the run, and how many hours of it the run counted. */
  day: string | null
  hour: number
  /** The first day that flows are known of; null: as long as there has been anything. */
  firstDay: string | null
  /** The first day with data of runs: a comparison cannot go further back. */
  keptFrom: string | null
  /** Days with stocks from a run; the other days have only the stocks that follow from dated rows. */
  stockDays: ReadonlySet<string>
  datedDays: ReadonlySet<string>
  /** Moments at which stocks were taken. */
  moments: ReadonlySet<string>
  /** The same by their day and hour in the zone: `2026-11-24 13`. */
  momentsByHour: ReadonlyMap<string, string>
}>

/** Reads what runs have taken for the requested days. */
export async function findKnown(db: Db, zone: string): Promise<Known> {
  const { rows: all } = await sql<{ dueAt: string; day: string; outcome: string; hour: number }>`
    select due_at, day::text as day, outcome, extract(hour from due_at at time zone ${zone})::int as hour from statistic_run
    where outcome <> 'missed' order by due_at`.execute(db)
  const rows = all.filter(({ outcome }) => outcome === 'succeeded' || outcome === 'reconstructed')
  const taken = rows.filter(({ outcome }) => outcome === 'succeeded')
  const last = taken.at(-1)
  const first = rows[0]
  const oldest = await firstDay(db, zone)
  const isWhole = first !== undefined && (oldest === undefined || oldest >= first.day)
  return {
    isFailed: all.at(-1)?.outcome === 'failed',
    asOf: last?.dueAt ?? null,
    day: last?.day ?? null,
    hour: last?.hour ?? 0,
    keptFrom: first?.day ?? null,
    firstDay: isWhole ? null : (first?.day ?? null),
    stockDays: new Set(taken.map(({ day }) => day)),
    datedDays: new Set(rows.filter(({ hour }) => hour !== 0).map(({ day }) => day)),
    moments: new Set(taken.map(({ dueAt }) => dueAt)),
    momentsByHour: new Map(taken.map(({ dueAt, day, hour }) => [`${day} ${hour}`, dueAt])),
  }
}
