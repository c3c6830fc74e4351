-- Recipes on ovens (recipes.md, Second): what is wanted, what is held by the oven's own word, and what became of it.

-- An organisation and those below get a recipe by themselves, ovens that come later too.
create table recipe_target (
  organisation_id bigint not null references organisation on delete cascade,
  recipe_id bigint not null references recipe on delete cascade,
  creator_id bigint references account on delete set null,
  created_at timestamptz not null,
  primary key (recipe_id, organisation_id)
);
create index on recipe_target (organisation_id);
create index on recipe_target (creator_id);
select log_changes_of('recipe_target', 'organisation_id', key => 'recipe_id,organisation_id');

-- A recipe that an oven should have, or has and should not.
create table recipe_device (
  device_id bigint not null references device on delete cascade,
  recipe_id bigint not null references recipe on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,  -- whose the oven is
  by_hand boolean not null default false,      -- somebody chose this oven
  by_target boolean not null default false,    -- an organisation's set covers it
  wanted_version int,                          -- null: it is to go
  held_version int,                            -- by the oven's own word; null: it does not have it
  state text not null check (state in ('waiting', 'sending', 'held', 'behind', 'failed', 'unfit', 'removing')),
  reason text,
  code int,                                    -- that the oven refused with
  tries smallint not null default 0,           -- without success since it was wanted
  refusals smallint not null default 0,
  due_at timestamptz,                          -- of the next try after one that failed; null: at once, or at the next connect
  changed_at timestamptz not null,
  primary key (device_id, recipe_id)
);
create index on recipe_device (recipe_id, changed_at desc, device_id desc);
create index on recipe_device (recipe_id, state);
create index on recipe_device (organisation_id, recipe_id);

-- Somebody took it away from this oven: a set of an organisation does not bring it back.
create table recipe_excluded (
  device_id bigint not null references device on delete cascade,
  recipe_id bigint not null references recipe on delete cascade,
  primary key (device_id, recipe_id)
);
create index on recipe_excluded (recipe_id);

-- An oven that recipes are wanted on, or were: when it is looked at next, what it is told now, and what it last said.
create table recipe_oven (
  device_id bigint primary key references device on delete cascade,
  due_at timestamptz,                          -- null: when it connects or says something
  command_id bigint,                           -- in flight; no foreign key: old commands go
  doing text check (doing in ('list', 'save', 'remove')),
  about text,                                  -- the code of the recipe that is saved or removed, or the page that is asked for
  about_version int,
  token_hash bytea unique,                     -- of the address that it fetches the document from
  token_until timestamptz,
  document_id bigint,
  turn int not null default 0,                 -- of addresses: each is another
  is_list_wanted boolean not null default true,
  listed jsonb not null default '[]',          -- pages of a list that is not complete yet
  own jsonb not null default '[]',             -- recipes made at the oven
  strays text[] not null default '{}',         -- codes that it was sent once and that nobody knows any more
  listed_at timestamptz,
  listed_digest text,                          -- that it reported then: the same one is not listed again
  done_at timestamptz,                         -- of its last answer that changed what it holds
  room int,
  tries smallint not null default 0            -- without an answer, one after the other
);
create index on recipe_oven (due_at) where due_at is not null and command_id is null;
create unique index on recipe_oven (command_id) where command_id is not null;

-- What an oven fetches of a version, in the languages of its panel. It never changes.
create table recipe_document (
  id bigint generated always as identity primary key,
  recipe_id bigint not null references recipe on delete cascade,
  version int not null,
  languages text not null,                     -- `zh,en`
  bytes bytea not null,
  sha256 bytea not null,
  made_at timestamptz not null,
  unique (recipe_id, version, languages)
);

-- Ovens that once had it by their own word. The row stays when the recipe goes from the oven, and when the oven goes to somebody else.
create table recipe_download (
  recipe_id bigint not null references recipe on delete cascade,
  device_id bigint not null references device on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,  -- whose the oven was
  version int not null,
  confirmed_at timestamptz not null,           -- the first time
  primary key (recipe_id, device_id)
);
create index on recipe_download (device_id);
create index on recipe_download (organisation_id, confirmed_at);

