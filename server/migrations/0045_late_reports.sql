-- What late reports show: excursions that were over before they arrived, and records that they correct or take back.

-- The times beyond a limit of which a record consists, one row for each occurrence. Raising, end and extremes of the record follow from them.
create table fault_excursion (
  month date not null,                 -- of the record
  fault_id bigint not null,
  seq bigint generated always as identity,
  device_id bigint not null,
  side text not null check (side in ('high', 'low')),
  began_at timestamptz not null,
  ended_at timestamptz,                -- null: still so at the last look
  limit_c double precision not null,   -- at its worst moment
  worst_c double precision not null,
  worst_at timestamptz not null,
  primary key (month, fault_id, seq)
) partition by range (month);
create index fault_excursion_device on fault_excursion (device_id, ended_at);
insert into partitioned_table values ('fault_excursion', 'month');

-- The values before and after that a correction by late reports holds.
alter table fault_act add column correction jsonb;

-- What a person is told a little later: of what is over already and of what was taken back, all in one message.
alter table fault_untold
  add column kind text not null default 'raised' check (kind in ('raised', 'past', 'withdrawn')),
  add column excursion bigint not null default 0,      -- the occurrence that was over; 0: the record
  drop constraint fault_untold_pkey,
  add primary key (account_id, fault_id, kind, excursion);

create index fault_untold_late on fault_untold (account_id, at) where kind <> 'raised';

-- A second look some hours after a crossing: how long a report holds depends on those that follow it.
alter table fault_wait drop constraint fault_wait_kind_check,
  add constraint fault_wait_kind_check check (kind in ('assigned', 'shelved', 'excursion', 'second-look', 'no-data', 'offline'));

-- A crossing, or an instant from which the past has to be judged again ('judge').
create or replace function side_to_fault() returns trigger language plpgsql as $$
declare
  is_past boolean := new.sides -> 'judge' is distinct from old.sides -> 'judge';
  crossed_at timestamptz := to_timestamp((case when is_past then new.sides -> 'judge' ->> 'from' else new.sides ->> 'at' end)::double precision / 1000);
begin
  if is_past or new.sides -> 'excursion' is distinct from old.sides -> 'excursion' then
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
      values (new.device_id, 'side', 'alarm', 'Excursion', coalesce(new.sides ->> 'excursion', ''), '{}', crossed_at, crossed_at);
  end if;
  -- The end of an alarm that a property shows: 'until' of the record 'f'.
  if new.sides -> 'ends' is distinct from old.sides -> 'ends' then
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
      select new.device_id, 'side', 'alarm', 'Settled', e ->> 'f', '{}', to_timestamp((e ->> 'until')::double precision / 1000), now()
      from jsonb_array_elements(new.sides -> 'ends') as e
      where e ->> 'until' is not null and not exists (
        select from jsonb_array_elements(coalesce(old.sides -> 'ends', '[]'::jsonb)) as b
        where b ->> 'f' = e ->> 'f' and b -> 'until' = e -> 'until');
  end if;
  return null;
end $$;
drop trigger device_shadow_crosses on device_shadow;
create trigger device_shadow_crosses after update of sides on device_shadow for each row
  when (old.sides - 'held' is distinct from new.sides - 'held') execute function side_to_fault();

create or replace function fault_records_go() returns trigger language plpgsql as $$
begin
  delete from fault_act a using fault_record r where r.device_id = old.id and a.month = r.month and a.fault_id = r.id;
  delete from fault_act a using fault_open o where o.device_id = old.id and a.month = o.month and a.fault_id = o.id;
  delete from fault_record where device_id = old.id;
  delete from fault_photo where device_id = old.id;
  delete from fault_excursion where device_id = old.id;
  delete from fault_change where device_id = old.id;
  return old;
end $$;

-- Alarms that a value ends are watched from now on where values arrive.
insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
select o.device_id, 'side', 'alarm', 'Watched', o.id::text, '{}', o.last_at, now()
from fault_open o join fault_code c on c.product_id = o.product_id and c.identifier = o.identifier and c.code = o.code
where c.ends_when is not null and o.type = 'alarm' and o.condition = 'active';

-- Records from before this: of each the occurrence that was last.
do $$
declare oldest date;
begin
  select min(month) into oldest from (
    select month from fault_open where identifier = 'Excursion'
    union all select month from fault_record where identifier = 'Excursion' and month >= current_date - 62) as found;
  if oldest is null then
    return;
  end if;
  perform create_partition('fault_excursion', day::date) from generate_series(oldest::timestamp, current_date::timestamp, '1 month') as day;
  insert into fault_excursion (month, fault_id, device_id, side, began_at, ended_at, limit_c, worst_c, worst_at)
  select month, id, device_id, code, last_at, eliminated_at, (output ->> 'limitC')::float8, (output ->> 'worstC')::float8,
    to_timestamp((output ->> 'worstAt')::float8 / 1000)
  from (
    select month, id, device_id, code, last_at, eliminated_at, output from fault_open where identifier = 'Excursion'
    union all
    select month, id, device_id, code, last_at, eliminated_at, output from fault_record
    where identifier = 'Excursion' and month >= current_date - 62) as record
  where code in ('high', 'low') and output ? 'worstAt';
end $$;
