-- Devices: the record, its state in lists, totals, keyword search, bindings, gateways, firmware modules, and changes.

-- The record of a device. Columns that change often are in device_state and device_shadow, so that this wide row is rarely written.
create table device (
  id bigint generated always as identity primary key,
  product_id bigint not null references product,
  kind_id smallint not null,           -- of the product; the trigger sets it. No foreign key: the product has one
  sn text not null unique,             -- also the Alink device name
  name text not null,
  mac text not null default '',
  node_type text not null default 'direct' check (node_type in ('direct', 'gateway', 'sub-device')),
  device_secret bytea not null,        -- sealed (AES-256-GCM): the device's HMAC needs it plain
  address text not null default '',
  province text not null default '' check (province ~ '^([1-9]\d{5})?$'),  -- national codes; empty abroad and where not given
  city text not null default '' check (city ~ '^([1-9]\d{5})?$'),
  region text not null default '' check (region ~ '^([1-9]\d{5})?$'),
  place text not null default '',      -- the place in words, as it is shown and searched
  time_zone text,                      -- IANA name of the place; null: not known (zoneOf then takes the customer's)
  channel_type text check (channel_type in ('direct', 'distributor', 'agent', 'online')),
  channel_id bigint references organisation on delete set null,
  installed_at timestamptz,
  warranty_days int,
  warranty_until timestamptz,
  factory_area text not null default '',
  note text not null default '',
  log_asked boolean not null default false,            -- a person asks for the device's own log
  activated_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz,              -- of the record, not of reports; null: never changed
  search text not null generated always as (sn || ' ' || name || ' ' || mac) stored
);
create index on device (product_id);
create index on device (name, id);
create index device_place on device using gin (bigrams(place || ' ' || address));
create index on device (channel_id) where channel_id is not null;
-- Places abroad have words and no code: the map counts them without reading the wide rows.
create index device_abroad on device (id) include (place) where province = '' and place <> '';
-- Where a filter by date finds few, they are found here and sorted; where it finds many, the list's order is read until the page is full.
create index device_warranty_until on device (warranty_until);
create index device_installed_at on device (installed_at);
-- In and out of warranty are hundreds of thousands of devices, mostly at one end of the list's order. That order with the date
-- beside it is read in milliseconds, where one look-up for each device took a third of a second.
create index device_created_at_warranty on device (created_at desc, id desc) include (warranty_until);

create function device_kind_follow() returns trigger language plpgsql as $$
begin
  select k.id into new.kind_id from product p join device_kind k on k.key = p.kind where p.id = new.product_id;
  return new;
end $$;
create trigger device_kind_follow before insert or update of product_id, kind_id on device
  for each row execute function device_kind_follow();

-- National codes are codes of China, which has one zone. Abroad the zone is not known until somebody enters it.
create function device_time_zone_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.time_zone := coalesce(new.time_zone, case when new.province <> '' then 'Asia/Shanghai' end);
  elsif (new.province <> '') <> (old.province <> '') then
    new.time_zone := case when new.province <> '' then 'Asia/Shanghai' end;
  end if;
  return new;
end $$;
create trigger device_time_zone_follow before insert or update of province on device
  for each row execute function device_time_zone_follow();

-- State -----------------------------------------------------------------------------------------------------------------

-- The filters and the order of device lists, narrow so that going online or offline is cheap. product_id, kind, channel and
-- created_at are copies of the device's; they have no foreign keys of their own.
create table device_state (
  device_id bigint primary key references device on delete cascade,
  product_id bigint not null,
  organisation_id bigint not null references organisation,
  kind text not null,
  node_type text not null default 'direct' check (node_type in ('direct', 'gateway', 'sub-device')),
  installed boolean not null,
  enabled boolean not null default true,
  bound boolean not null default false,  -- an app user has it
  online boolean not null default false,
  work_state smallint,                 -- of the property WorkState; null until reported
  fault_code text not null default '',
  connector_id text,                   -- the connector process that holds the connection, or held it last
  online_changed_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null,
  area int,                            -- the narrowest code of the place; null abroad
  channel_type text,
  channel_id bigint
) with (fillfactor = 80);
create index on device_state (kind, installed, created_at desc, device_id desc);
create index on device_state (organisation_id, kind, installed, created_at desc, device_id desc);
create index on device_state (product_id, created_at desc, device_id desc);
create index on device_state (area) where area is not null;
create index on device_state (kind, area) where installed;
create index on device_state (channel_id) where channel_id is not null;
-- A device that goes offline keeps its connector, so that no index changes: twice as many changes a second.
create index on device_state (connector_id) where connector_id is not null;
-- Filters that find few of many. None has a column that a report changes: those updates stay within their page (HOT).
create index device_state_bound on device_state (kind, installed, bound, created_at desc, device_id desc);
create index device_state_node_type on device_state (node_type, kind, installed, created_at desc, device_id desc) where node_type <> 'direct';
create index device_state_disabled on device_state (kind, installed, created_at desc, device_id desc) where not enabled;
create index device_state_channel_type on device_state (kind, installed, channel_type, created_at desc, device_id desc) where channel_type is not null;

-- The channel in device_state follows the device's, also when its organisation is deleted.
create function device_channel_follow() returns trigger language plpgsql as $$
begin
  update device_state set channel_type = new.channel_type, channel_id = new.channel_id where device_id = new.id;
  return null;
end $$;
create trigger device_channel_follow after update of channel_type, channel_id on device
  for each row when (old.channel_type is distinct from new.channel_type or old.channel_id is distinct from new.channel_id)
  execute function device_channel_follow();

-- Keyword search ----------------------------------------------------------------------------------------------------------

-- Pairs and triples of characters, each together with the block of 4,096 ids and the kind. Blocks are searched newest first, so
-- that a common keyword is done after one block (docs/decisions). The lowest 4 bits are the kind, the 16 above them the block.
create function device_grams(id bigint, kind_id smallint, search text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct (hashtext(substr(lowered, i, n))::bigint << 20) | (id >> 12 << 4) | kind_id), '{}')
    from (select lower(search) as lowered) as given,
      generate_series(1, char_length(lowered)) as i,
      generate_series(2, 3) as n
    where i + n - 1 <= char_length(lowered)
  );
