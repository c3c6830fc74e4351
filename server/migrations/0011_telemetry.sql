-- What devices report: shadow, history, messages, events, connections and logs.
-- Tables of reports have no foreign keys: they are written by COPY, and the removal of a device deletes its rows itself.

-- Shadow ------------------------------------------------------------------------------------------------------------------

-- The latest value of each property: { "<identifier>": { "v": value, "t": device ms, "s": server ms } };
-- desired: { "<identifier>": { "v": value, "c": command id, "s": server ms } } while one is pending.
create table device_shadow (
  device_id bigint primary key references device on delete cascade,
  version bigint not null default 0,
  reported jsonb not null default '{}',
  desired jsonb not null default '{}',
  reported_at timestamptz,
  -- Attributes of the shadow document that are not in the thing model: { key: { v, t } }.
  extra_reported jsonb not null default '{}',
  extra_desired jsonb not null default '{}',
  desired_version bigint not null default 0   -- the version at which a person or the document last set desired values
) with (fillfactor = 70);

-- History -----------------------------------------------------------------------------------------------------------------

-- Property identifiers as small numbers, shared by all products, so that a history row is narrow.
create table property_identifier (
  id int generated always as identity primary key,
  identifier text not null unique
);

-- Each accepted value. `reported_at` is the device's time where it is plausible, else the server's (device_time false).
-- A report that is sent again after a lost acknowledgement finds its own rows by the key.
create table device_history (
  device_id bigint not null,
  property_id int not null,
  reported_at timestamptz not null,
  number double precision,
  text text,                           -- values that are no number: text, date, struct and array (as JSON)
  device_time boolean not null,
  primary key (device_id, property_id, reported_at)
) partition by range (reported_at);
insert into partitioned_table values ('device_history', 'day');

