-- Orders of the device lists: by state, customer, warranty and firmware.

-- Where a state stands in the order of the screens: at work first, then idle, an error, a state that nobody named, and offline.
-- The contract's stateOrder is the same list.
create function state_rank(online boolean, work_state smallint) returns smallint
  language sql immutable parallel safe
  return case when not online then 9 when work_state between 0 and 7 then (array[6, 1, 0, 2, 3, 4, 7, 5])[work_state + 1] else 8 end::smallint;

-- The same dates as device_warranty_until, with the kind before them and the id behind: equal dates have one order on every page.
drop index device_warranty_until;
create index device_warranty on device (kind_id, warranty_until, id);

create index device_module_ordered on device_module (version_parts(version), version, device_id) where module = 'default' and version <> '';

create index organisation_named on organisation (name_key(name, spelling) collate "C", id);