create index device_search on device using gin (device_grams(id, kind_id, search));
-- The newest device of each block.
create index device_block on device ((id >> 12), created_at desc, id desc);

-- Devices of a kind in some blocks whose text contains a keyword of two or more characters. At most eight of its triples are
-- looked up. The search stops after the block in which it has found enough: the next block's density is not known.
create function devices_like(keyword text, pattern text, sought_kind text, blocks bigint[], enough int)
  returns table (device_id bigint, in_block bigint)
  language plpgsql stable rows 1000
  set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  size int := least(char_length(keyword), 3);
  last int := char_length(keyword) - size + 1;
  sought bigint[] := array(
    select distinct hashtext(substr(lower(keyword), i, size))::bigint << 20 | (select id from device_kind where key = sought_kind)
    from generate_series(1, last, greatest(1, last / 8)) as i);
  block bigint;
  found_in_block int;
  found_in_all int := 0;
begin
  foreach block in array blocks loop
    return query
      select d.id, block from device d
      where device_grams(d.id, d.kind_id, d.search) @> array(select gram | (block << 4) from unnest(sought) as gram)
        and d.search ilike pattern;
    get diagnostics found_in_block = row_count;
    found_in_all := found_in_all + found_in_block;
    exit when found_in_all >= enough;
  end loop;
end $$;

-- Totals ------------------------------------------------------------------------------------------------------------------

-- Installed devices of each organisation by state. `own` counts those of the organisation itself, `within` also those below it.
-- Changes since the last folding are in device_total_change; both together are exact at any moment. Counters have no foreign
-- keys: a nightly job removes those of deleted organisations.
create table device_total (
  organisation_id bigint not null,
  kind text not null,
  product_id bigint not null,
  online boolean not null,
  work_state smallint not null,        -- -1: offline, or none reported
  own int not null,
  within int not null,
  primary key (organisation_id, kind, product_id, online, work_state)
) with (fillfactor = 80);

-- Each change of state inserts here. It has no index and no row is updated, so that no writer waits for another.
create table device_total_change (
  organisation_id bigint not null,
  kind text not null,
  product_id bigint not null,
  online boolean not null,
  work_state smallint not null,
  devices int not null                 -- +1 or -1, or sums of them
);

