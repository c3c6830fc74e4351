-- Recipes, their categories and ingredients (recipes.md). A recipe has a draft and the versions that were published of it.

create sequence recipe_code;
create sequence recipe_category_code;

-- Names of categories and ingredients by language: { "en": "Poultry", "zh": "禽类" }.
create function recipe_names(names jsonb) returns text language sql immutable parallel safe
  return coalesce(names ->> 'en', '') || ' ' || coalesce(names ->> 'zh', '') || ' ' || coalesce(names ->> 'de', '') || ' '
    || coalesce(names ->> 'fr', '') || ' ' || coalesce(names ->> 'es', '') || ' ' || coalesce(names ->> 'it', '');

create table recipe_category (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid(),   -- the same in every installation
  organisation_id bigint not null references organisation on delete cascade,
  code text not null unique default 'CAT-' || lpad(nextval('recipe_category_code')::text, 4, '0'),
  names jsonb not null,
  picture_file_id text,                          -- no foreign key: files that nothing uses are deleted later
  position int not null,                         -- among those of its organisation, from 1
  created_at timestamptz not null,
  updated_at timestamptz not null,               -- the version that an edit is based on: it always increases
  search text not null generated always as (code || ' ' || recipe_names(names)) stored,
  unique (organisation_id, uid)
);
create index on recipe_category (position, id);
create index on recipe_category (updated_at desc, id desc);
create index on recipe_category using gin (grams(search));
select log_changes_of('recipe_category', 'organisation_id', ignored => 'updated_at,search,created_at,uid');

create table ingredient (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid(),
  organisation_id bigint not null references organisation on delete cascade,
  names jsonb not null,
  kind text not null check (kind in ('mass', 'volume', 'count')),
  unit text not null,
  allergens text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search text not null generated always as (recipe_names(names)) stored,
  unique (organisation_id, uid)
);
create index on ingredient (updated_at desc, id desc);
create index on ingredient using gin (grams(search));
create index on ingredient using gin (allergens);
select log_changes_of('ingredient', 'organisation_id', ignored => 'updated_at,search,created_at,uid');

-- The draft. What is derived from it when it is written stands beside it, for filters and counts.
create table recipe (
  id bigint generated always as identity primary key,
  uid uuid not null default gen_random_uuid(),
  organisation_id bigint not null references organisation on delete cascade,
  code text not null unique default 'RCP-' || lpad(nextval('recipe_code')::text, 6, '0'),
  category_id bigint references recipe_category,
  product_ids bigint[] not null,
  picture_file_id text,
  base_language text not null,
  languages text[] not null,
  servings int,
  container text,
  levels int,
  preheat jsonb not null,
  stages jsonb not null,
  ingredients jsonb not null,                    -- unit and measure as typed, and the amount in g, ml or pieces
  ingredient_ids bigint[] not null,              -- derived, as the four below
  modes text[] not null,
  gaps text[] not null,                          -- languages that are not complete
  search text not null,                          -- code and names in all languages
  sha256 bytea not null,                         -- of the content as a version would have it
  status text not null default 'unpublished' check (status in ('unpublished', 'published', 'changed')),
  published_version int,                         -- what app and ovens see; null: nothing
  published_at timestamptz,
  creator_id bigint references account on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,                        -- undone for 30 days
  unique (organisation_id, uid),
  check ((status = 'unpublished') = (published_version is null)),
  check (removed_at is null or status = 'unpublished')
);
create index on recipe (updated_at desc, id desc) where removed_at is null;
create index on recipe (created_at desc, id desc) where removed_at is null;
create index on recipe (organisation_id, updated_at desc, id desc) where removed_at is null;
create index on recipe (category_id, updated_at desc, id desc);
create index on recipe (organisation_id, status, updated_at desc, id desc) where removed_at is null;
create index on recipe (creator_id);
create index on recipe (removed_at) where removed_at is not null;
create index on recipe using gin (product_ids);
create index on recipe using gin (ingredient_ids);
create index on recipe using gin (grams(search));
select log_changes_of('recipe', 'organisation_id',
  ignored => 'updated_at,search,sha256,created_at,uid,ingredient_ids,modes,gaps');

-- A row a language.
create table recipe_text (
  recipe_id bigint not null references recipe on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,   -- of the recipe
  language text not null,
  name text not null,
  description text not null default '',
  stages jsonb not null default '{}',            -- a description by the key of the stage
  bases jsonb not null default '{}',             -- the base texts that these were written from: what differs now is outdated
  primary key (recipe_id, language)
);
select log_changes_of('recipe_text', 'organisation_id', key => 'recipe_id,language', ignored => 'bases');

-- Each publication, for good.
create table recipe_version (
  recipe_id bigint not null references recipe on delete cascade,
  organisation_id bigint not null references organisation on delete cascade,   -- of the recipe
  version int not null check (version > 0),
  content jsonb not null,
  sha256 bytea not null,
  note text not null default '',
  picture_file_id text generated always as (content ->> 'pictureFileId') stored,
  product_ids bigint[] not null,                 -- derived, as those of the draft
  ingredient_ids bigint[] not null,
  modes text[] not null,
  gaps text[] not null,
  search text not null,
  published_by bigint references account on delete set null,
  published_at timestamptz not null,
  primary key (recipe_id, version)
);
create index on recipe_version (published_by);
-- The pictures that are still shown.
create index on recipe (picture_file_id) where picture_file_id is not null;
create index on recipe_category (picture_file_id) where picture_file_id is not null;
create index on recipe_version (picture_file_id) where picture_file_id is not null;
create index on recipe_version using gin (grams(search));

create function recipe_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'version % of recipe % stays as it was published', old.version, old.recipe_id using errcode = 'check_violation';
end $$;
create trigger recipe_version_stays before update of recipe_id, version, content, sha256, note, published_at on recipe_version
  for each row execute function recipe_version_stays();

-- What an account has typed into the editor and not saved. It is read on any of its devices, and by nobody else.
create table recipe_unsaved (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  recipe_id bigint references recipe on delete cascade,   -- null: a recipe that was never saved
  typed text not null,
  kept_at timestamptz not null,
  unique nulls not distinct (account_id, recipe_id)
);
create index on recipe_unsaved (recipe_id);
create index on recipe_unsaved (kept_at);
