-- Who learns of an act: notices that those they are about cannot take back, sign-in codes, and the leases of message targets.

-- An act: somebody did something to its receivers. Such a message, as a critical one, leaves nobody's inbox but the remover's own.
alter table message add is_act boolean not null default false;
update message set is_act = true where kind in ('system.administrator-act', 'session.sign-in-reset', 'session.console-opened',
  'device.unbound', 'fault.assigned', 'firmware.to-approve', 'firmware.decided');

alter table message_delivery
  add removed_at timestamptz,              -- the receiver removed it from the own inbox
  add address text;                        -- of the mail of an act, as it was then; cleared when the mail has ended

-- What happened to accounts, consoles and people of the phone app, until a worker has announced it. The receivers, their addresses and
-- their choices are those of the act's transaction: nothing that is done afterwards changes who learns of it.
create table act_notice (
  id bigint generated always as identity primary key,
  kind text not null,                      -- of kind.text.ts, with its params
  params jsonb not null,
  organisation_id bigint not null references organisation on delete cascade,
  accounts jsonb not null default '[]',    -- as act_receivers() answers
  app_users bigint[] not null default '{}',
  acted_at timestamptz not null
);
create index on act_notice (organisation_id);

-- Receivers of a mail as they are now: where it goes, and why it goes nowhere (a reason of a delivery).
create function act_receivers(ids bigint[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'address', a.email, 'obstacle',
    case when a.email = '' then 'no-address' when not coalesce(n.email, true) then 'switched-off'
      when n.bad_address = a.email then 'bad-address' end) order by a.id), '[]')
  from account a left join account_notify n on n.account_id = a.id where a.id = any (ids) and a.removed_at is null
$$;

-- What was not announced yet when this version came.
insert into act_notice (kind, params, organisation_id, accounts, acted_at)
select case when act.announced_to = 'administrators' then 'system.administrator-act' else 'session.sign-in-reset' end,
  case when act.announced_to = 'administrators'
    then jsonb_build_object('act', act.act, 'account', concerned.account, 'actor', actor.account, 'at', act.acted_at)
    else jsonb_build_object('what', act.act, 'by', coalesce(
      case when actor.organisation_id = concerned.organisation_id then actor.account else by_organisation.name end, actor.account, '-'),
      'at', act.acted_at) end,
  concerned.organisation_id,
  act_receivers(case when act.announced_to = 'owner' then array[act.account_id] else array(
    select a.id from account a join role r on r.id = a.role_id join organisation o on o.id = a.organisation_id
    where r.key = 'administrator' and o.kind = 'platform' and a.enabled and a.id is distinct from act.actor_id) end),
  act.acted_at
from account_act act join account concerned on concerned.id = act.account_id
  left join account actor on actor.id = act.actor_id left join organisation by_organisation on by_organisation.id = actor.organisation_id
where act.id > (select position from message_source where name = 'administrator-act')
  and (act.announced_to = 'administrators' or act.act in ('reset-password', 'reset-two-step'))
order by act.id;

insert into act_notice (kind, params, organisation_id, accounts, acted_at)
select 'session.console-opened',
  jsonb_build_object('by', by_organisation.name, 'reason', opening.reason, 'at', opening.opened_at, 'until', opening.until),
  opening.organisation_id,
  act_receivers(array(select a.id from account a join role r on r.id = a.role_id
    where a.organisation_id = opening.organisation_id and a.enabled and r.enabled
      and (r.key = 'administrator' or exists (select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = r.id and m.enabled and m.operation_code = 'account:update')))),
  opening.opened_at
from console_opening opening left join organisation by_organisation on by_organisation.id = opening.from_organisation_id
where opening.id > (select position from message_source where name = 'console-opening')
order by opening.id;

insert into act_notice (kind, params, organisation_id, app_users, acted_at)
select 'device.unbound', jsonb_build_object('device', d.name, 'at', b.unbound_at), s.organisation_id, array[b.app_user_id], b.unbound_at
from device_binding b join device d on d.id = b.device_id join device_state s on s.device_id = b.device_id
where not b.owner_told and b.unbound_at is not null
order by b.id;

alter table device_binding drop column owner_told;
drop table account_act;
drop table message_source;

-- A deleted organisation takes its messages along, but not those that somebody else is to learn something from.
create function keep_notices() returns trigger language plpgsql as $$
begin
  update message set organisation_id = old.parent_id where organisation_id = old.id and (is_act or is_critical);
  update act_notice set organisation_id = old.parent_id where organisation_id = old.id;
  return old;
end $$;
create trigger keep_notices before delete on organisation for each row when (old.parent_id is not null) execute function keep_notices();

-- Only the process that holds the lease of a target renews it, frees it, or writes what its sending came to.
alter table message_target add lease_holder uuid;

-- Whether a webhook is sent sign-in codes is logged, also where somebody changes it by hand.
drop trigger zz_log_change on message_target;
select log_changes_of('message_target', 'organisation_id', secrets => 'address,secret', people => 'phones',
  ignored => 'updated_at,is_given_up,last_success_at,last_failure_at,last_failure,last_failure_detail,failing_since,retry_at,lease_until,lease_holder,minute_at,minute_count',
  watched => 'organisation_id,maker,name,address,secret,locale,phones,types,enabled,sends_codes');

-- Sign-in codes of the whole installation by minute, for its limit of an hour; `refused`: those above it.
create table app_code_count (
  minute timestamptz primary key,
  codes integer not null default 0,
  refused integer not null default 0
);
