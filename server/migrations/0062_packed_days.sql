-- Sealed days in the room that their values need.
--
-- The values of a property in a day are its first one and the steps between neighbours, and so are their times. Steps are packed: each is
-- what it has beyond `every` (of times the usual step, of numbers 0), in as many bytes as cost least for the whole day (none, 1, 2 or 4, the
-- most significant byte first), and the few that are too far off for so many stand beside them with their places. The width is the length
-- over the number of steps.
-- Lists are taken apart in the select list, which keeps their order and is twice as fast as a scan of the function.
-- Properties that were reported together have their times once: in the row of the first of them.
create function packed_steps(steps int[], every int) returns table (bytes bytea, far int[])
  language sql immutable parallel safe rows 1
begin atomic
  select
    coalesce(case chosen.width
      when 1 then (
        select string_agg(charsend((case when step - every between -128 and 127 then step - every else 0 end)::"char"), '')
        from (select unnest(steps) as step) as one)
      when 2 then (
        select string_agg(int2send((case when step - every between -32768 and 32767 then step - every else 0 end)::int2), '')
        from (select unnest(steps) as step) as one)
      when 4 then (select string_agg(int4send(step - every), '') from (select unnest(steps) as step) as one)
    end, ''),
    case when chosen.outside > 0 then (
      select array_agg(array[(n + 1)::int, step - every] order by n) from unnest(steps) with ordinality as one (step, n)
      where case chosen.width when 0 then step <> every when 1 then step - every not between -128 and 127
        else step - every not between -32768 and 32767 end) end
  from (
    -- One that stands beside takes its place and its value: 8 bytes.
    select case least(8 * none, n + 8 * one, 2 * n + 8 * two, 4 * n)
        when 8 * none then 0 when n + 8 * one then 1 when 2 * n + 8 * two then 2 else 4 end as width,
      case least(8 * none, n + 8 * one, 2 * n + 8 * two, 4 * n)
        when 8 * none then none when n + 8 * one then one when 2 * n + 8 * two then two else 0 end as outside
    from (
      select count(*) as n, count(*) filter (where step <> every) as none,
        count(*) filter (where step - every not between -128 and 127) as one,
        count(*) filter (where step - every not between -32768 and 32767) as two
      from (select unnest(steps) as step) as one
    ) as counted
  ) as chosen;
end;

