-- An administrator whose preset password is void cannot sign in: the one who remains has to be another.
create or replace function administrator_remains() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('administrator_remains'));
  if not exists (
    select from account a
    join role r on r.id = a.role_id and r.enabled and r.key = 'administrator'
    join organisation o on o.id = a.organisation_id and o.enabled and o.kind = 'platform'
    where a.enabled and (a.preset_until is null or a.preset_until > now())) then
    raise exception 'no administrator would remain' using errcode = 'check_violation', constraint = 'administrator_remains';
  end if;
  return null;
end $$;

-- What a person typed and did not save goes with the account, as do notifications that are still to come.
create or replace function account_forget() returns trigger language plpgsql as $$
begin
  delete from known_browser where account_id = new.id;
  delete from account_habit where account_id = new.id;
  delete from saved_filter where account_id = new.id;
  delete from recipe_unsaved where account_id = new.id;
  delete from fault_untold where account_id = new.id;
  return null;
end $$;

-- A push task that passes to a successor leaves a trace in the log.
create or replace trigger zz_log_change
  after insert or delete or update of type, words, audience, channels, device_type, opens, push_at, valid_until, removed_at, account_id
  on push_task for each row execute function log_change('organisation_id', '', '',
    'updated_at,title,state,done,receivers,job_id,message_id,message_month,error,started_at,ended_at', 'id', 'push_task');

-- Filters of the operation log at ten million lines: a rare operation, an address (whole or its beginning), and what no call wrote,
-- which is so rare that its index costs the other lines nothing. No statement looks for lines by the number of an account.
create index on operation_log (operation, logged_at desc, id desc);
create index on operation_log (address text_pattern_ops, logged_at desc, id desc);
create index on operation_log (logged_at desc, id desc) where origin <> 'call';
drop index operation_log_account_id_logged_at_idx;
