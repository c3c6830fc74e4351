import { runHours } from '@brigade/contract/statistics/statistics.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arePastsWaiting } from '../../system/demo/past-progress.store.ts'
import { hourDays } from './flow-sources.store.ts'
import { turnedSince } from './owner-at.store.ts'
import type { FlowSource, Window } from './source.store.ts'

/** The moments of the runs of some days, in the zone; one that a change of clocks leaves out or repeats is taken once. */
const moments = (first: RawBuilder<unknown>, last: RawBuilder<unknown>, zone: string) => sql`
  select distinct on (due_at) due_at, day from (
    select ((d.day::date + make_time(h.hour, 0, 0)) at time zone ${zone}) as due_at, d.day::date as day
    from generate_series(${first}::timestamp, ${last}::timestamp, '1 day') as d (day)
    cross join unnest(${[...runHours]}::int[]) as h (hour)
  ) as moment order by due_at, day`

const dayOf = (at: string, zone: string) => sql`(${at}::timestamptz at time zone ${zone})::date`

export type Due = Readonly<{ dueAt: string; day: string }>
type Around = Readonly<{ last: Due | undefined; next: Due | undefined }>

/** The run that was due last, and the next. */
export async function findDue(db: Db, now: string, zone: string): Promise<Around> {
  const today = dayOf(now, zone)
  const { rows } = await sql<Due & { isPast: boolean }>`
    select due_at, day::text as day, due_at <= ${now}::timestamptz as is_past
    from (${moments(sql`(${today} - 2)`, sql`(${today} + 2)`, zone)}) as m order by due_at`.execute(db)
  return { last: rows.findLast(({ isPast }) => isPast), next: rows.find(({ isPast }) => !isPast) }
}

/** Whether the run that was due last has not been taken, and can be. */
export const isRunDue = (now: string, zone: string) => sql<boolean>`
  not exists (
    select from statistic_run r where r.outcome = 'succeeded' and r.due_at = (
      select max(m.due_at) from (${moments(sql`(${dayOf(now, zone)} - 1)`, dayOf(now, zone), zone)}) as m where m.due_at <= ${now}::timestamptz))
  and not ${arePastsWaiting}`

/** Between two runs, without either. */
export async function listDueBetween(db: Db, from: string, to: string, zone: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select due_at, day::text as day from (${moments(sql`(${dayOf(from, zone)} - 1)`, sql`(${dayOf(to, zone)} + 1)`, zone)}) as m
    where due_at > ${from}::timestamptz and due_at < ${to}::timestamptz order by due_at`.execute(db)
  return rows
}

/** Reads how far the past day recounted last was from its raw rows, and when the last run was. */
export async function findHealth(db: Db): Promise<Readonly<{ difference: number; takenAt: string | null }>> {
  const { rows } = await sql<{ difference: number | null; takenAt: string | null }>`
    select (select difference from statistic_run where recounted is not null order by due_at desc limit 1) as difference,
      (select max(due_at) from statistic_run where outcome = 'succeeded') as taken_at`.execute(db)
  return { difference: rows[0]?.difference ?? 0, takenAt: rows[0]?.takenAt ?? null }
}

export type KeptRun = Readonly<{ dueAt: string; beganAt: string | null }>

/** The last run that counted; undefined as long as the days before the first one are still being counted. */
export async function findLastRun(db: Db, zone: string): Promise<KeptRun | undefined> {
  const { rows } = await sql<KeptRun>`
    select due_at, began_at from statistic_run
    where outcome = 'succeeded' or (outcome = 'reconstructed' and due_at = day_start(day, ${zone}))
    order by due_at desc limit 1`.execute(db)
  return rows[0]
}

/** The last of the days before the first run that is counted already. */
export async function findReconstructed(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from statistic_run where outcome = 'reconstructed'`.execute(db)
  return rows[0]?.day ?? undefined
}

export async function findRunAt(db: Db, dueAt: string) {
  return db.selectFrom('statisticRun').where('dueAt', '=', dueAt).select(['outcome']).executeTakeFirst()
}

type Ended = Readonly<{
  beganAt: string
  endedAt: string
  since: string | null
  hours: number
  rows: number
  recounted: string | null
  difference: number | null
  differing: string[]
}>

