import { statisticsLimits } from '@brigade/contract/statistics/statistics.model.ts'
import { sql, type RawBuilder } from 'kysely'
import { lookBackDays, searchesWithin } from './flow-sources.store.ts'
import { isAbove, owned, ownerAt, treeThen } from './owner-at.store.ts'
import { seats } from './people.store.ts'
import { ofDevices, type Window } from './source.store.ts'

/** These numbers cannot be added: medians, words (and distinct people, people.store.ts). Answers `organisation_id, measure, place, part, value` of the days up to one. */
export type SpanSource = Readonly<{
  measures: readonly string[]
  rows: (range: Readonly<{ day: string; days: number; window: Window }>) => RawBuilder<unknown>
  /**
   * Moments (`at`) of the rows written since then, whenever the events happened; their days are counted again. By
   * default no row arrives late.
   */
  touched?: (since: string, window: Window) => RawBuilder<unknown>
}>

/** The words of each organisation that enough people searched for, so that no person can be recognised by them. */
const words: SpanSource = {
  measures: ['wordTimes', 'wordUsers', 'wordNothing'],
  rows: ({ window }) => sql`
  with counted as (
    select organisation_id, part as words, count(*) as times, count(distinct person) as users, sum(value) as nothing,
      row_number() over (partition by organisation_id order by count(*) desc, part) as place
    from (${seats(sql`select app_user_id as person, words as part, (found = 0)::int as value
      from (${searchesWithin(window)}) as search`)}) as seat
    group by 1, 2 having count(distinct person) >= ${statisticsLimits.searchUsers}
  )
  select organisation_id, kind.measure, 0 as place, words as part, kind.value
  from counted cross join lateral (values
    ('wordTimes', times::double precision), ('wordUsers', users::double precision), ('wordNothing', nothing::double precision)) as kind (measure, value)
  where place <= ${statisticsLimits.words}`,
}

/** The place of a median of all places; 0 is that of devices without one. */
export const allPlaces = -1

/** Minutes that something took, each at the device's owner at that time. */
const atOwners = (minutes: RawBuilder<unknown>) => sql`
  select ${owned.organisation} as organisation_id, m.device_kind, m.product_id, ${owned.place} as place, m.at, m.minutes,
    m.device_id
  from (${minutes}) as m ${ownerAt(sql.ref('m.device_id'), sql.ref('m.at'))}`

/**
 * Medians of all devices that somebody had at that time (`at`), of each kind, series and model (the part), and each of
 * these in each place. Of a device that was deleted the minutes themselves are kept: medians cannot be added.
 */
const quantiles = (name: string, minutes: RawBuilder<unknown>, { from, to }: Window) => sql`
  select q.organisation_id, kind.measure, q.place, q.part, kind.value
  from (
    select t.ancestor_id as organisation_id, case when grouping(e.place) = 0 then e.place else ${allPlaces} end as place,
      case when grouping(e.product_id) = 0 then 'product|' || e.product_id when grouping(e.series_id) = 0 then 'series|' || e.series_id
        when grouping(e.device_kind) = 0 then e.device_kind else '' end as part,
      percentile_cont(array[0.5, 0.9]) within group (order by e.minutes) as at
    from (
      select m.*, coalesce(p.series_id, 0) as series_id from (
        ${atOwners(minutes)}
        union all
        select d.organisation_id, d.part, d.product_id, d.place, d.at, d.value, d.device_id from statistic_departed d
        where d.measure = ${name} and d.at >= ${from}::timestamptz and d.at < ${to}::timestamptz
      ) as m left join product p on p.id = m.product_id
    ) as e join (${treeThen}) as t on t.descendant_id = e.organisation_id and ${isAbove('t', sql.ref('e.at'))}
    group by t.ancestor_id, grouping sets ((), (e.device_kind), (e.series_id), (e.product_id)), grouping sets ((), (e.place))
  ) as q cross join lateral (values (${name}, q.at[1]), (${`${name}90`}, q.at[2])) as kind (measure, value)`

const ofDevice = sql`f.device_kind, f.product_id, f.device_id`

const eitherFault = (columns: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select ${columns} from fault_open f where f.type = 'fault' and ${where}
  union all
  select ${columns} from fault_record f where f.type = 'fault' and ${where}`

const minutesToEliminate = (window: Window) =>
  eitherFault(
    sql`${ofDevice}, f.eliminated_at as at, extract(epoch from f.eliminated_at - f.raised_at) / 60 as minutes`,
    sql`f.eliminated_at >= ${window.from}::timestamptz and f.eliminated_at < ${window.to}::timestamptz ${ofDevices('f.device_id', window)}`,
  )

const toEliminate: SpanSource = {
  measures: ['toEliminate', 'toEliminate90'],
  touched: (since, { from, to }) =>
    eitherFault(
      sql`f.eliminated_at as at`,
      sql`f.updated_at >= ${since}::timestamptz and f.eliminated_at < ${to}::timestamptz
        and f.eliminated_at >= ${from}::timestamptz - ${lookBackDays} * interval '1 day'`,
    ),
  rows: ({ window }) => quantiles('toEliminate', minutesToEliminate(window), window),
}

/** The first acknowledgement counts. Of some devices the acts of their faults alone are read. */
const minutesToAcknowledge = (window: Window) => sql`
  select ${ofDevice}, a.at, extract(epoch from a.at - f.raised_at) / 60 as minutes
  from (
    select month, fault_id, min(at) as at from fault_act where act = 'acknowledge' ${
      window.among === undefined
        ? sql``
        : sql`and (month, fault_id) in (${eitherFault(sql`f.month, f.id`, sql`true ${ofDevices('f.device_id', window)}`)})`
    } group by 1, 2
  ) as a
  join (${eitherFault(sql`f.month, f.id, ${ofDevice}, f.raised_at`, sql`true ${ofDevices('f.device_id', window)}`)}) as f
    on f.month = a.month and f.id = a.fault_id
  where a.at >= ${window.from}::timestamptz and a.at < ${window.to}::timestamptz`

const toAcknowledge: SpanSource = {
  measures: ['toAcknowledge', 'toAcknowledge90'],
  rows: ({ window }) => quantiles('toAcknowledge', minutesToAcknowledge(window), window),
}

/** The minutes that medians are computed from, as a deleted device leaves them, with its kind as the part. */
export const medianMinutes = (window: Window): readonly Readonly<{ measure: string; rows: RawBuilder<unknown> }>[] =>
  [
    { measure: 'toAcknowledge', minutes: minutesToAcknowledge(window) },
    { measure: 'toEliminate', minutes: minutesToEliminate(window) },
  ].map(({ measure, minutes }) => ({ measure, rows: atOwners(minutes) }))

export const spanSources: readonly SpanSource[] = [words, toAcknowledge, toEliminate]