create table recipe_favourite (
  recipe_id bigint not null references recipe on delete cascade,
  app_user_id bigint not null references app_user on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,  -- of the oven that the person had
  created_at timestamptz not null,
  primary key (recipe_id, app_user_id)
);
create index on recipe_favourite (app_user_id);
create index on recipe_favourite (organisation_id, created_at);

-- Each time a recipe of ours was cooked to its end, from the events `Recipe:Cooked`.
create table recipe_cooked (
  id bigint generated always as identity primary key,
  recipe_id bigint not null references recipe on delete cascade,
  device_id bigint not null references device on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,  -- whose the oven was
  version int not null,
  cooked_at timestamptz not null,
  minutes int,
  energy_kwh double precision
);
create index on recipe_cooked (recipe_id, cooked_at);
create index on recipe_cooked (device_id, cooked_at);
create index on recipe_cooked (organisation_id, cooked_at);

-- What happened that may change what is wanted or held, until a worker has read it.
create table recipe_change (
  seq bigint generated always as identity primary key,
  kind text not null check (kind in ('recipe', 'oven', 'organisation', 'connect', 'held', 'cooked')),
  recipe_id bigint,
  device_id bigint,
  organisation_id bigint,
  content jsonb,
  at timestamptz
);

-- Published, cancelled, deleted, restored.
create function recipe_to_change() returns trigger language plpgsql as $$
begin
  insert into recipe_change (kind, recipe_id) values ('recipe', new.id);
  return null;
end $$;
create trigger recipe_turns after update of published_version, removed_at on recipe for each row
  when (old.published_version is distinct from new.published_version or old.removed_at is distinct from new.removed_at)
  execute function recipe_to_change();

create function recipe_target_to_change() returns trigger language plpgsql as $$
begin
  insert into recipe_change (kind, recipe_id) values ('recipe', coalesce(new.recipe_id, old.recipe_id));
  return null;
end $$;
create trigger recipe_target_turns after insert or delete on recipe_target for each row execute function recipe_target_to_change();

-- An oven that came, went to somebody else, became another model, or was disabled or enabled.
create function oven_to_recipe_change() returns trigger language plpgsql as $$
begin
  if exists (select from recipe_oven where device_id = new.device_id)
    or exists (select from recipe_target t join organisation_tree o on o.ancestor_id = t.organisation_id
      where o.descendant_id = new.organisation_id) then
    insert into recipe_change (kind, device_id) values ('oven', new.device_id);
  end if;
  return null;
end $$;
create trigger device_state_comes_for_recipes after insert on device_state
  for each row when (new.kind = 'oven') execute function oven_to_recipe_change();
create trigger device_state_moves_for_recipes after update of organisation_id, product_id, enabled on device_state
  for each row when (new.kind = 'oven' and (old.organisation_id <> new.organisation_id or old.product_id <> new.product_id
    or old.enabled <> new.enabled)) execute function oven_to_recipe_change();

-- Whom an organisation moved beneath decides what its ovens get.
create function organisation_to_recipe_change() returns trigger language plpgsql as $$
begin
  if exists (select from recipe_target) or exists (select from recipe_device) then
    insert into recipe_change (kind, organisation_id) values ('organisation', new.id);
  end if;
  return null;
end $$;
create trigger organisation_moves_for_recipes after update of parent_id on organisation
  for each row when (old.parent_id is distinct from new.parent_id) execute function organisation_to_recipe_change();

create function oven_connects_for_recipes() returns trigger language plpgsql as $$
begin
  if exists (select from recipe_oven where device_id = new.device_id) then
    insert into recipe_change (kind, device_id) values ('connect', new.device_id);
  end if;
  return null;
end $$;
create trigger device_state_connects_for_recipes after update of online on device_state
  for each row when (new.kind = 'oven' and new.online and not old.online) execute function oven_connects_for_recipes();

-- What it holds is another set, by its own digest.
create function held_to_recipe_change() returns trigger language plpgsql as $$
begin
  if exists (select from recipe_oven where device_id = new.device_id) then
    insert into recipe_change (kind, device_id) values ('held', new.device_id);
  end if;
  return null;
