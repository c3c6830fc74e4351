-- Sign-in: sessions, captchas, limits on guessing, codes, and the preferences of accounts.

create table session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,    -- SHA-256 of the token; the token itself is not stored
  account_id bigint not null references account on delete cascade,
  method text not null default 'password' check (method in ('password', 'code', 'oidc')),
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,     -- each use moves it 12 h ahead
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('logout', 'password', 'disabled', 'revoked', 'role'))
);
create index on session (account_id, last_seen_at desc);

-- Disabling an account or an organisation ends sessions for good, whoever writes it: enabling again revives none. Codes that could
-- begin a session are deleted too. Beginning a session locks the account and its organisations (begin-session.ts), so that none
-- is missed.
create function session_end_of(account_ids bigint[]) returns void language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_because = 'disabled'
  where account_id = any(account_ids) and revoked_at is null;
  delete from one_time_code where account_id = any(account_ids);
end $$;

-- Accounts at or below an organisation that a disabled organisation, there or above, shuts out.
create function session_end_below() returns trigger language plpgsql as $$
begin
  perform session_end_of(array(
    select a.id from organisation_tree below join account a on a.organisation_id = below.descendant_id
    where below.ancestor_id = new.id and exists (
      select from organisation_tree t join organisation o on o.id = t.ancestor_id
      where t.descendant_id = a.organisation_id and not o.enabled)));
  return null;
end $$;
-- Triggers run in the order of their names: this one runs after organisation_tree_move.
create trigger session_end_below after update of enabled, parent_id on organisation for each row
  when (old.enabled and not new.enabled or old.parent_id is distinct from new.parent_id)
  execute function session_end_below();

create function session_end_own() returns trigger language plpgsql as $$
begin
  if not new.enabled or exists (
    select from organisation_tree t join organisation o on o.id = t.ancestor_id
    where t.descendant_id = new.organisation_id and not o.enabled) then
    perform session_end_of(array[new.id]);
  end if;
  return null;
end $$;
create trigger session_end_own after update of enabled, organisation_id on account for each row
  when (old.enabled and not new.enabled or old.organisation_id is distinct from new.organisation_id)
  execute function session_end_own();

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

-- Failures for one account from any address within an hour. Many of them slow further attempts down (decision 0029). `sign-in`: a
-- sign-in name in the database's lower case, whether or not it exists. `prompt`: the id of an account.
create table sign_in_brake (
  kind text not null check (kind in ('sign-in', 'prompt')),
  account text not null,
  failures int not null,
  since timestamptz not null,
  next_try_at timestamptz not null,
  primary key (kind, account)
);

-- A browser that signed in to an account with its password, by the hash of its cookie. The failures of strangers do not slow it.
create table known_browser (
  account_id bigint not null references account on delete cascade,
  browser_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, browser_hash)
);
create index on known_browser (last_used_at);

create table one_time_code (
  code_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  minted_by bigint references account on delete set null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Open requests to an OpenID Connect provider.
create table oidc_request (
  state text primary key,
  code_verifier text not null,
  nonce text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);

-- Table settings and saved filters of an account. Both are deleted with the account.
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
  query jsonb not null,                -- filters and order as in the address: names and texts
  created_at timestamptz not null
);
create unique index saved_filter_name on saved_filter (account_id, list, lower(name));
