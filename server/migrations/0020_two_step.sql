-- Two-step sign-in: a code of an authenticator app (RFC 6238) or a recovery code after the first proof.

create table two_step (
  account_id bigint primary key references account on delete cascade,
  secret bytea not null,                   -- sealed
  last_step bigint not null,               -- of the last code that counted: it and those before it count no more
  enrolled_at timestamptz not null
);

create table recovery_code (
  account_id bigint not null references two_step on delete cascade,
  place smallint not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, place)
);

-- The first proof was right. Of signing in it belongs to a browser, of setting up from within to a session.
create table two_step_ticket (
  ticket_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  method text not null check (method in ('password', 'code', 'oidc')),
  browser_hash bytea,
  session_id bigint references session on delete cascade,
  password_mark bytea not null,            -- a password that changed meanwhile voids it
  secret bytea,                            -- sealed; of an app that is being set up
  expires_at timestamptz not null,
  check ((browser_hash is null) <> (session_id is null)),
  check (session_id is null or secret is not null)
);
create index on two_step_ticket (account_id);
create index on two_step_ticket (session_id);
create index on two_step_ticket (expires_at);

alter table administrator_act drop constraint administrator_act_act_check;
alter table administrator_act add constraint administrator_act_act_check check (act in
  ('add', 'update', 'remove', 'enable', 'disable', 'reset-password', 'reset-two-step', 'unlock', 'end-sessions'));

-- Whatever opened a disabled account is gone when it is enabled again; a deleted one keeps nothing.
create function two_step_forget() returns trigger language plpgsql as $$
begin
  delete from two_step_ticket where account_id = new.id;
  if new.removed_at is not null then
    delete from two_step where account_id = new.id;
  end if;
  return null;
end $$;
create trigger two_step_forget after update of enabled, removed_at on account for each row
  when (not new.enabled) execute function two_step_forget();

-- Setting up, another app and switching off; not each code.
select log_changes_of('two_step', '', watched => 'secret', secrets => 'secret', ignored => 'last_step', key => 'account_id');
