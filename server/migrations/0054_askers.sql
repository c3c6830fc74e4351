-- Who last asked for what is wanted of a recipe on an oven: sent it, took it away, published or deleted it, or gave it to an organisation.
-- The commands to the oven name them in the ledger. Null: an app user, or work without a call. No foreign key: the row of an account stays
-- when it is deleted, and many rows are written at once.
alter table recipe_device add column asked_by bigint;
alter table recipe_change add column asked_by bigint;

-- The account whose call the statement belongs to (decision 0048); null outside a call.
create function calling_account() returns bigint language sql stable
return nullif((regexp_match(left(current_query(), 200), '^/\*operation [0-9a-f-]{36} ([0-9]*) [A-Za-z.-]+\*/'))[1], '')::bigint;

create or replace function recipe_to_change() returns trigger language plpgsql as $$
begin
  insert into recipe_change (kind, recipe_id, asked_by) values ('recipe', new.id, calling_account());
  return null;
end $$;

create or replace function recipe_target_to_change() returns trigger language plpgsql as $$
begin
  insert into recipe_change (kind, recipe_id, asked_by) values ('recipe', coalesce(new.recipe_id, old.recipe_id), calling_account());
  return null;
end $$;

create or replace function organisation_to_recipe_change() returns trigger language plpgsql as $$
begin
  if exists (select from recipe_target) or exists (select from recipe_device) then
    insert into recipe_change (kind, organisation_id, asked_by) values ('organisation', new.id, calling_account());
  end if;
  return null;
end $$;

create or replace function oven_to_recipe_change() returns trigger language plpgsql as $$
begin
  if exists (select from recipe_oven where device_id = new.device_id)
    or exists (select from recipe_target t join organisation_tree o on o.ancestor_id = t.organisation_id
      where o.descendant_id = new.organisation_id) then
    insert into recipe_change (kind, device_id, asked_by) values ('oven', new.device_id, calling_account());
  end if;
  return null;
end $$;

-- A refused address is not shown any more to those who entered its name: it told of the network of the installation.
update message_target set last_failure_detail = '' where last_failure = 'private-address';
update message_delivery set detail = '' where receiver_kind = 'target' and detail ~ '^[0-9a-f.:]*[.:][0-9a-f.:]*$';
