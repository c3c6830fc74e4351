-- A value that ended an alarm may be taken back by another one of its instant: the worker looks for the end anew.
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
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
      select new.device_id, 'side', 'alarm', 'Unsettled', e ->> 'f', '{}', to_timestamp((b ->> 'until')::double precision / 1000), now()
      from jsonb_array_elements(new.sides -> 'ends') as e
      join jsonb_array_elements(coalesce(old.sides -> 'ends', '[]'::jsonb)) as b
        on b ->> 'f' = e ->> 'f' and b -> 'after' = e -> 'after'
      where e ->> 'until' is null and b ->> 'until' is not null;
  end if;
  return null;
end $$;
