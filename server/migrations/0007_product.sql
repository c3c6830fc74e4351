-- Product series, products, and what the phone app shows of them.

-- Kinds of appliances. A further kind is a row here, its menu rows, its words and its entry in the contract. The id is part of
-- the keyword index of devices, which has room for 15 kinds.
create table device_kind (
  id smallint primary key check (id between 1 and 15),
  key text not null unique
);
insert into device_kind values (1, 'oven'), (2, 'cooler');

create table product_series (
  id bigint generated always as identity primary key,
  name text not null,
  en_name text not null,
  code text not null,
  category text not null references device_kind (key),
  created_at timestamptz not null,
  updated_at timestamptz not null,     -- also the version that an edit is based on: it always increases
  search text not null generated always as (name || ' ' || en_name || ' ' || code) stored
);
-- Codes and names of series are unique, without regard to case.
create unique index product_series_code on product_series (lower(code));
create unique index product_series_name on product_series (lower(name));
create unique index product_series_en_name on product_series (lower(en_name));
-- The default order, and keywords. Other orders and filters read some hundred rows.
create index product_series_created on product_series (created_at desc, id desc);
create index product_series_search on product_series using gin (grams(search));

create table product (
  id bigint generated always as identity primary key,
  series_id bigint not null references product_series,
  kind text not null references device_kind (key),
  product_key text not null unique,
  name text not null,
  en_name text not null,
  node_type text not null default 'direct' check (node_type in ('direct', 'gateway', 'sub-device')),
  network_type text not null default 'wifi' check (network_type in ('wifi', '4g', 'ethernet', 'bluetooth', 'rs485', 'other')),
  protocol text not null default 'alink' check (protocol in ('alink', 'modbusRtu', 'modbusTcp')),
  product_secret bytea,                -- sealed (AES-256-GCM)
  -- Whether devices may fetch their own secret: never, those that are registered and were never connected, or any with the product's secret.
  dynamic_registration text not null default 'off' check (dynamic_registration in ('off', 'listed', 'any')),
  image_file_id text,                  -- no foreign key: files that nothing uses are deleted later (tidy-files.ts)
  note text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null generated always as (name || ' ' || en_name || ' ' || product_key) stored
);
-- Products of one series have different names in either language.
create unique index product_name on product (series_id, lower(name));
create unique index product_en_name on product (series_id, lower(en_name));
create index product_created on product (created_at desc, id desc);
create index product_search on product using gin (grams(search));
-- Whether a picture is in use.
create index product_image on product (image_file_id) where image_file_id is not null;

-- Products that a seed made, so that one that was deleted does not come back at the next start.
create table product_seed (
  product_key text primary key,
  seeded_at timestamptz not null
);

-- One row for each of a product's five templates, from its first save on. The draft is null where it equals the published one.
create table product_template (
  product_id bigint not null references product on delete cascade,
  kind text not null check (kind in
    ('distribution-network', 'params-info', 'device-control', 'params-edit', 'temperature-control')),
  draft jsonb,
  published jsonb,
  updated_at timestamptz not null,
  updated_by bigint references account on delete set null,
  published_at timestamptz,
  published_by bigint references account on delete set null,
  primary key (product_id, kind),
  check ((published is null) = (published_at is null)),
  check (draft is not null or published is not null)
);
create index on product_template (updated_by) where updated_by is not null;
create index on product_template (published_by) where published_by is not null;

-- One row for each language begun. Texts are stored by the key of their word ({ "property.ChamberTemp.name": "Garraumtemperatur" }),
-- also those of words that the product no longer has: a word that comes back finds its text.
create table product_language (
  product_id bigint not null references product on delete cascade,
  language text not null check (language ~ '^[a-z]{2}$'),
  draft jsonb not null,
  published jsonb,
  updated_at timestamptz not null,
  updated_by bigint references account on delete set null,
  published_at timestamptz,
  published_by bigint references account on delete set null,
  primary key (product_id, language),
  check ((published is null) = (published_at is null))
);
create index on product_language (updated_by) where updated_by is not null;
create index on product_language (published_by) where published_by is not null;

-- The remote configuration of a product's devices; each save is a version.
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

-- Messages to all devices of a product that are connected and listen (alink.md 2.2, /broadcast/{productKey}/{id}).
create table product_broadcast (
  id bigint generated always as identity primary key,
  product_id bigint not null references product on delete cascade,
  topic text not null,                 -- the last level
  content text not null,
  account_id bigint references account on delete set null,
  created_at timestamptz not null,
  reached int default 0                -- null: only an external broker knows
);
create index on product_broadcast (product_id, id desc);
create index on product_broadcast (account_id);
