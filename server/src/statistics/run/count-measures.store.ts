import { hourMs } from '@brigade/contract/time.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { atOneMoment, type Counting } from './counting.store.ts'
import { withDeparted } from './departed.store.ts'
import { flowMeasures } from './flow-sources.store.ts'
import { isAbove, lastOf } from './owner-at.store.ts'
import { seats } from './people.store.ts'
import type { FlowSource, StockSource, Window } from './source.store.ts'
import type { SpanSource } from './span-sources.store.ts'
import { stage, withStaged } from './staging.store.ts'

/**
 * Each function counts one measure, in portions that are transactions of their own, and stages its rows. Measures of
 * single devices are read by portions of the devices, events by hours. Sums up the tree are made of all portions, by
 * one tree: children add up to their parents, whatever changed hands between two portions.
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

const hourOf = (at: RawBuilder<unknown>, zone: string) => sql`date_trunc('hour', ${at}, ${zone})`

/** The hours of a flow in portions, each of hours that follow one another. */
function* hoursTogether(hours: readonly string[], most: number): Generator<readonly string[]> {
  let together: string[] = []
  for (const hour of hours) {
    const last = together.at(-1)
    if (last !== undefined && (together.length >= most || Date.parse(hour) - Date.parse(last) > hourMs)) {
      yield together
      together = []
    }
    together.push(hour)
  }
  if (together.length > 0) yield together
}

/** An hour in which clocks go back by a part of one is longer: rows of the next hour are excluded by their own hour. */
const windowOf = (hours: readonly string[], zone: string): Window => {
  const [from = '', last = from] = [hours[0], hours.at(-1)]
  return { from, to: new Date(Date.parse(last) + 2 * hourMs).toISOString(), zone }
}

/** Hours (ISO, their beginnings, in order) of a flow, counted from the raw rows. */
export async function countHours(counting: Counting, source: FlowSource, hours: readonly string[]): Promise<void> {
  const { zone } = counting
  const { measures } = source
  for (const some of hoursTogether(hours, counting.portions.hours)) {
    const rows = sql`select * from (${withDeparted(source, windowOf(some, zone))}) as x
      where ${hourOf(sql`x.at`, zone)} = any(${some}::timestamptz[])`
    await atOneMoment(counting, (trx) =>
      stage(
        trx,
        'hour',
        { measures, hours: some },
        counted(source)(rows, hourOf(sql`r.at`, zone), sql`${measures[0]}::text`),
      ),
    )
  }
}

/** Days of flows as the sums of their hours. */
export async function sumDays(counting: Counting, days: readonly string[]): Promise<void> {
  const { zone } = counting
  for (const day of days) {
    const ofDay = (row: string) => sql`${sql.ref(`${row}.measure`)} = any(${flowMeasures}::text[])
      and ${sql.ref(`${row}.hour`)} >= day_start(${day}::date, ${zone}) and ${sql.ref(`${row}.hour`)} < day_start(${day}::date + 1, ${zone})`
    await atOneMoment(counting, (trx) =>
      stage(
        trx,
        'day',
        { measures: flowMeasures, day },
        sql`select ${day}::date, h.measure, h.organisation_id, h.product_id, h.place, h.part, sum(h.own), sum(h.within)
          from (${withStaged('hour', ofDay)}) as h group by 2, 3, 4, 5, 6`,
      ),
    )
  }
}

/** The rows of a source in one form. */
const ownRows = (source: FlowSource, window: Window) =>
  source.isShare === true
    ? sql`select organisation_id::bigint, product_id::bigint, place::integer, ''::text as part, null::timestamptz as at,
        top::double precision as value, base::double precision as base from (${withDeparted(source, window)}) as r`
    : sql`select organisation_id::bigint, product_id::bigint, place::integer, part::text, at::timestamptz,
        value::double precision as value, null::double precision as base from (${withDeparted(source, window)}) as r`

/** The parts of a window that are read at once: devices if each device is read by itself, otherwise times. */
function portionsOf({ ranges, portions: { hours } }: Counting, source: FlowSource, window: Window): readonly Window[] {
  if (source.isOfDevices === true) return ranges.map((devices) => ({ ...window, devices }))
  const portions: Window[] = []
  const [begins, ends] = [Date.parse(window.from), Date.parse(window.to)]
  for (let from = begins; from < ends; from += hours * hourMs)
    portions.push({
      ...window,
      from: new Date(from).toISOString(),
      to: new Date(Math.min(from + hours * hourMs, ends)).toISOString(),
    })
  return portions
}

type Day = Readonly<{ day: string; window: Window }>

/** The sums up the tree of the rows of a source. */
function summed(source: FlowSource, { day, window }: Day, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const [at, measure] = [sql`${day}::date`, sql`${source.measures[0]}::text`]
  return source.isShare === true
    ? shareUpTheTree(rows, { at, measure, to: sql`${window.to}::timestamptz` })
    : counted(source)(rows, at, measure)
}

const stageDay = (trx: Db, source: FlowSource, of: Day, rows: RawBuilder<unknown>) =>
  stage(
    trx,
    source.isShare === true ? 'share' : 'day',
    { measures: source.measures, day: of.day },
    summed(source, of, rows),
  )

