-- Reports of today and yesterday: one row for the values that a message reports for one instant (decision 0158). Each row of the old form
-- is converted here; days that are sealed stay as they are.
alter table device_history rename to device_history_old;
alter table device_history_old rename constraint device_history_pkey to device_history_old_pkey;

-- The microseconds of `reported_at` are the place of a row among the rows of that device and millisecond. The values of one property are in
-- their order by it.
create table device_history (
  device_id bigint not null,
  reported_at timestamptz not null,
  device_time boolean not null,        -- false: the device gave no plausible time, and it is the server's
  properties int[] not null,           -- each once; the next two have their values, in the same order
  numbers double precision[],          -- null where no value is a number
  texts text[],                        -- values that are no number: text, date, struct and array (as JSON); null where each is one
  primary key (device_id, reported_at)
) partition by range (reported_at);

-- Days that nobody writes any more while they are sealed. What was a partition of `device_history` becomes a child of this table as it is.
create table device_history_closed (
  device_id bigint not null,
  reported_at timestamptz not null,
  device_time boolean not null,
  properties int[] not null,
  numbers double precision[],
  texts text[],
  primary key (device_id, reported_at)
);

-- How far a closed day is sealed: what devices below this one have in it counts no longer, because it is in `device_history_day`.
create table history_seal (
  day date primary key,
  below bigint not null
);

-- The rows that are not sealed, in one form.
create view device_history_row as
  select device_id, reported_at, device_time, properties, numbers, texts from device_history
  union all
  select c.device_id, c.reported_at, c.device_time, c.properties, c.numbers, c.texts
  from device_history_closed c left join history_seal s on s.day = (c.reported_at at time zone 'UTC')::date
  where c.device_id >= coalesce(s.below, 0);

-- The values that are not sealed. Conditions on device and time, and an order by time with a limit, go down to the key. A lateral query that
-- asks with the device of another table needs a limit, an aggregate or `offset 0`: merged into a join, it would read all.
create view device_history_value as
  select r.device_id, v.property_id, r.reported_at, v.number, v.text, r.device_time
  from device_history_row r cross join lateral unnest(r.properties, r.numbers, r.texts) as v (property_id, number, text);

do $$
declare
  child record;
begin
  for child in
    select c.relname as name, right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'device_history_old'::regclass order by 1
  loop
    execute format('alter table %I rename to %I', child.name, 'old_' || child.name);
    execute format('alter table %I rename constraint %I to %I', 'old_' || child.name, child.name || '_pkey', 'old_' || child.name || '_pkey');
  end loop;
end $$;

do $$
declare
  child record;
