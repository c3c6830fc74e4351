-- What devices say beside their properties, and are told: firmware, logs, remote configuration, the free part of the shadow document.

-- Every firmware version that was heard, where it differs from the one before it.
create table device_firmware (
  device_id bigint not null references device on delete cascade,
  time timestamptz not null,
  seq bigint generated always as identity,
  module text not null,                -- 'default': the device's own
  version text not null,
  before text not null default '',     -- empty: the first that was heard
  primary key (device_id, time, seq)
);
create index on device_firmware (device_id, module, time desc, seq desc);

-- Lines that devices log themselves; kept as long as messages.
create table device_log (
  device_id bigint not null,
  time timestamptz not null,           -- the device's where it is believed
  seq bigint generated always as identity,
  level text not null check (level in ('FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'OTHER')),
  module text not null default '',
  code text not null default '',
  trace text not null default '',      -- ties lines of one course of action together
  content text not null,
  primary key (device_id, time, seq)
) partition by range (time);

-- What a person asks of a device: its log.
alter table device add column log_asked boolean not null default false;

-- The remote configuration of a product's devices, each save a version.
create table product_config (
  product_id bigint not null references product on delete cascade,
  version int not null check (version > 0),
  content text not null,
  note text not null default '',
  origin text not null,                -- of the server as devices may reach it: https://host
  token text not null unique,          -- of the address that devices fetch it from
  account_id bigint references account on delete set null,
  created_at timestamptz not null,
  primary key (product_id, version)
);
-- Which one a device was told last.
create table device_config (
  device_id bigint primary key references device on delete cascade,
  version int not null,
  told_at timestamptz not null
);

-- Of the shadow document, what the thing model does not know: { key: { v, t } }.
alter table device_shadow
  add column free_reported jsonb not null default '{}',
  add column free_desired jsonb not null default '{}',
  add column desired_version bigint not null default 0;   -- the version at which desired values were last set by a person or by the document

create or replace function ensure_partitions(from_day date, to_day date) returns int language plpgsql as $$
declare
  day date;
  parent text;
  child text;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  foreach parent in array array['device_history', 'device_message', 'device_log'] loop
    day := from_day;
    while day <= to_day loop
      child := parent || '_' || to_char(day, 'YYYYMMDD');
      if to_regclass(child) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)',
          child, parent, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
        made := made + 1;
      end if;
      day := day + 1;
    end loop;
  end loop;
  return made;
end $$;
