import { sql, type RawBuilder } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import { isFirst } from '../../fault/list/counted-faults.store.ts'
import type { FlowSource, Window } from './source.store.ts'

/** A run looks for late rows in this many days before it. History accepts seven. */
export const lookBackDays = 8
/** Hours are kept for this long; for as long a change of a fault is counted in the hour of its raising. */
export const hourDays = 35

const within = (column: RawBuilder<unknown>, { from, to }: Window) =>
  sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`

/** Devices that are installed, by a date of theirs. */
const dated = (measure: string, column: 'installed_at' | 'activated_at'): FlowSource => ({
  measures: [measure],
  touched: (since) => sql`
    select ${sql.ref(`d.${column}`)} as at from device d where ${sql.ref(`d.${column}`)} >= ${since}::timestamptz
    union all
    select ${sql.ref(`d.${column}`)} from device_change c join device d on d.id = c.device_id where c.changed_at >= ${since}::timestamptz`,
  rows: (window) => sql`
    select ${sql.ref(`d.${column}`)} as at, s.organisation_id, s.product_id, ${placeOf('s')} as place, '' as part, 1 as value
    from device d join device_state s on s.device_id = d.id
    where s.installed and ${within(sql.ref(`d.${column}`), window)}`,
})

const monthFrom = (time: string) => sql`date_trunc('month', ${time}::timestamptz, 'UTC')::date`

/** Faults, open and closed, by the time of raising. The part selects severity, condition or code. */
const faults: FlowSource = {
  measures: ['faults'],
  touched: (since, { to }) => {
    const oldest = sql`(${to}::timestamptz - ${hourDays} * interval '1 day')`
    return sql`
      select f.raised_at as at from fault_open f where f.updated_at >= ${since}::timestamptz and f.raised_at >= ${oldest}
      union all
      select f.raised_at from fault_record f where f.month >= date_trunc('month', ${oldest}, 'UTC')::date
        and f.updated_at >= ${since}::timestamptz and f.raised_at >= ${oldest}`
  },
  rows: (window) => {
    const columns = sql`f.raised_at as at, f.organisation_id, f.product_id, ${placeOf('s')} as place,
      f.severity || '|' || f.condition || '|' || f.identifier || '|' || f.code as part, 1 as value`
    const isRaised = sql`f.type = 'fault' and ${isFirst('f')} and ${within(sql.ref('f.raised_at'), window)}`
    return sql`
      select ${columns} from fault_open f join device_state s on s.device_id = f.device_id where ${isRaised}
      union all
      select ${columns} from fault_record f join device_state s on s.device_id = f.device_id
      where f.month >= ${monthFrom(window.from)} and f.month <= ${monthFrom(window.to)} and ${isRaised}`
  },
}

/** By the moment of sending; the outcome is that of now. */
const commands: FlowSource = {
  measures: ['commands'],
  touched: (since) => sql`
    select c.created_at as at from command c
    where c.created_at >= ${since}::timestamptz - ${lookBackDays} * interval '1 day'
      and (c.created_at >= ${since}::timestamptz or c.finished_at >= ${since}::timestamptz)`,
  rows: (window) => sql`
    select c.created_at as at, s.organisation_id, s.product_id, ${placeOf('s')} as place,
      case when c.status in ('succeeded', 'failed', 'unknown', 'timed_out', 'late') then c.status else 'open' end as part, 1 as value
    from command c join device_state s on s.device_id = c.device_id where ${within(sql.ref('c.created_at'), window)}`,
}

/**
 * Rows of recipes may arrive days later and do not contain the time of writing. Hours are counted again if their present number of rows
 * differs from the counted one.
 */
function ofRecipes(measure: string, table: string, time: string): FlowSource {
  const at = sql.ref(`c.${time}`)
  const rowsIn = sql.table(table)
  return {
    measures: [measure],
    touched: (since, { to, zone }) => {
      // The beginning of an hour, so that both sides have it whole.
      const oldest = sql`date_trunc('hour', ${since}::timestamptz - ${lookBackDays} * interval '1 day', ${zone})`
      return sql`
        select coalesce(raw.hour, kept.hour) as at
        from (
          select date_trunc('hour', ${at}, ${zone}) as hour, count(*) as many from ${rowsIn} c
          where ${at} >= ${oldest} and ${at} < ${to}::timestamptz group by 1
        ) as raw
        full join (
          select h.hour, sum(h.own) as many from statistic_hour h
          where h.measure = ${measure} and h.hour >= ${oldest} and h.hour < ${to}::timestamptz group by 1
        ) as kept on kept.hour = raw.hour
        where raw.many is distinct from kept.many`
    },
    rows: (window) => sql`
      select ${at} as at, s.organisation_id, s.product_id, ${placeOf('s')} as place, c.recipe_id::text as part, 1 as value
      from ${rowsIn} c join device_state s on s.device_id = c.device_id where ${within(at, window)}`,
  }
}

const cooked = ofRecipes('cooked', 'recipe_cooked', 'cooked_at')
const downloads = ofRecipes('downloads', 'recipe_download', 'confirmed_at')

const newUsers: FlowSource = {
  measures: ['newUsers'],
  isOfPeople: true,
  touched: (since) => sql`select created_at as at from app_user where created_at >= ${since}::timestamptz`,
  rows: (window) => sql`
    select u.created_at as at, u.id as person, '' as part, 1 as value from app_user u
    where u.removed_at is null and ${within(sql.ref('u.created_at'), window)}`,
}

/**
 * Words in one form: NFKC, lower case, single spaces, 30 characters. The same words of one person are one search until 10 minutes
 * after the first of them have passed without.
 */
export const searchesWithin = (window: Window) => sql`
  select searched_at, app_user_id, words, found from (
    select searched_at, app_user_id, words, found, id,
      lag(searched_at) over (partition by app_user_id, words order by searched_at, id) as before
    from (
      select id, searched_at, app_user_id, found,
        left(btrim(regexp_replace(lower(normalize(words, NFKC)), '\\s+', ' ', 'g')), 30) as words
      from app_search where app_user_id is not null
        and searched_at >= ${window.from}::timestamptz - interval '10 minutes' and searched_at < ${window.to}::timestamptz
    ) as normalised
  ) as dated
  where searched_at >= ${window.from}::timestamptz and words <> ''
    and (before is null or before < searched_at - interval '10 minutes')`

const searches: FlowSource = {
  measures: ['searches'],
  isOfPeople: true,
  touched: (since) => sql`select searched_at as at from app_search where searched_at >= ${since}::timestamptz`,
  rows: (window) => sql`
    select searched_at as at, app_user_id as person, case when found = 0 then 'nothing' else 'found' end as part, 1 as value
    from (${searchesWithin(window)}) as search`,
}

export const flowSources: readonly FlowSource[] = [
  dated('installations', 'installed_at'),
  dated('activations', 'activated_at'),
  faults,
  commands,
  cooked,
  downloads,
  newUsers,
  searches,
]
export const flowMeasures: readonly string[] = flowSources.flatMap(({ measures }) => measures)
