-- When an event was heard, by our own clock: a device whose clock was put right may clear a fault before it raised it. Null: heard before this.
alter table device_event add column heard_at timestamptz;
