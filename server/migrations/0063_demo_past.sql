-- The past that a device of the demo gets. It is planned by the start that makes the device, and written by a worker, a device in one
-- transaction, in which it is marked as written.
create table demo_past (
  device_id bigint primary key references device (id) on delete cascade,
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  ending text check (ending in ('compressor', 'fan', 'offline')), -- what is still so when it ends; null: nothing
  life jsonb,                          -- the state from which its simulated device goes on
  failures int not null default 0,     -- times that it could not be written
  written_at timestamptz
);
create index demo_past_waiting on demo_past (failures, device_id) where written_at is null;
