-- The data wall (wall.md): what an organisation sets of it, links that show it, and what its events are found by.

-- Empty titles and no logo: those of the nearest organisation above that has set one.
create table wall_setting (
  organisation_id bigint primary key references organisation on delete cascade,
  title text not null default '',
  en_title text not null default '',
  logo_file_id text,
  hides_customers boolean not null default false,
  updated_at timestamptz not null,           -- the version that a change is based on: it always increases
  check ((title = '') = (en_title = ''))
);
select log_changes_of('wall_setting', 'organisation_id', key => 'organisation_id');

create table wall_link (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation on delete cascade,
  name text not null,
  locale text not null check (locale in ('en', 'zh')),
  hides_customers boolean not null default false,
  token_hash bytea not null unique,          -- SHA-256; the token itself is known to its holders alone
  creator_id bigint references account on delete set null,
  creator_name text not null,                -- as it was then: a link lives on when its creator leaves
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  last_address text not null default '',
  ended_at timestamptz,
  ended_because text check (ended_because in ('revoked', 'disabled')),
  check ((ended_at is null) = (ended_because is null))
);
create index on wall_link (organisation_id) where ended_at is null;
create index on wall_link (created_at desc, id desc);
select log_changes_of('wall_link', 'organisation_id', secrets => 'token_hash', people => 'creator_name',
  watched => 'name, locale, hides_customers, ended_at, ended_because', ignored => 'updated_at,last_used_at,last_address');

-- A link ends with its organisation, or one above it, and does not begin again with it.
create function wall_link_end_below() returns trigger language plpgsql as $$
begin
  update wall_link set ended_at = now(), ended_because = 'disabled', updated_at = now()
  where ended_at is null and organisation_id in (select descendant_id from organisation_tree where ancestor_id = new.id);
  return null;
end $$;
create trigger wall_link_end_below after update of enabled on organisation
  for each row when (old.enabled and not new.enabled) execute function wall_link_end_below();

-- What happened in the last seconds is found by these; each is as small as what happens.
create index if not exists device_activated_at on device (activated_at) where activated_at is not null;
create index command_succeeded on command (finished_at) where status = 'succeeded';
create index fault_act_seq on fault_act (seq) where act in ('raise', 'eliminate', 'reopen');
