-- Several values of one property may belong to one instant: clocks that count whole seconds. In rows the microseconds of a time are the
-- place of a value among those of its millisecond. A sealed day keeps its values in their order, and times in milliseconds: steps of 0
-- are further values of one instant, and get their places again when they are read.
-- Of several values of one instant the last one counts: `is_last`.
drop function sealed_points(device_history_day);
create function sealed_points(sealed device_history_day)
  returns table (reported_at timestamptz, number double precision, value text, device_time boolean, is_last boolean)
  language sql stable parallel safe rows 300
begin atomic
  select sealed.day::timestamp at time zone 'UTC'
      + (sum(time_step) over by_place * 1000 + place - max(case when time_step > 0 or place = 1 then place end) over by_place)
        * interval '1 microsecond',
    coalesce(sum(number_step) over by_place / (array[1, 10, 100, 1000]::double precision[])[sealed.scale + 1], number),
    text, coalesce(sealed.device_time, is_device_time), lead(time_step) over by_place is distinct from 0
  from unnest(sealed.time_steps, sealed.number_steps, sealed.numbers, sealed.texts, sealed.device_times)
    with ordinality as report (time_step, number_step, number, text, is_device_time, place)
  window by_place as (order by place);
end;

-- Seals the rows of one day of the devices in a range: in one transaction they are deleted and added to the sealed form, together
-- with what was sealed of that day before. Answers how many rows that were.
create or replace function seal_history(sealed_day date, from_device bigint, below_device bigint) returns int language plpgsql as $$
declare
  day_start timestamptz := sealed_day::timestamp at time zone 'UTC';
  start_s double precision := date_part('epoch', day_start);
  sealed int;
begin
  perform create_partition('device_history_day', sealed_day);
  with taken as (
    delete from device_history
    where reported_at >= day_start and reported_at < day_start + interval '1 day'
      and device_id >= from_device and device_id < below_device
    returning device_id, property_id, reported_at, number, text, device_time
  ), known as (
    select d.device_id, d.property_id, p.reported_at, p.number, p.value as text, p.device_time
    from (select distinct device_id, property_id from taken) as again
    join device_history_day d
      on d.device_id = again.device_id and d.property_id = again.property_id and d.day = sealed_day
    cross join lateral sealed_points(d) as p
  ), report as (
    select device_id, property_id, floor((date_part('epoch', reported_at) - start_s) * 1000 + 0.0005)::int as ms,
      reported_at, number, text, device_time
    from (
      select * from taken
      union all
      -- The last value of a full millisecond is replaced.
      select * from known k
      where not exists (
        select from taken t where t.device_id = k.device_id and t.property_id = k.property_id and t.reported_at = k.reported_at)
    ) as either
  ), grouped as (
    select device_id, property_id, count(*)::int as points, array_agg(ms order by reported_at) as at,
      array_agg(number order by reported_at) as numbers,
      case when count(text) > 0 then array_agg(text order by reported_at) end as texts,
      case
        when count(text) > 0 or bool_or(abs(number) >= 1e6) then null
        when bool_and(number = round(number)) then 0
        when bool_and(number = round(number * 10) / 10) then 1
        when bool_and(number = round(number * 100) / 100) then 2
        when bool_and(number = round(number * 1000) / 1000) then 3
      end as scale,
      case when bool_and(device_time) = bool_or(device_time) then bool_and(device_time) end as device_time,
      case when bool_and(device_time) <> bool_or(device_time) then array_agg(device_time order by reported_at) end as device_times
    from report group by 1, 2
  ), stored as (
    insert into device_history_day
    select g.device_id, g.property_id, sealed_day, g.points, steps.time_steps, g.scale, steps.number_steps,
      case when g.scale is null then g.numbers end, g.texts, g.device_time, g.device_times,
      hourly.hours, hourly.points, hourly.lows, hourly.means, hourly.highs
    from grouped g
    cross join lateral (
      select array_agg(ms - before_ms order by place) as time_steps,
        case when g.scale is not null then array_agg(whole - before_whole order by place) end as number_steps
      from (
        select place, ms, coalesce(lag(ms) over by_place, 0) as before_ms,
          whole, coalesce(lag(whole) over by_place, 0) as before_whole
        from (
          select place, ms, round(number * (array[1, 10, 100, 1000])[g.scale + 1])::int as whole
          from unnest(g.at, g.numbers) with ordinality as one (ms, number, place)
        ) as scaled
        window by_place as (order by place)
      ) as stepped
    ) as steps
    cross join lateral (
      select array_agg(hour order by hour) as hours, array_agg(n order by hour) as points,
        array_agg(low order by hour) as lows, array_agg(mean order by hour) as means, array_agg(high order by hour) as highs
      from (
        select (ms / 3600000)::smallint as hour, count(*)::int as n, min(number) as low, avg(number) as mean, max(number) as high
        from (
          select ms, number, lead(ms) over (order by place) as next_ms
          from unnest(g.at, g.numbers) with ordinality as one (ms, number, place)
        ) as each
        where g.texts is null and next_ms is distinct from ms
        group by 1
      ) as hour
    ) as hourly
    on conflict (device_id, property_id, day) do update set
      points = excluded.points, time_steps = excluded.time_steps, scale = excluded.scale,
      number_steps = excluded.number_steps, numbers = excluded.numbers, texts = excluded.texts,
      device_time = excluded.device_time, device_times = excluded.device_times, hours = excluded.hours,
      hour_points = excluded.hour_points, lows = excluded.lows, means = excluded.means, highs = excluded.highs
  )
  select count(*) into sealed from taken;
  return sealed;
end $$;
