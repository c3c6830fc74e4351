-- Room for what says nothing more.

-- Figures of hours take as much as three hundred values. A day of fewer has none: whoever reads a long curve reads its values. What is sealed
-- already keeps them, and is read as it was.
-- Seals what the devices in a range have in one closed day: adds it to the sealed form, together with all that was sealed of that day of their
-- devices before. Answers how many values that were.
create or replace function seal_history(sealed_day date, from_device bigint, below_device bigint) returns int language plpgsql as $$
declare
  day_start timestamptz := sealed_day::timestamp at time zone 'UTC';
  start_s double precision := date_part('epoch', day_start);
  is_again boolean;
  sealed int;
begin
  perform create_partition('device_history_day', sealed_day);
  is_again := exists (
    select from device_history_day where day = sealed_day and device_id >= from_device and device_id < below_device);
  with report as (
    select device_id, unnest(properties) as property_id, reported_at, unnest(numbers) as number, unnest(texts) as text, device_time
    from device_history_closed
    where reported_at >= day_start and reported_at < day_start + interval '1 day'
      and device_id >= from_device and device_id < below_device
  ), known as (
    -- Properties share their times, so that all of a device are sealed again.
    select d.device_id, d.property_id, p.reported_at, p.number, p.value as text, p.device_time
    from (select distinct device_id from report where is_again) as again
    join device_history_day d on d.device_id = again.device_id and d.day = sealed_day
    cross join lateral sealed_points(d) as p
  ), grouped as (
    select device_id, property_id, count(*)::int as points, array_agg(reported_at) as stamps, array_agg(ms) as at, array_agg(number) as numbers,
      case when count(number) < count(*) then array_agg(text) end as texts,
      case when count(number) = count(*) and max(digits) <= 3 then max(digits) end as scale,
      case when bool_and(device_time) = bool_or(device_time) then bool_and(device_time) end as device_time,
      case when bool_and(device_time) <> bool_or(device_time) then array_agg(device_time) end as device_times
    from (
      select device_id, property_id, floor((date_part('epoch', reported_at) - start_s) * 1000 + 0.0005)::int as ms,
        reported_at, number, text, device_time,
        case when not abs(number) < 1e6 then 4 when number = round(number) then 0 when number = round(number * 10) / 10 then 1
          when number = round(number * 100) / 100 then 2 when number = round(number * 1000) / 1000 then 3 else 4 end as digits
      from (
        select * from report
        union all
        -- The last value of a full millisecond is replaced.
        select * from known k
        where not exists (
          select from report r where r.device_id = k.device_id and r.property_id = k.property_id and r.reported_at = k.reported_at)
      ) as either
    ) as each
    group by 1, 2
  ), ordered as (
    -- Values nearly always come in the order of time, and looking whether they did costs a third of sorting them.
    select g.device_id, g.property_id, g.points, g.scale, g.device_time,
      case when found.are_mixed then sorted.at else g.at end as at, case when found.are_mixed then sorted.numbers else g.numbers end as numbers,
      case when g.texts is null then null when found.are_mixed then sorted.texts else g.texts end as texts,
      case when g.device_times is null then null when found.are_mixed then sorted.device_times else g.device_times end as device_times
    from grouped g
    cross join lateral (
      select coalesce(bool_or(later < earlier), false) as are_mixed
      from (select unnest(g.stamps[2:]) as later, unnest(g.stamps[:g.points - 1]) as earlier) as pair
    ) as found
    cross join lateral (
      select array_agg(ms order by stamp) as at, array_agg(number order by stamp) as numbers, array_agg(text order by stamp) as texts,
        array_agg(is_device_time order by stamp) as device_times
      from unnest(case when found.are_mixed then g.stamps end, case when found.are_mixed then g.at end,
        case when found.are_mixed then g.numbers end, case when found.are_mixed then g.texts end,
        case when found.are_mixed then g.device_times end) as one (stamp, ms, number, text, is_device_time)
    ) as sorted
  ), shared as (
    select *, nullif(min(property_id) over (partition by device_id, at), property_id) as times_of from ordered
  ), stored as (
    insert into device_history_day
    select g.device_id, g.property_id, sealed_day, g.points, g.at[1], g.at[g.points], g.times_of, times.every, times.bytes, times.far,
      g.scale, steps.first_whole, steps.bytes, steps.far, case when g.scale is null then g.numbers end, g.texts, g.device_time, g.device_times,
      hourly.hours, hourly.points, hourly.lows, hourly.highs, hourly.sums, hourly.figures
    from shared g
    left join lateral packed_times(case when g.times_of is null then g.at end) as times on g.times_of is null
    left join lateral packed_numbers(g.numbers, g.scale) as steps on true
    left join lateral packed_hours(case when g.points > 300 then g.at end, case when g.points > 300 then g.numbers end, g.scale) as hourly
      on g.texts is null
    order by g.device_id, g.property_id
    on conflict (device_id, property_id, day) do update set
      points = excluded.points, first_ms = excluded.first_ms, last_ms = excluded.last_ms, times_of = excluded.times_of,
      every = excluded.every, times = excluded.times, times_far = excluded.times_far, scale = excluded.scale,
      first_whole = excluded.first_whole, steps = excluded.steps, steps_far = excluded.steps_far, numbers = excluded.numbers,
      texts = excluded.texts, device_time = excluded.device_time, device_times = excluded.device_times, hours = excluded.hours,
      hour_points = excluded.hour_points, hour_lows = excluded.hour_lows, hour_highs = excluded.hour_highs,
      hour_sums = excluded.hour_sums, hour_figures = excluded.hour_figures
  )
  select count(*) into sealed from report;
  return sealed;
