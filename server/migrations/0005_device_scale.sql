-- Devices by the million: places by code, channels, totals kept by the database, search, and history that is sealed.

-- Place and channel --------------------------------------------------------------------------------------------------

-- From now on national codes. The words that stood there stay as the place in words, which is shown and searched.
alter table device
  add column place text not null default '',
  add column channel_type text check (channel_type in ('direct', 'distributor', 'agent', 'online')),
  add column channel_id bigint references organisation on delete set null;
drop index device_place;
update device
set place = regexp_replace(concat_ws(' ', nullif(province, ''), nullif(city, ''), nullif(region, '')), '([\u4e00-\u9fff]) ', '\1', 'g'),
  province = '', city = '', region = ''
where province <> '' or city <> '' or region <> '';
alter table device
  add check (province ~ '^([1-9]\d{5})?$'),
  add check (city ~ '^([1-9]\d{5})?$'),
  add check (region ~ '^([1-9]\d{5})?$');
create index device_place on device using gin (bigrams(place || ' ' || address));
create index on device (channel_id) where channel_id is not null;

alter table device_index
  add column area int,                 -- the narrowest code of the place; null abroad
  add column channel_type text,
  add column channel_id bigint;
create index on device_index (area) where area is not null;
create index on device_index (channel_id) where channel_id is not null;

-- A device that goes offline keeps the gateway it was at, so that coming and going touches no index: twice the flips a second.
drop index device_index_gateway_id_idx;
create index on device_index (gateway_id) where gateway_id is not null;

-- A channel that is deleted, or changed by hand, is so in the narrow row too.
create function device_channel_follow() returns trigger language plpgsql as $$
begin
  update device_index set channel_type = new.channel_type, channel_id = new.channel_id where device_id = new.id;
  return null;
end $$;
create trigger device_channel_follow after update of channel_type, channel_id on device
  for each row when (old.channel_type is distinct from new.channel_type or old.channel_id is distinct from new.channel_id)
  execute function device_channel_follow();

-- Search by any two or more characters ---------------------------------------------------------------------------------

-- Pairs and triples of characters, each together with the block of 4,096 ids that the device is in: blocks are searched
-- newest first, and a common pattern is done after one of them (docs/decisions).
create function device_grams(id bigint, search text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct (hashtext(substr(lowered, i, n))::bigint << 20) | (id >> 12)), '{}')
    from (select lower(search) as lowered) as given,
      generate_series(1, char_length(lowered)) as i,
      generate_series(2, 3) as n
    where i + n - 1 <= char_length(lowered)
  );

drop index device_search;
create index device_search on device using gin (device_grams(id, search));
-- The newest device of each block.
create index device_block on device ((id >> 12), created_at desc, id desc);

-- Devices of some blocks whose text has a keyword of two or more characters; at most eight of its triples are looked up.
create function devices_like(keyword text, pattern text, blocks bigint[]) returns setof bigint
  language plpgsql stable rows 1000
  set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  size int := least(char_length(keyword), 3);
  last int := char_length(keyword) - size + 1;
  sought bigint[] := array(
    select distinct hashtext(substr(lower(keyword), i, size))::bigint << 20
    from generate_series(1, last, greatest(1, last / 8)) as i);
  block bigint;
begin
  foreach block in array blocks loop
    return query
      select d.id from device d
      where device_grams(d.id, d.search) @> array(select gram | block from unnest(sought) as gram)
        and d.search ilike pattern;
  end loop;
end $$;

-- Totals ---------------------------------------------------------------------------------------------------------------

-- Installed devices of each organisation by state. `own` counts those of the organisation itself, `within` those below it
-- too. What happened since the last folding lies in device_total_change; both together are the truth at any moment.
create table device_total (
  organisation_id bigint not null,
  kind text not null,
  product_id bigint not null,
  online boolean not null,
  work_state smallint not null,        -- -1: offline, or none reported
  own int not null,
  within int not null,
  primary key (organisation_id, kind, product_id, online, work_state)
) with (fillfactor = 80);

-- Written by every change of state, so it has no index and no row is ever updated: nobody waits for anybody.
create table device_total_change (
  organisation_id bigint not null,
  kind text not null,
  product_id bigint not null,
  online boolean not null,
  work_state smallint not null,
  devices int not null                 -- +1 or -1, or sums of them
);

create function device_total_added() returns trigger language plpgsql as $$
begin
  insert into device_total_change
  select organisation_id, kind, product_id, online, case when online then coalesce(work_state, -1) else -1 end, count(*)
  from added where installed group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger device_total_added after insert on device_index
  referencing new table as added for each statement execute function device_total_added();

create function device_total_removed() returns trigger language plpgsql as $$
begin
  insert into device_total_change
  select organisation_id, kind, product_id, online, case when online then coalesce(work_state, -1) else -1 end, -count(*)
  from removed where installed group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger device_total_removed after delete on device_index
  referencing old table as removed for each statement execute function device_total_removed();

