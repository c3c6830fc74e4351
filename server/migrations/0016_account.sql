-- Accounts that administrators keep.

alter table account
  add updated_at timestamptz,                          -- also the version that an edit is based on: it always increases
  add preset_until timestamptz,                        -- until when a password that somebody else chose signs in
  add disabled_reason text not null default '',
  add removed_at timestamptz,                          -- the row stays, for its name in history and so that its sign-in name is never used again
  add acts_seen_at timestamptz,                        -- what was done to administrators before is not told to it again
  add search text not null generated always as (account || ' ' || name || ' ' || phone || ' ' || email) stored;
update account set updated_at = created_at;
alter table account
  alter updated_at set not null,
  alter role_id drop not null,
  add check (removed_at is not null or role_id is not null),
  add check (removed_at is null or not enabled);
create index account_created_at on account (created_at, id) where removed_at is null;
create index account_search on account using gin (grams(search));

-- Sessions and codes end as the account is disabled with it; what else knows the person goes here.
create function account_forget() returns trigger language plpgsql as $$
begin
  delete from known_browser where account_id = new.id;
  delete from account_habit where account_id = new.id;
  delete from saved_filter where account_id = new.id;
  return null;
end $$;
create trigger account_forget after update of removed_at on account
  for each row when (old.removed_at is null and new.removed_at is not null) execute function account_forget();

-- A deleted account keeps no organisation from being deleted: its name then stands with the one above.
create function account_outlive() returns trigger language plpgsql as $$
begin
  update account set organisation_id = old.parent_id where organisation_id = old.id and removed_at is not null;
  return old;
end $$;
create trigger account_outlive before delete on organisation
  for each row when (old.parent_id is not null) execute function account_outlive();

-- Asked for from an account's own session, to link it: the answer is of that account's person.
alter table oidc_request add account_id bigint references account on delete cascade;

-- What somebody did to an administrator of the platform, which all administrators are told.
create table administrator_act (
  id bigint generated always as identity primary key,
  acted_at timestamptz not null,
  act text not null check (act in ('add', 'update', 'remove', 'enable', 'disable', 'reset-password', 'unlock', 'end-sessions')),
  account_id bigint not null references account on delete cascade,
  actor_id bigint references account on delete set null    -- null: who can run commands on the machine
);
create index on administrator_act (acted_at);
create index on administrator_act (account_id);
create index on administrator_act (actor_id);
