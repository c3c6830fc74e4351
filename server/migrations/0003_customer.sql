-- Customers complete: place, note, time of the last change, search; and organisations that move within the tree.

alter table organisation
  add column province text not null default '' check (province ~ '^([1-9]\d{5})?$'),  -- national codes, empty where not given
  add column city text not null default '' check (city ~ '^([1-9]\d{5})?$'),
  add column region text not null default '' check (region ~ '^([1-9]\d{5})?$'),
  add column address text not null default '',
  add column note text not null default '',
  add column updated_at timestamptz,       -- also the version that a change is made from: it never stands still
  -- The narrowest code given, so that a zone filter is a range: 330000 to 339999, 330100 to 330199.
  add column area int generated always as (coalesce(nullif(region, ''), nullif(city, ''), nullif(province, ''))::int) stored,
  add column search text not null generated always as (name || ' ' || principal || ' ' || contact) stored;
update organisation set updated_at = created_at;
alter table organisation alter column updated_at set not null;

-- Customers of one parent have different names. Of those that already share one, all but the oldest get their id behind it.
update organisation set name = left(name, 50) || ' #' || id
where id in (
  select id from (
    select id, row_number() over (partition by parent_id, lower(name) order by id) as place
    from organisation where kind = 'customer'
  ) as named
  where place > 1
);
create unique index organisation_customer_name on organisation (parent_id, lower(name)) where kind = 'customer';

-- Behind the default order of the list, its other orders and its filters.
create index organisation_customer_created on organisation (created_at desc, id desc) where kind = 'customer';
create index organisation_customer_named on organisation (name, id) where kind = 'customer';
create index organisation_customer_area on organisation (area, created_at desc, id desc) where kind = 'customer';
create index organisation_customer_disabled on organisation (created_at desc, id desc) where kind = 'customer' and not enabled;
create index organisation_search on organisation using gin (bigrams(search));
-- The children of one, in the order they are chosen from.
create index organisation_children on organisation (parent_id, name, id);
drop index organisation_parent_id_idx;

-- The tree when an organisation moves ---------------------------------------------------------------------------------

-- Additions go side by side; a move waits for them and they for it. Otherwise one that is added below an organisation that
-- moves at that moment would keep the ancestors of before, and two that move below each other would make a ring.
create or replace function organisation_tree_add() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('organisation_tree'));
  insert into organisation_tree (ancestor_id, descendant_id, depth)
  select ancestor_id, new.id, depth + 1 from organisation_tree where descendant_id = new.parent_id
  union all select new.id, new.id, 0;
  return null;
end $$;

create function organisation_tree_move() returns trigger language plpgsql as $$
begin
  -- Each statement below sees what was committed before the lock was given.
  perform pg_advisory_xact_lock(hashtext('organisation_tree'));
  if exists (select from organisation_tree where ancestor_id = new.id and descendant_id = new.parent_id) then
    raise exception 'organisation % cannot stand below itself', new.id using errcode = 'check_violation';
  end if;
  -- Everything that moves loses those above the one that moves …
  delete from organisation_tree t
  using organisation_tree above, organisation_tree below
  where above.descendant_id = new.id and above.ancestor_id <> new.id
    and below.ancestor_id = new.id
    and t.ancestor_id = above.ancestor_id and t.descendant_id = below.descendant_id;
  -- … and gets the new parent and those above it.
  insert into organisation_tree (ancestor_id, descendant_id, depth)
  select above.ancestor_id, below.descendant_id, above.depth + 1 + below.depth
  from organisation_tree above cross join organisation_tree below
  where above.descendant_id = new.parent_id and below.ancestor_id = new.id;
  return null;
end $$;
create trigger organisation_tree_move after update of parent_id on organisation
  for each row when (old.parent_id is distinct from new.parent_id) execute function organisation_tree_move();

-- The files that an organisation leaves behind belong to the one above it.
create function organisation_leave_files() returns trigger language plpgsql as $$
begin
  update file set organisation_id = old.parent_id where organisation_id = old.id;
  return old;
end $$;
create trigger organisation_leave_files before delete on organisation
  for each row execute function organisation_leave_files();