create function device_total_changed() returns trigger language plpgsql as $$
begin
  insert into device_total_change
  select old.organisation_id, old.kind, old.product_id, old.online, case when old.online then coalesce(old.work_state, -1) else -1 end, -1
  where old.installed
  union all
  select new.organisation_id, new.kind, new.product_id, new.online, case when new.online then coalesce(new.work_state, -1) else -1 end, 1
  where new.installed;
  return null;
end $$;
-- For each row, because the condition is judged without calling anything: most updates change no state.
create trigger device_total_changed after update on device_index for each row
  when ((old.organisation_id, old.kind, old.product_id, old.installed, old.online, case when old.online then old.work_state end)
    is distinct from (new.organisation_id, new.kind, new.product_id, new.installed, new.online, case when new.online then new.work_state end))
  execute function device_total_changed();

-- Adds what happened to the totals of each organisation and of those above it. One at a time; answers how many rows it
-- folded, and none when another is at it. Whoever changes the tree holds the same lock: below.
create function fold_device_totals() returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('device_total')) then
    return 0;
  end if;
  with taken as (
    delete from device_total_change returning *
  ), summed as (
    select organisation_id, kind, product_id, online, work_state, sum(devices) as devices
    from taken group by 1, 2, 3, 4, 5 having sum(devices) <> 0
  ), spread as (
    select t.ancestor_id, kind, product_id, online, work_state,
      coalesce(sum(devices) filter (where t.depth = 0), 0) as own, sum(devices) as within
    from summed join organisation_tree t on t.descendant_id = summed.organisation_id
    group by 1, 2, 3, 4, 5
  ), added as (
    insert into device_total
    select * from spread where own <> 0 or within <> 0
    on conflict (organisation_id, kind, product_id, online, work_state)
    do update set own = device_total.own + excluded.own, within = device_total.within + excluded.within
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- An organisation that moves takes its folded devices from the totals above it, and brings them to those it comes under;
-- what is not folded yet will be by the tree of that moment. An organisation just added has nothing to bring, and waits for nobody.
create function device_total_leave() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('device_total'));
  update device_total t set within = t.within - moved.own
  from (
    select pair.ancestor_id, d.kind, d.product_id, d.online, d.work_state, sum(d.own) as own
    from gone pair join device_total d on d.organisation_id = pair.descendant_id
    where d.own <> 0 group by 1, 2, 3, 4, 5
  ) as moved
  where t.organisation_id = moved.ancestor_id and t.kind = moved.kind and t.product_id = moved.product_id
    and t.online = moved.online and t.work_state = moved.work_state;
  return null;
end $$;
create trigger device_total_leave after delete on organisation_tree
  referencing old table as gone for each statement execute function device_total_leave();

create function device_total_join() returns trigger language plpgsql as $$
begin
  if not exists (
    select from come pair where not exists (
      select from come self where self.ancestor_id = pair.descendant_id and self.descendant_id = pair.descendant_id)
  ) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('device_total'));
  insert into device_total
  select pair.ancestor_id, d.kind, d.product_id, d.online, d.work_state, 0, sum(d.own)
  from come pair join device_total d on d.organisation_id = pair.descendant_id
  where d.own <> 0 group by 1, 2, 3, 4, 5
  on conflict (organisation_id, kind, product_id, online, work_state)
  do update set within = device_total.within + excluded.within;
  return null;
end $$;
create trigger device_total_join after insert on organisation_tree
  referencing new table as come for each statement execute function device_total_join();

-- For each statement: it comes after the rows of the tree are gone.
create function device_total_forget() returns trigger language plpgsql as $$
begin
  delete from device_total where organisation_id in (select id from gone);
  return null;
end $$;
create trigger device_total_forget after delete on organisation
  referencing old table as gone for each statement execute function device_total_forget();

insert into device_total_change
select organisation_id, kind, product_id, online, case when online then coalesce(work_state, -1) else -1 end, count(*)
from device_index where installed group by 1, 2, 3, 4, 5;
select fold_device_totals();

-- Installed devices of organisations, at this very moment: their own, and those of all below them.
create view device_total_now as
select organisation_id, kind, product_id, online, work_state, sum(own)::int as own, sum(within)::int as within
from (
  select * from device_total
  union all
  select t.ancestor_id, c.kind, c.product_id, c.online, c.work_state,
    case when t.depth = 0 then c.devices else 0 end, c.devices
  from device_total_change c join organisation_tree t on t.descendant_id = c.organisation_id
) as parts
group by 1, 2, 3, 4, 5;

-- Sealed history -------------------------------------------------------------------------------------------------------

-- The reports of one property of one device in one day (UTC), once the day is older than yesterday.
create table device_history_day (
  device_id bigint not null,
  property_id int not null,
  day date not null,
  points int not null,
  time_steps int[] not null,           -- ms since the report before; of the first, since the day began
  scale smallint,                      -- numbers with at most three decimals: as whole numbers, 10^scale times as large,
  number_steps int[],                  -- each as its difference to the one before
  numbers double precision[],          -- other numbers
  texts text[],                        -- where any report was no number; numbers then has null in its place
  device_time boolean,                 -- of all reports; null where they differ:
  device_times boolean[],
  -- Figures of each hour that has reports, for long curves; null where there is a text among them.
  hours smallint[],
  hour_points int[],
  lows double precision[],
  means double precision[],
  highs double precision[],
  primary key (device_id, property_id, day)
) partition by range (day);

