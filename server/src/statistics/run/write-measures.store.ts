import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { withDeparted } from './departed.store.ts'
import { flowMeasures } from './flow-sources.store.ts'
import { isAbove, lastOf } from './owner-at.store.ts'
import { seats } from './people.store.ts'
import { replaceRows, tables } from './replace-rows.store.ts'
import type { FlowSource, StockSource, Window } from './source.store.ts'
import type { SpanSource } from './span-sources.store.ts'

/**
 * Each function replaces the earlier rows with the present ones, in the run's transaction; repeating it changes nothing. Returns the number
 * of rows.
 */

/**
 * Adds own counts up the tree of their time. `at`: the column of the hour or day. An organisation without others below it has only its own
 * counts; only the rows of the others are summed. `isNow`: what is counted is of
 * now, and so is the tree.
 */
const upTheTree = (
  rows: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  measure: RawBuilder<unknown>,
  isNow = false,
) => sql`
  with counted as materialized (
    select ${at} as at, ${measure} as measure, r.organisation_id, r.product_id, r.place, r.part, sum(r.value)::double precision as value,
      ${isNow ? sql`null::timestamptz` : sql`case when m.organisation_id is not null then r.at end`} as moved_at
    from (${rows}) as r ${isNow ? sql`` : sql`left join statistic_mover m on m.organisation_id = r.organisation_id`}
    group by 1, 2, 3, 4, 5, 6, 8
  )
  select c.at, c.measure, c.organisation_id, c.product_id, c.place, c.part, c.value as own, c.value as within
  from counted c
  where c.value <> 0 and c.moved_at is null and not exists (select from statistic_above a where a.ancestor_id = c.organisation_id)
  union all
  select c.at, c.measure, c.organisation_id, c.product_id, c.place, c.part, sum(c.value), sum(c.value)
  from counted c
  where c.moved_at is not null and not exists (select from statistic_above a where a.ancestor_id = c.organisation_id)
  group by 1, 2, 3, 4, 5, 6 having sum(c.value) <> 0
  union all
  select c.at, c.measure, a.ancestor_id, c.product_id, c.place, c.part,
    coalesce(sum(c.value) filter (where a.depth = 0), 0), sum(c.value)
  from counted c join statistic_above a on a.descendant_id = c.organisation_id
    and (case when c.moved_at is null then ${isAbove('a')} else ${isAbove('a', sql`c.moved_at`)} end)
  group by 1, 2, 3, 4, 5, 6 having sum(c.value) <> 0`

type UpTheTree = Readonly<{ at: RawBuilder<unknown>; measure: RawBuilder<unknown>; to: RawBuilder<unknown> }>

/**
 * The same of both numbers of a share, in one row for each organisation, up the tree of the end of its day (`to`). What one without others
 * below it has itself is not repeated.
 */
const shareUpTheTree = (rows: RawBuilder<unknown>, { at: day, measure, to }: UpTheTree) => sql`
  with counted as materialized (
    select r.organisation_id, r.product_id, r.place, sum(r.top)::double precision as top, sum(r.base)::double precision as base
    from (${rows}) as r group by 1, 2, 3
  ), leaf as (
    select c.* from counted c where not exists (select from statistic_above a where a.ancestor_id = c.organisation_id)
    order by organisation_id, product_id, place
  ), above as (
    -- Plus 0 as in fleet-stock.store.ts.
    select a.ancestor_id + 0 as organisation_id, c.product_id, c.place, sum(c.top) as top, sum(c.base) as base,
      sum(case when a.depth = 0 then c.top else 0 end) as own_top, sum(case when a.depth = 0 then c.base else 0 end) as own_base
    from counted c join statistic_above a on a.descendant_id = c.organisation_id and ${isAbove('a', lastOf(to))}
    group by a.ancestor_id, 2, 3 order by 1, 2, 3
  )
  select ${day}, ${measure}, organisation_id, array_agg(product_id), array_agg(place), array_agg(top), array_agg(base),
    null::double precision[], null::double precision[]
  from leaf group by organisation_id
  union all
  select ${day}, ${measure}, organisation_id, array_agg(product_id), array_agg(place), array_agg(top), array_agg(base),
    array_agg(own_top), array_agg(own_base)
  from above group by organisation_id`

/** People counted once in each organisation that they belong to. */
const ofPeople = (rows: RawBuilder<unknown>, at: RawBuilder<unknown>, measure: RawBuilder<unknown>) => sql`
  select ${at} as at, ${measure} as measure, r.organisation_id, 0::bigint, r.place, r.part,
    coalesce(sum(r.value) filter (where r.is_own), 0)::double precision, sum(r.value)::double precision
  from (${seats(rows)}) as r group by 1, 2, 3, 5, 6`

