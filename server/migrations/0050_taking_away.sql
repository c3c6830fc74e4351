-- That the administrators' role no longer requires two-step sign-in is announced like an act on an administrator.
alter table account_act drop constraint administrator_act_act_check;
alter table account_act add constraint account_act_act_check check (act in
  ('add', 'update', 'remove', 'enable', 'disable', 'reset-password', 'reset-two-step', 'unlock', 'end-sessions', 'lower-two-step'));

-- Whether an account may be in the console of an organisation below its own: what findOpenable and loadOpenedAccess ask.
create function may_open_console(of_account bigint, of_organisation bigint) returns boolean language sql stable as $$
  with recursive open as (
    select id, operation_code from menu where parent_id is null and enabled
    union all
    select m.id, m.operation_code from menu m join open on open.id = m.parent_id where m.enabled
  )
  select exists (
    select from account a
    join role r on r.id = a.role_id and r.enabled
    join organisation_tree t on t.ancestor_id = a.organisation_id and t.descendant_id = of_organisation and t.depth > 0
    join organisation o on o.id = of_organisation and not o.refuses_opening
    where a.id = of_account and a.enabled
      and not exists (
        select from organisation_tree up join organisation above on above.id = up.ancestor_id
        where up.descendant_id = of_organisation and not above.enabled)
      and exists (
        select from open where open.operation_code = 'customer:open-console'
          and (r.key = 'administrator' or exists (select from role_menu rm where rm.role_id = r.id and rm.menu_id = open.id))));
$$;

-- A console that may not be open any more ends for good, as does a code for one: it does not come back when the
-- organisation, or the right, is given again. At the end of the transaction, so that what is taken and given back in
-- one transaction was never taken.
create function session_end_shut() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_because = 'role'
  where opened_organisation_id is not null and revoked_at is null
    and not may_open_console(account_id, opened_organisation_id);
  delete from one_time_code
  where opened_organisation_id is not null and not may_open_console(account_id, opened_organisation_id);
  return null;
end $$;
create constraint trigger session_end_shut after update on organisation deferrable initially deferred for each row
  when (old.enabled and not new.enabled or old.parent_id is distinct from new.parent_id or new.refuses_opening and not old.refuses_opening)
  execute function session_end_shut();
create constraint trigger session_end_shut after update on account deferrable initially deferred for each row
  when (old.enabled and not new.enabled or old.role_id is distinct from new.role_id or old.organisation_id is distinct from new.organisation_id)
  execute function session_end_shut();
create constraint trigger session_end_shut after update on role deferrable initially deferred for each row
  when (old.enabled and not new.enabled) execute function session_end_shut();
create constraint trigger session_end_shut after update on menu deferrable initially deferred for each row
  when (old.enabled and not new.enabled or old.parent_id is distinct from new.parent_id or old.operation_code is distinct from new.operation_code)
  execute function session_end_shut();
create constraint trigger session_end_shut_gone after delete on menu deferrable initially deferred for each row
  execute function session_end_shut();
create constraint trigger session_end_shut after delete on role_menu deferrable initially deferred for each row
  execute function session_end_shut();

-- However such a session ends, its opening was left then.
create function console_opening_leave() returns trigger language plpgsql as $$
begin
  update console_opening set left_at = new.revoked_at
  where session_id = new.id and left_at is null and until > new.revoked_at;
  return null;
end $$;
create trigger console_opening_leave after update of revoked_at on session for each row
  when (old.revoked_at is null and new.revoked_at is not null and new.opened_organisation_id is not null)
  execute function console_opening_leave();
