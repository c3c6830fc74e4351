-- Series and models that people keep: notes, the time of the last change, search, names of their own.

alter table product_series
  add column updated_at timestamptz,       -- also the version that a change is made from: it never stands still
  add column search text not null generated always as (name || ' ' || en_name || ' ' || code) stored;
update product_series set updated_at = created_at;
alter table product_series alter column updated_at set not null;

alter table product
  add column note text not null default '',
  add column updated_at timestamptz,
  add column search text not null generated always as (name || ' ' || en_name || ' ' || product_key) stored;
-- Nobody read these until now, so they may hold anything.
update product set
  updated_at = created_at,
  network_type = case when network_type in ('wifi', '4g', 'ethernet', 'bluetooth', 'rs485') then network_type else 'other' end,
  protocol = case when protocol in ('alink', 'modbusRtu', 'modbusTcp') then protocol else 'alink' end;
alter table product
  alter column updated_at set not null,
  add constraint product_network_type_check check (network_type in ('wifi', '4g', 'ethernet', 'bluetooth', 'rs485', 'other')),
  add constraint product_protocol_check check (protocol in ('alink', 'modbusRtu', 'modbusTcp'));

-- Series differ in code and in either name, models of one series in either name, all without regard to case. Of those that
-- are alike already, all but the oldest get their id behind it.
update product_series set code = left(code, 7) || '-' || id
where id in (select id from (select id, row_number() over (partition by lower(code) order by id) as place from product_series) as alike where place > 1);
update product_series set name = left(name, 18) || ' #' || id
where id in (select id from (select id, row_number() over (partition by lower(name) order by id) as place from product_series) as alike where place > 1);
update product_series set en_name = left(en_name, 18) || ' #' || id
where id in (select id from (select id, row_number() over (partition by lower(en_name) order by id) as place from product_series) as alike where place > 1);
update product set name = left(name, 18) || ' #' || id
where id in (select id from (select id, row_number() over (partition by series_id, lower(name) order by id) as place from product) as alike where place > 1);
update product set en_name = left(en_name, 18) || ' #' || id
where id in (select id from (select id, row_number() over (partition by series_id, lower(en_name) order by id) as place from product) as alike where place > 1);
alter table product_series drop constraint product_series_code_key;
create unique index product_series_code on product_series (lower(code));
create unique index product_series_name on product_series (lower(name));
create unique index product_series_en_name on product_series (lower(en_name));
create unique index product_name on product (series_id, lower(name));
create unique index product_en_name on product (series_id, lower(en_name));
drop index product_series_id_idx;          -- the two above begin with it

-- The default orders, and keywords. Other orders and filters sort and look through some hundred rows.
create index product_series_created on product_series (created_at desc, id desc);
create index product_created on product (created_at desc, id desc);
create index product_series_search on product_series using gin (grams(search));
create index product_search on product using gin (grams(search));
-- Whether a picture is in use.
create index product_image on product (image_file_id) where image_file_id is not null;

-- Products that a version brought, so that one that was deleted does not come back at the next start.
create table product_seed (
  product_key text primary key,
  seeded_at timestamptz not null
);
insert into product_seed
select product_key, created_at from product
where product_key in ('a1BX06Pro', 'a1BX10Pro', 'a1BX20T', 'a1RC700', 'a1RC700F', 'a1RC150U');
