-- Thing models: one draft beside the published versions.

create table thing_model (
  id bigint generated always as identity primary key,
  product_id bigint not null references product on delete cascade,
  version int,                                   -- null: the draft
  name text not null default '',                 -- of a version, as the person who published it named it
  model jsonb not null,
  written jsonb not null default '{}',           -- entries of imported documents as they were written: what nobody changed is exported unchanged
  note text not null default '',
  published_at timestamptz,
  published_by bigint references account on delete set null,
  updated_at timestamptz,                        -- of the draft
  updated_by bigint references account on delete set null,
  functions int not null generated always as (
    jsonb_array_length(model -> 'properties') + jsonb_array_length(model -> 'events') + jsonb_array_length(model -> 'services')
  ) stored,
  unique (product_id, version),
  check ((version is null) = (published_at is null)),
  check ((version is null) = (name = '')),
  check ((version is null) = (updated_at is not null))
);
create unique index thing_model_one_draft on thing_model (product_id) where version is null;
create unique index thing_model_version_name on thing_model (product_id, name) where version is not null;
