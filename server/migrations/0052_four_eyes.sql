-- Four eyes that cannot be closed for a moment, tasks that keep what was done, and devices that are deleted but were counted.

-- Whoever may approve upgrade tasks now, as loadAccess has it: the row of the code and everything above it is enabled.
create view upgrade_approver as
with recursive open_menu as (
  select id, operation_code from menu where parent_id is null and enabled
  union all
  select m.id, m.operation_code from menu m join open_menu o on o.id = m.parent_id where m.enabled
)
select a.id as account_id
from account a join role r on r.id = a.role_id join organisation o on o.id = a.organisation_id
where o.kind = 'platform' and a.enabled and a.removed_at is null and r.enabled and exists (
  select from open_menu m where m.operation_code = 'firmware-task:approve'
    and (r.key = 'administrator' or exists (select from role_menu rm where rm.role_id = r.id and rm.menu_id = m.id)));

-- Who could approve, and from when until when. No foreign key: an account that is gone has held it all the same.
create table upgrade_approver_past (
  account_id bigint not null,
  since timestamptz not null,
  until timestamptz,                         -- null: holds it
  primary key (account_id, since)
);
create unique index upgrade_approver_present on upgrade_approver_past (account_id) where until is null;
create index on upgrade_approver_past (until);

-- Runs when the transaction commits, when everything is as it will be, for every path that gives or takes the code. One at a time: each
-- statement below sees what was committed before the lock was granted. No earlier than any turn before, whatever a clock does.
create function upgrade_approver_turn() returns trigger language plpgsql as $$
declare
  turned timestamptz;
begin
  -- Most rows of these two have nothing to do with it.
  if tg_table_name = 'role_menu' then
    if not exists (select from menu where id in (new.menu_id, old.menu_id) and operation_code = 'firmware-task:approve') then
      return null;
    end if;
  elsif tg_table_name = 'account' then
    if not exists (select from organisation where id in (new.organisation_id, old.organisation_id) and kind = 'platform') then
      return null;
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtext('upgrade_approver'));
  select greatest(clock_timestamp(), (select max(since) from upgrade_approver_past), (select max(until) from upgrade_approver_past))
    + interval '1 microsecond' into turned;
  update upgrade_approver_past p set until = turned
  where p.until is null and not exists (select from upgrade_approver a where a.account_id = p.account_id);
  insert into upgrade_approver_past (account_id, since)
  select a.account_id, turned from upgrade_approver a
  where not exists (select from upgrade_approver_past p where p.account_id = a.account_id and p.until is null);
  return null;
end $$;
create constraint trigger upgrade_approver_come after insert on account deferrable initially deferred
  for each row execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_go after delete on account deferrable initially deferred
  for each row execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_turn after update on account deferrable initially deferred
  for each row when ((old.enabled, old.removed_at, old.role_id, old.organisation_id)
    is distinct from (new.enabled, new.removed_at, new.role_id, new.organisation_id)) execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_turn after update on role deferrable initially deferred
  for each row when ((old.enabled, old.key) is distinct from (new.enabled, new.key)) execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_turn after insert or delete on role_menu deferrable initially deferred
  for each row execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_come after insert on menu deferrable initially deferred
  for each row when (new.operation_code = 'firmware-task:approve') execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_turn after update on menu deferrable initially deferred
  for each row when ((old.enabled, old.parent_id, old.operation_code)
    is distinct from (new.enabled, new.parent_id, new.operation_code)) execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_go after delete on menu deferrable initially deferred
  for each row execute function upgrade_approver_turn();
create constraint trigger upgrade_approver_turn after update on organisation deferrable initially deferred
  for each row when (old.kind <> new.kind) execute function upgrade_approver_turn();

insert into upgrade_approver_past (account_id, since) select account_id, clock_timestamp() from upgrade_approver;

-- An approval that waits: its approver is the only one left who may, took part in the task, and others held the code until lately.
alter table upgrade_task
  add column alone_by bigint references account on delete set null,
  add column alone_digest bytea,             -- of what was approved
  add column alone_at timestamptz,
  add column alone_counts_at timestamptz,    -- when it begins to count, by the clock of the database
  add column alone_told bigint[] not null default '{}',
  add check ((alone_digest is null) = (alone_counts_at is null));