const counted = (source: Readonly<{ isOfPeople?: true }>) => (source.isOfPeople === true ? ofPeople : upTheTree)

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
  const rows = sql`select * from (${withDeparted(source, window)}) as x where ${hourOf(sql`x.at`, zone)} = any(${hours}::timestamptz[])`
  return replaceRows(db, tables.hour, {
    scope: sql`measure = any(${source.measures}::text[]) and hour = any(${hours}::timestamptz[])`,
    rows: counted(source)(rows, hourOf(sql`r.at`, zone), sql`${source.measures[0]}::text`),
  })
}

/** Days of flows as the sums of their hours. */
export async function sumDays(db: Transaction, days: readonly string[], zone: string): Promise<number> {
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return 0
  return replaceRows(db, tables.day, {
    scope: sql`measure = any(${flowMeasures}::text[]) and day = any(${days}::date[])`,
    rows: sql`
      select ${dayText(sql`h.hour`, zone)}, h.measure, h.organisation_id, h.product_id, h.place, h.part, sum(h.own), sum(h.within)
      from statistic_hour h
      where h.measure = any(${flowMeasures}::text[])
        and h.hour >= day_start(${first}::date, ${zone}) and h.hour < day_start(${last}::date + 1, ${zone})
        and ${dayText(sql`h.hour`, zone)} = any(${days}::date[])
      group by 1, 2, 3, 4, 5, 6`,
  })
}

/** A day of a flow, counted from the raw rows, because the flow has no hours or they are no longer kept. */
export async function writeDay(db: Transaction, source: FlowSource, day: string, window: Window): Promise<number> {
  const scope = sql`measure = any(${source.measures}::text[]) and day = ${day}::date`
  const [at, measure] = [sql`${day}::date`, sql`${source.measures[0]}::text`]
  const rows = withDeparted(source, window)
  return source.isShare === true
    ? replaceRows(db, tables.share, {
        scope,
        rows: shareUpTheTree(rows, { at, measure, to: sql`${window.to}::timestamptz` }),
      })
    : replaceRows(db, tables.day, { scope, rows: counted(source)(rows, at, measure) })
}

/**
 * A day that was counted before, of which few rows change, if any: it is written only if what it is counted from, or who belongs to whom,
 * differs from when it was written.
 */
export async function writeSealed(db: Transaction, source: FlowSource, day: string, window: Window): Promise<number> {
  const [measure = ''] = source.measures
  // Sums, because equal rows occur; in numeric, so that none overflows.
  const { rows: written } = await sql`
    insert into statistic_digest as kept (day, measure, digest)
    select ${day}::date, ${measure}, coalesce((select sum(hash_record_extended(r, 0)) from (${withDeparted(source, window)}) as r), 0)
      + coalesce((select sum(hash_record_extended((a.ancestor_id, a.descendant_id), 1)) from statistic_above a
        where ${isAbove('a', lastOf(sql`${window.to}::timestamptz`))}), 0)
    on conflict (day, measure) do update set digest = excluded.digest where kept.digest <> excluded.digest returning 1`.execute(
    db,
  )
  return written.length === 0 ? 0 : writeDay(db, source, day, window)
}

/** Stocks at a moment, kept as those of a run. The value of a day is that of its last run. */
export const writeStocks = (
  db: Transaction,
  sources: readonly StockSource[],
  { at, dueAt }: Readonly<{ at: string; dueAt: string }>,
): Promise<number> => {
  const all = sql.join(
    sources.map(({ measure, rows }) => sql`select ${measure}::text as measure, s.* from (${rows(at)}) as s`),
    sql` union all `,
  )
  return replaceRows(db, tables.hour, {
    scope: sql`measure = any(${sources.map(({ measure }) => measure)}::text[]) and hour = ${dueAt}::timestamptz`,
    rows: upTheTree(all, sql`${dueAt}::timestamptz`, sql`r.measure`, true),
  })
}

/** What is counted over several lengths up to a day. */
export async function writeSpans(
  db: Transaction,
  sources: readonly SpanSource[],
  day: string,
  spans: readonly Readonly<{ days: number; window: Window }>[],
): Promise<number> {
  const measures = sources.flatMap((source) => source.measures)
  const rows = sources.flatMap((source) =>
    spans.map(
      ({ days, window }) => sql`
        select ${day}::date, ${days}::smallint, measure, organisation_id, place, part, value::double precision
        from (${source.rows({ day, days, window })}) as counted where value is not null`,
    ),
  )
  return replaceRows(db, tables.span, {
    scope: sql`measure = any(${measures}::text[]) and day = ${day}::date`,
    rows: sql.join(rows, sql` union all `),
  })
}
