-- A command of which nobody can tell whether it was carried out is neither failed nor timed out.
alter table command drop constraint command_status_check;
update command set status = 'unknown' where status = 'timed_out' and error = 'arrivalUnknown';
alter table command add constraint command_status_check
  check (status in ('created', 'sent', 'acknowledged', 'succeeded', 'failed', 'unknown', 'timed_out', 'late'));

-- Of a command to registers: by property, whether the register holds the value.
alter table command add column value_outcomes jsonb;

alter table command_total add column unknown int not null default 0;
alter table command_total alter column unknown drop default;
create or replace function count_commands(since timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('command_total'));
  delete from command_total where hour >= date_trunc('hour', since, 'UTC');
  insert into command_total (hour, organisation_id, product_id, created, succeeded, failed, unknown, timed_out, late)
  select date_trunc('hour', c.created_at, 'UTC'), s.organisation_id, s.product_id, count(*),
    count(*) filter (where c.status = 'succeeded'), count(*) filter (where c.status = 'failed'),
    count(*) filter (where c.status = 'unknown'),
    count(*) filter (where c.status = 'timed_out'), count(*) filter (where c.status = 'late')
  from command c join device_state s on s.device_id = c.device_id
  where c.created_at >= date_trunc('hour', since, 'UTC')
  group by 1, 2, 3;
end $$;
