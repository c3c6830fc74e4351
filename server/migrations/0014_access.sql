-- Menus and roles that administrators change.

alter table menu add updated_at timestamptz;            -- also the version that an edit is based on: it always increases
update menu set updated_at = created_at;
alter table menu alter updated_at set not null;

-- A role is kept by an organisation, for itself and everything below it; a role that comes with the product is kept by none.
alter table role
  add organisation_id bigint references organisation,
  add kinds text[] not null default '{platform,distributor,agent,customer}'
    check (kinds <@ '{platform,distributor,agent,customer}' and cardinality(kinds) > 0),
  add requires_two_step boolean not null default false,
  add updated_at timestamptz;
update role set updated_at = created_at;
alter table role
  alter updated_at set not null,
  add check ((key is null) = (organisation_id is not null));
create index on role (organisation_id);
create unique index role_name on role (coalesce(organisation_id, 0), lower(name));
create unique index role_en_name on role (coalesce(organisation_id, 0), lower(en_name));

-- Groups are shown where something in them is held, so that nothing added to a group later is granted by itself. The administrator
-- holds everything and has no rows.
delete from role_menu using menu where menu.id = role_menu.menu_id and menu.operation_code is null;
delete from role_menu using role where role.id = role_menu.role_id and role.key = 'administrator';

-- One administrator of the platform who can sign in always remains, whoever writes. Of two who demote each other at the same moment the
-- second waits for the first one's commit, and then finds nobody left.
create function administrator_remains() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('administrator_remains'));
  if not exists (
    select from account a
    join role r on r.id = a.role_id and r.enabled and r.key = 'administrator'
    join organisation o on o.id = a.organisation_id and o.enabled and o.kind = 'platform'
    where a.enabled) then
    raise exception 'no administrator would remain' using errcode = 'check_violation', constraint = 'administrator_remains';
  end if;
  return null;
end $$;

create function is_administrator_role(id bigint) returns boolean language sql stable as $$
  select exists (select from role where role.id = $1 and role.key = 'administrator')
$$;

create constraint trigger administrator_remains_on_account after update on account
  deferrable initially deferred for each row
  when (old.enabled and is_administrator_role(old.role_id) and
    (not new.enabled or old.role_id <> new.role_id or old.organisation_id <> new.organisation_id))
  execute function administrator_remains();
create constraint trigger administrator_remains_on_delete after delete on account
  deferrable initially deferred for each row when (old.enabled and is_administrator_role(old.role_id))
  execute function administrator_remains();
create constraint trigger administrator_remains_on_role after update on role
  deferrable initially deferred for each row when (old.key = 'administrator' and not new.enabled)
  execute function administrator_remains();
create constraint trigger administrator_remains_on_organisation after update on organisation
  deferrable initially deferred for each row when (old.kind = 'platform' and not new.enabled)
  execute function administrator_remains();
