-- Devices that fetch what they sign in with themselves.

-- Whether they may: not at all, those that are entered and were never connected, or any that has the product's secret.
alter table product
  add column dynamic_registration text not null default 'off' check (dynamic_registration in ('off', 'listed', 'any'));

-- What a device without a secret of its own signs in with. Only its hash is kept.
create table device_token (
  device_id bigint primary key references device on delete cascade,
  client_id text not null,
  token_hash bytea not null,
  created_at timestamptz not null
);
