import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { sql, type RawBuilder } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import { instantsOf, stillCounts } from '../../telemetry/history/late-rows.store.ts'
import { lastOf, owned, ownerAt } from './owner-at.store.ts'
import { ofDevices, type FlowSource, type Moments, type Window } from './source.store.ts'

/** These sources count whole days from the history of each device. */

const instants = ({ from, to, ...window }: Window): Moments => ({
  ...window,
  from: sql`${from}::timestamptz`,
  to: sql`${to}::timestamptz`,
})

/**
 * Seconds in which refrigeration devices were installed, and seconds online. The log contains each change: the state
 * before the first one in the window is its opposite, and without one it is the present state. Time before its
 * connections are known counts as neither. Each owner has the time during which it was installed there.
 */
const availability: FlowSource = {
  measures: ['coolerTime'],
  isOfDevices: true,
  isShare: true,
  rows: (window) => {
    const { from, to } = instants(window)
    const before = sql`coalesce((
            select not l.online from online_log l
            where l.device_id = s.device_id and l.occurred_at >= ${from} and l.online is not null
            order by l.occurred_at, l.seq limit 1), s.online)`
    return sql`
      with stay as materialized (
        select s.device_id, s.organisation_id, s.product_id, ${placeOf('s')} as place,
          greatest(${from}, coalesce(d.installed_at, s.created_at), s.connections_since) as begins, ${to} as ends, ${before} as online_before
        from device_state s join device d on d.id = s.device_id
        where s.kind = 'cooler' and s.installed and greatest(coalesce(d.installed_at, s.created_at), s.connections_since) < ${to}
          and not exists (select from statistic_turn o where o.device_id = s.device_id) ${ofDevices('s.device_id', window)}
        union all
        select o.device_id, o.organisation_id, o.product_id, o.place,
          greatest(${from}, o.since, coalesce(o.installed_at, s.created_at), s.connections_since), least(${to}, o.until), ${before}
        from statistic_turn o join device_state s on s.device_id = o.device_id
        where o.kind = 'cooler' and o.installed and least(${to}, o.until) > greatest(${from}, o.since, coalesce(o.installed_at, s.created_at), s.connections_since)
          ${ofDevices('o.device_id', window)}
      ), change as (
        -- Once for each stay: of the same device they are equal, and all but the last have no length.
        select device_id, ${from} as at, 0::bigint as seq, online_before as online from stay
        union all
        select l.device_id, l.occurred_at, l.seq, l.online from online_log l
        where l.occurred_at >= ${from} and l.occurred_at < ${to} and l.online is not null
          and l.device_id in (select device_id from stay) ${ofDevices('l.device_id', window)}
      ), stretch as (
        select device_id, online, at, lead(at, 1, ${to}) over (partition by device_id order by at, seq) as until from change
      ), known as (
        select c.device_id, c.begins, sum(extract(epoch from least(s.until, c.ends) - greatest(s.at, c.begins))) filter (where s.online) as online_s
        from stay c join stretch s on s.device_id = c.device_id and s.until > c.begins and s.at < c.ends group by 1, 2
      )
      select c.organisation_id, c.product_id, c.place, coalesce(k.online_s, 0) as top, extract(epoch from c.ends - c.begins) as base
      from stay c left join known k on k.device_id = c.device_id and k.begins = c.begins`
  },
}

/**
 * Only the last number before the window counts: a day that ends before it is not unpacked where a later one has a number before
 * it too, which is a third of all unpacking. Of a later day with reports that came late it is not known without reading both.
 */
