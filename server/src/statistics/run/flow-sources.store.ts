import { sql, type RawBuilder } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import { isFirst } from '../../fault/list/counted-faults.store.ts'
import { owned, ownerAt } from './owner-at.store.ts'
import { ofDevices, type FlowSource, type Window } from './source.store.ts'

/** A run looks for late rows in this many days before it. History accepts seven. */
export const lookBackDays = 8
/** Hours are kept for this long; for as long a change of a fault is counted in the hour of its raising. */
export const hourDays = 35

const within = (column: RawBuilder<unknown>, { from, to }: Window) =>
  sql`${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz`

/** Hours in which the dates of a device may be counted, as they are and as they were: it was changed since. */
const datesOfChanged = (since: string, date: RawBuilder<unknown>) => sql`
  select ${date} as at from device_owner o join device d on d.id = o.device_id
  where o.device_id in (
    select device_id from device_owner where not is_first and since >= ${since}::timestamptz
    union select device_id from device_change where changed_at >= ${since}::timestamptz)`

const notTurned = sql`not exists (select from statistic_turn o where o.device_id = s.device_id)`

/**
 * An installation belongs to the organisation at which the device was installed, even after it was uninstalled. A date
 * that was entered later counts, for the owner at that date; the same date at the same owner counts once.
 */
const installations: FlowSource = {
  measures: ['installations'],
  touched: (since) => sql`
    select d.installed_at as at from device d where d.installed_at >= ${since}::timestamptz
    union all ${datesOfChanged(since, sql`o.installed_at`)}`,
  rows: (window) => sql`
    select d.installed_at as at, s.organisation_id, s.product_id, ${placeOf('s')} as place, '' as part, 1 as value, s.device_id
    from device d join device_state s on s.device_id = d.id
    where s.installed and ${within(sql.ref('d.installed_at'), window)} and ${notTurned} ${ofDevices('s.device_id', window)}
    union all
    select at, organisation_id, product_id, place, '', 1, device_id from (
      select distinct on (stay.device_id, o.organisation_id, stay.at)
        stay.device_id, stay.at, o.organisation_id, o.product_id, o.place
      from (
        -- The rows between two uninstallations are one stay: the last date that was entered for it counts.
        select device_id, min(since) as since, max(until) as until, (array_agg(installed_at order by since desc))[1] as at
        from (
          select t.*, count(*) filter (where not installed) over (partition by device_id order by since) as stay from statistic_turn t
        ) as t where installed group by device_id, stay
      ) as stay join statistic_turn o on o.device_id = stay.device_id and o.installed
        and o.since <= greatest(stay.since, stay.at) and o.until > greatest(stay.since, stay.at)
      join device_state s on s.device_id = stay.device_id
      where stay.at < stay.until and ${within(sql.ref('stay.at'), window)} ${ofDevices('s.device_id', window)}
      order by stay.device_id, o.organisation_id, stay.at, o.since
    ) as installed`,
}

/** A device that connected first in stock is activated at its next place of installation. */
const activations: FlowSource = {
  measures: ['activations'],
  touched: (since) => sql`
    select d.activated_at as at from device d where d.activated_at >= ${since}::timestamptz
    union all ${datesOfChanged(since, sql`d.activated_at`)}`,
  rows: (window) => sql`
    select d.activated_at as at, s.organisation_id, s.product_id, ${placeOf('s')} as place, '' as part, 1 as value, s.device_id
    from device d join device_state s on s.device_id = d.id
    where s.installed and ${within(sql.ref('d.activated_at'), window)} and ${notTurned} ${ofDevices('s.device_id', window)}
    union all
    select d.activated_at, o.organisation_id, o.product_id, o.place, '', 1, d.id
    from device d cross join lateral (
      select * from statistic_turn t where t.device_id = d.id and t.installed and t.until > d.activated_at order by t.since limit 1
    ) as o where ${within(sql.ref('d.activated_at'), window)} ${ofDevices('d.id', window)}`,
}

const monthFrom = (time: string) => sql`date_trunc('month', ${time}::timestamptz, 'UTC')::date`

