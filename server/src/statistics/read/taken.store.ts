import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Term } from './figure-measures.ts'
import { allPlaces } from '../run/span-sources.store.ts'
import { fleetCountsByDay, isFleetCount, otherSpans, rowsByDay, rowsByHour, spanRows } from './kept-rows.store.ts'
import { wasBelowAllDay } from '../run/owner-at.store.ts'

/** The filters of the numbers. `products`: null for all. */
export type Narrowing = Readonly<{ organisationId: string; products: readonly string[] | null; place: number | null }>
/**
 * The same for distinct people and medians. `part`: a kind, series or model of devices; null: nothing is stored for
 * these filters.
 */
type SpanNarrowing = Omit<Narrowing, 'products'> & Readonly<{ part: string | null }>
export type Days = Readonly<{ from: string; to: string }>

/** `wanted`: the index in the requested list. */
export type Wanted = Term & Readonly<{ products: readonly string[] | null; place: number | null }>

const narrowed = (
  { products, place }: Pick<Wanted, 'products' | 'place'>,
  organisationId: string,
): RawBuilder<unknown> => {
  const conditions = [sql`organisation_id = ${organisationId}::bigint`]
  if (products !== null) conditions.push(sql`product_id = any(${products}::bigint[])`)
  if (place !== null) conditions.push(sql`place = ${place}`)
  return sql.join(conditions, sql` and `)
}

const matching = ({ measure, part, ...narrowing }: Wanted, organisationId: string): RawBuilder<unknown> => {
  const isPart = part === undefined ? sql`true` : sql`part like ${part}`
  return sql`${narrowed(narrowing, organisationId)} and measure = ${measure} and ${isPart}`
}

