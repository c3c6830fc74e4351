-- What every domain uses: search by characters, partitions by time, and the standstill of intakes.
-- All times are timestamptz, temperatures are °C, masses are grams. Released migrations are never changed: a later change is a
-- later file (server/migrations/hashes.txt, checked by tools/check).

-- Search --------------------------------------------------------------------------------------------------------------

-- Search by any two or more characters, Chinese included: a GIN index over lower-cased bigrams.
create function bigrams(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(lower(value), i, 2)), '{}')
    from generate_series(1, greatest(char_length(value) - 1, 0)) as i
  );

-- The single characters of a text, lower-cased, beside its bigrams. Small tables are searched for one character too.
create function grams(value text) returns text[]
  language sql immutable strict parallel safe
  return regexp_split_to_array(lower(value), '')
    || array(select substr(lower(value), i, 2) from generate_series(1, char_length(value) - 1) as i);

-- Partitions ----------------------------------------------------------------------------------------------------------

-- Tables that are partitioned by time. Each domain registers its own. A child is named after its parent and its first day:
-- online_log_202611, device_history_20261123. Days and months are UTC.
create table partitioned_table (
  name text primary key,
  period text not null check (period in ('day', 'month'))
);

-- Creates the child of a table that holds a day. Answers whether it was missing.
create function create_partition(parent text, of_day date) returns boolean language plpgsql as $$
declare
  span text := (select period from partitioned_table where name = parent);
  first_day timestamp := date_trunc(span, of_day::timestamp);
  child text := parent || '_' || to_char(first_day, case span when 'day' then 'YYYYMMDD' else 'YYYYMM' end);
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
  return true;
end $$;

-- Creates the missing children of all registered tables for a span of days. Answers how many were missing.
create function create_partitions(from_day date, to_day date) returns int language plpgsql as $$
declare
  parent record;
  step interval;
  first_day timestamp;
  made int := 0;
begin
  for parent in select * from partitioned_table order by name loop
    step := ('1 ' || parent.period)::interval;
    first_day := date_trunc(parent.period, from_day::timestamp);
    while first_day <= to_day loop
      made := made + create_partition(parent.name, first_day::date)::int;
      first_day := first_day + step;
    end loop;
  end loop;
  return made;
end $$;

-- The children of a table that end at or before a day, the oldest first. They are dropped whole, each in a transaction of its
-- own, so that nothing is deleted row by row and no lock is held for long.
create function old_partitions(parent text, before_day date) returns table (name text)
  language sql stable
begin atomic
  select c.relname::text
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  join partitioned_table p on p.name = parent
  cross join lateral (
    select case
      when p.period = 'day' and c.relname ~ '_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') + 1
      when p.period = 'month' and c.relname ~ '_[0-9]{6}$' then (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month')::date
    end as end_day
  ) as named
  where i.inhparent = parent::regclass and named.end_day <= before_day
  order by 1;
end;

-- Intake --------------------------------------------------------------------------------------------------------------

-- Connector processes whose intake makes no progress, for as long as that lasts. Other processes read the state here. A process
-- that writes removes the rows of processes that died.
create table intake_standstill (
  process_id text primary key,
  oldest_at timestamptz not null,
  noted_at timestamptz not null
);