const isSuperseded = (property: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`(
  (h.day + 1)::timestamp at time zone 'UTC' <= ${from} and exists (
    select from device_history_day later
    where later.device_id = h.device_id and later.property_id = ${property} and later.day > h.day
      and later.day <= (${from} at time zone 'UTC')::date and later.texts is null
      and later.day::timestamp at time zone 'UTC' + later.first_ms * interval '1 millisecond' < ${from}
      and not exists (select from late where late.device_id = later.device_id and late.day = later.day)))`

/** The numbers of a property in the window and in the day before it, by device: rows and sealed days. Of one instant the last value counts, also where it is a text. */
const points = (identifier: string, window: Moments): RawBuilder<unknown> => {
  const { from, to } = window
  const begins = sql`${from} - interval '1 day'`
  const property = sql`(select id from property_identifier where identifier = ${identifier})`
  return sql`
    with late as materialized (
      select device_id, (reported_at at time zone 'UTC')::date as day, ${instantsOf('r')} as times
      from device_history_value r where property_id = ${property} and reported_at >= ${begins} and reported_at < ${to}
        ${ofDevices('device_id', window)} group by 1, 2
    )
    select device_id, reported_at, number from (
      select device_id, reported_at, number, lead(reported_at) over (partition by device_id order by reported_at) as next_at
      from device_history_value
      where property_id = ${property} and reported_at >= ${begins} and reported_at < ${to}
        ${ofDevices('device_id', window)}
    ) as report
    where number is not null and (next_at is null or date_trunc('milliseconds', next_at) > date_trunc('milliseconds', reported_at))
    union all
    select h.device_id, p.reported_at, p.number from device_history_day h
    left join late on late.device_id = h.device_id and late.day = h.day
    cross join lateral sealed_points(h) as p
    where h.property_id = ${property} and h.day >= ((${begins}) at time zone 'UTC')::date and h.day <= (${to} at time zone 'UTC')::date
      and not ${isSuperseded(property, from)}
      and p.reported_at >= ${begins} and p.reported_at < ${to} and p.number is not null
      and ${stillCounts('p')}
      ${ofDevices('h.device_id', window)}`
}

/** The properties whose increases are counted. */
const counters = { energy: 'EnergyTotal', water: 'WaterTotal' } as const
type Counter = keyof typeof counters

/**
 * A rise counts at the report that shows it, for the owner at that time; a fall is a reset, and counts as nothing. The
 * part `reported` counts the devices with a known step. The window is one day.
 */
export const rises = (measure: Counter, window: Moments): RawBuilder<unknown> => sql`
  select ${lastOf(window.to)} as at, ${owned.organisation} as organisation_id, ${owned.product} as product_id,
    ${owned.place} as place, p.part, sum(p.value) as value
  from (
    select step.device_id, o.since, sum(greatest(number - before, 0)) as rise from (
      select device_id, reported_at, number, lag(number) over (partition by device_id order by reported_at) as before
      from (${points(counters[measure], window)}) as point
    ) as step left join statistic_turn o
      on o.device_id = step.device_id and o.since <= step.reported_at and o.until > step.reported_at
    where reported_at >= ${window.from} and before is not null group by 1, 2
  ) as r join device_state s on s.device_id = r.device_id
    left join statistic_turn o on o.device_id = r.device_id and o.since = r.since
    cross join lateral (values ('', r.rise), ('reported', 1)) as p (part, value)
  where p.value > 0 group by 2, 3, 4, 5`

const counter = (measure: Counter): FlowSource => ({
  measures: [measure],
  isOfDevices: true,
  rows: (window) => rises(measure, instants(window)),
})

/**
 * A state holds until its next report, an hour at most: an oven that is silent for longer is not known to cook. The
 * hours of a day belong, as the oven does, to the owner at the end of the day.
 */
const inUse: FlowSource = {
  measures: ['inUse'],
  isOfDevices: true,
  isShare: true,
  isOfDayEnd: true,
  rows: (window) => {
    const { from, to } = instants(window)
    return sql`
      with report as (
        select device_id, reported_at, number, lead(reported_at, 1, ${to}) over (partition by device_id order by reported_at) as until
        from (${points('WorkState', instants(window))}) as point
      ), used as (
        select device_id, sum(extract(epoch from
          least(until, reported_at + interval '1 hour', ${to}) - greatest(reported_at, ${from})) / 3600) as hours
        from report
        where number in (${workStateNumber.preheating}, ${workStateNumber.cooking})
          and least(until, reported_at + interval '1 hour') > ${from} group by 1
      )
      select ${owned.organisation} as organisation_id, ${owned.product} as product_id, ${owned.place} as place, coalesce(u.hours, 0) as top, 1 as base
      from device d ${ownerAt(sql.ref('d.id'), lastOf(to))} left join used u on u.device_id = s.device_id
      where ${owned.kind} = 'oven' and ${owned.isInstalled}
        and greatest(coalesce(case when o.device_id is null then d.installed_at else o.installed_at end, s.created_at), s.connections_since) < ${to} ${ofDevices('s.device_id', window)}`
  },
}

/**
 * Ovens that reported their state: without a report it is unknown whether any was used. A sealed day overlaps the
 * window at one of its ends, so its first and its last report decide.
 */
const stateReported: FlowSource = {
  measures: ['stateReported'],
  isOfDevices: true,
  isOfDayEnd: true,
  rows: (window) => {
    const { from, to } = instants(window)
    const property = sql`(select id from property_identifier where identifier = 'WorkState')`
    return sql`
      with reported as (
        select device_id from device_history_value
        where property_id = ${property} and reported_at >= ${from} and reported_at < ${to} ${ofDevices('device_id', window)}
        union
        select h.device_id from device_history_day h
        where h.property_id = ${property} ${ofDevices('h.device_id', window)}
          and h.day >= (${from} at time zone 'UTC')::date and h.day <= (${to} at time zone 'UTC')::date
          and h.day::timestamp at time zone 'UTC' + h.first_ms * interval '1 millisecond' < ${to}
          and h.day::timestamp at time zone 'UTC' + h.last_ms * interval '1 millisecond' >= ${from}
      )
      select ${lastOf(to)} as at, ${owned.organisation} as organisation_id, ${owned.product} as product_id, ${owned.place} as place,
        '' as part, count(*) as value
      from reported r ${ownerAt(sql.ref('r.device_id'), lastOf(to))}
      where ${owned.kind} = 'oven' and ${owned.isInstalled} group by 2, 3, 4`
  },
}

/** Counted for each day up to the run. */
export const daySources: readonly FlowSource[] = [availability]
/** Counted two days after the end of a day, when its history is sealed. */
export const sealedSources: readonly FlowSource[] = [inUse, stateReported, counter('energy'), counter('water')]