-- The reports of one property of one device in one day (UTC), once the day is older than yesterday.
create table device_history_day (
  device_id bigint not null,
  property_id int not null,
  day date not null,
  points int not null,
  time_steps int[] not null,           -- ms since the previous report; the first: since the start of the day
  scale smallint,                      -- numbers with at most three decimals: as whole numbers, 10^scale times as large,
  number_steps int[],                  -- each as the difference to the previous one
  numbers double precision[],          -- other numbers
  texts text[],                        -- if any report was no number; numbers then has null in its place
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
insert into partitioned_table values ('device_history_day', 'month');

-- The reports of a sealed day, oldest first.
create function sealed_points(sealed device_history_day)
  returns table (reported_at timestamptz, number double precision, value text, device_time boolean)
  language sql stable parallel safe rows 300
begin atomic
  select sealed.day::timestamp at time zone 'UTC' + sum(time_step) over by_place * interval '1 millisecond',
    coalesce(sum(number_step) over by_place / (array[1, 10, 100, 1000]::double precision[])[sealed.scale + 1], number),
    text, coalesce(sealed.device_time, is_device_time)
  from unnest(sealed.time_steps, sealed.number_steps, sealed.numbers, sealed.texts, sealed.device_times)
    with ordinality as report (time_step, number_step, number, text, is_device_time, place)
  window by_place as (order by place);
end;

-- Seals the rows of one day of the devices in a range: in one transaction they are deleted and added to the sealed form, together
-- with what was sealed of that day before. Answers how many rows that were.
create function seal_history(sealed_day date, from_device bigint, below_device bigint) returns int language plpgsql as $$
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
    select device_id, property_id, floor((date_part('epoch', reported_at) - start_s) * 1000 + 0.001)::int as ms,
      number, text, device_time
    from (
      select * from taken
      union all
      -- A report sent again after its day was sealed is the same report.
      select * from known k
      where not exists (
        select from taken t where t.device_id = k.device_id and t.property_id = k.property_id and t.reported_at = k.reported_at)
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

-- Removes the partition of a day whose rows are all sealed. While late reports are accepted it stays, empty. Answers false if
-- it has rows again.
create function end_history_partition(ended_day date, keep boolean) returns boolean language plpgsql as $$
declare
  child text := 'device_history_' || to_char(ended_day, 'YYYYMMDD');
  is_left boolean;
begin
  if to_regclass(child) is null then
    return true;
  end if;
  if not keep then
    -- The parent first, as writers do: no deadlock.
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

-- Messages ----------------------------------------------------------------------------------------------------------------

-- Each message up and down with its outcome.
create table device_message (
  device_id bigint not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  direction text not null check (direction in ('up', 'down')),
  topic text not null,
  payload text,                        -- null: a plain report whose values are in the history (thin_messages)
  code int,                            -- of the reply
  dropped jsonb,                       -- [{ identifier, reason, value }]
  outcome text not null,
  through text not null default '',    -- SN of the gateway it came or went through; empty: the device's own connection
  primary key (device_id, recorded_at, seq)
) partition by range (recorded_at);
insert into partitioned_table values ('device_message', 'day');

-- Days whose trace was thinned.
create table device_message_thinned (
  day date primary key,
  thinned_at timestamptz not null
);

-- Rewrites one past day of the trace. Every message keeps its row; of property reports that were stored without a remark only the
-- first of a device in a minute keeps its payload, since their values are in the history. Whatever was refused, dropped in part,
-- repeated or sent down keeps everything. Answers how many payloads were left out. The day is copied into a new table that takes
-- the place of the old one, so that the space is free at once. Nobody writes to a day that old: rows are recorded by the server's
-- clock. Readers and removals of devices go on while it is copied.
create function thin_messages(thinned_day date) returns bigint language plpgsql as $$
declare
  child text := 'device_message_' || to_char(thinned_day, 'YYYYMMDD');
  thin text := child || '_thin';
  left_out bigint;
begin
  if to_regclass(child) is null or exists (select from device_message_thinned where day = thinned_day) then
    return 0;
  end if;
  execute format('create table %I (like %I including all excluding identity)', thin, child);
  execute format($sql$
    with marked as (
      select *, outcome = 'stored' and direction = 'up' and dropped is null and topic like '%%/thing/event/property/post' as plain
      from %I
    )
    insert into %I (device_id, recorded_at, seq, direction, topic, payload, code, dropped, outcome, through)
    select device_id, recorded_at, seq, direction, topic,
      case when not plain or row_number() over (
        partition by device_id, date_trunc('minute', recorded_at), plain order by recorded_at, seq) = 1 then payload end,
      code, dropped, outcome, through
    from marked
    order by device_id, recorded_at, seq$sql$, child, thin);
  execute format('select count(*) from %I where payload is null', thin) into left_out;
  execute format('create temporary table thinned_device on commit drop as select distinct device_id from %I', thin);
  -- The parent first, as writers do: no deadlock. Devices that were removed while the day was copied lose their rows here too.
  lock table only device_message in access exclusive mode;
  execute format('lock table %I in access exclusive mode', child);
  execute format('delete from %I where device_id in (
    select device_id from thinned_device t where not exists (select from device d where d.id = t.device_id))', thin);
  execute format('drop table %I', child);
  execute format('alter table %I rename to %I', thin, child);
  execute format('alter table device_message attach partition %I for values from (%L) to (%L)', child,
    to_char(thinned_day, 'YYYY-MM-DD 00:00:00+00'), to_char(thinned_day + 1, 'YYYY-MM-DD 00:00:00+00'));
  insert into device_message_thinned values (thinned_day, now());
  return left_out;
end $$;

-- Messages of each connector in each span of 5 s. A span without a row was not counted; a row with 0 had no messages. Kept two days.
create table message_rate (
  counted_at timestamptz not null,     -- the end of the span
  connector_id text not null,
  received int not null,
  sent int not null,
  primary key (counted_at, connector_id)
);

-- Events, connections, logs -------------------------------------------------------------------------------------------------

-- Events of devices. An error event is open until a later one of the same code clears it.
create table device_event (
  device_id bigint not null,
  occurred_at timestamptz not null,    -- the device's time where it is plausible
  received_at timestamptz not null,    -- by the server's clock: a device whose clock was set may clear a fault before it raised it
  seq bigint generated always as identity,
  identifier text not null,
  type text not null check (type in ('info', 'alert', 'error')),
  output jsonb not null,
  code text not null default '',
  cleared_at timestamptz,
  message_id text not null default '',
  primary key (device_id, occurred_at, seq)
) partition by range (occurred_at);
insert into partitioned_table values ('device_event', 'month');
create unique index device_event_once on device_event (device_id, identifier, occurred_at, message_id);
-- Open errors, whatever month they are of.
create index device_event_open on device_event (device_id) where type = 'error' and cleared_at is null;

-- Connections, disconnections and refusals.
create table online_log (
  device_id bigint not null,
  occurred_at timestamptz not null,
  seq bigint generated always as identity,
  online boolean,                      -- null: refused, the state did not change
  reason text not null,
  address text not null default '',
  protocol text not null default '',
  detail text not null default '',     -- a topic that is not the device's own, or what could not be read of a packet
  keep_alive int,                      -- seconds as the connection requested (0: none); null: there was no connection
  primary key (device_id, occurred_at, seq)
) partition by range (occurred_at);
insert into partitioned_table values ('online_log', 'month');

-- Lines of the devices' own logs, kept as long as messages.
create table device_log (
  device_id bigint not null,
  logged_at timestamptz not null,      -- the device's time where it is plausible
  seq bigint generated always as identity,
  level text not null check (level in ('FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'OTHER')),
  module text not null default '',
  code text not null default '',
  trace text not null default '',      -- the same in all lines of one course of action
  content text not null,
  primary key (device_id, logged_at, seq)
) partition by range (logged_at);
insert into partitioned_table values ('device_log', 'day');