/**
 * Faults, open and closed, by the time of raising, counted for the owner at that time. The part selects severity,
 * condition or code; behind the severity it has the cause with which a fault was closed. Hours that an earlier version
 * counted have none.
 */
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
    const owner = ownerAt(sql.ref('f.device_id'), sql.ref('f.raised_at'))
    const columns = (
      cause: RawBuilder<unknown>,
    ) => sql`f.raised_at as at, ${owned.named('f.raised_organisation_id')} as organisation_id, f.product_id, ${owned.place} as place,
      f.severity || '.' || ${cause} || '|' || f.condition || '|' || f.identifier || '|' || f.code as part, 1 as value, f.device_id`
    const isRaised = sql`f.type = 'fault' and ${isFirst('f')} and ${within(sql.ref('f.raised_at'), window)} ${ofDevices('f.device_id', window)}`
    return sql`
      select ${columns(sql`'open'`)} from fault_open f ${owner} where ${isRaised}
      union all
      select ${columns(sql`coalesce(f.cause_id::text, 'none')`)} from fault_record f ${owner}
      where f.month >= ${monthFrom(window.from)} and f.month <= ${monthFrom(window.to)} and ${isRaised}`
  },
}

/** Counted by the time of sending, with the present outcome. */
const commands: FlowSource = {
  measures: ['commands'],
  touched: (since) => sql`
    select c.created_at as at from command c
    where c.created_at >= ${since}::timestamptz - ${lookBackDays} * interval '1 day'
      and (c.created_at >= ${since}::timestamptz or c.finished_at >= ${since}::timestamptz)`,
  rows: (window) => sql`
    select c.created_at as at, ${owned.organisation} as organisation_id, ${owned.product} as product_id, ${owned.place} as place,
      case when c.status in ('succeeded', 'failed', 'unknown', 'timed_out', 'late') then c.status else 'open' end as part, 1 as value,
      c.device_id
    from command c ${ownerAt(sql.ref('c.device_id'), sql.ref('c.created_at'))} where ${within(sql.ref('c.created_at'), window)} ${ofDevices('c.device_id', window)}`,
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
      // The beginning of an hour, so that both sides contain whole hours.
      const oldest = sql`date_trunc('hour', ${since}::timestamptz - ${lookBackDays} * interval '1 day', ${zone})`
      return sql`
        select coalesce(raw.hour, kept.hour) as at
        from (
          select date_trunc('hour', at, ${zone}) as hour, sum(many) as many from (
            select ${at} as at, 1 as many from ${rowsIn} c
            union all select at, value from statistic_departed where measure = ${measure}
          ) as c where at >= ${oldest} and at < ${to}::timestamptz group by 1
        ) as raw
        full join (
          select h.hour, sum(h.own) as many from statistic_hour h
          where h.measure = ${measure} and h.hour >= ${oldest} and h.hour < ${to}::timestamptz group by 1
        ) as kept on kept.hour = raw.hour
        where raw.many is distinct from kept.many`
    },
    rows: (window) => sql`
      select ${at} as at, ${owned.named('c.organisation_id')} as organisation_id, ${owned.product} as product_id, ${owned.place} as place,
        c.recipe_id::text as part, 1 as value, c.device_id
      from ${rowsIn} c ${ownerAt(sql.ref('c.device_id'), at)} where ${within(at, window)} ${ofDevices('c.device_id', window)}`,
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
        left(btrim(regexp_replace(lower(normalize(words, NFKC)), '[\\t-\\r \\u0085\\u1680\\u2028\\u2029]+', ' ', 'g')), 30) as words
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
  installations,
  activations,
  faults,
  commands,
  cooked,
  downloads,
  newUsers,
  searches,
]
/**
 * Flows whose rows figures compare with the present owners; they return `device_id` too. The first three also have
 * lists.
 */
export const movingFlows = { installations, activations, faults, commands, cooked, downloads } as const
export const flowMeasures: readonly string[] = flowSources.flatMap(({ measures }) => measures)
