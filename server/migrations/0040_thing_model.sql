-- Thing models as people edit and publish them: a version has a name, the draft says who changed it last and when.

alter table thing_model
  add column name text not null default '',      -- of a version, as the person who published called it
  add column updated_at timestamptz,             -- of the draft
  add column updated_by bigint references account on delete set null,
  add column functions int not null generated always as (
    jsonb_array_length(model -> 'properties') + jsonb_array_length(model -> 'events') + jsonb_array_length(model -> 'services')
  ) stored;
update thing_model set name = version || '.0.0' where version is not null;
update thing_model set updated_at = now() where version is null;
alter table thing_model
  add check ((version is null) = (name = '')),
  add check ((version is null) = (updated_at is not null));
create unique index thing_model_version_name on thing_model (product_id, name) where version is not null;

-- What was sent in the last days. Rows come in the order of time, so that an index of ranges is enough, and costs nothing to keep.
create index command_created on command using brin (created_at) with (pages_per_range = 32, autosummarize = on);
