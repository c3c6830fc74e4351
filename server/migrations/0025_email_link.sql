-- A link that was mailed to an account's address: whoever opens it and confirms has the mailbox.

create table email_link (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  email text not null,                     -- the address it was mailed to
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  void boolean not null default false      -- kept, as links of an hour are counted
);
create index on email_link (account_id, made_at);
create index on email_link (expires_at);

-- A link is for the account as it was then. Of a deleted one nothing stays.
create function email_link_void() returns trigger language plpgsql as $$
begin
  if new.removed_at is not null then
    delete from email_link where account_id = new.id;
  else
    update email_link set void = true where account_id = new.id and not void;
  end if;
  return null;
end $$;
create trigger email_link_void after update of email, email_verified, enabled, organisation_id, removed_at on account for each row
  when (lower(old.email) <> lower(new.email) or old.email_verified <> new.email_verified or old.enabled <> new.enabled
    or old.organisation_id <> new.organisation_id or old.removed_at is distinct from new.removed_at)
  execute function email_link_void();