-- The reports of a sealed day, oldest first.
create function sealed_points(sealed device_history_day)
  returns table (reported timestamptz, number double precision, value text, device_time boolean)
  language sql stable parallel safe rows 300
begin atomic
  select sealed.day::timestamp at time zone 'UTC' + sum(time_step) over by_place * interval '1 millisecond',
    coalesce(sum(number_step) over by_place / (array[1, 10, 100, 1000]::double precision[])[sealed.scale + 1], number),
    text, coalesce(sealed.device_time, is_device_time)
  from unnest(sealed.time_steps, sealed.number_steps, sealed.numbers, sealed.texts, sealed.device_times)
    with ordinality as report (time_step, number_step, number, text, is_device_time, place)
  window by_place as (order by place);
end;

-- Seals the rows of one day of the devices in a range: they leave the rows and come to the sealed form in one transaction,
-- beside what was sealed of that day before. Answers how many rows that were.
create function seal_history(sealed_day date, from_device bigint, below_device bigint) returns int language plpgsql as $$
declare
  day_start timestamptz := sealed_day::timestamp at time zone 'UTC';
  start_s double precision := date_part('epoch', day_start);
  month_start date := date_trunc('month', sealed_day)::date;
  sealed int;
begin
  if to_regclass('device_history_day_' || to_char(month_start, 'YYYYMM')) is null then
    perform pg_advisory_xact_lock(hashtext('device_history_day'));
    execute format('create table if not exists %I partition of device_history_day for values from (%L) to (%L)',
      'device_history_day_' || to_char(month_start, 'YYYYMM'), month_start, (month_start + interval '1 month')::date);
  end if;
  with taken as (
    delete from device_history
    where time >= day_start and time < day_start + interval '1 day'
      and device_id >= from_device and device_id < below_device
    returning device_id, property_id, time, number, text, device_time
  ), known as (
    select d.device_id, d.property_id, p.reported as time, p.number, p.value as text, p.device_time
    from (select distinct device_id, property_id from taken) as again
    join device_history_day d
      on d.device_id = again.device_id and d.property_id = again.property_id and d.day = sealed_day
    cross join lateral sealed_points(d) as p
  ), report as (
    select device_id, property_id, floor((date_part('epoch', time) - start_s) * 1000 + 0.001)::int as ms,
      number, text, device_time
    from (
      select * from taken
      union all
      -- A report sent again after its day was sealed is the same report.
      select * from known k
      where not exists (
        select from taken t where t.device_id = k.device_id and t.property_id = k.property_id and t.time = k.time)
    ) as either
  ), grouped as (
    select device_id, property_id, count(*)::int as points, array_agg(ms order by ms) as at,
      array_agg(number order by ms) as numbers,
      case when count(text) > 0 then array_agg(text order by ms) end as texts,
      case
        when count(text) > 0 or bool_or(abs(number) >= 1e6) then null
        when bool_and(number = round(number)) then 0
        when bool_and(number = round(number * 10) / 10) then 1
        when bool_and(number = round(number * 100) / 100) then 2
        when bool_and(number = round(number * 1000) / 1000) then 3
      end as scale,
      case when bool_and(device_time) = bool_or(device_time) then bool_and(device_time) end as device_time,
      case when bool_and(device_time) <> bool_or(device_time) then array_agg(device_time order by ms) end as device_times
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
        from unnest(g.at, g.numbers) as one (ms, number)
        where g.texts is null
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

-- Lets go of the partition of a day whose rows are all sealed; while late reports may still come it stays, empty. False
-- where there are rows in it again.
create function end_history_partition(ended_day date, keep boolean) returns boolean language plpgsql as $$
declare
  child text := 'device_history_' || to_char(ended_day, 'YYYYMMDD');
  is_left boolean;
begin
  if to_regclass(child) is null then
    return true;
  end if;
  if not keep then
    -- The parent first, as whoever writes does: nobody waits in a circle.
    lock table only device_history in access exclusive mode;
  end if;
  execute format('lock table %I in access exclusive mode', child);
  execute format('select exists (select from %I)', child) into is_left;
  if is_left then
    return false;
  end if;
  if keep then
    execute format('truncate %I', child);
  else
    execute format('drop table %I', child);
  end if;
  return true;
end $$;

-- Drops the sealed days before a day: whole months as partitions, of the one month that is cut its rows.
create function drop_sealed_history(before_day date) returns int language plpgsql as $$
declare
  child record;
  dropped int := 0;
begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'device_history_day'::regclass and right(c.relname, 6) < to_char(before_day, 'YYYYMM')
  loop
    execute format('drop table %I', child.relname);
    dropped := dropped + 1;
  end loop;
  delete from device_history_day where day < before_day;
  return dropped;
end $$;
