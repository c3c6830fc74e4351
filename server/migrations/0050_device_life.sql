-- The whole life of a device: what is known of it, who has it, what hangs behind it, what was done to its record.

alter table device
  add column factory_area text not null default '',
  add column wifi_firmware text not null default '',   -- of its Wi-Fi module, as last reported
  add column note text not null default '',
  add column updated_at timestamptz;                   -- of the record, not of what it reports; null: never changed
alter table device_index
  add column node_type text not null default 'direct' check (node_type in ('direct', 'gateway', 'sub-device')),
  add column bound boolean not null default false;     -- an app user has it
update device_index i set node_type = d.node_type from device d where d.id = i.device_id and d.node_type <> 'direct';

-- End users of the phone app.
create table app_user (
  id bigint generated always as identity primary key,
  nickname text not null,
  phone text not null default '',
  email text not null default '',
  enabled boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null
);

-- Who has a device, and had it. One owner at a time; others share it.
create table device_binding (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  app_user_id bigint not null references app_user on delete cascade,
  role text not null check (role in ('owner', 'member')),
  bound_at timestamptz not null,
  unbound_at timestamptz
);
create unique index device_binding_now on device_binding (device_id, app_user_id) where unbound_at is null;
create index on device_binding (device_id, bound_at desc);
create index on device_binding (app_user_id, bound_at desc);

-- Which gateway a sub-device hangs behind; `unit` is its address on a Modbus.
create table device_gateway (
  device_id bigint primary key references device on delete cascade,
  gateway_id bigint not null references device on delete cascade,
  unit int check (unit between 1 and 247),
  added_at timestamptz not null,
  check (device_id <> gateway_id),
  unique (gateway_id, unit)
);
create index on device_gateway (gateway_id);

-- What was done to the record of a device, and by whom. `fields`: [{ field, from, to }] in words, never a secret.
create table device_change (
  device_id bigint not null references device on delete cascade,
  time timestamptz not null,
  seq bigint generated always as identity,
  action text not null,
  account_id bigint references account on delete set null,
  fields jsonb not null default '[]',
  primary key (device_id, time, seq)
);

-- The uninstalled list by other orders, and devices by place for the map.
create index on device_index (kind, area) where installed;

-- What became of each message, and the gateway it came or went through. Null: from before; derived from code and dropped.
alter table device_message
  add column outcome text,
  add column through text not null default '';

alter table command add column batch_id bigint;
create index on command (batch_id) where batch_id is not null;

-- What a device, or a person, noted of it.
create table device_tag (
  device_id bigint not null references device on delete cascade,
  key text not null,
  value text not null,
  updated_at timestamptz not null,
  primary key (device_id, key)
);
