-- Firmware (firmware.md): models, versions, upgrade tasks, and what becomes of each device.

-- The parts of a version as numbers: without a leading V and leading zeros. Null: it is not comparable. As version.rules.ts has it.
create function version_parts(version text) returns int[] language sql immutable parallel safe
  return case when btrim(version) ~ '^[vV]?\d{1,9}(\.\d{1,9}){0,7}$'
    then string_to_array(regexp_replace(btrim(version), '^[vV]', ''), '.')::int[] end;
-- Negative, 0 or positive; null where two versions cannot be compared.
create function version_order(a text, b text) returns int language sql immutable parallel safe
  return case
    when version_parts(a) is not null and version_parts(b) is not null then
      case when version_parts(a) < version_parts(b) then -1 when version_parts(a) = version_parts(b) then 0 else 1 end
    when btrim(a) = btrim(b) then 0 end;

create table firmware_model (
  id bigint generated always as identity primary key,
  name text not null,
  code text not null,
  type text not null check (type in ('single', 'double')),
  hardware_model text not null default '',   -- as a device says it in its tag `hardwareModel`; empty: any
  module text not null default '',           -- of a double one: the module beside `default`
  digest text not null check (digest in ('SHA256', 'Md5')),
  floor text not null default '',            -- no target lies below it; empty: none
  need_confirm boolean not null default false,
  remark text not null default '',
  search text not null,                      -- name, code and hardware model
  creator_id bigint references account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,           -- the version that a change is based on: it always increases
  check ((type = 'double') = (module <> ''))
);
create unique index firmware_model_code on firmware_model (lower(code));
create index on firmware_model (created_at desc, id desc);
create index on firmware_model using gin (grams(search));
create table firmware_model_product (
  model_id bigint not null references firmware_model on delete cascade,
  product_id bigint not null references product on delete cascade,
  primary key (model_id, product_id)
);
create index on firmware_model_product (product_id);

create table firmware_version (
  id bigint generated always as identity primary key,
  model_id bigint not null references firmware_model,
  module text not null,
  number text not null check (number ~ '^\d{2}\.\d{2}\.\d{2}$'),
  reported_as text not null,                 -- what a device reports that has it
  alias text not null default '',
  notes text not null default '',
  file_id text not null,
  file_name text not null,
  bytes bigint not null,
  md5 bytea not null,
  sha256 bytea not null,
  enabled boolean not null default true,
  search text not null,                      -- number, alias, and the name of the model
  creator_id bigint references account on delete set null,
  uploader_id bigint references account on delete set null,  -- of the file
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  archiver_id bigint references account on delete set null
);
-- One firmware for each module of a model (spec 5).
create unique index firmware_version_current on firmware_version (model_id, module) where archived_at is null;
create unique index firmware_version_number on firmware_version (model_id, module, number);
create index on firmware_version (file_id);
create index on firmware_version (created_at desc, id desc);
create index on firmware_version using gin (grams(search));
select log_changes_of('firmware_model', '');
select log_changes_of('firmware_version', '');

-- Devices of a list that was read. Without a task it is forgotten after a day.
create table upgrade_list (
  id bigint generated always as identity primary key,
  name text not null,
  account_id bigint references account on delete cascade,
  found int not null,
  bad jsonb not null default '[]',           -- [{ row, sn, why }]
  created_at timestamptz not null
);
create table upgrade_list_device (
  list_id bigint not null references upgrade_list on delete cascade,
  device_id bigint not null references device on delete cascade,
  primary key (list_id, device_id)
);
create index on upgrade_list_device (device_id);