drop trigger zz_log_change on upgrade_task;
select log_changes_of('upgrade_task', '',
  watched => 'name,description,type,status,version_ids,sources,list_id,device_ids,conditions,plan,approver_id,start_at,end_at,approved_by,sole_reason,reject_reason,started_by,alone_by',
  ignored => 'updated_at,search,digest,device_digest,approved_digest,alone_digest,tokens,tokens_at,lease_owner,lease_until');
create index upgrade_task_alone on upgrade_task (alone_counts_at) where alone_counts_at is not null;

-- What was ever submitted is withdrawn, not removed.
create function upgrade_task_stays() returns trigger language plpgsql as $$
begin
  raise exception 'upgrade task % was submitted and stays', old.id using errcode = 'restrict_violation';
end $$;
create trigger upgrade_task_stays before delete on upgrade_task
  for each row when (old.digest is not null) execute function upgrade_task_stays();

-- Devices that were deleted, as finished records that count them show them, with their owner of then.
create table device_gone (
  device_id bigint primary key,
  sn text not null,
  name text not null,
  kind text not null,
  organisation_id bigint not null,           -- no foreign key: it may be deleted too
  gone_at timestamptz not null
);
create index on device_gone (organisation_id);

-- Each device that there is or was, and whose it is, or was at last.
create view device_whose as
select device_id, organisation_id from device_state
union all
select device_id, organisation_id from device_gone;

-- Rows of devices that are deleted stay in their tasks, in the history of these, and in batches.
do $$
declare
  gone record;
begin
  for gone in select conrelid::regclass as of_table, conname from pg_constraint
    where contype = 'f' and confrelid = 'device'::regclass
      and conrelid in ('upgrade_device'::regclass, 'upgrade_event'::regclass, 'command_batch_device'::regclass) loop
    execute format('alter table %s drop constraint %I', gone.of_table, gone.conname);
  end loop;
end $$;
alter table firmware_report drop constraint firmware_report_kind_check;
alter table firmware_report add constraint firmware_report_kind_check
  check (kind in ('inform', 'progress', 'get', 'request', 'online', 'published', 'deleted'));

-- Batches keep what came of a command when it goes, with its device or by its age.
alter table command_batch_device
  add column kept jsonb;                     -- { status, error, byReport, valueOutcomes, code, finishedAt }; null: the command is there
create function command_outcome_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'created' then
    update command_batch_device set reason = 'device.deletedSince' where command_id = old.id;
  else
    update command_batch_device set kept = jsonb_build_object(
      'status', case when old.status in ('sent', 'acknowledged') then 'unknown' else old.status end,
      'error', case when old.status in ('sent', 'acknowledged') then 'arrivalUnknown' else old.error end,
      'byReport', old.by_report, 'valueOutcomes', old.value_outcomes, 'code', old.code,
      'finishedAt', coalesce(old.finished_at, clock_timestamp()))
    where command_id = old.id;
  end if;
  return old;
end $$;
create trigger command_outcome_stays before delete on command
  for each row when (old.batch_id is not null) execute function command_outcome_stays();

-- What ovens cooked and fetched of a recipe was cooked and fetched, though one of them is deleted. Both are deleted with nothing else.
drop trigger recipe_cooked_counts_down on recipe_cooked;
drop trigger recipe_download_counts_down on recipe_download;

create function device_goes() returns trigger language plpgsql as $$
begin
  insert into device_gone (device_id, sn, name, kind, organisation_id, gone_at)
  select old.id, old.sn, old.name, s.kind, s.organisation_id, clock_timestamp() from device_state s where s.device_id = old.id
  on conflict do nothing;
  -- The engine of upgrades ends what goes on: it locks its rows in its own order.
  if exists (select from upgrade_device u where u.device_id = old.id
      and u.state in ('planned', 'waiting', 'offering', 'offered', 'downloading', 'installing', 'failed')) then
    insert into firmware_report (device_id, kind, at) values (old.id, 'deleted', clock_timestamp());
  end if;
  update command_batch_device set reason = 'device.deletedSince'
  where device_id = old.id and command_id is null and reason is null and kept is null;
  return old;
end $$;
create trigger device_goes before delete on device for each row execute function device_goes();

-- What a deleted organisation could read of them, the one above it reads.
create function device_gone_rises() returns trigger language plpgsql as $$
begin
  update device_gone set organisation_id = old.parent_id where organisation_id = old.id;
  return old;
end $$;
create trigger device_gone_rises before delete on organisation
  for each row when (old.parent_id is not null) execute function device_gone_rises();
