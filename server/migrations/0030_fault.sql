-- Faults and alarms (faults.md): codes, open and closed records, what was done about them.

-- What a code means. Items of an enumeration and codes of text both have rows; what has none is listed as not described.
create table fault_code (
  id bigint generated always as identity primary key,
  product_id bigint not null references product on delete cascade,
  identifier text not null,            -- of the event
  code text not null,
  severity text not null check (severity in ('critical', 'major', 'minor', 'notice')),
  category text not null check (category in ('sensor', 'heating', 'water', 'cooling', 'fan', 'door', 'electrical', 'communication', 'other')),
  name text not null,
  en_name text not null,
  reason text not null default '',
  en_reason text not null default '',
  remedy text not null default '',
  en_remedy text not null default '',
  image_file_id text,                  -- no foreign key: files that nothing uses are deleted later
  part_number text not null default '',
  ends_when jsonb,                     -- the condition of a property that ends an alarm
  updated_at timestamptz not null,
  unique (product_id, identifier, code)
);
select log_changes_of('fault_code', '');
-- Products that were given their codes: what somebody deletes does not come back.
create table fault_code_seeded (product_id bigint primary key references product on delete cascade);

-- The id of a record contains its month, so that a record is found in one partition: months since the year 2000, then 13 digits.
create sequence fault_id;
create function next_fault_id(month date) returns bigint language sql volatile
  return ((extract(year from month)::bigint - 2000) * 12 + extract(month from month)::bigint) * 10000000000000 + nextval('fault_id');
create function month_of_fault(id bigint) returns date language sql immutable parallel safe
  return case when id >= 10000000000000
    then make_date((2000 + (id / 10000000000000 - 1) / 12)::int, ((id / 10000000000000 - 1) % 12 + 1)::int, 1) end;

-- What is not closed. Few rows: everything that is open anywhere.
create table fault_open (
  id bigint primary key,
  month date not null,                 -- of raising, UTC
  type text not null check (type in ('fault', 'alarm')),
  alert_type text check (alert_type in ('device', 'threshold', 'excursion', 'no-data', 'offline')),
  device_id bigint not null references device on delete cascade,
  device_kind text not null,
  product_id bigint not null,
  organisation_id bigint not null,     -- whose the device is: it follows a transfer
  raised_organisation_id bigint not null,              -- whose it was when it was raised
  identifier text not null,
  code text not null,
  severity text not null check (severity in ('critical', 'major', 'minor', 'notice')),
  category text not null,
  output jsonb not null,
  search text not null,                -- serial number, code and names
  condition text not null check (condition in ('active', 'eliminated')),
  handling text not null check (handling in ('new', 'acknowledged', 'in-hand', 'closed')),
  assignee_id bigint,
  occurrences int not null default 1,
  occurrence_of bigint,                -- the record closed shortly before that it continues
  raised_at timestamptz not null,
  last_at timestamptz not null,        -- of the last report, by the device's time
  ends_at timestamptz,                 -- an alarm that reports no end is over then
  eliminated_at timestamptz,
  shelved_until timestamptz,
  shelve_reason text not null default '',
  visit jsonb,                         -- { phone, plannedAt, parts }: somebody goes there
  cause text not null default '',
  action text not null default '',
  updated_at timestamptz not null,     -- the version that an act is based on: it always increases
  check ((type = 'alarm') = (alert_type is not null))
);
create unique index fault_open_once on fault_open (device_id, identifier, code);
create index on fault_open (device_kind, raised_at desc, id desc);
create index on fault_open (organisation_id, device_kind, raised_at desc, id desc);
create index on fault_open (alert_type, device_id) where condition = 'active' and alert_type = 'no-data';
create index on fault_open (product_id, identifier, code) where condition = 'active' and type = 'alarm';
create index on fault_open (ends_at) where ends_at is not null and condition = 'active';
create index on fault_open (assignee_id, raised_at desc, id desc) where assignee_id is not null;
create index on fault_open using gin (grams(search));

