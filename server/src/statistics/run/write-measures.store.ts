import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { seats } from './people.store.ts'
import { flowMeasures } from './flow-sources.store.ts'
import type { FlowSource, StockSource, Window } from './source.store.ts'
import type { SpanSource } from './span-sources.store.ts'

/** Writing deletes what was there and inserts what is there now, in the run's transaction: done twice it is the same. Answers rows. */

const written = async (db: Transaction, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0n)

/** Own counts added up the tree. `at`: what stands for the hour or day. */
const upTheTree = (rows: RawBuilder<unknown>, at: RawBuilder<unknown>, measure: RawBuilder<unknown>) => sql`
  select c.at, t.ancestor_id, c.measure, c.product_id, c.place, c.part,
    coalesce(sum(c.value) filter (where t.depth = 0), 0), sum(c.value)
  from (
    select ${at} as at, ${measure} as measure, r.organisation_id, r.product_id, r.place, r.part, sum(r.value)::double precision as value
    from (${rows}) as r group by 1, 2, 3, 4, 5, 6
  ) as c join organisation_tree t on t.descendant_id = c.organisation_id
  group by 1, 2, 3, 4, 5, 6 having sum(c.value) <> 0`

/** People counted once in each organisation that they belong to. */
const ofPeople = (rows: RawBuilder<unknown>, at: RawBuilder<unknown>, measure: RawBuilder<unknown>) => sql`
  select ${at}, r.organisation_id, ${measure}, 0, r.place, r.part,
    coalesce(sum(r.value) filter (where r.is_own), 0), sum(r.value)
  from (${seats(rows)}) as r group by 1, 2, 3, 5, 6`

const counted = (source: Readonly<{ isOfPeople?: true }>) => (source.isOfPeople === true ? ofPeople : upTheTree)

const columns = sql`organisation_id, measure, product_id, place, part, own, within`
const dayText = (at: RawBuilder<unknown>, zone: string) => sql`(${at} at time zone ${zone})::date`
const hourOf = (at: RawBuilder<unknown>, zone: string) => sql`date_trunc('hour', ${at}, ${zone})`

/** Hours (ISO, their beginnings) of a flow, counted from the raw rows. */
export async function writeHours(
  db: Transaction,
  source: FlowSource,
  hours: readonly string[],
  zone: string,
): Promise<number> {
  const [first] = hours
  const last = hours.at(-1)
  if (first === undefined || last === undefined) return 0
  const window = { from: first, to: new Date(Date.parse(last) + 3_600_000).toISOString(), zone }
  await sql`delete from statistic_hour where measure = any(${source.measures}::text[]) and hour = any(${hours}::timestamptz[])`.execute(
    db,
  )
  const rows = sql`select * from (${source.rows(window)}) as x where ${hourOf(sql`x.at`, zone)} = any(${hours}::timestamptz[])`
  const measure = sql`${source.measures[0]}::text`
  return written(
    db,
    sql`insert into statistic_hour (hour, ${columns}) ${counted(source)(rows, hourOf(sql`r.at`, zone), measure)}`,
  )
}

/** Days of flows as the sums of their hours. */
export async function sumDays(db: Transaction, days: readonly string[], zone: string): Promise<number> {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return 0
  await sql`delete from statistic_day where measure = any(${flowMeasures}::text[]) and day = any(${days}::date[])`.execute(
    db,
  )
  return written(
    db,
    sql`
      insert into statistic_day (day, ${columns})
      select ${dayText(sql`h.hour`, zone)} as day, h.organisation_id, h.measure, h.product_id, h.place, h.part, sum(h.own), sum(h.within)
      from statistic_hour h
      where h.measure = any(${flowMeasures}::text[])
        and h.hour >= ${first}::date::timestamp at time zone ${zone} and h.hour < (${last}::date + 1)::timestamp at time zone ${zone}
        and ${dayText(sql`h.hour`, zone)} = any(${days}::date[])
      group by 1, 2, 3, 4, 5, 6`,
  )
}

/** A day of a flow, counted from the raw rows: of one that has no hours, or whose hours are not kept any more. */
export async function writeDay(db: Transaction, source: FlowSource, day: string, window: Window): Promise<number> {
  await sql`delete from statistic_day where measure = any(${source.measures}::text[]) and day = ${day}::date`.execute(
    db,
  )
  const measure = sql`${source.measures[0]}::text`
  return written(
    db,
    sql`insert into statistic_day (day, ${columns}) ${counted(source)(source.rows(window), sql`${day}::date`, measure)}`,
  )
}

/** A stock at a moment: the value of the day, and of the run where it is one. */
export async function writeStock(
  db: Transaction,
  source: StockSource,
  { at, day, isOfRun }: Readonly<{ at: string; day: string; isOfRun: boolean }>,
): Promise<number> {
  const measure = sql`${source.measure}::text`
  await sql`delete from statistic_day where measure = ${source.measure} and day = ${day}::date`.execute(db)
  const rows = await written(
    db,
    sql`insert into statistic_day (day, ${columns}) ${counted(source)(source.rows(at), sql`${day}::date`, measure)}`,
  )
  if (!isOfRun) return rows
  await sql`delete from statistic_hour where measure = ${source.measure} and hour = ${at}::timestamptz`.execute(db)
  await sql`
    insert into statistic_hour (hour, ${columns})
    select ${at}::timestamptz, ${columns} from statistic_day where measure = ${source.measure} and day = ${day}::date`.execute(
    db,
  )
  return rows * 2
}

export async function writeSpans(
  db: Transaction,
  sources: readonly SpanSource[],
  day: string,
  windows: readonly Readonly<{ days: number; window: Window }>[],
): Promise<number> {
  await sql`delete from statistic_span where day = ${day}::date`.execute(db)
  let rows = 0
  for (const { days, window } of windows)
    for (const source of sources)
      rows += await written(
        db,
        sql`
          insert into statistic_span (day, days, organisation_id, measure, place, part, value)
          select ${day}::date, ${days}, organisation_id, measure, place, part, value
          from (${source({ day, days, window })}) as counted where value is not null`,
      )
  return rows
}
