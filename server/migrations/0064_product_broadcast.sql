-- Messages to all devices of a product that are connected and listen (alink.md 2.2, /broadcast/{productKey}/{id}).
create table product_broadcast (
  id bigint generated always as identity primary key,
  product_id bigint not null references product on delete cascade,
  topic text not null,                 -- the last level
  content text not null,
  account_id bigint references account on delete set null,
  created_at timestamptz not null,
  reached int default 0                -- null: only a broker elsewhere knows
);
create index on product_broadcast (product_id, id desc);
create index on product_broadcast (account_id);
