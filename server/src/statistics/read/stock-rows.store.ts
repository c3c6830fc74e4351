import { sql, type RawBuilder } from 'kysely'

/** Stocks of devices are kept by run, all counts in one row. Here each is a relation like `statistic_day` or `statistic_hour`. */
const counts: ReadonlySet<string> = new Set(['devices', 'online', 'cooking', 'silent'])
const divisions: ReadonlySet<string> = new Set(['channel', 'warranty', 'firmware'])

export const isFleetMeasure = (measure: string): boolean => counts.has(measure) || divisions.has(measure)

/** Rows of one measure: `taken_at`, and the columns of `statistic_day`. */
export function fleetRowsOf(measure: string, taken: RawBuilder<unknown>): RawBuilder<unknown> {
  const head = sql`select s.taken_at as hour, s.day, s.organisation_id, ${measure}::text as measure, s.product_id, s.place`
  if (counts.has(measure)) {
    const within = sql.ref(`s.${measure}`)
    return sql`(${head}, ''::text as part, coalesce(${sql.ref(`s.own_${measure}`)}, ${within})::double precision as own,
      ${within}::double precision as within from statistic_stock s where ${taken})`
  }
  const prefix = `${measure}|`
  return sql`(${head}, substr(p.part, ${prefix.length + 1}) as part, p.own::double precision as own, p.within::double precision as within
    from statistic_stock s cross join lateral unnest(s.parts, coalesce(s.own_counts, s.counts), s.counts) as p (part, own, within)
    where ${taken} and starts_with(p.part, ${prefix}))`
}
