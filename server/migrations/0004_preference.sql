-- How each account likes its tables, and its saved filters. Both go with the account.

create table account_habit (
  account_id bigint not null references account on delete cascade,
  list text not null,                  -- device.oven
  habits jsonb not null,               -- columns, order, density, page size
  updated_at timestamptz not null,
  primary key (account_id, list)
);

create table saved_filter (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  list text not null,
  name text not null,
  query jsonb not null,                -- filters and order as they stand in the address: names and texts
  created_at timestamptz not null
);
create unique index saved_filter_name on saved_filter (account_id, list, lower(name));
