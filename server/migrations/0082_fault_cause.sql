-- Why faults are closed.

-- One list for the whole installation, in its order. A row that is removed stays: figures of the past name it, and a cause that a version
-- brought does not come back.
create table fault_cause (
  id bigint primary key generated always as identity,
  -- Of one that a version brought.
  key text unique,
  name text not null,
  en_name text not null,
  position integer not null,
  enabled boolean not null default true,
  removed_at timestamptz,
  updated_at timestamptz not null
);
create unique index fault_cause_name on fault_cause (name) where removed_at is null;
create unique index fault_cause_en_name on fault_cause (en_name) where removed_at is null;
select log_changes_of('fault_cause', '', ignored => 'updated_at,position');

-- Of a closed record alone: reopened, it has none. With the name of then, because a rename changes nothing of what was said.
alter table fault_record
  add cause_id bigint,
  add cause_name text not null default '',
  add cause_en_name text not null default '';