begin
  for child in
    select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'device_history_old'::regclass order by 1
  loop
    perform create_partition('device_history', child.day);
    execute format('
      insert into device_history (device_id, reported_at, device_time, properties, numbers, texts)
      select device_id, reported_at, bool_and(device_time), array_agg(property_id order by property_id),
        case when count(number) > 0 then array_agg(number order by property_id) end,
        case when count(text) > 0 then array_agg(text order by property_id) end
      from %I group by device_id, reported_at order by reported_at, device_id', child.name);
    execute format('drop table %I', child.name);
  end loop;
end $$;
drop table device_history_old;

-- Sealing reads a closed day by portions of devices, moves the mark on with each, and drops the day as a whole.

drop function end_history_partition(date, boolean);

-- Closes a day that has rows: from now on nobody writes them, and an empty partition takes their place where late reports are still
-- accepted (`keep`). Answers whether it has closed it: a day that is closed already, or has no rows, is not; the partition of a day that
-- takes no reports any more is dropped then.
create function close_history_day(ended_day date, keep boolean) returns boolean language plpgsql as $$
declare
  child text := 'device_history_' || to_char(ended_day, 'YYYYMMDD');
  closed text := 'device_history_closed_' || to_char(ended_day, 'YYYYMMDD');
  has_rows boolean;
begin
  if to_regclass(child) is null or to_regclass(closed) is not null then
    return false;
  end if;
  execute format('select exists (select from %I)', child) into has_rows;
  if keep and not has_rows then
    return false;
  end if;
  -- In the order in which whoever misses a partition takes them, and the parent before its children, as writers do: no deadlock.
  perform pg_advisory_xact_lock(hashtext('create_partition'));
  lock table only device_history in access exclusive mode;
  execute format('lock table %I in access exclusive mode', child);
  execute format('select exists (select from %I)', child) into has_rows;
  if not has_rows then
    if not keep then
      execute format('drop table %I', child);
    end if;
    return false;
  end if;
  execute format('alter table device_history detach partition %I', child);
  execute format('alter table %I rename to %I', child, closed);
  execute format('alter table %I inherit device_history_closed', closed);
  insert into history_seal (day, below) values (ended_day, 0);
  if keep then
    perform create_partition('device_history', ended_day);
  end if;
  return true;
end $$;

-- Seals the next devices of a closed day, some `rows_at_once` of its rows, and moves the mark on with them. Answers how many values; null if
-- all are sealed, or the day is not closed. No device is deleted meanwhile (`hold_sealing`): its deletion would not see what is sealed here.
create function seal_history_portion(sealed_day date, rows_at_once int) returns int language plpgsql as $$
declare
  day_start timestamptz := sealed_day::timestamp at time zone 'UTC';
  from_device bigint;
  below_device bigint;
  sealed int;
begin
  perform pg_advisory_xact_lock(hashtext('seal_history'));
  select below into from_device from history_seal where day = sealed_day for update;
  if not exists (
    select from device_history_closed
    where reported_at >= day_start and reported_at < day_start + interval '1 day' and device_id >= from_device
  ) then
    return null;
  end if;
  select device_id + 1 into below_device from device_history_closed
  where reported_at >= day_start and reported_at < day_start + interval '1 day' and device_id >= from_device
  order by device_id offset rows_at_once limit 1;
  below_device := coalesce(below_device, 9223372036854775807);
  sealed := seal_history(sealed_day, from_device, below_device);
  update history_seal set below = below_device where day = sealed_day;
  return sealed;
end $$;

-- Until the end of the transaction no portion is sealed. Deletions do not wait for one another.
create function hold_sealing() returns void language sql
  begin atomic
  select pg_advisory_xact_lock_shared(hashtext('seal_history'));
end;

-- Drops a closed day that is sealed, with its mark. False if it is not, or if somebody still reads as of a moment before it was: whoever
-- began to read then and comes to this day only now would find its values in neither form.
create function drop_closed_history(sealed_day date) returns boolean language plpgsql as $$
declare
  closed text := 'device_history_closed_' || to_char(sealed_day, 'YYYYMMDD');
  began timestamptz := clock_timestamp();
  is_left boolean;
begin
  if to_regclass(closed) is null then
    return false;
  end if;
  execute format('select exists (select from %I c left join history_seal s on s.day = $1 where c.device_id >= coalesce(s.below, 0))', closed)
    into is_left using sealed_day;
  if is_left then
    return false;
  end if;
  -- Nearly all have ended after some milliseconds.
  for attempt in 1..100 loop
    perform pg_stat_clear_snapshot();
    exit when not exists (
      select from pg_stat_activity a, history_seal s
      where s.day = sealed_day and a.datname = current_database() and a.backend_type = 'client backend' and a.pid <> pg_backend_pid()
        and a.xact_start < began and age(a.backend_xmin) >= age(s.xmin));
    if attempt = 100 then
      return false;
    end if;
    perform pg_sleep(0.05);
  end loop;
  execute format('drop table %I', closed);
  delete from history_seal where day = sealed_day;
  return true;
end $$;

-- Seals what the devices in a range have in one closed day: adds it to the sealed form, together with what was sealed of that day before.
-- A late report is sealed the next night. Returns the number of values.
create or replace function seal_history(sealed_day date, from_device bigint, below_device bigint) returns int language plpgsql as $$
declare
  day_start timestamptz := sealed_day::timestamp at time zone 'UTC';
  start_s double precision := date_part('epoch', day_start);
  sealed int;
begin
  perform create_partition('device_history_day', sealed_day);
  with taken as (
    select device_id, unnest(properties) as property_id, reported_at, unnest(numbers) as number, unnest(texts) as text, device_time
    from device_history_closed
    where reported_at >= day_start and reported_at < day_start + interval '1 day'
      and device_id >= from_device and device_id < below_device
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
