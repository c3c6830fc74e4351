-- Organisations: the platform, distributors, agents and customers in one tree.

create table organisation (
  id bigint generated always as identity primary key,
  parent_id bigint references organisation,
  kind text not null check (kind in ('platform', 'distributor', 'agent', 'customer')),
  name text not null,
  principal text not null default '',
  contact text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null,
  province text not null default '' check (province ~ '^([1-9]\d{5})?$'),  -- national codes, empty where not given
  city text not null default '' check (city ~ '^([1-9]\d{5})?$'),
  region text not null default '' check (region ~ '^([1-9]\d{5})?$'),
  address text not null default '',
  note text not null default '',
  time_zone text,                          -- IANA name; null: the installation's TIME_ZONE
  devices int not null default 0,          -- own installed devices at the last run of fold_device_totals; lists sort by it
  updated_at timestamptz not null,         -- also the version that an edit is based on: it always increases
  -- The narrowest code given, so that a filter by place is a range: 330000 to 339999, 330100 to 330199.
  area int generated always as (coalesce(nullif(region, ''), nullif(city, ''), nullif(province, ''))::int) stored,
  search text not null generated always as (name || ' ' || principal || ' ' || contact) stored,
  check ((kind = 'platform') = (parent_id is null))
);
create unique index organisation_one_platform on organisation (kind) where kind = 'platform';
-- Customers of one parent have different names.
create unique index organisation_customer_name on organisation (parent_id, lower(name)) where kind = 'customer';
-- The count of the list, its default order, its other orders and its filters.
create index organisation_customer on organisation (id) where kind = 'customer';
create index organisation_customer_created on organisation (created_at desc, id desc) where kind = 'customer';
create index organisation_customer_named on organisation (name, id) where kind = 'customer';
create index organisation_customer_devices on organisation (devices, id) where kind = 'customer';
create index organisation_customer_area on organisation (area, created_at desc, id desc) where kind = 'customer';
create index organisation_customer_disabled on organisation (created_at desc, id desc) where kind = 'customer' and not enabled;
create index organisation_search on organisation using gin (grams(search));
-- Possible parents of customers by name, as an import finds them.
create index organisation_parent_name on organisation (lower(name)) where kind <> 'customer';
-- The children of one organisation in the order of its select.
create index organisation_children on organisation (parent_id, name, id);

-- Each organisation with every organisation below it and itself. Triggers keep it, so that a data scope is one index look-up.
create table organisation_tree (
  ancestor_id bigint not null references organisation on delete cascade,
  descendant_id bigint not null references organisation on delete cascade,
  depth int not null,
  primary key (ancestor_id, descendant_id)
);
create index on organisation_tree (descendant_id);

-- Insertions run side by side; a move waits for them and they wait for a move. Otherwise an organisation that is added below one
-- that is moving would keep the old ancestors, and two that move below each other would form a circle.
create function organisation_tree_add() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('organisation_tree'));
  insert into organisation_tree (ancestor_id, descendant_id, depth)
  select ancestor_id, new.id, depth + 1 from organisation_tree where descendant_id = new.parent_id
  union all select new.id, new.id, 0;
  return null;
end $$;
create trigger organisation_tree_add after insert on organisation
  for each row execute function organisation_tree_add();

create function organisation_tree_move() returns trigger language plpgsql as $$
begin
  -- Each statement below sees what was committed before the lock was granted.
  perform pg_advisory_xact_lock(hashtext('organisation_tree'));
  if exists (select from organisation_tree where ancestor_id = new.id and descendant_id = new.parent_id) then
    raise exception 'organisation % cannot be below itself', new.id using errcode = 'check_violation';
  end if;
  -- The moving subtree loses its old ancestors …
  delete from organisation_tree t
  using organisation_tree above, organisation_tree below
  where above.descendant_id = new.id and above.ancestor_id <> new.id
    and below.ancestor_id = new.id
    and t.ancestor_id = above.ancestor_id and t.descendant_id = below.descendant_id;
  -- … and gets the new parent and its ancestors.
  insert into organisation_tree (ancestor_id, descendant_id, depth)
  select above.ancestor_id, below.descendant_id, above.depth + 1 + below.depth
  from organisation_tree above cross join organisation_tree below
  where above.descendant_id = new.parent_id and below.ancestor_id = new.id;
  return null;
end $$;
create trigger organisation_tree_move after update of parent_id on organisation
  for each row when (old.parent_id is distinct from new.parent_id) execute function organisation_tree_move();