-- What is closed, by the month in which it was raised. Removing a device removes its rows.
create table fault_record (
  like fault_open including defaults,
  closed_at timestamptz not null,
  primary key (month, id)
) partition by range (month);
create index on fault_record (device_kind, raised_at desc, id desc);
create index on fault_record (organisation_id, device_kind, raised_at desc, id desc);
create index on fault_record (device_id, identifier, code, closed_at);
create index on fault_record (assignee_id, raised_at desc, id desc) where assignee_id is not null;
create index on fault_record using gin (grams(search));

-- What was done about a record: by a person, or by the device and the server (account_id null).
create table fault_act (
  month date not null,                 -- of the record
  fault_id bigint not null,
  seq bigint generated always as identity,
  at timestamptz not null,
  act text not null,
  account_id bigint,
  text text not null default '',
  batch_id uuid,
  before jsonb,                        -- the columns that undoing sets again
  version timestamptz,                 -- of the record after the act: it is undone only while it is of this version
  message_month date,                  -- of a notification: the message that was sent
  message_id bigint,
  primary key (month, fault_id, seq)
) partition by range (month);
create index on fault_act (batch_id) where batch_id is not null;

-- Photos of a note, such as of a site visit: whoever sees the record sees them.
create table fault_photo (
  month date not null,                 -- of the record
  fault_id bigint not null,
  act_seq bigint not null,
  place smallint not null,
  file_id text not null,
  device_id bigint not null,
  organisation_id bigint not null,     -- whose the device is: it follows a transfer
  primary key (month, fault_id, act_seq, place)
) partition by range (month);
create index on fault_photo (file_id);
create index on fault_photo (device_id);
insert into partitioned_table values ('fault_record', 'month'), ('fault_act', 'month'), ('fault_photo', 'month');

-- Crossings and events that are to become records: written with the report itself, so that what was acknowledged is never lost.
create table fault_change (
  seq bigint generated always as identity primary key,
  device_id bigint not null,
  kind text not null check (kind in ('raise', 'end', 'side')),  -- side: a condition that the server watches began or ended (code '')
  type text not null check (type in ('fault', 'alarm')),
  identifier text not null,
  code text not null,
  output jsonb not null,
  at timestamptz not null,             -- of the event by the device's time; of an end: of the event that it ended
  received_at timestamptz not null,
  ended_at timestamptz,                -- of an end, and of an event that is received after its end
  again_at timestamptz                 -- of one that could not become a record: it is tried again then, and holds up no other
);

-- A code as records keep it: what a device says may be of any length.
create function fault_code_of(code text) returns text language sql immutable parallel safe return left(code, 64);

-- An error is over when no event of its code is open any more: which end belongs to which beginning, whatever the clock of the device
-- says, was decided where events are written.
create function is_error_open(device bigint, event text, said text) returns boolean language sql stable
  return exists (select from device_event e where e.device_id = device and e.type = 'error' and e.cleared_at is null
    and e.identifier = event and e.code = said);

create function event_to_fault() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.output -> 'Active' is distinct from '0' then
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at, ended_at)
      values (new.device_id, 'raise', case new.type when 'error' then 'fault' else 'alarm' end, new.identifier, fault_code_of(new.code),
        new.output, new.occurred_at, new.received_at, new.cleared_at);
  elsif new.type = 'alert' then
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at, ended_at)
      values (new.device_id, 'end', 'alarm', new.identifier, fault_code_of(new.code), '{}', new.occurred_at, new.received_at, new.occurred_at);
  elsif not is_error_open(new.device_id, new.identifier, new.code) then
    -- An error that ended an open event of its own says so twice; one that a person reopened has no other end.
    insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at, ended_at)
      values (new.device_id, 'end', 'fault', new.identifier, fault_code_of(new.code), '{}', new.occurred_at, new.received_at, new.cleared_at);
  end if;
  return null;
end $$;
create trigger device_event_raises after insert on device_event
  for each row when (new.type in ('error', 'alert')) execute function event_to_fault();
create trigger device_event_ends after update of cleared_at on device_event
  for each row when (new.type = 'error' and old.cleared_at is null and new.cleared_at is not null) execute function event_to_fault();