/** Adds up the rows of `staged_own`, and empties the table. */
const stageOwn = (counting: Counting, source: FlowSource, of: Day): Promise<void> =>
  atOneMoment(counting, async (trx) => {
    const rows =
      source.isShare === true
        ? sql`select organisation_id, product_id, place, value as top, base from staged_own`
        : sql`select organisation_id, product_id, place, part, at, value from staged_own`
    await sql`analyze staged_own`.execute(trx)
    await stageDay(trx, source, of, rows)
    await sql`truncate staged_own`.execute(trx)
  })

/** A day of a flow, counted from the raw rows, because the flow has no hours or they are no longer kept. */
export async function countDay(counting: Counting, source: FlowSource, of: Day): Promise<void> {
  const portions = portionsOf(counting, source, of.window)
  if (portions.length === 1) {
    await atOneMoment(counting, (trx) => stageDay(trx, source, of, withDeparted(source, of.window)))
    return
  }
  for (const portion of portions)
    await atOneMoment(counting, (trx) => sql`insert into staged_own ${ownRows(source, portion)}`.execute(trx))
  await stageOwn(counting, source, of)
}

/** A hash over the rows of all portions and of the tree from which a day was counted. */
export type Digest = Readonly<{ day: string; measure: string; digest: string }>

/** Sums, because equal rows occur; in numeric, so that no sum overflows. */
const digested = sql`coalesce(sum(hash_record_extended(
  (r.organisation_id, r.product_id, r.place, r.part, r.at, r.value, r.base), 0)), 0)`

/** The organisations above others at the end of a day. */
export const digestTree = (counting: Counting, { to }: Pick<Window, 'to'>): Promise<string> =>
  atOneMoment(counting, async (trx) => {
    const { rows } = await sql<{ digest: string }>`
      select coalesce(sum(hash_record_extended((a.ancestor_id, a.descendant_id), 1)), 0)::text as digest from statistic_above a
      where ${isAbove('a', lastOf(sql`${to}::timestamptz`))}`.execute(trx)
    return rows[0]?.digest ?? '0'
  })

/**
 * A day that was counted before, of which few rows change, if any: it is staged only if its source rows, or the owners,
 * differ from before. A day without a digest is read once for both. Returns the new digest.
 */
export async function countSealed(
  counting: Counting,
  source: FlowSource,
  of: Day & Readonly<{ tree: string }>,
): Promise<Digest | undefined> {
  const [measure = ''] = source.measures
  const kept = await atOneMoment(counting, (trx) =>
    trx
      .selectFrom('statisticDigest')
      .where('day', '=', of.day)
      .where('measure', '=', measure)
      .select('digest')
      .executeTakeFirst(),
  )
  const digest = await readDigest(counting, source, of, kept === undefined)
  if (digest === kept?.digest) return undefined
  if (kept === undefined) await stageOwn(counting, source, of)
  else await countDay(counting, source, of)
  return { day: of.day, measure, digest }
}

/** Reads a day, and keeps the rows in `staged_own` if they are needed in any case. */
async function readDigest(
  counting: Counting,
  source: FlowSource,
  { window, tree }: Day & Readonly<{ tree: string }>,
  isNew: boolean,
): Promise<string> {
  let digest = BigInt(tree)
  for (const portion of portionsOf(counting, source, window)) {
    const read = ownRows(source, portion)
    const { rows } = await atOneMoment(counting, (trx) =>
      (isNew
        ? sql<{
            digest: string
          }>`with r as (insert into staged_own ${read} returning *) select ${digested}::text as digest from r`
        : sql<{ digest: string }>`select ${digested}::text as digest from (${read}) as r`
      ).execute(trx),
    )
    digest += BigInt(rows[0]?.digest ?? '0')
  }
  return digest.toString()
}

/** Stocks at a moment, kept as those of a run. The value of a day is that of its last run. */
export async function countStocks(
  counting: Counting,
  sources: readonly StockSource[],
  { at, dueAt }: Readonly<{ at: string; dueAt: string }>,
): Promise<void> {
  const all = sql.join(
    sources.map(({ measure, rows }) => sql`select ${measure}::text as measure, s.* from (${rows(at)}) as s`),
    sql` union all `,
  )
  const measures = sources.map(({ measure }) => measure)
  await atOneMoment(counting, (trx) =>
    stage(trx, 'hour', { measures, hours: [dueAt] }, upTheTree(all, sql`${dueAt}::timestamptz`, sql`r.measure`, true)),
  )
}

/** Counts measures over several lengths up to a day. */
export async function countSpans(
  counting: Counting,
  sources: readonly SpanSource[],
  day: string,
  spans: readonly Readonly<{ days: number; window: Window }>[],
): Promise<void> {
  for (const source of sources) {
    const rows = spans.map(
      ({ days, window }) => sql`
        select ${day}::date, ${days}::smallint, measure, organisation_id, array_agg(place order by place, part),
          array_agg(part order by place, part), array_agg(value::double precision order by place, part)
        from (${source.rows({ day, days, window })}) as counted where value is not null group by measure, organisation_id`,
    )
    await atOneMoment(counting, (trx) =>
      stage(trx, 'span', { measures: source.measures, day }, sql.join(rows, sql` union all `)),
    )
  }
}