export async function writeRun(
  db: Db,
  { dueAt, day }: Due,
  outcome: 'succeeded' | 'failed' | 'missed' | 'reconstructed',
  ended: Partial<Ended> & Readonly<{ reason?: string }> = {},
): Promise<void> {
  const { hours = 0, rows = 0, differing = [], reason = '', ...times } = ended
  const values = {
    outcome,
    hours,
    rows,
    differing,
    reason,
    beganAt: times.beganAt ?? null,
    endedAt: times.endedAt ?? null,
    since: times.since ?? null,
    recounted: times.recounted ?? null,
    difference: times.difference ?? null,
  }
  const insert = db.insertInto('statisticRun').values({ dueAt, day, ...values })
  await (
    outcome === 'missed'
      ? insert.onConflict((conflict) => conflict.column('dueAt').doNothing())
      : insert.onConflict((conflict) => conflict.column('dueAt').doUpdateSet(values))
  ).execute()
}

/**
 * The hours of a zone that a window reaches into, by their beginnings. They are not one hour apart everywhere: the clocks of Lord Howe go
 * forward and back by half of one.
 */
const hoursWithin = ({ from, to, zone }: Window) => sql`
  select distinct date_trunc('hour', at, ${zone}) as hour
  from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 millisecond', '15 minutes') as at`

export async function listHoursWithin(db: Db, window: Window): Promise<string[]> {
  const { rows } = await sql<{ hour: string }>`${hoursWithin(window)} order by 1`.execute(db)
  return rows.map(({ hour }) => hour)
}

/** Hours to count again: those since the previous run, and those with new rows or changed owners since. */
export async function listTouched(
  db: Db,
  source: Pick<FlowSource, 'touched' | 'isOfPeople'>,
  { since, from, to, zone }: Window & Readonly<{ since: string }>,
): Promise<string[]> {
  const late = source.touched?.(since, { from, to, zone })
  const { rows } = await sql<{ hour: string }>`
    ${hoursWithin({ from, to, zone })}
      ${source.isOfPeople === true ? sql`` : sql`union select date_trunc('hour', at, ${zone}) from (${turnedSince(since)}) as turned`}
    ${late === undefined ? sql`` : sql`union select date_trunc('hour', at, ${zone}) from (${late}) as late where at is not null`}
    order by 1`.execute(db)
  const oldest = Date.parse(to) - hourDays * dayMs
  return rows.map(({ hour }) => hour).filter((hour) => Date.parse(hour) >= oldest && hour < to)
}

/** Spans of days (in the zone) up to one of them, with their beginnings and ends as moments. */
export async function spansOf(
  db: Db,
  day: string,
  lengths: readonly number[],
  zone: string,
): Promise<readonly Readonly<{ days: number; window: Window }>[]> {
  const { rows } = await sql<{ days: number; from: string; to: string }>`
    select days, day_start(${day}::date - days + 1, ${zone}) as "from", day_start(${day}::date + 1, ${zone}) as "to"
    from unnest(${lengths}::int[]) as days`.execute(db)
  return rows.map(({ days, ...span }) => ({ days, window: { ...span, zone } }))
}

export async function spanOf(db: Db, day: string, days: number, zone: string): Promise<Window> {
  const [span] = await spansOf(db, day, [days], zone)
  if (span === undefined) throw new Error('No span')
  return span.window
}

export async function daysOf(db: Db, hours: readonly string[], zone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (hour at time zone ${zone})::date::text as day from unnest(${hours}::timestamptz[]) as hour order by 1`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

/** The days (in the zone) that a time touches, the last first. */
export async function listDaysBack(db: Db, { from, to, zone }: Window): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day from generate_series(${dayOf(from, zone)}::timestamp, ${dayOf(to, zone)}::timestamp, '1 day') as day order by 1 desc`.execute(
    db,
  )
  return rows.map(({ day }) => day)
}

export async function firstDay(db: Db, zone: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select (least((select min(created_at) from organisation), (select min(created_at) from device), (select min(installed_at) from device),
      (select min(raised_at) from fault_record), (select min(searched_at) from app_search), (select min(created_at) from app_user))
      at time zone ${zone})::date::text as day`.execute(db)
  return rows[0]?.day ?? undefined
}

/** Whether the past of a device of the demo is still to be written. */
export async function isPastComing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${arePastsWaiting} as is`.execute(db)
  return rows[0]?.is === true
}

/** Records a failed run, until one succeeds; a run that succeeded meanwhile stays. */
export async function writeFailed(db: Db, { dueAt, day }: Due, reason: string): Promise<void> {
  await sql`
    insert into statistic_run as r (due_at, day, outcome, reason) values (${dueAt}, ${day}, 'failed', ${reason.slice(0, 500)})
    on conflict (due_at) do update set outcome = 'failed', reason = excluded.reason where r.outcome not in ('succeeded', 'reconstructed')`.execute(
    db,
  )
}