-- The side of its limits that a device is on, kept with its shadow: { excursion: 'high', at: epoch ms }. Only a crossing writes it.
alter table device_shadow add column sides jsonb not null default '{}';
create function side_to_fault() returns trigger language plpgsql as $$
declare crossed_at timestamptz := to_timestamp((new.sides ->> 'at')::double precision / 1000);
begin
  insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
    values (new.device_id, 'side', 'alarm', 'Excursion', coalesce(new.sides ->> 'excursion', ''), '{}', crossed_at, crossed_at);
  return null;
end $$;
create trigger device_shadow_crosses after update of sides on device_shadow
  for each row when (old.sides -> 'excursion' is distinct from new.sides -> 'excursion') execute function side_to_fault();

-- Refrigerators are expected to be there around the clock; ovens are switched off at night.
create function online_to_fault() returns trigger language plpgsql as $$
begin
  insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
    values (new.device_id, 'side', 'alarm', 'Offline', case when new.online then '' else 'offline' end, '{}',
      coalesce(new.online_changed_at, now()), coalesce(new.online_changed_at, now()));
  return null;
end $$;
create trigger device_state_turns after update of online on device_state
  for each row when (old.online <> new.online and new.kind = 'cooler') execute function online_to_fault();

-- One that is handed out, or enabled again, is watched from then on.
create function watched_to_fault() returns trigger language plpgsql as $$
begin
  insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
    values (new.device_id, 'side', 'alarm', 'Offline', case when new.online then '' else 'offline' end, '{}', now(), now());
  return null;
end $$;
create trigger device_state_watched after update of installed, enabled on device_state
  for each row when (new.kind = 'cooler' and new.installed and new.enabled and not (old.installed and old.enabled)
    and new.online_changed_at is not null) execute function watched_to_fault();

-- What is looked at again later: a condition after its delay, a notification that can still be undone. No such state is in memory.
create table fault_wait (
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('assigned', 'shelved', 'excursion', 'no-data', 'offline')),
  fault_id bigint not null default 0,  -- of an assignment or a shelving
  due_at timestamptz not null,
  since timestamptz not null,          -- when the condition began
  detail jsonb not null default '{}',
  primary key (device_id, kind, fault_id)
);
create index on fault_wait (due_at);

-- Records move with their device.
create function fault_organisation_follow() returns trigger language plpgsql as $$
begin
  update fault_open set organisation_id = new.organisation_id where device_id = new.device_id;
  update fault_record set organisation_id = new.organisation_id where device_id = new.device_id;
  update fault_photo set organisation_id = new.organisation_id where device_id = new.device_id;
  return null;
end $$;
create trigger fault_organisation_follow after update of organisation_id on device_state
  for each row when (old.organisation_id <> new.organisation_id) execute function fault_organisation_follow();

create function fault_records_go() returns trigger language plpgsql as $$
begin
  delete from fault_act a using fault_record r where r.device_id = old.id and a.month = r.month and a.fault_id = r.id;
  delete from fault_act a using fault_open o where o.device_id = old.id and a.month = o.month and a.fault_id = o.id;
  delete from fault_record where device_id = old.id;
  delete from fault_photo where device_id = old.id;
  delete from fault_change where device_id = old.id;
  return old;
end $$;
create trigger fault_records_go before delete on device for each row execute function fault_records_go();

-- When an account was last notified of a fault: at most once a minute.
create table fault_notified (
  account_id bigint primary key references account on delete cascade,
  notified_at timestamptz not null
);
-- Records of which it was not told in that minute: of all together once it is over.
create table fault_untold (
  account_id bigint not null references account on delete cascade,
  fault_id bigint not null,
  at timestamptz not null,
  primary key (account_id, fault_id)
);

-- What was broken before this came becomes records too, and refrigerators are watched from now on.
insert into fault_change (device_id, kind, type, identifier, code, output, at, received_at)
  select e.device_id, 'raise', 'fault', e.identifier, fault_code_of(e.code), e.output, e.occurred_at, e.received_at
  from device_event e where e.type = 'error' and e.cleared_at is null order by e.occurred_at, e.seq;
insert into fault_wait (device_id, kind, due_at, since)
  select s.device_id, case when s.online then 'no-data' else 'offline' end, now() + interval '60 minutes', case when s.online then now() else s.online_changed_at end
  from device_state s where s.kind = 'cooler' and s.installed and (s.online or s.online_changed_at > now() - interval '30 days');
