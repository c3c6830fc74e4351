-- The console of an organisation, opened by staff of one above it: their own session, with the organisation's scope.

alter table organisation add refuses_opening boolean not null default false;   -- its administrators say so
create trigger zz_log_change_opening after update of refuses_opening on organisation for each row
  execute function log_change('id', '', '', 'updated_at,search,area,devices', 'id', 'organisation');

alter table session
  add opened_organisation_id bigint references organisation on delete cascade,  -- whose console this session is
  add opener_id bigint references session on delete cascade,                    -- the session it was opened from, which it does not outlive
  add password_checked_at timestamptz,
  add check ((opened_organisation_id is null) = (opener_id is null));
create index on session (opened_organisation_id) where opened_organisation_id is not null;
create index on session (opener_id) where opener_id is not null;

-- A code that opens a console is of no use but to the session that asked for it.
alter table one_time_code
  add opened_organisation_id bigint references organisation on delete cascade,
  add session_id bigint references session on delete cascade,
  add reason text not null default '',
  add check ((opened_organisation_id is null) = (session_id is null));

-- Who opened whose console, when and why, for the administrators there.
create table console_opening (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation on delete cascade,
  account_id bigint references account on delete set null,
  from_organisation_id bigint references organisation on delete set null,       -- of the account, then
  session_id bigint references session on delete set null,
  reason text not null,
  opened_at timestamptz not null,
  until timestamptz not null,
  left_at timestamptz
);
create index on console_opening (organisation_id, opened_at desc, id desc);
create index on console_opening (account_id);
create index on console_opening (from_organisation_id);
create index on console_opening (session_id);
select log_changes_of('console_opening', 'organisation_id', ignored => 'session_id');

alter table account add openings_seen_at timestamptz;    -- openings before are not told to it again

-- What was started in an opened console works with its scope, and is seen in it alone.
alter table job add opened_organisation_id bigint references organisation on delete cascade;
create index on job (opened_organisation_id) where opened_organisation_id is not null;
