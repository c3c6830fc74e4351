-- One command for many devices: what was asked, and what became of it at each.

create table command_batch (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation,  -- of who sent it
  account_id bigint references account on delete set null,
  device_kind text not null check (device_kind in ('oven', 'cooler')),
  product_id bigint not null references product,
  kind text not null check (kind in ('property.set', 'service')),
  identifier text not null default '',
  params jsonb not null,
  job_id text not null default '',
  created_at timestamptz not null
);

-- Neither a command nor a reason: not its turn yet.
create table command_batch_device (
  batch_id bigint not null references command_batch on delete cascade,
  device_id bigint not null references device on delete cascade,
  place int not null,
  command_id bigint references command on delete set null,
  reason text,                          -- key of the words that say why it was not sent
  primary key (batch_id, device_id)
);
create index on command_batch_device (batch_id, place) where command_id is null and reason is null;
create index on command_batch_device (device_id);
