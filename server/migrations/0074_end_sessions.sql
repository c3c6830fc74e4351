-- What disables somebody ends their sessions for good, whoever wrote it: enabling them again opens none of them anew. Codes
-- that could begin a session go too. Beginning one holds the account and its organisations (begin-session.ts), so that none
-- slips past.

create function session_end_of(account_ids bigint[]) returns void language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_because = 'disabled'
  where account_id = any(account_ids) and revoked_at is null;
  delete from one_time_code where account_id = any(account_ids);
end $$;

-- Accounts at or below an organisation that are shut out by one that is disabled, there or above them.
create function session_end_below() returns trigger language plpgsql as $$
begin
  perform session_end_of(array(
    select a.id from organisation_tree below join account a on a.organisation_id = below.descendant_id
    where below.ancestor_id = new.id and exists (
      select from organisation_tree t join organisation o on o.id = t.ancestor_id
      where t.descendant_id = a.organisation_id and not o.enabled)));
  return null;
end $$;
-- Triggers go by their names: this one after organisation_tree_move.
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

-- Those who are disabled now.
select session_end_of(array(
  select a.id from account a
  where not a.enabled or exists (
    select from organisation_tree t join organisation o on o.id = t.ancestor_id
    where t.descendant_id = a.organisation_id and not o.enabled)));