create function device_total_added() returns trigger language plpgsql as $$
begin
  insert into device_total_change
  select organisation_id, kind, product_id, online, case when online then coalesce(work_state, -1) else -1 end, count(*)
  from added where installed group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger device_total_added after insert on device_state
  referencing new table as added for each statement execute function device_total_added();

create function device_total_removed() returns trigger language plpgsql as $$
begin
  insert into device_total_change
  select organisation_id, kind, product_id, online, case when online then coalesce(work_state, -1) else -1 end, -count(*)
  from removed where installed group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger device_total_removed after delete on device_state
  referencing old table as removed for each statement execute function device_total_removed();

create function device_total_changed() returns trigger language plpgsql as $$
begin
  insert into device_total_change
  select old.organisation_id, old.kind, old.product_id, old.online, case when old.online then coalesce(old.work_state, -1) else -1 end, -1
  where old.installed
  union all
  select new.organisation_id, new.kind, new.product_id, new.online, case when new.online then coalesce(new.work_state, -1) else -1 end, 1
  where new.installed;
  return null;
end $$;
-- For each row, because its condition is evaluated without a function call: most updates change no state.
create trigger device_total_changed after update on device_state for each row
  when ((old.organisation_id, old.kind, old.product_id, old.installed, old.online, case when old.online then old.work_state end)
    is distinct from (new.organisation_id, new.kind, new.product_id, new.installed, new.online, case when new.online then new.work_state end))
  execute function device_total_changed();

-- Adds the changes to the totals of each organisation and of those above it, and to organisation.devices, by which customers are
-- sorted. One process at a time; answers how many changes it folded, none while another process folds. Moves in the tree take the
-- same lock: below. An organisation whose row is locked by an edit keeps its changes for the next time, so that none waits.
create function fold_device_totals() returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('device_total')) then
    return 0;
  end if;
  with moved as (
    select organisation_id, sum(devices)::int as devices from device_total_change group by 1 having sum(devices) <> 0
  ), locked as materialized (
    select id from organisation where id in (select organisation_id from moved) order by id for no key update skip locked
  ), counted as (
    update organisation o set devices = o.devices + moved.devices
    from moved join locked on locked.id = moved.organisation_id where o.id = moved.organisation_id
  ), taken as (
    delete from device_total_change
    where organisation_id not in (select organisation_id from moved where organisation_id not in (select id from locked))
    returning *
  ), summed as (
    select organisation_id, kind, product_id, online, work_state, sum(devices) as devices
    from taken group by 1, 2, 3, 4, 5 having sum(devices) <> 0
  ), spread as (
    select t.ancestor_id, kind, product_id, online, work_state,
      coalesce(sum(devices) filter (where t.depth = 0), 0) as own, sum(devices) as within
    from summed join organisation_tree t on t.descendant_id = summed.organisation_id
    group by 1, 2, 3, 4, 5
  ), added as (
    insert into device_total
    select * from spread where own <> 0 or within <> 0
    on conflict (organisation_id, kind, product_id, online, work_state)
    do update set own = device_total.own + excluded.own, within = device_total.within + excluded.within
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- An organisation that moves takes its folded devices out of the totals above it and into those of its new ancestors. Changes that
-- are not folded yet follow the tree at that time. A new organisation has no devices and waits for nobody.
create function device_total_leave() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('device_total'));
  update device_total t set within = t.within - moved.own
  from (
    select pair.ancestor_id, d.kind, d.product_id, d.online, d.work_state, sum(d.own) as own
    from gone pair join device_total d on d.organisation_id = pair.descendant_id
    where d.own <> 0 group by 1, 2, 3, 4, 5
  ) as moved
  where t.organisation_id = moved.ancestor_id and t.kind = moved.kind and t.product_id = moved.product_id
    and t.online = moved.online and t.work_state = moved.work_state;
  return null;
end $$;
create trigger device_total_leave after delete on organisation_tree
  referencing old table as gone for each statement execute function device_total_leave();

