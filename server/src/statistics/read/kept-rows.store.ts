import { sql, type RawBuilder } from 'kysely'
import { shareParts } from '../run/source.store.ts'
import { stockMeasures } from '../run/stock-sources.store.ts'

/**
 * Measures are stored differently: flows by hour and day, stocks by run, those of devices with all counts in one row,
 * shares with both of their numbers in one row. Here each measure is a relation with the columns of `statistic_day` or
 * `statistic_hour`.
 */
const ofFleet: ReadonlySet<string> = new Set(['devices', 'online', 'cooking', 'silent'])
const fleetDivisions: ReadonlySet<string> = new Set(['channel', 'warranty', 'firmware'])
const isOfFleet = (measure: string) => ofFleet.has(measure) || fleetDivisions.has(measure)

/** The channel, warranty or firmware of a part of the devices. A part of a day before these tables has one of the three, and the others are empty. */
const partOf = (division: string): RawBuilder<unknown> => {
  const first = sql`split_part(p.part, '|', 1)`
  const second = sql`split_part(p.part, '|', 2)`
  if (division === 'channel') return first
  return division === 'warranty' ? second : sql`substr(p.part, length(${first}) + length(${second}) + 3)`
}

/** An organisation without others below it has arrays of its devices by model and place in one row of a run. */
function fleetRowsOf(measure: string, taken: RawBuilder<unknown>): RawBuilder<unknown> {
  const head = (cell: string) => sql`select s.taken_at as hour, s.day, s.organisation_id, ${measure}::text as measure,
    ${sql.ref(`${cell}.product_id`)}, ${sql.ref(`${cell}.place`)}`
  if (ofFleet.has(measure)) {
    const within = sql.ref(`s.${measure}`)
    return sql`(
      ${head('s')}, ''::text as part, coalesce(${sql.ref(`s.own_${measure}`)}, ${within})::double precision as own,
        ${within}::double precision as within from statistic_stock s where ${taken}
      union all
      ${head('c')}, '', c.many::double precision, c.many::double precision
      from statistic_leaf_stock s cross join lateral unnest(s.product_ids, s.places, ${within}) as c (product_id, place, many) where ${taken})`
  }
  const part = partOf(measure)
  return sql`(
    ${head('s')}, ${part} as part, p.own::double precision as own, p.within::double precision as within
    from statistic_stock s cross join lateral unnest(s.parts, coalesce(s.own_counts, s.counts), s.counts) as p (part, own, within)
    where ${taken} and ${part} <> ''
    union all
    ${head('p')}, ${part}, p.many::double precision, p.many::double precision
    from statistic_leaf_stock s cross join lateral unnest(s.product_ids, s.places, s.parts, s.counts) as p (product_id, place, part, many)
    where ${taken} and ${part} <> '')`
}

/** App users by the type of their last app. */
const peopleRowsOf = (taken: RawBuilder<unknown>) => sql`(
  select s.taken_at as hour, s.day, s.organisation_id, 'users'::text as measure, 0::bigint as product_id, p.place, p.part,
    p.own::double precision as own, p.within::double precision as within
  from statistic_people s cross join lateral unnest(s.places, s.parts, s.own_counts, s.counts) as p (place, part, own, within)
  where ${taken})`

const shareRowsOf = (measure: string, [top, base]: readonly [string, string]) => sql`(
  select s.day, s.organisation_id, s.measure, c.product_id, c.place, p.part, p.own, p.within
  from statistic_share s
  cross join lateral unnest(s.product_ids, s.places, coalesce(s.own_tops, s.tops), s.tops, coalesce(s.own_bases, s.bases), s.bases)
    as c (product_id, place, own_top, top, own_base, base)
  cross join lateral (values (${top}::text, c.own_top, c.top), (${base}::text, c.own_base, c.base)) as p (part, own, within)
  where s.measure = ${measure})`

/** Whether a measure is one of the counts of devices, which one reading answers together. */
export const isFleetCount = (measure: string): boolean => ofFleet.has(measure)

const lastMoments = (days: RawBuilder<unknown>) => sql`any(array(
  select max(r.due_at) from statistic_run r where r.outcome in ('succeeded', 'reconstructed') and ${days} group by r.day))`

/** All counts of devices by day, of the rows that `where` selects: `day` and a column for each. */
export const fleetCountsByDay = (days: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> => {
  const taken = sql`s.taken_at = ${lastMoments(days)}`
  return sql`(
    select day, sum(devices) as devices, sum(online) as online, sum(cooking) as cooking, sum(silent) as silent from (
      select s.day, s.organisation_id, s.product_id, s.place, s.devices, s.online, s.cooking, s.silent from statistic_stock s where ${taken}
      union all
      select s.day, s.organisation_id, c.product_id, c.place, c.devices, c.online, c.cooking, c.silent
      from statistic_leaf_stock s cross join lateral unnest(s.product_ids, s.places, s.devices, s.online, s.cooking, s.silent)
        as c (product_id, place, devices, online, cooking, silent) where ${taken}
    ) as counted where ${where} group by day)`
}

/** `days`: the condition that selects days of `r.day`. A stock's day is that of its last run. */
export function rowsByDay(measure: string, days: RawBuilder<unknown>): RawBuilder<unknown> {
  const moments = lastMoments(days)
  if (isOfFleet(measure)) return fleetRowsOf(measure, sql`s.taken_at = ${moments}`)
  if (measure === 'users') return peopleRowsOf(sql`s.taken_at = ${moments}`)
  if (stockMeasures.has(measure))
    return sql`(
      select r.day, h.organisation_id, h.measure, h.product_id, h.place, h.part, h.own, h.within
      from statistic_hour h join statistic_run r on r.due_at = h.hour where h.hour = ${moments})`
  const parts = shareParts[measure]
  return parts === undefined ? sql.table('statistic_day') : shareRowsOf(measure, parts)
}

/** `hours`: the condition that selects moments of `r.due_at`, which the indexes of stocks begin with. */
export function rowsByHour(measure: string, hours: RawBuilder<unknown>): RawBuilder<unknown> {
  const taken = sql`s.taken_at = any(array(select r.due_at from statistic_run r where ${hours}))`
  if (isOfFleet(measure)) return fleetRowsOf(measure, taken)
  return measure === 'users' ? peopleRowsOf(taken) : sql.table('statistic_hour')
}

/** Medians and words, a row for each place and part. */
export const otherSpans = sql`
  select s.day, s.days, s.organisation_id, s.measure, c.place, c.part, c.value
  from statistic_span s cross join lateral unnest(s.places, s.parts, s.numbers) as c (place, part, value)`

/** Spans of 1, 7 and 30 days; active people have all three in one row. */
export const spanRows = (measures: readonly string[]): RawBuilder<unknown> => {
  if (!measures.includes('activeUsers')) return sql`(${otherSpans})`
  return sql`(
    ${otherSpans} union all
    select a.day, d.days, a.organisation_id, 'activeUsers', c.place, '', d.value
    from statistic_active a cross join lateral unnest(a.places, a.daily, a.weekly, a.monthly) as c (place, daily, weekly, monthly)
    cross join lateral (values
      (1::smallint, c.daily::double precision), (7::smallint, c.weekly::double precision), (30::smallint, c.monthly::double precision))
      as d (days, value))`
}