create table upgrade_task (
  id bigint generated always as identity primary key,
  name text not null,
  description text not null default '',
  type text not null check (type in ('version', 'device')),
  status text not null check (status in
    ('CREATE', 'EXAMINE_WAIT', 'EXAMINE_PASS', 'EXAMINE_REJECT', 'ENABLE', 'START', 'DISABLE', 'FINISH', 'CANCEL')),
  model_id bigint not null references firmware_model,
  version_ids bigint[] not null,             -- targets, in the order of upgrading
  sources text[] not null default '{}',
  list_id bigint references upgrade_list,
  device_ids bigint[] not null default '{}',
  conditions jsonb not null default '[]',
  plan jsonb not null,
  approver_id bigint references account on delete set null,
  start_at timestamptz,
  end_at timestamptz,
  creator_id bigint references account on delete set null,
  editor_ids bigint[] not null default '{}', -- whoever made or edited it
  digest bytea,                              -- SHA-256 of what was submitted
  device_digest bytea,                       -- of its devices alone, which are many
  approved_digest bytea,                     -- and of what was approved; null: not approved
  approved_by bigint references account on delete set null,
  approved_at timestamptz,
  sole_reason text not null default '',      -- typed by the only account that may approve, of its own work
  reject_reason text not null default '',
  started_by bigint references account on delete set null,
  started_at timestamptz,                    -- of the first offers
  ended_at timestamptz,
  tokens double precision not null default 1, -- of the rate; guarded by the lock of the gate
  tokens_at timestamptz,
  lease_owner text not null default '',      -- the worker that looks after it
  lease_until timestamptz,
  search text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on upgrade_task (created_at desc, id desc);
create index on upgrade_task (status, created_at desc, id desc);
create index on upgrade_task (model_id);
create index on upgrade_task (list_id) where list_id is not null;
create index on upgrade_task using gin (version_ids);
create index on upgrade_task using gin (grams(search));
-- Without what the engine writes.
select log_changes_of('upgrade_task', '',
  watched => 'name,description,type,status,version_ids,sources,list_id,device_ids,conditions,plan,approver_id,start_at,end_at,approved_by,sole_reason,reject_reason,started_by',
  ignored => 'updated_at,search,digest,device_digest,approved_digest,tokens,tokens_at,lease_owner,lease_until');

-- One wave until rollouts become gradual.
create table upgrade_wave (
  task_id bigint not null references upgrade_task on delete cascade,
  number int not null,
  opened_at timestamptz,
  primary key (task_id, number)
);

-- One module of one device of a task.
create table upgrade_device (
  task_id bigint not null references upgrade_task on delete cascade,
  device_id bigint not null references device on delete cascade,
  place smallint not null,                   -- among the modules of the device, from 1
  module text not null,
  version_id bigint not null references firmware_version,
  wave int not null default 1,
  state text not null check (state in ('planned', 'excluded', 'waiting', 'offering', 'offered', 'downloading',
    'installing', 'succeeded', 'failed', 'skipped', 'expired', 'cancelled')),
  reason text,
  from_version text,                         -- as it was reported at submitting; null: never
  detail jsonb,                              -- of an excluded one: { condition, value, taskId }
  need_confirm boolean not null default false,
  offers int not null default 0,             -- without an answer
  attempts int not null default 0,           -- that count
  tries int not null default 0,
  progress int not null default 0,
  best int not null default 0,
  bytes bigint not null default 0,           -- that were sent of the file, in all
  saw_old boolean not null default false,
  offered_at timestamptz,                    -- of this attempt
  first_offered_at timestamptz,
  offered_on text not null default '',       -- the connection it was published on
  started_at timestamptz,
  moved_at timestamptz,
  installing_at timestamptz,
  due_at timestamptz,
  token_hash bytea,
  token_turn int not null default 0,         -- an address that died is never given out again
  token_until timestamptz,
  answers text,                              -- the question that the offer answers: get, request; null: none
  question_id text not null default '',
  changed_at timestamptz not null,
  ended_at timestamptz,
  primary key (task_id, device_id, place)
) with (fillfactor = 80);
create unique index upgrade_device_live on upgrade_device (device_id, module)
  where state in ('waiting', 'offering', 'offered', 'downloading', 'installing');
create unique index upgrade_device_token on upgrade_device (token_hash) where token_hash is not null;
create index upgrade_device_state on upgrade_device (task_id, state, reason);
create index upgrade_device_slot on upgrade_device (state) where state in ('offering', 'offered', 'downloading');
create index upgrade_device_waiting on upgrade_device (task_id, due_at) where state = 'waiting';
create index upgrade_device_due on upgrade_device (due_at)
  where state in ('offering', 'offered', 'downloading', 'installing');
create index on upgrade_device (device_id, changed_at desc);
create index on upgrade_device (version_id, state);

create table upgrade_event (
  task_id bigint not null references upgrade_task on delete cascade,
  seq bigint generated always as identity,
  at timestamptz not null,
  kind text not null,
  account_id bigint references account on delete set null,
  text text not null default '',
  device_id bigint references device on delete cascade,
  module text not null default '',
  from_state text,
  to_state text,
  reason text,
  primary key (task_id, seq)
);
create index upgrade_event_task on upgrade_event (task_id, seq) where device_id is null;
create index upgrade_event_device on upgrade_event (device_id, task_id, seq) where device_id is not null;

-- One row, whose lock guards how many are offered at once, and how fast.
create table upgrade_gate (id int primary key check (id = 1), changed_at timestamptz);
insert into upgrade_gate values (1, null);

-- What devices say of their firmware, that they came online, and what was sent to them: written with the message itself, so that
-- what was acknowledged is never lost. Connectors write it, and the engine of upgrades takes it.
create table firmware_report (
  seq bigint generated always as identity primary key,
  device_id bigint not null,
  kind text not null check (kind in ('inform', 'progress', 'get', 'request', 'online', 'published')),
  module text not null default '',           -- empty: the one in work
  version text not null default '',
  step int,
  question_id text not null default '',      -- as it stood in the message, JSON
  reference text not null default '',        -- of the message that was published
  connection text not null default '',
  at timestamptz not null
);

-- What a connector is to send to a device: an offer, the answer to a question, or the question for its version. The engine writes
-- it, and the connector that has the device takes it.
create table firmware_message (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('upgrade', 'get', 'request', 'ask')),
  question_id text not null default '',
  content bytea,                             -- sealed, as it holds an address; null: there is nothing for the device
  reference text not null default '',        -- reported back when it is sent
  not_over text not null default '',         -- the connection over which it was sent already
  at timestamptz not null
);
create index on firmware_message (device_id);
create index on firmware_message (reference) where reference <> '';

-- Devices that were asked for their version lately.
create table upgrade_asked (
  device_id bigint primary key references device on delete cascade,
  asked_at timestamptz not null
);

-- Each time a device comes online whose upgrade is under way.
create function online_to_upgrade() returns trigger language plpgsql as $$
begin
  if exists (select from upgrade_device u where u.device_id = new.device_id
      and u.state in ('waiting', 'offering', 'offered', 'downloading', 'installing')) then
    insert into firmware_report (device_id, kind, at) values (new.device_id, 'online', coalesce(new.online_changed_at, now()));
  end if;
  return null;
end $$;
create trigger device_state_upgrades after update of online on device_state
  for each row when (new.online and not old.online) execute function online_to_upgrade();
