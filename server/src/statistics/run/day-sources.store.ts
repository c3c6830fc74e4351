import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { sql, type RawBuilder } from 'kysely'
import { placeOf } from '../../device/list/counted-devices.store.ts'
import type { FlowSource, Window } from './source.store.ts'

/** These sources count whole days from the history of each device. */

const instants = ({ from, to }: Window) => ({ from: sql`${from}::timestamptz`, to: sql`${to}::timestamptz` })

/**
 * Seconds that refrigeration devices were installed, and of them online. The log has each change: what was before the first one in
 * the window is its opposite, and without one it is as it is now.
 */
const availability: FlowSource = {
  measures: ['coolerTime'],
  isShare: true,
  rows: (window) => {
    const { from, to } = instants(window)
    return sql`
      with cooler as materialized (
        select s.device_id, s.organisation_id, s.product_id, ${placeOf('s')} as place,
          greatest(${from}, coalesce(d.installed_at, s.created_at)) as begins,
          coalesce((
            select not l.online from online_log l
            where l.device_id = s.device_id and l.occurred_at >= ${from} and l.online is not null
            order by l.occurred_at, l.seq limit 1), s.online) as online_before
        from device_state s join device d on d.id = s.device_id
        where s.kind = 'cooler' and s.installed and coalesce(d.installed_at, s.created_at) < ${to}
      ), change as (
        select device_id, ${from} as at, 0::bigint as seq, online_before as online from cooler
        union all
        select l.device_id, l.occurred_at, l.seq, l.online from online_log l
        where l.occurred_at >= ${from} and l.occurred_at < ${to} and l.online is not null
          and l.device_id in (select device_id from cooler)
      ), stretch as (
        select device_id, online, at, lead(at, 1, ${to}) over (partition by device_id order by at, seq) as until from change
      ), known as (
        select c.device_id, sum(extract(epoch from s.until - greatest(s.at, c.begins))) filter (where s.online) as online_s
        from cooler c join stretch s on s.device_id = c.device_id and s.until > c.begins group by 1
      )
      select c.organisation_id, c.product_id, c.place, coalesce(k.online_s, 0) as top, extract(epoch from ${to} - c.begins) as base
      from cooler c left join known k on k.device_id = c.device_id`
  },
}

/** The numbers of a property in the window and in the day before it, by device: rows and sealed days. Of one instant the last one counts. */
const points = (identifier: string, window: Window): RawBuilder<unknown> => {
  const { from, to } = instants(window)
  const begins = sql`${from} - interval '1 day'`
  const property = sql`(select id from property_identifier where identifier = ${identifier})`
  return sql`
    select device_id, reported_at, number from (
      select device_id, reported_at, number, lead(reported_at) over (partition by device_id order by reported_at) as next_at
      from device_history
      where property_id = ${property} and reported_at >= ${begins} and reported_at < ${to} and number is not null
    ) as report where next_at is null or date_trunc('milliseconds', next_at) > date_trunc('milliseconds', reported_at)
    union all
    select h.device_id, p.reported_at, p.number from device_history_day h cross join lateral sealed_points(h) as p
    where h.property_id = ${property} and h.day >= ((${begins}) at time zone 'UTC')::date and h.day <= (${to} at time zone 'UTC')::date
      and p.reported_at >= ${begins} and p.reported_at < ${to} and p.number is not null and p.is_last`
}

/** A rise counts at the report that shows it; a fall is a reset, and counts for nothing. The part `reported` counts the devices of which a step is known. */
const counter = (measure: string, identifier: string): FlowSource => ({
  measures: [measure],
  rows: (window) => sql`
    select ${window.from}::timestamptz as at, s.organisation_id, s.product_id, ${placeOf('s')} as place, p.part, sum(p.value) as value
    from (
      select device_id, sum(greatest(number - before, 0)) as rise from (
        select device_id, reported_at, number, lag(number) over (partition by device_id order by reported_at) as before
        from (${points(identifier, window)}) as point
      ) as step where reported_at >= ${window.from}::timestamptz and before is not null group by 1
    ) as r join device_state s on s.device_id = r.device_id
      cross join lateral (values ('', r.rise), ('reported', 1)) as p (part, value)
    where p.value > 0 group by 2, 3, 4, 5`,
})

/** A state holds until its next report, an hour at most: an oven that is silent for longer is not known to cook. */
const inUse: FlowSource = {
  measures: ['inUse'],
  isShare: true,
  rows: (window) => {
    const { from, to } = instants(window)
    return sql`
      with report as (
        select device_id, reported_at, number, lead(reported_at, 1, ${to}) over (partition by device_id order by reported_at) as until
        from (${points('WorkState', window)}) as point
      ), used as (
        select device_id, sum(extract(epoch from
          least(until, reported_at + interval '1 hour', ${to}) - greatest(reported_at, ${from})) / 3600) as hours
        from report
        where number in (${workStateNumber.preheating}, ${workStateNumber.cooking})
          and least(until, reported_at + interval '1 hour') > ${from} group by 1
      )
      select s.organisation_id, s.product_id, ${placeOf('s')} as place, coalesce(u.hours, 0) as top, 1 as base
      from device_state s join device d on d.id = s.device_id left join used u on u.device_id = s.device_id
      where s.kind = 'oven' and s.installed and coalesce(d.installed_at, s.created_at) < ${to}`
  },
}

/**
 * Ovens that reported their state: without one, it is not known that none was used. A sealed day reaches into the window from one of
 * its ends, so that its first and its last report decide.
 */
const stateReported: FlowSource = {
  measures: ['stateReported'],
  rows: (window) => {
    const { from, to } = instants(window)
    const property = sql`(select id from property_identifier where identifier = 'WorkState')`
    return sql`
      with reported as (
        select device_id from device_history
        where property_id = ${property} and reported_at >= ${from} and reported_at < ${to}
        union
        select h.device_id from device_history_day h
        where h.property_id = ${property}
          and h.day >= (${from} at time zone 'UTC')::date and h.day <= (${to} at time zone 'UTC')::date
          and h.day::timestamp at time zone 'UTC' + h.time_steps[1] * interval '1 millisecond' < ${to}
          and h.day::timestamp at time zone 'UTC' + (select sum(step) from unnest(h.time_steps) as step) * interval '1 millisecond' >= ${from}
      )
      select ${window.from}::timestamptz as at, s.organisation_id, s.product_id, ${placeOf('s')} as place, '' as part, count(*) as value
      from reported r join device_state s on s.device_id = r.device_id
      where s.kind = 'oven' and s.installed group by 2, 3, 4`
  },
}

/** Counted for each day up to the run. */
export const daySources: readonly FlowSource[] = [availability]
/** Counted two days after the end of a day, when its history is sealed. */
export const sealedSources: readonly FlowSource[] = [
  inUse,
  stateReported,
  counter('energy', 'EnergyTotal'),
  counter('water', 'WaterTotal'),
]