end $$;
create trigger device_shadow_holds after update of sides on device_shadow
  for each row when (old.sides -> 'held' is distinct from new.sides -> 'held') execute function held_to_recipe_change();

-- What an event says is judged by the worker: nothing that a device says may stop the intake.
create function cooked_to_recipe_change() returns trigger language plpgsql as $$
begin
  insert into recipe_change (kind, device_id, content, at) values ('cooked', new.device_id, new.output, new.occurred_at);
  return null;
end $$;
create trigger device_event_cooked after insert on device_event
  for each row when (new.identifier = 'Recipe:Cooked') execute function cooked_to_recipe_change();

-- They move with their oven; what came of it before stays with whom it was.
create function recipe_organisation_follow() returns trigger language plpgsql as $$
begin
  update recipe_total t set on_ovens = on_ovens - 1 from recipe_device d
    where d.device_id = new.device_id and t.recipe_id = d.recipe_id and t.organisation_id = d.organisation_id;
  insert into recipe_total as t (recipe_id, organisation_id, on_ovens)
    select recipe_id, new.organisation_id, 1 from recipe_device where device_id = new.device_id order by recipe_id
    on conflict (recipe_id, organisation_id) do update set on_ovens = t.on_ovens + 1;
  update recipe_device set organisation_id = new.organisation_id where device_id = new.device_id;
  return null;
end $$;
create trigger recipe_organisation_follow after update of organisation_id on device_state
  for each row when (old.organisation_id <> new.organisation_id) execute function recipe_organisation_follow();

-- So that a recipe that is still on ovens is not forgotten before it is gone from them.
create index on recipe_device (recipe_id) where held_version is not null;

-- Figures of recipes by organisation, summed up from the rows they are of.
create table recipe_total (
  recipe_id bigint not null references recipe on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,
  downloads int not null default 0,
  favourites int not null default 0,
  cooked int not null default 0,
  on_ovens int not null default 0,             -- that have it, or are to get or to lose it now
  primary key (recipe_id, organisation_id)
);
create index on recipe_total (organisation_id);

create function recipe_total_up() returns trigger language plpgsql as $$
begin
  execute format('insert into recipe_total as t (recipe_id, organisation_id, %1$I)
    select recipe_id, organisation_id, count(*)::int from added group by 1, 2 order by 1, 2
    on conflict (recipe_id, organisation_id) do update set %1$I = t.%1$I + excluded.%1$I', tg_argv[0]);
  return null;
end $$;
create function recipe_total_down() returns trigger language plpgsql as $$
begin
  execute format('update recipe_total t set %1$I = t.%1$I - gone.n
    from (select recipe_id, organisation_id, count(*)::int as n from removed group by 1, 2) as gone
    where t.recipe_id = gone.recipe_id and t.organisation_id = gone.organisation_id', tg_argv[0]);
  return null;
end $$;
create trigger recipe_download_counts after insert on recipe_download
  referencing new table as added for each statement execute function recipe_total_up('downloads');
create trigger recipe_download_counts_down after delete on recipe_download
  referencing old table as removed for each statement execute function recipe_total_down('downloads');
create trigger recipe_favourite_counts after insert on recipe_favourite
  referencing new table as added for each statement execute function recipe_total_up('favourites');
create trigger recipe_favourite_counts_down after delete on recipe_favourite
  referencing old table as removed for each statement execute function recipe_total_down('favourites');
create trigger recipe_cooked_counts after insert on recipe_cooked
  referencing new table as added for each statement execute function recipe_total_up('cooked');
create trigger recipe_cooked_counts_down after delete on recipe_cooked
  referencing old table as removed for each statement execute function recipe_total_down('cooked');
create trigger recipe_device_counts after insert on recipe_device
  referencing new table as added for each statement execute function recipe_total_up('on_ovens');
create trigger recipe_device_counts_down after delete on recipe_device
  referencing old table as removed for each statement execute function recipe_total_down('on_ovens');
