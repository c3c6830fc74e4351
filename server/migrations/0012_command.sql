-- Commands to devices: the ledger, batches, and totals.

-- The ledger of commands. `id` is also the Alink message id. It starts at 1,000,000: Alibaba's SDK for Node answers services with
-- numbers of its own, counted from 1 with each start, and none of them may be that of a command.
create table command (
  id bigint generated always as identity (start with 1000000) primary key,
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('property.set', 'property.get', 'service')),
  identifier text not null default '', -- of the service
  call_type text not null default 'async' check (call_type in ('async', 'sync')),
  params jsonb not null,               -- property.get: the names, each with an empty text
  previous_values jsonb not null default '{}',  -- the values reported when it was made
  status text not null check (status in ('created', 'sent', 'acknowledged', 'succeeded', 'failed', 'timed_out', 'late')),
  account_id bigint references account on delete set null,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  finished_at timestamptz,
  code int,                            -- of the device's reply
  reply jsonb,
  error text not null default '',
  batch_id bigint,                     -- no foreign key: the ledger outlives the batch
  by_report boolean not null default false,   -- the report of the values confirmed it, not a reply
  -- What the thing model marks as repeatable is sent again, once over each connection, to a device that reconnects in time.
  repeatable boolean not null default false,
  sent_over text,                      -- the connection it was last sent over; null: not over Alink
  sends int not null default 0
);
create index on command (device_id, id desc);
create index command_open on command (deadline_at) where status in ('created', 'sent', 'acknowledged');
-- Each report asks whether its device has an open property set.
create index command_set_open on command (device_id) where status in ('sent', 'acknowledged') and kind = 'property.set';
create index on command (batch_id) where batch_id is not null;
-- Commands of the last days. Rows are inserted in the order of time, so that an index of ranges is enough and costs nothing to keep.
create index command_created on command using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- One command for many devices, and its result at each.
create table command_batch (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation,  -- of the sender
  account_id bigint references account on delete set null,
  device_kind text not null references device_kind (key),
  product_id bigint not null references product,
  kind text not null check (kind in ('property.set', 'service')),
  identifier text not null default '',
  params jsonb not null,
  job_id text not null default '',
  created_at timestamptz not null
);

-- Neither a command nor a reason: the device is still waiting for its turn.
create table command_batch_device (
  batch_id bigint not null references command_batch on delete cascade,
  device_id bigint not null references device on delete cascade,
  place int not null,
  command_id bigint references command on delete set null,
  reason text,                          -- key of the words that explain why it was not sent
  primary key (batch_id, device_id)
);
create index on command_batch_device (batch_id, place) where command_id is null and reason is null;
create index on command_batch_device (device_id);
-- A deleted command is looked up here.
create index on command_batch_device (command_id) where command_id is not null;

-- Commands of each hour by the owner and the product of the device, counted in the hour in which the command was created, also its
-- outcome. Statistics read it: the ledger itself is kept for a shorter time. No foreign keys: a count outlives both.
create table command_total (
  hour timestamptz not null,
  organisation_id bigint not null,
  product_id bigint not null,
  created int not null,
  succeeded int not null,
  failed int not null,
  timed_out int not null,
  late int not null,
  primary key (hour, organisation_id, product_id)
);

-- Counts the hours from `since` on again from the ledger. Running it twice gives the same rows.
create function count_commands(since timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('command_total'));
  delete from command_total where hour >= date_trunc('hour', since, 'UTC');
  insert into command_total
  select date_trunc('hour', c.created_at, 'UTC'), s.organisation_id, s.product_id, count(*),
    count(*) filter (where c.status = 'succeeded'), count(*) filter (where c.status = 'failed'),
    count(*) filter (where c.status = 'timed_out'), count(*) filter (where c.status = 'late')
  from command c join device_state s on s.device_id = c.device_id
  where c.created_at >= date_trunc('hour', since, 'UTC')
  group by 1, 2, 3;
end $$;