end $$;

-- Spans of an organisation stand in one row for each measure: of a median an organisation has eight values, of words hundreds, and each had
-- its whole key twice.
alter table statistic_span rename to statistic_span_before;
alter index statistic_span_pkey rename to statistic_span_before_pkey;
alter table statistic_span_before rename constraint statistic_span_days_check to statistic_span_before_days_check;

-- What does not add: distinct people, medians, words. Of the `days` up to and with the day.
create table statistic_span (
  day date not null,
  days smallint not null check (days in (1, 7, 30)),
  organisation_id bigint not null,
  measure text not null,
  places integer[] not null,
  parts text[] not null,
  numbers double precision[] not null,
  primary key (organisation_id, measure, days, day)
);
create index on statistic_span (day);

insert into statistic_span
select day, days, organisation_id, measure, array_agg(place order by place, part), array_agg(part order by place, part),
  array_agg(value order by place, part)
from statistic_span_before group by 1, 2, 3, 4;
drop table statistic_span_before;

-- Nobody asks for a day by what is packed in it, and analysing arrays and bytes is dear: no statistics are gathered of them. A partition gathers
-- none of what its table gathers none of.
alter table device_history_day
  alter column times set statistics 0, alter column times_far set statistics 0, alter column steps set statistics 0,
  alter column steps_far set statistics 0, alter column numbers set statistics 0, alter column texts set statistics 0,
  alter column device_times set statistics 0, alter column hours set statistics 0, alter column hour_points set statistics 0,
  alter column hour_lows set statistics 0, alter column hour_highs set statistics 0, alter column hour_sums set statistics 0,
  alter column hour_figures set statistics 0;

create or replace function create_partition(parent text, of_day date) returns boolean language plpgsql as $$
declare
  span text := (select period from partitioned_table where name = parent);
  first_day timestamp := date_trunc(span, of_day::timestamp);
  child text := parent || '_' || to_char(first_day, case span when 'day' then 'YYYYMMDD' else 'YYYYMM' end);
  unasked name;
begin
  if span is null then
    raise exception '% is not registered in partitioned_table', parent;
  end if;
  if to_regclass(child) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('create_partition'));
  if to_regclass(child) is not null then
    return false;
  end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', child, parent,
    to_char(first_day, 'YYYY-MM-DD 00:00:00+00'),
    to_char(first_day + ('1 ' || span)::interval, 'YYYY-MM-DD 00:00:00+00'));
  for unasked in select attname from pg_attribute where attrelid = parent::regclass and attstattarget = 0 and attnum > 0 and not attisdropped loop
    execute format('alter table %I alter column %I set statistics 0', child, unasked);
  end loop;
  return true;
end $$;
