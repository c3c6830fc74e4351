-- The foundation: organisations, accounts and access, files, products and thing models, devices and what they say.
-- Times are timestamptz; temperatures °C, masses grams. Append-only: a later change is a later file.

-- Search by any two or more characters, Chinese too: a GIN index over lower-cased bigrams (docs/decisions).
create function bigrams(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(lower(value), i, 2)), '{}')
    from generate_series(1, greatest(char_length(value) - 1, 0)) as i
  );

-- Organisations -------------------------------------------------------------------------------------------------------

create table organisation (
  id bigint generated always as identity primary key,
  parent_id bigint references organisation,
  kind text not null check (kind in ('platform', 'distributor', 'agent', 'customer')),
  name text not null,
  principal text not null default '',
  contact text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null,
  check ((kind = 'platform') = (parent_id is null))
);
create unique index organisation_one_platform on organisation (kind) where kind = 'platform';
create index on organisation (parent_id);

-- Every organisation below (and including) each one; kept by the trigger, so that a scope is one indexed look-up.
create table organisation_tree (
  ancestor_id bigint not null references organisation on delete cascade,
  descendant_id bigint not null references organisation on delete cascade,
  depth int not null,
  primary key (ancestor_id, descendant_id)
);
create index on organisation_tree (descendant_id);

create function organisation_tree_add() returns trigger language plpgsql as $$
begin
  insert into organisation_tree (ancestor_id, descendant_id, depth)
  select ancestor_id, new.id, depth + 1 from organisation_tree where descendant_id = new.parent_id
  union all select new.id, new.id, 0;
  return null;
end $$;
create trigger organisation_tree_add after insert on organisation
  for each row execute function organisation_tree_add();

-- Access --------------------------------------------------------------------------------------------------------------

create table menu (
  id bigint generated always as identity primary key,
  parent_id bigint references menu on delete cascade,
  key text not null unique,            -- stable name of a seeded row; a person's rows get a generated one
  name text not null,                  -- Chinese (spec 3: Chinese and English names)
  en_name text not null,
  icon text not null default '',
  url text not null default '#',
  level int not null,
  sort_num int not null,
  is_main_menu boolean not null,
  is_operation boolean not null,
  operation_code text,                 -- several rows may carry the same code
  enabled boolean not null default true,
  seeded jsonb,                        -- what the seed last gave the row; where they differ a person changed it
  created_at timestamptz not null
);
create index on menu (parent_id, sort_num);
create index on menu (operation_code);

create table role (
  id bigint generated always as identity primary key,
  key text unique,                     -- of the seeded roles
  name text not null,
  en_name text not null,
  description text not null default '',
  en_description text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null
);

create table role_menu (
  role_id bigint not null references role on delete cascade,
  menu_id bigint not null references menu on delete cascade,
  primary key (role_id, menu_id)
);
create index on role_menu (menu_id);

create table account (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation,
  role_id bigint not null references role,
  account text not null,               -- the sign-in name, compared without case
  name text not null,
  phone text not null default '',
  email text not null default '',
  avatar_file_id text,
  password_hash text not null,
  must_change_password boolean not null default false,
  oidc_subject text unique,
  enabled boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null
);
create unique index account_account on account (lower(account));
create index on account (organisation_id);
create index on account (role_id);

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,    -- SHA-256 of the token; the token itself is nowhere
  account_id bigint not null references account on delete cascade,
  method text not null default 'password' check (method in ('password', 'code', 'oidc')),  -- how the person signed in
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,     -- slides by 12 h
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('logout', 'password', 'disabled', 'revoked', 'role'))
);
create index on session (account_id, last_seen_at desc);

