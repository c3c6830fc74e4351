-- Failures for one account from anywhere, within an hour: many slow further tries down, whatever address they come from
-- (decision 0029). `sign-in`: a sign-in name as the database lowers it, whether or not it exists. `prompt`: an account's id.
create table sign_in_brake (
  kind text not null check (kind in ('sign-in', 'prompt')),
  account text not null,
  failures int not null,
  since timestamptz not null,
  next_try_at timestamptz not null,
  primary key (kind, account)
);

-- A browser that signed in to an account with its password, by the hash of its cookie: what strangers fail does not slow it.
create table known_browser (
  account_id bigint not null references account on delete cascade,
  browser_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, browser_hash)
);
create index on known_browser (last_used_at);
