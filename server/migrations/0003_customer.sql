-- Customers complete: place, note, time of the last change, search, devices; and organisations that move within the tree.

-- The single characters of a text, lower-cased, beside its bigrams: in a table of this size one character is searched for too.
create function grams(value text) returns text[]
  language sql immutable strict parallel safe
  return regexp_split_to_array(lower(value), '')
    || array(select substr(lower(value), i, 2) from generate_series(1, char_length(value) - 1) as i);

alter table organisation
  add column province text not null default '' check (province ~ '^([1-9]\d{5})?$'),  -- national codes, empty where not given
  add column city text not null default '' check (city ~ '^([1-9]\d{5})?$'),
  add column region text not null default '' check (region ~ '^([1-9]\d{5})?$'),
  add column address text not null default '',
  add column note text not null default '',
  add column devices int not null default 0,  -- installed at it, of both kinds; triggers of device_index keep it
  add column updated_at timestamptz,       -- also the version that a change is made from: it never stands still
  -- The narrowest code given, so that a zone filter is a range: 330000 to 339999, 330100 to 330199.
  add column area int generated always as (coalesce(nullif(region, ''), nullif(city, ''), nullif(province, ''))::int) stored,
  add column search text not null generated always as (name || ' ' || principal || ' ' || contact) stored;
update organisation o
set updated_at = created_at, devices = (select count(*) from device_index d where d.organisation_id = o.id and d.installed);
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

-- Behind the count of the list, its default order, its other orders and its filters.
create index organisation_customer on organisation (id) where kind = 'customer';
create index organisation_customer_created on organisation (created_at desc, id desc) where kind = 'customer';
create index organisation_customer_named on organisation (name, id) where kind = 'customer';
create index organisation_customer_devices on organisation (devices, id) where kind = 'customer';
create index organisation_customer_area on organisation (area, created_at desc, id desc) where kind = 'customer';
create index organisation_customer_disabled on organisation (created_at desc, id desc) where kind = 'customer' and not enabled;
create index organisation_search on organisation using gin (grams(search));
-- Whom customers may belong to, by name, as an import finds them.
create index organisation_parent_name on organisation (lower(name)) where kind <> 'customer';
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

-- Devices of organisations ---------------------------------------------------------------------------------------------

-- The first statement is the foreign key that device_index lacks: an organisation that is being deleted is waited for, and
-- one that is gone takes no device.
create function organisation_devices_add(ids bigint[], installed int[]) returns void language plpgsql as $$
begin
  perform from organisation where id = any(ids) order by id for key share;
  if exists (select from unnest(ids) as wanted (id) where not exists (select from organisation o where o.id = wanted.id)) then
    raise exception 'a device stands at an organisation that does not exist' using errcode = 'foreign_key_violation';
  end if;
  update organisation o set devices = o.devices + added.devices
  from (select * from unnest(ids, installed) as each (id, devices) order by id) as added
  where o.id = added.id and added.devices <> 0;
end $$;

create function organisation_devices_added() returns trigger language plpgsql as $$
begin
  perform organisation_devices_add(array_agg(organisation_id), array_agg(devices))
  from (select organisation_id, count(*) filter (where installed)::int as devices from added group by 1) as each;
  return null;
end $$;
create trigger organisation_devices_added after insert on device_index
  referencing new table as added for each statement execute function organisation_devices_added();

create function organisation_devices_removed() returns trigger language plpgsql as $$
begin
  update organisation o set devices = o.devices - gone.devices
  from (select organisation_id, count(*) as devices from removed where installed group by 1 order by 1) as gone
  where o.id = gone.organisation_id;
  return null;
end $$;
create trigger organisation_devices_removed after delete on device_index
  referencing old table as removed for each statement execute function organisation_devices_removed();

-- Not for the updates that come often: they name neither column.
create function organisation_devices_moved() returns trigger language plpgsql as $$
begin
  if new.organisation_id = old.organisation_id then
    perform organisation_devices_add(array[new.organisation_id], array[new.installed::int - old.installed::int]);
  else
    perform organisation_devices_add(array[old.organisation_id, new.organisation_id], array[-old.installed::int, new.installed::int]);
  end if;
  return null;
end $$;
create trigger organisation_devices_moved after update of organisation_id, installed on device_index for each row
  when ((old.organisation_id, old.installed) is distinct from (new.organisation_id, new.installed))
  execute function organisation_devices_moved();

-- The files that an organisation leaves behind belong to the one above it.
create function organisation_leave_files() returns trigger language plpgsql as $$
begin
  update file set organisation_id = old.parent_id where organisation_id = old.id;
  return old;
end $$;
create trigger organisation_leave_files before delete on organisation
  for each row execute function organisation_leave_files();