-- The n-th of packed steps (from 0), without those that stand beside.
create function packed_step(bytes bytea, width int, n int) returns int language sql immutable parallel safe
  return case width
    when 1 then (get_byte(bytes, n) # 128) - 128
    when 2 then (((get_byte(bytes, 2 * n) # 128) - 128) << 8) | get_byte(bytes, 2 * n + 1)
    when 4 then (get_byte(bytes, 4 * n) << 24) | (get_byte(bytes, 4 * n + 1) << 16) | (get_byte(bytes, 4 * n + 2) << 8) | get_byte(bytes, 4 * n + 3)
    else 0
  end;

-- Packs times (ms since the start of the day, rising).
create function packed_times(at int[]) returns table (every int, bytes bytea, far int[])
  language sql immutable parallel safe rows 1
begin atomic
  select usual.every, packed.bytes, packed.far
  from (
    select coalesce(percentile_disc(0.5) within group (order by later - earlier), 0) as every, array_agg(later - earlier) as steps
    from (select unnest(at[2:]) as later, unnest(at[:cardinality(at) - 1]) as earlier) as pair
  ) as usual
  cross join lateral packed_steps(coalesce(usual.steps, '{}'), usual.every) as packed;
end;

-- Packs numbers of at most `scale` decimals.
create function packed_numbers(numbers double precision[], scale int) returns table (first_whole int, bytes bytea, far int[])
  language sql immutable parallel safe rows 1
begin atomic
  select round(numbers[1] * factor)::int, packed.bytes, packed.far
  from (select (array[1, 10, 100, 1000]::double precision[])[scale + 1] as factor) as by_ten
  cross join lateral (
    select array_agg(round(later * factor)::int - round(earlier * factor)::int) as steps
    from (select unnest(numbers[2:]) as later, unnest(numbers[:cardinality(numbers) - 1]) as earlier) as pair
  ) as stepped
  cross join lateral packed_steps(coalesce(stepped.steps, '{}'), 0) as packed
  where scale is not null;
end;

-- The figures of the hours of a day. Of several values of one instant the last one counts.
create function packed_hours(at int[], numbers double precision[], scale int)
  returns table (hours smallint[], points int[], lows smallint[], highs smallint[], sums int[], figures double precision[])
  language sql immutable parallel safe rows 1
begin atomic
  select nullif(by_hour.hours, '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'), by_hour.points,
    case when is_small then array(select round(x * factor)::int2 from unnest(by_hour.lows) with ordinality as one (x, n) order by n) end,
    case when is_small then array(select round(x * factor)::int2 from unnest(by_hour.highs) with ordinality as one (x, n) order by n) end,
    case when is_small then array(select x::int from unnest(by_hour.sums) with ordinality as one (x, n) order by n) end,
    case when not is_small then by_hour.lows || by_hour.highs || by_hour.means end
  from (select coalesce((array[1, 10, 100, 1000]::double precision[])[scale + 1], 1) as factor) as by_ten
  cross join lateral (
    select array_agg(hour order by hour) as hours, array_agg(n order by hour) as points, array_agg(low order by hour) as lows,
      array_agg(high order by hour) as highs, array_agg(mean order by hour) as means, array_agg(sum order by hour) as sums,
      scale is not null and max(greatest(abs(low), abs(high))) * factor <= 32767 and max(abs(sum)) <= 2147483647 as is_small
    from (
      select (ms / 3600000)::smallint as hour, count(*)::int as n, min(number) as low, max(number) as high, avg(number) as mean,
        sum(round(number * factor)) as sum
      from (select unnest(at) as ms, unnest(numbers) as number, unnest(at[2:]) as next_ms) as value
      where next_ms is distinct from ms and ms is not null
      group by 1
    ) as hour
  ) as by_hour;
end;

drop function seal_history(date, bigint, bigint);
drop function sealed_points(device_history_day);
alter table device_history_day rename to device_history_day_before;
alter index device_history_day_pkey rename to device_history_day_before_pkey;
do $$
declare
  child text;
begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'device_history_day_before'::regclass
  loop
    execute format('alter table %I rename to %I', child, child || '_before');
    execute format('alter index %I rename to %I', child || '_pkey', child || '_before_pkey');
  end loop;
end $$;

-- The reports of one property of one device in one day (UTC), once the day is older than yesterday.
create table device_history_day (
  device_id bigint not null,
  property_id int not null,
  day date not null,
  points int not null,
  first_ms int not null,               -- times of the first and the last report, ms since the start of the day
  last_ms int not null,
  times_of int,                        -- the property of this device and day that has the same times; null where they are here:
  every int,                           -- the usual step,
  times bytea,                         -- packed steps,
  times_far int[],                     -- and those that are far from the usual: (place, beyond the usual)
  scale smallint,                      -- numbers with at most three decimals: as whole numbers, 10^scale times as large:
  first_whole int,                     -- the first,
  steps bytea,                         -- packed steps,
  steps_far int[],                     -- and the large ones: (place, step)
  numbers double precision[],          -- other numbers
  texts text[],                        -- if any report was no number; numbers then has null in its place
  device_time boolean,                 -- of all reports; null where they differ:
  device_times boolean[],
  -- Figures of each hour that has reports, for long curves; no points where there is a text among them.
  hours smallint[],                    -- null: all 24
  hour_points int[],
  hour_lows smallint[],                -- whole numbers as above,
  hour_highs smallint[],
  hour_sums int[],
  hour_figures double precision[],     -- or, where they do not fit, all lows, then all highs, then all means
  primary key (device_id, property_id, day)
) partition by range (day);

-- The reports of a sealed day, oldest first. Of several values of one instant the last one counts: `is_last`; the microseconds of a time
-- are the place of a value among them.
create function sealed_points(sealed device_history_day)
  returns table (reported_at timestamptz, number double precision, value text, device_time boolean, is_last boolean)
  language sql stable parallel safe rows 300
begin atomic
  select sealed.day::timestamp at time zone 'UTC'
      + (sum(time_step) over by_place * 1000 + place - max(case when time_step > 0 or place = 1 then place end) over by_place)
        * interval '1 microsecond',
    coalesce(sum(number_step) over by_place / (array[1, 10, 100, 1000]::double precision[])[sealed.scale + 1], number),
    text, coalesce(sealed.device_time, is_device_time), lead(time_step) over by_place is distinct from 0
  from (
    select place, number, text, is_device_time,
      case place when 1 then sealed.first_ms
        else day.every + coalesce(time_far.step, packed_step(day.times, day.time_width, place - 2)) end as time_step,
      case when sealed.scale is null then null when place = 1 then sealed.first_whole
        else coalesce(step_far.step, packed_step(day.steps, day.step_width, place - 2)) end as number_step
    from (
      -- Whole values here: each place would be taken out of its storage anew.
      select own.every, own.times || ''::bytea as times, own.far as times_far, sealed.steps || ''::bytea as steps,
        octet_length(own.times) / greatest(sealed.points - 1, 1) as time_width,
        octet_length(sealed.steps) / greatest(sealed.points - 1, 1) as step_width
      from (
        select sealed.every, sealed.times, sealed.times_far as far where sealed.times_of is null
        union all
        select h.every, h.times, h.times_far from device_history_day h
        where h.device_id = sealed.device_id and h.property_id = sealed.times_of and h.day = sealed.day
      ) as own
      offset 0
    ) as day
    cross join lateral rows from (
      generate_series(1, sealed.points), unnest(sealed.numbers), unnest(sealed.texts), unnest(sealed.device_times)
    ) as report (place, number, text, is_device_time)
    left join lateral (
      select day.times_far[i][1] as place, day.times_far[i][2] as step from generate_subscripts(day.times_far, 1) as i
    ) as time_far using (place)
    left join lateral (
      select sealed.steps_far[i][1] as place, sealed.steps_far[i][2] as step from generate_subscripts(sealed.steps_far, 1) as i
    ) as step_far using (place)
    offset 0
  ) as stepped
  window by_place as (order by place);
end;

-- The figures of the hours of a sealed day that have reports; none where there is a text among them.
create function sealed_hours(sealed device_history_day)
  returns table (hour int, points int, low double precision, mean double precision, high double precision)
  language sql stable parallel safe rows 24
begin atomic
  select coalesce(of_day.hour, of_day.n - 1)::int, of_day.points,
    coalesce(of_day.low / factor, sealed.hour_figures[of_day.n]),
    coalesce(of_day.sum / factor / of_day.points, sealed.hour_figures[of_day.n + 2 * cardinality(sealed.hour_points)]),
    coalesce(of_day.high / factor, sealed.hour_figures[of_day.n + cardinality(sealed.hour_points)])
  from unnest(sealed.hours, sealed.hour_points, sealed.hour_lows, sealed.hour_highs, sealed.hour_sums)
      with ordinality as of_day (hour, points, low, high, sum, n),
    (select coalesce((array[1, 10, 100, 1000]::double precision[])[sealed.scale + 1], 1) as factor) as by_ten;
end;

-- Seals what the devices in a range have in one closed day: adds it to the sealed form, together with all that was sealed of that day of their
-- devices before. Answers how many values that were.
create function seal_history(sealed_day date, from_device bigint, below_device bigint) returns int language plpgsql as $$
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
    left join lateral packed_hours(g.at, g.numbers, g.scale) as hourly on g.texts is null
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

-- The days that were sealed in the former form, month by month.
do $$
declare
  month record;
begin
  for month in
    select c.oid::regclass as name, (select min(day) from device_history_day_before d where d.tableoid = c.oid) as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'device_history_day_before'::regclass order by c.relname
  loop
    continue when month.day is null;
    perform create_partition('device_history_day', month.day);
    execute format($convert$
      insert into device_history_day
      select g.device_id, g.property_id, g.day, g.points, g.at[1], g.at[g.points], g.times_of, times.every, times.bytes, times.far,
        g.scale, steps.first_whole, steps.bytes, steps.far, case when g.scale is null then g.values end, g.texts, g.device_time, g.device_times,
        hourly.hours, hourly.points, hourly.lows, hourly.highs, hourly.sums, hourly.figures
      from (
        select *, nullif(min(property_id) over (partition by device_id, day, at), property_id) as times_of
        from %s as former
        cross join lateral (
          select array_agg(ms::int order by place) as at,
            array_agg(coalesce(whole / (array[1, 10, 100, 1000]::double precision[])[former.scale + 1], number) order by place) as values
          from (
            select place, sum(time_step) over by_place as ms, sum(number_step) over by_place as whole, number
            from unnest(former.time_steps, former.number_steps, former.numbers) with ordinality as one (time_step, number_step, number, place)
            window by_place as (order by place)
          ) as summed
        ) as value
      ) as g
      left join lateral packed_times(case when g.times_of is null then g.at end) as times on g.times_of is null
      left join lateral packed_numbers(g.values, g.scale) as steps on true
      left join lateral packed_hours(g.at, g.values, g.scale) as hourly on g.texts is null
      order by g.day, g.device_id, g.property_id
    $convert$, month.name);
  end loop;
end $$;
drop table device_history_day_before;
