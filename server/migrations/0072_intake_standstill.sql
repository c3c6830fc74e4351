-- Connector processes whose intake stands still, as long as it does: the others read it here. What a process that died left
-- behind is passed over, and taken away by the next one that writes.
create table intake_standstill (
  process_id text primary key,
  oldest_at timestamptz not null,
  noted_at timestamptz not null
);
