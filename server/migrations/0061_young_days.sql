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

-- What seals them (`seal_history`) is of the form of sealed days: 0062.
