-- Spare parts that organisations offer in the app (administration.md, Parts).

-- A list that is kept, also where nothing stands in it. An organisation without a row offers the list of the nearest one above it.
create table part_list (
  organisation_id bigint primary key references organisation on delete cascade,
  updated_at timestamptz not null,     -- also the version that an edit is based on: it always increases
  updated_by bigint references account on delete set null
);

create table part (
  organisation_id bigint not null references part_list on delete cascade,
  id text not null,                    -- made by the console; the same for as long as the part is in the list
  position int not null,
  enabled boolean not null,
  image_file_id text,                  -- no foreign key: files that nothing uses are deleted later (tidy-files.ts)
  name text not null,
  en_name text not null,
  number text not null,
  product_ids bigint[] not null,       -- none: all models. A deleted model stays, so that its part is not offered for all others
  link text not null check (link like 'https://%'),
  price_note text not null,
  primary key (organisation_id, id)
);
create index part_image on part (image_file_id) where image_file_id is not null;
