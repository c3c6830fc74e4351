-- People of the phone app: how they sign in, what of them is counted, and what staff do to them.

alter table app_user
  -- Keyed hashes of the whole phone number and e-mail address: a search by them needs no plain value.
  add phone_key bytea,
  add email_key bytea,
  add disabled_reason text not null default '',
  add locale text not null default 'en' check (locale in ('en', 'zh')),
  add units text not null default 'metric' check (units in ('metric', 'british')),
  add time_zone text not null default '',
  add muted_types text[] not null default '{}',   -- kinds of messages that the person does without
  add last_call_at timestamptz,
  add has_device boolean not null default false,
  -- Erased: nothing of the person stands in the row any more. It remains for the counts.
  add removed_at timestamptz,
  -- Left outside the database, so that a restored backup does not bring the person back.
  add erasure_left boolean not null default false,
  -- The account that deleted the person; null where they erased themselves.
  add removed_by bigint references account on delete set null;
create unique index app_user_phone_key on app_user (phone_key) where removed_at is null;
create unique index app_user_email_key on app_user (email_key) where removed_at is null;
create index on app_user (created_at desc, id desc) where removed_at is null;
create index on app_user (last_login_at desc nulls last, id desc) where removed_at is null;
create index on app_user (last_call_at) where removed_at is null;
create index on app_user (id) where removed_at is null and not enabled;
create index on app_user using gin (grams(nickname)) where removed_at is null;
-- Rows from before the hashes, which the next start fills in: the key is not in the database.
create index on app_user (id) where phone_key is null and email_key is null and removed_at is null;
create index on app_user (id) where removed_at is not null and not erasure_left;
create index on app_user (removed_by) where removed_by is not null;

-- A device has one owner. Where it had several, the first remains.
update device_binding b set role = 'member' where b.role = 'owner' and b.unbound_at is null and exists (
  select from device_binding first where first.device_id = b.device_id and first.role = 'owner' and first.unbound_at is null
    and (first.bound_at, first.id) < (b.bound_at, b.id));
create unique index device_binding_owner on device_binding (device_id) where role = 'owner' and unbound_at is null;
create index device_binding_user_now on device_binding (app_user_id, device_id) where unbound_at is null;

-- An owner whose binding staff ended, who was not told yet.
alter table device_binding add owner_told boolean not null default true;
create index on device_binding (id) where not owner_told;

-- Whether somebody has a device now, beside the person: a filter of a list of a million.
create function app_user_has_device() returns trigger language plpgsql as $$
begin
  update app_user u set has_device = exists (select from device_binding b where b.app_user_id = u.id and b.unbound_at is null)
  where u.id = coalesce(new.app_user_id, old.app_user_id)
    and u.has_device <> exists (select from device_binding b where b.app_user_id = u.id and b.unbound_at is null);
  return null;
end $$;
create trigger app_user_has_device after insert or delete or update of unbound_at on device_binding
  for each row execute function app_user_has_device();
update app_user u set has_device = true where exists (
  select from device_binding b where b.app_user_id = u.id and b.unbound_at is null);

-- Who is signed in on a phone. 90 days after its last use a token is over.
create table app_token (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,        -- SHA-256; the token itself is nowhere
  app_user_id bigint not null references app_user on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index on app_token (app_user_id);
create index on app_token (expires_at);

-- The sign-in code of an address, the latest alone; whether anybody has the address is not asked here.
create table app_code (
  address_key bytea primary key,           -- keyed hash
  code_hash bytea not null,                -- keyed hash
  sealed bytea,                            -- address and code, until they are sent
  locale text not null,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_at timestamptz                      -- when sending is tried; null: sent, or given up
);
create index on app_code (next_at) where next_at is not null;
create index on app_code (expires_at);

-- Sign-in codes go to these: a webhook is where an SMS service is attached.
alter table message_target add sends_codes boolean not null default false check (not sends_codes or kind = 'webhook');
create index on message_target (id) where sends_codes and enabled;

-- How often something was tried within an hour: codes of an address, wrong bind codes of a person and of a device, contacts an account was shown.
create table app_brake (
  kind text not null check (kind in ('code', 'bind-user', 'bind-device', 'contact')),
  key bytea not null,
  count int not null,
  since timestamptz not null,
  primary key (kind, key)
);
create index on app_brake (since);

-- Invitations of owners.
create table app_invitation (
  code_hash bytea primary key,
  device_id bigint not null references device on delete cascade,
  owner_id bigint not null references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on app_invitation (device_id);
create index on app_invitation (owner_id);
create index on app_invitation (expires_at);

-- What the app was searched for. Without its person once that one is erased.
create table app_search (
  id bigint generated always as identity primary key,
  app_user_id bigint references app_user on delete set null,
  words text not null,
  found int not null,
  searched_at timestamptz not null
);
create index on app_search (app_user_id, searched_at desc) where app_user_id is not null;
create index on app_search (searched_at);

-- A day (UTC) with a call.
create table app_user_day (
  app_user_id bigint not null references app_user on delete cascade,
  day date not null,
  calls int not null,
  primary key (app_user_id, day)
);
create index on app_user_day (day);

create table app_installation (
  app_user_id bigint not null references app_user on delete cascade,
  type text not null check (type in ('android', 'ios', 'harmony', 'mini')),
  version text not null,
  system text not null default '',
  first_seen_at timestamptz not null,
  last_call_at timestamptz not null,
  primary key (app_user_id, type, version)
);
create index on app_installation (type, version, last_call_at);

-- When a version of the app was released: entered by people.
create table app_version (
  type text not null check (type in ('android', 'ios', 'harmony', 'mini')),
  version text not null,
  released_on date,
  notes_en text not null default '',
  notes_zh text not null default '',
  updated_at timestamptz not null,
  primary key (type, version)
);

create index on app_log (app_user_id) where app_user_id is not null;

-- What staff do to a person is a change that the log keeps, without anything that would have to be erased later: changes are part of
-- the chain. Why somebody was disabled stands in the body of the line. What the person does stands in the app log.
create trigger zz_log_change after update of enabled, disabled_reason, removed_by on app_user for each row
  when (new.removed_at is null or old.removed_by is distinct from new.removed_by)
  execute function log_change('', 'phone_key,email_key,disabled_reason', 'nickname,phone,email', 'last_call_at,last_login_at,has_device,erasure_left', 'id', 'app_user');
select log_changes_of('app_version', '', key => 'type,version');

-- An erased person is gone from what other domains keep too: the inbox, and what lines of both logs hold of the person. The hash of
-- a line stays in the chain, its body and its salt go.
create function app_user_forget() returns trigger language plpgsql as $$
begin
  delete from message_delivery where receiver_kind = 'app-user' and receiver_id = new.id;
  update app_log set app_user = '', app_user_id = null, address = '', request = null, response = null where app_user_id = new.id;
  delete from operation_body b using operation_change c
    where c.table_name = 'app_user' and c.row_id = new.id::text and b.operation_id = c.operation_id;
  -- Rows that an import refused, and lists that were asked for by the address.
  delete from job_refusal where (old.phone <> '' and strpos(cells::text, old.phone) > 0) or (old.email <> '' and strpos(lower(cells::text), old.email) > 0);
  update job set params = params - 'keyword' where kind like 'app-user.%' and params ->> 'keyword' is not null
    and (lower(params ->> 'keyword') in (old.phone, old.email) or strpos(old.nickname, params ->> 'keyword') > 0);
  return null;
end $$;
create trigger app_user_forget after update of removed_at on app_user
  for each row when (old.removed_at is null and new.removed_at is not null) execute function app_user_forget();
