-- A past that belongs to somebody. Readings, events and records go with a device to its new owner; the figures of past days and hours stay
-- with the owner of then. Both tables are read by statistics alone. Scope reads device_state and organisation_tree, which are today's.

-- Whose a device was, and where, from each of these moments on; the first row holds for all times before too. No foreign keys: a deleted
-- device, and an organisation that is gone, keep their past. A deletion is a row without an organisation.
create table device_owner (
  device_id bigint not null,
  since timestamptz not null,
  organisation_id bigint,
  product_id bigint not null,
  place integer not null,                    -- as in statistic_day
  installed boolean not null,
  installed_at timestamptz,                  -- the date that was entered
  is_first boolean not null default false,
  assumed boolean not null default false,    -- first row of a device that was there before: who had it then is not known
  primary key (device_id, since)
);
create index device_owner_turn on device_owner (since, device_id) where not is_first;

-- The numbers of places of the statistics.
create function place_number(of_area integer, in_words text) returns integer language sql immutable as $$
  select case when of_area is not null then of_area / 10000 * 10000 when in_words <> '' then 1 else 0 end
$$;

-- A history that the database has not seen itself is assumed.
create function device_owner_first() returns trigger language plpgsql as $$
begin
  insert into device_owner (device_id, since, organisation_id, product_id, place, installed, installed_at, is_first, assumed)
  select s.device_id, s.created_at, s.organisation_id, s.product_id, place_number(s.area, d.place), s.installed, d.installed_at, true,
    s.created_at < now() - interval '1 hour'
  from added s join device d on d.id = s.device_id
  on conflict do nothing;
  return null;
end $$;
create trigger device_owner_first after insert on device_state
  referencing new table as added for each statement execute function device_owner_first();

-- Runs when the transaction commits, when both tables are as they will be: a transaction that changes them several times is one turn, and
-- one that stays open for long turns at its end. The moment is that of the record (updated_at, the clock of the program), and no earlier
-- than the former turn, whatever a clock does. Turns of one device wait for each other, as they lock its rows.
create function device_owner_turn() returns trigger language plpgsql as $$
declare
  which bigint;
  present record;
  former device_owner;
begin
  if tg_table_name = 'device' then which := new.id; else which := new.device_id; end if;
  select s.organisation_id, s.product_id, place_number(s.area, d.place) as place, s.installed, d.installed_at, d.updated_at
  into present from device_state s join device d on d.id = s.device_id where s.device_id = which;
  if not found then
    return null;
  end if;
  select * into former from device_owner where device_id = which order by since desc limit 1;
  if (former.organisation_id, former.product_id, former.place, former.installed, former.installed_at)
    is not distinct from (present.organisation_id, present.product_id, present.place, present.installed, present.installed_at) then
    return null;
  end if;
  insert into device_owner (device_id, since, organisation_id, product_id, place, installed, installed_at)
  values (which, greatest(clock_timestamp(), present.updated_at, former.since + interval '1 microsecond'), present.organisation_id,
    present.product_id, present.place, present.installed, present.installed_at);
  return null;
end $$;
create constraint trigger device_owner_turn after update on device_state deferrable initially deferred
  for each row when ((old.organisation_id, old.product_id, old.area, old.installed)
    is distinct from (new.organisation_id, new.product_id, new.area, new.installed)) execute function device_owner_turn();
create constraint trigger device_owner_turn after update on device deferrable initially deferred
  for each row when ((old.place, old.installed_at) is distinct from (new.place, new.installed_at)) execute function device_owner_turn();

create function device_owner_gone() returns trigger language plpgsql as $$
begin
  insert into device_owner (device_id, since, product_id, place, installed)
  select g.device_id, greatest(clock_timestamp(), last.since + interval '1 microsecond'), g.product_id, 0, false
  from gone g cross join lateral (select max(o.since) as since from device_owner o where o.device_id = g.device_id) as last;
  return null;
end $$;
create trigger device_owner_gone after delete on device_state
  referencing old table as gone for each statement execute function device_owner_gone();

insert into device_owner (device_id, since, organisation_id, product_id, place, installed, installed_at, is_first, assumed)
select s.device_id, s.created_at, s.organisation_id, s.product_id, place_number(s.area, d.place), s.installed, d.installed_at, true, true
from device_state s join device d on d.id = s.device_id;

-- Pairs of the tree that a move ended or began. A pair without a row here has been as it is since its organisation was added. One that was
-- deleted keeps those above it.
create table organisation_tree_past (
  ancestor_id bigint not null,
  descendant_id bigint not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (ancestor_id, descendant_id, since)
);
create index on organisation_tree_past (descendant_id);
create index on organisation_tree_past (until);