const inRanges = (column: string, ranges: readonly Days[], type: string): RawBuilder<unknown> => {
  const at = sql.ref(column)
  const cast = sql.raw(type)
  const each = ranges.map(({ from, to }) => sql`(${at} >= ${from}::${cast} and ${at} <= ${to}::${cast})`)
  return each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`
}

type DayNumber = Readonly<{ wanted: number; at: string; value: number }>

/** The numbers of each day of the ranges, summed over parts, models and places. Days without a row are left out. */
export async function listDays(
  db: Db,
  organisationId: string,
  wanted: readonly Wanted[],
  ranges: readonly Days[],
): Promise<readonly DayNumber[]> {
  if (wanted.length === 0) return []
  const days = inRanges('r.day', ranges, 'date')
  const all = wanted.map((one, index) => ({ one, index }))
  const others = all
    .filter(({ one }) => !isFleetCount(one.measure))
    .map(
      ({ one, index }) => sql`select ${index}::int as wanted, day::text as at, sum(within) as value
        from ${rowsByDay(one.measure, days)} as taken
        where ${matching(one, organisationId)} and ${inRanges('day', ranges, 'date')} group by day`,
    )
  // Counts of the same devices are in the same rows.
  const together = Map.groupBy(
    all.filter(({ one }) => isFleetCount(one.measure)),
    ({ one: { products, place } }) => JSON.stringify([products, place]),
  )
  const fleets = [...together.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const values = same.map(({ one, index }) => sql`(${index}::int, ${sql.ref(`f.${one.measure}`)}::double precision)`)
    return [
      sql`select v.wanted, f.day::text as at, v.value from ${fleetCountsByDay(days, narrowed(first.one, organisationId))} as f
        cross join lateral (values ${sql.join(values)}) as v (wanted, value)`,
    ]
  })
  const { rows } = await sql<DayNumber>`${sql.join([...others, ...fleets], sql` union all `)}`.execute(db)
  return rows
}

/** The same by hour; a stock belongs to the moment of its run. Moments are ISO. */
export async function listHours(
  db: Db,
  organisationId: string,
  wanted: readonly Wanted[],
  ranges: readonly Days[],
): Promise<readonly DayNumber[]> {
  if (wanted.length === 0 || ranges.length === 0) return []
  const moments = inRanges('r.due_at', ranges, 'timestamptz')
  const parts = wanted.map(
    (one, index) => sql`select ${index}::int as wanted, hour as at, sum(within) as value
      from ${rowsByHour(one.measure, moments)} as taken where ${matching(one, organisationId)} and ${inRanges('hour', ranges, 'timestamptz')} group by hour`,
  )
  const { rows } = await sql<DayNumber>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

type SpanNumber = Readonly<{ measure: string; day: string; days: number; value: number }>

export async function listSpans(
  db: Db,
  { organisationId, place, part }: SpanNarrowing,
  measures: readonly string[],
  ranges: readonly Days[],
): Promise<readonly SpanNumber[]> {
  if (measures.length === 0 || part === null) return []
  // Active users are counted by place and added up; medians have a row of their own for all places.
  const isThere = place === null ? sql`(measure = 'activeUsers' or place = ${allPlaces})` : sql`place = ${place}`
  const { rows } = await sql<SpanNumber>`
    select measure, day::text as day, days, sum(value) as value from ${spanRows(measures)} as span
    where organisation_id = ${organisationId}::bigint and measure = any(${measures}::text[]) and part = ${part} and ${isThere}
      and ${inRanges('day', ranges, 'date')} group by 1, 2, 3`.execute(db)
  return rows
}

/** Reads one measure, divided by part, model or place; a flow is summed over the days. */
export async function listParts(
  db: Db,
  organisationId: string,
  wanted: Wanted,
  by: 'part' | 'product_id' | 'place',
  range: Days,
): Promise<readonly Readonly<{ key: string; value: number }>[]> {
  const { rows } = await sql<{ key: string; value: number }>`
    select ${sql.ref(by)}::text as key, sum(within) as value
    from ${rowsByDay(wanted.measure, inRanges('r.day', [range], 'date'))} as taken where ${matching(wanted, organisationId)} and ${inRanges('day', [range], 'date')}
    group by 1 having sum(within) <> 0`.execute(db)
  return rows
}

const ofDays = ({ measure, products, place }: Wanted, range: Days): RawBuilder<unknown> => {
  const conditions = [sql`d.measure = ${measure}`, inRanges('d.day', [range], 'date')]
  if (products !== null) conditions.push(sql`d.product_id = any(${products}::bigint[])`)
  if (place !== null) conditions.push(sql`d.place = ${place}`)
  return sql.join(conditions, sql` and `)
}

type Within = Readonly<{ organisationId: string; zone: string }>
/** An organisation's figures from before it joined are in no figure of this one. */
const heldThen = (d: string, { organisationId, zone }: Within): RawBuilder<unknown> =>
  wasBelowAllDay(sql.ref(`${d}.organisation_id`), organisationId, { day: sql.ref(`${d}.day`), zone })

/**
 * Organisations within one, by their own figures while they belonged to it: the largest ones, and the sum of all,
 * including those that have left.
 */
export async function listOrganisations(
  db: Db,
  within: Within,
  wanted: Wanted,
  range: Days,
  size: number,
): Promise<Readonly<{ rows: readonly Readonly<{ key: string; name: string; value: number }>[]; all: number }>> {
  const taken = rowsByDay(wanted.measure, inRanges('r.day', [range], 'date'))
  const { rows } = await sql<{ key: string; name: string; value: number }>`
    with own as materialized (
      select d.organisation_id, sum(d.own) as value from ${taken} as d
      join organisation_tree t on t.descendant_id = d.organisation_id and t.ancestor_id = ${within.organisationId}::bigint
      where ${ofDays(wanted, range)} and d.own <> 0 and ${heldThen('d', within)} group by 1
    )
    select o.organisation_id::text as key, g.name, o.value
    from own o join organisation g on g.id = o.organisation_id order by o.value desc, o.organisation_id limit ${size}`.execute(
    db,
  )
  const { rows: sums } = await sql<{ all: number }>`
    select coalesce(sum(d.within), 0)::double precision as all from ${taken} as d
    where d.organisation_id = ${within.organisationId}::bigint and ${ofDays(wanted, range)}`.execute(db)
  return { rows, all: sums[0]?.all ?? 0 }
}

/** The own numbers of some organisations while they were within one; those without a number are left out. */
export async function listOwn(
  db: Db,
  within: Within & Readonly<{ ids: readonly string[] }>,
  wanted: Wanted,
  range: Days,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; value: number }>`
    select d.organisation_id::text as key, sum(d.own) as value from ${rowsByDay(wanted.measure, inRanges('r.day', [range], 'date'))} as d
    where d.organisation_id = any(${within.ids}::bigint[]) and ${ofDays(wanted, range)} and ${heldThen('d', within)} group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ key, value }) => [key, value]))
}

type WordNumber = Readonly<{ words: string; day: string; times: number; users: number; nothing: number | null }>

/** Words of the spans that end on these days. */
export async function listWords(
  db: Db,
  organisationId: string,
  range: Days,
  days: number,
): Promise<readonly WordNumber[]> {
  const { rows } = await sql<WordNumber>`
    select part as words, day::text as day, sum(value) filter (where measure = 'wordTimes') as times,
      sum(value) filter (where measure = 'wordUsers') as users, sum(value) filter (where measure = 'wordNothing') as nothing
    from (${otherSpans}) as span
    where organisation_id = ${organisationId}::bigint and measure in ('wordTimes', 'wordUsers', 'wordNothing') and days = ${days}
      and ${inRanges('day', [range], 'date')} group by 1, 2`.execute(db)
  return rows
}
