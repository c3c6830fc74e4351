-- Entries of imported documents as they were written, so that what nobody changed leaves as it came.

alter table thing_model add column written jsonb not null default '{}';
