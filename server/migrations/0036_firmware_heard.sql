-- A device of which the engine heard which firmware it has is not asked for it on the same day.
alter table upgrade_asked alter column asked_at drop not null;
alter table upgrade_asked add column heard_at timestamptz;

-- The devices of a task as they moved, the latest first.
create index upgrade_device_moved on upgrade_device (task_id, changed_at desc, device_id, place);