create function device_total_join() returns trigger language plpgsql as $$
begin
  if not exists (
    select from come pair where not exists (
      select from come self where self.ancestor_id = pair.descendant_id and self.descendant_id = pair.descendant_id)
  ) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('device_total'));
  insert into device_total
  select pair.ancestor_id, d.kind, d.product_id, d.online, d.work_state, 0, sum(d.own)
  from come pair join device_total d on d.organisation_id = pair.descendant_id
  where d.own <> 0 group by 1, 2, 3, 4, 5
  on conflict (organisation_id, kind, product_id, online, work_state)
  do update set within = device_total.within + excluded.within;
  return null;
end $$;
create trigger device_total_join after insert on organisation_tree
  referencing new table as come for each statement execute function device_total_join();

-- Installed devices of organisations at this moment: their own, and those of all organisations below them.
create view device_total_now as
select organisation_id, kind, product_id, online, work_state, sum(own)::int as own, sum(within)::int as within
from (
  select * from device_total
  union all
  select t.ancestor_id, c.kind, c.product_id, c.online, c.work_state,
    case when t.depth = 0 then c.devices else 0 end, c.devices
  from device_total_change c join organisation_tree t on t.descendant_id = c.organisation_id
) as parts
group by 1, 2, 3, 4, 5;

-- Bindings, gateways, notes -------------------------------------------------------------------------------------------------

-- App users who have or had a device. One owner at a time; others are members.
create table device_binding (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  app_user_id bigint not null references app_user on delete cascade,
  role text not null check (role in ('owner', 'member')),
  bound_at timestamptz not null,
  unbound_at timestamptz,
  -- The owner of the device at that time; null: its present owner. Set when the device goes to another organisation, which may
  -- see who its users were but not their contact. No foreign key: nobody sees bindings of an organisation that is deleted.
  organisation_id bigint
);
create unique index device_binding_now on device_binding (device_id, app_user_id) where unbound_at is null;
create index on device_binding (device_id, bound_at desc);
create index on device_binding (app_user_id, bound_at desc);

-- The gateway that a sub-device is connected through; `unit` is its address on a Modbus line.
create table device_gateway (
  device_id bigint primary key references device on delete cascade,
  gateway_id bigint not null references device on delete cascade,
  unit int check (unit between 1 and 247),
  added_at timestamptz not null,
  check (device_id <> gateway_id),
  unique (gateway_id, unit)
);
create index on device_gateway (gateway_id);
-- Modems of Modbus units are looked up every second where devices are connected to an external broker.
create index device_gateway_unit on device_gateway (gateway_id) where unit is not null;

-- Key and value pairs that a device or a person attached to it.
create table device_tag (
  device_id bigint not null references device on delete cascade,
  key text not null,
  value text not null,
  updated_at timestamptz not null,
  primary key (device_id, key)
);

-- Changes of a device's record. `fields`: [{ field, from, to }] in words, never a secret.
create table device_change (
  device_id bigint not null references device on delete cascade,
  changed_at timestamptz not null,
  seq bigint generated always as identity,
  action text not null,
  account_id bigint references account on delete set null,
  fields jsonb not null default '[]',
  primary key (device_id, changed_at, seq)
);
-- Rows are inserted in the order of time, so that an index of ranges is enough for retention and costs nothing to keep.
create index device_change_time on device_change using brin (changed_at) with (pages_per_range = 32, autosummarize = on);

-- Firmware ------------------------------------------------------------------------------------------------------------------

-- The version of each module as last reported; 'default' is the device's own firmware.
create table device_module (
  device_id bigint not null references device on delete cascade,
  module text not null,
  version text not null,
  reported_at timestamptz not null,    -- when this version was first reported
  primary key (device_id, module)
);
-- The list's filter by firmware, and the devices that a firmware task selects.
create index on device_module (module, version, device_id);

-- Each reported version that differs from the one before it.
create table device_firmware (
  device_id bigint not null references device on delete cascade,
  reported_at timestamptz not null,
  seq bigint generated always as identity,
  module text not null,
  version text not null,
  previous_version text not null default '',   -- empty: the first that was reported
  primary key (device_id, reported_at, seq)
);
create index on device_firmware (device_id, module, reported_at desc, seq desc);
create index device_firmware_time on device_firmware using brin (reported_at) with (pages_per_range = 32, autosummarize = on);
