-- Files that people upload or the product writes. Their bytes are in the file store.

create table file (
  id text primary key,
  organisation_id bigint not null references organisation,
  account_id bigint references account on delete set null,
  kind text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  created_at timestamptz not null
);
create index on file (kind, created_at);
-- The sum of the files of one organisation is read at every upload.
create index on file (organisation_id) include (bytes);

-- The files of a deleted organisation pass to its parent.
create function organisation_leave_files() returns trigger language plpgsql as $$
begin
  update file set organisation_id = old.parent_id where organisation_id = old.id;
  return old;
end $$;
create trigger organisation_leave_files before delete on organisation
  for each row execute function organisation_leave_files();
