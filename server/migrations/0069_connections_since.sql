-- Since when it is known whether a device was connected, where that is later than it was entered and installed: a device of the demo
-- is years old, its past is weeks. What was before counts neither as online nor as offline. Null: since it was entered.
alter table device_state add column connections_since timestamptz;
update device_state s set connections_since = p.begins_at from demo_past p where p.device_id = s.device_id;