-- The tree at any time, for statistics alone.
create view organisation_tree_then as
select t.ancestor_id, t.descendant_id, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until from organisation_tree t
where not exists (
  select from organisation_tree_past p
  where p.ancestor_id = t.ancestor_id and p.descendant_id = t.descendant_id and p.until = 'infinity')
union all
select ancestor_id, descendant_id, since, until from organisation_tree_past;

create or replace function organisation_tree_move() returns trigger language plpgsql as $$
declare
  moved timestamptz;
begin
  -- Each statement below sees what was committed before the lock was granted.
  perform pg_advisory_xact_lock(hashtext('organisation_tree'));
  if exists (select from organisation_tree where ancestor_id = new.id and descendant_id = new.parent_id) then
    raise exception 'organisation % cannot be below itself', new.id using errcode = 'check_violation';
  end if;
  -- No earlier than the move before, whatever a clock does.
  select greatest(clock_timestamp(), new.updated_at, (
    select max(since) + interval '1 microsecond' from organisation_tree_past
    where descendant_id in (select descendant_id from organisation_tree where ancestor_id = new.id) and isfinite(since))) into moved;
  -- The moving subtree loses its old ancestors …
  with gone as (
    delete from organisation_tree t
    using organisation_tree above, organisation_tree below
    where above.descendant_id = new.id and above.ancestor_id <> new.id
      and below.ancestor_id = new.id
      and t.ancestor_id = above.ancestor_id and t.descendant_id = below.descendant_id
    returning t.ancestor_id, t.descendant_id
  ), ended as (
    update organisation_tree_past p set until = moved from gone g
    where p.ancestor_id = g.ancestor_id and p.descendant_id = g.descendant_id and p.until = 'infinity'
    returning p.ancestor_id, p.descendant_id
  )
  insert into organisation_tree_past (ancestor_id, descendant_id, since, until)
  select ancestor_id, descendant_id, '-infinity', moved from gone
  where (ancestor_id, descendant_id) not in (select ancestor_id, descendant_id from ended);
  -- … and gets the new parent and its ancestors.
  with come as (
    insert into organisation_tree (ancestor_id, descendant_id, depth)
    select above.ancestor_id, below.descendant_id, above.depth + 1 + below.depth
    from organisation_tree above cross join organisation_tree below
    where above.descendant_id = new.parent_id and below.ancestor_id = new.id
    returning ancestor_id, descendant_id
  )
  insert into organisation_tree_past (ancestor_id, descendant_id, since, until)
  select ancestor_id, descendant_id, moved, 'infinity' from come;
  return null;
end $$;

-- A move that takes long happens when it is committed.
create function organisation_tree_moved() returns trigger language plpgsql as $$
declare
  noted timestamptz := (select max(since) from organisation_tree_past where descendant_id = new.id and isfinite(since));
  moved timestamptz := greatest(clock_timestamp(), noted);
begin
  if moved > noted then
    update organisation_tree_past set until = moved where until = noted
      and descendant_id in (select descendant_id from organisation_tree where ancestor_id = new.id);
    update organisation_tree_past set since = moved where since = noted
      and descendant_id in (select descendant_id from organisation_tree where ancestor_id = new.id);
  end if;
  return null;
end $$;
create constraint trigger organisation_tree_moved after update on organisation deferrable initially deferred
  for each row when (old.parent_id is distinct from new.parent_id) execute function organisation_tree_moved();

create function organisation_tree_end() returns trigger language plpgsql as $$
begin
  insert into organisation_tree_past (ancestor_id, descendant_id, since, until)
  select t.ancestor_id, t.descendant_id, '-infinity', 'infinity' from organisation_tree t
  where t.descendant_id = old.id and not exists (
    select from organisation_tree_past p
    where p.ancestor_id = t.ancestor_id and p.descendant_id = t.descendant_id and p.until = 'infinity');
  return old;
end $$;
create trigger organisation_tree_end before delete on organisation for each row execute function organisation_tree_end();

-- What was counted of a device that is deleted, as the runs read it: its rows go, its past does not.
create table statistic_departed (
  device_id bigint not null,
  measure text not null,
  at timestamptz not null,                   -- of whole days their first moment
  organisation_id bigint not null,
  product_id bigint not null,
  place integer not null,
  part text not null default '',
  value double precision not null,
  base double precision                      -- of shares
);
create index on statistic_departed (measure, at);