create table captcha (
  id text primary key,                 -- made by the client
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index on captcha (expires_at);

-- Failures of one account name from one address; five lock the pair (product.md, Sessions).
create table sign_in_failure (
  account text not null,               -- lower-cased, whether or not it exists
  address text not null,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (account, address)
);

create table one_time_code (
  code_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  minted_by bigint references account on delete set null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- What was asked of an OpenID Connect provider and not yet answered.
create table oidc_request (
  state text primary key,
  code_verifier text not null,
  nonce text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);

create table operation_log (
  id bigint generated always as identity primary key,
  time timestamptz not null,
  account_id bigint,
  account text not null,
  organisation_id bigint,
  address text not null,
  module text not null,                -- the domain
  operation text not null,             -- the endpoint's name in it
  method text not null,
  path text not null,
  duration_ms int not null,
  code int not null,
  success boolean not null,
  request jsonb,                       -- passwords, tokens and secrets masked
  response jsonb
);
create index on operation_log (time desc, id desc);
create index on operation_log (organisation_id, time desc);

create table file (
  id text primary key,
  organisation_id bigint not null references organisation,
  account_id bigint references account on delete set null,
  kind text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null
);

-- Products and thing models -------------------------------------------------------------------------------------------

create table product_series (
  id bigint generated always as identity primary key,
  name text not null,
  en_name text not null,
  code text not null unique,
  category text not null check (category in ('oven', 'cooler')),
  created_at timestamptz not null
);

create table product (
  id bigint generated always as identity primary key,
  series_id bigint not null references product_series,
  kind text not null check (kind in ('oven', 'cooler')),
  product_key text not null unique,
  name text not null,
  en_name text not null,
  node_type text not null default 'direct' check (node_type in ('direct', 'gateway', 'sub-device')),
  network_type text not null default 'wifi',
  protocol text not null default 'alink',
  product_secret bytea,                -- sealed (AES-256-GCM)
  image_file_id text,
  enabled boolean not null default true,
  created_at timestamptz not null
);
create index on product (series_id);

-- One draft (version null) beside the published versions.
create table thing_model (
  id bigint generated always as identity primary key,
  product_id bigint not null references product on delete cascade,
  version int,
  model jsonb not null,
  note text not null default '',
  published_at timestamptz,
  published_by bigint references account on delete set null,
  unique (product_id, version),
  check ((version is null) = (published_at is null))
);
create unique index thing_model_one_draft on thing_model (product_id) where version is null;

-- Devices -------------------------------------------------------------------------------------------------------------

-- What a device is. What changes often lives in device_index and device_shadow, so that this wide row is rarely written.
create table device (
  id bigint generated always as identity primary key,
  product_id bigint not null references product,
  sn text not null unique,             -- also the Alink device name
  name text not null,
  mac text not null default '',
  node_type text not null default 'direct' check (node_type in ('direct', 'gateway', 'sub-device')),
  device_secret bytea not null,        -- sealed (AES-256-GCM): the device's HMAC needs it plain
  address text not null default '',
  province text not null default '',
  city text not null default '',
  region text not null default '',
  installed_at timestamptz,
  warranty_days int,
  warranty_until timestamptz,
  firmware_version text not null default '',
  activated_at timestamptz,
  created_at timestamptz not null,
  search text not null generated always as (sn || ' ' || name || ' ' || mac) stored
);
create index device_search on device using gin (bigrams(search));
create index device_place on device using gin (bigrams(province || ' ' || city || ' ' || region || ' ' || address));
create index on device (product_id);
create index on device (name, id);

-- The device list's filters and order, narrow so that an online flip is cheap.
create table device_index (
  device_id bigint primary key references device on delete cascade,
  product_id bigint not null,
  organisation_id bigint not null,
  kind text not null check (kind in ('oven', 'cooler')),
  installed boolean not null,
  enabled boolean not null default true,
  online boolean not null default false,
  work_state smallint,                 -- of the property WorkState; null until reported
  fault_code text not null default '',
  gateway_id text,                     -- which gateway process holds the connection
  online_changed_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 80);
create index on device_index (kind, installed, created_at desc, device_id desc);
create index on device_index (organisation_id, kind, installed, created_at desc, device_id desc);
create index on device_index (product_id, created_at desc, device_id desc);
create index on device_index (gateway_id) where online;

-- The latest value of each property: { "<identifier>": { "v": value, "t": device ms, "s": server ms } };
-- desired: { "<identifier>": { "v": value, "c": command id, "s": server ms } } while one is pending.
create table device_shadow (
  device_id bigint primary key references device on delete cascade,
  version bigint not null default 0,
  reported jsonb not null default '{}',
  desired jsonb not null default '{}',
  reported_at timestamptz
) with (fillfactor = 70);

-- Property identifiers as small numbers, shared by all products, so that a history row is narrow.
create table property_identifier (
  id int generated always as identity primary key,
  identifier text not null unique
);

-- Every accepted value. `time` is the device's where it may be believed, else the server's (device_time false).
-- The key makes a report that is sent again after a lost acknowledgement find its own rows.
create table device_history (
  device_id bigint not null,
  property_id int not null,
  time timestamptz not null,
  number double precision,
  text text,                           -- values that are no number: text, date, struct and array (as JSON)
  device_time boolean not null,
  primary key (device_id, property_id, time)
) partition by range (time);

-- Every message up and down with what became of it.
create table device_message (
  device_id bigint not null,
  time timestamptz not null,
  seq bigint generated always as identity,
  direction text not null check (direction in ('up', 'down')),
  topic text not null,
  payload text not null,
  code int,                            -- of the reply
  dropped jsonb,                       -- [{ identifier, reason, value }]
  primary key (device_id, time, seq)
) partition by range (time);

-- Events a device posted. An error event is open until a later one of the same code clears it.
create table device_event (
  device_id bigint not null,
  time timestamptz not null,
  seq bigint generated always as identity,
  identifier text not null,
  type text not null check (type in ('info', 'alert', 'error')),
  output jsonb not null,
  code text not null default '',
  cleared_at timestamptz,
  message_id text not null default '',
  primary key (device_id, time, seq)
);
create unique index device_event_once on device_event (device_id, identifier, time, message_id);

create table online_log (
  device_id bigint not null,
  time timestamptz not null,
  seq bigint generated always as identity,
  online boolean,                      -- null: refused, the state did not change
  reason text not null,
  address text not null default '',
  protocol text not null default '',
  primary key (device_id, time, seq)
);

-- The ledger of commands. `id` is also the Alink message id.
create table command (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  kind text not null check (kind in ('property.set', 'service')),
  identifier text not null default '', -- of the service
  call_type text not null default 'async' check (call_type in ('async', 'sync')),
  params jsonb not null,
  before jsonb not null default '{}',  -- the values reported when it was made
  status text not null check (status in ('created', 'sent', 'acknowledged', 'succeeded', 'failed', 'timed_out', 'late')),
  account_id bigint references account on delete set null,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  finished_at timestamptz,
  code int,                            -- of the device's reply
  reply jsonb,
  error text not null default ''
);
create index on command (device_id, id desc);
create index command_open on command (deadline_at) where status in ('created', 'sent', 'acknowledged');

-- A gateway process that is alive renews its row; the devices of one that is not are set offline by the others.
create table gateway_lease (
  gateway_id text primary key,
  renewed_at timestamptz not null
);

-- Makes the daily partitions of a span of days that are not there yet; answers how many it made.
create function ensure_partitions(from_day date, to_day date) returns int language plpgsql as $$
declare
  day date;
  parent text;
  child text;
  made int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
  foreach parent in array array['device_history', 'device_message'] loop
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

-- Drops the partitions that end before a day; answers how many it dropped.
create function drop_partitions(parent text, before_day date) returns int language plpgsql as $$
declare
  child record;
  dropped int := 0;
begin
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and right(c.relname, 8) < to_char(before_day, 'YYYYMMDD')
  loop
    execute format('drop table %I', child.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
