-- Search does not tell full width from half width, nor upper case from lower: texts are searched in the compatibility form
-- of Unicode (NFKC), in lower case. Shown, exported and compared for uniqueness is what was typed. The keyword is folded
-- here too, because the Unicode of the program may be newer than that of the database.
-- Most texts are in that form already, which is seen five times sooner than it is made.
create function search_fold(value text) returns text language sql immutable parallel safe strict
  return case when octet_length(value) = char_length(value) or value is nfkc normalized then lower(value)
    else lower(normalize(value, nfkc)) end;

-- A keyword as the pattern of LIKE that means nothing but it: folded first, because full width ％ and ＿ become wildcards.
create function search_literal(keyword text) returns text language sql immutable parallel safe strict
  return replace(replace(replace(search_fold(keyword), '\', '\\'), '%', '\%'), '_', '\_');
create function search_pattern(keyword text) returns text language sql immutable parallel safe strict
  return '%' || search_literal(keyword) || '%';

-- The index functions take folded texts.
create or replace function bigrams(value text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(value, i, 2)), '{}') from generate_series(1, greatest(char_length(value) - 1, 0)) i);
create or replace function grams(value text) returns text[] language sql immutable parallel safe strict
  return regexp_split_to_array(value, '') || array(select substr(value, i, 2) from generate_series(1, char_length(value) - 1) i);
create or replace function device_grams(id bigint, kind_id smallint, search text) returns bigint[] language sql immutable parallel safe strict
  return (
    select coalesce(array_agg(distinct (hashtext(substr(search, i, n))::bigint << 20) | ((id >> 12) << 4) | kind_id), '{}')
    from generate_series(1, char_length(search)) i, generate_series(2, 3) n where i + n - 1 <= char_length(search));
-- What an index by grams is asked for a keyword.
create function search_grams(keyword text) returns text[] language sql immutable parallel safe strict
  return case when char_length(search_fold(keyword)) < 2 then array[search_fold(keyword)] else bigrams(search_fold(keyword)) end;

-- How a Chinese name is read and abbreviated, which only the program knows. `spelling` is empty, or has three parts with
-- the character 1 between them: the reading, the initials, and the name that they belong to. One that was written for
-- another name is as good as none, whoever wrote the name since.
create function is_spelled(name text, spelling text) returns boolean language sql immutable parallel safe
  return coalesce(right(spelling, char_length(name) + 1) = chr(1) || name, false);
-- Chinese, and not spelled yet: the worker's job does it.
create function is_unspelled(name text, spelling text) returns boolean language sql immutable parallel safe
  return name ~ U&'[\3007\3400-\4DBF\4E00-\9FFF\F900-\FAFF\+020000-\+0333FF]' and not is_spelled(name, spelling);
-- The initials as they stand behind a searched text; nothing for a name without any.
create function initials_of(name text, spelling text) returns text language sql immutable parallel safe
  return case when is_spelled(name, spelling) then ' ' || split_part(spelling, chr(1), 2) else '' end;
-- What names are sorted by, in the collation C: the reading, without case and accents, and behind it the name itself.
create function name_key(name text, spelling text) returns text language sql immutable parallel safe
  return regexp_replace(
      replace(replace(replace(replace(
        translate(
          lower(normalize(case when is_spelled(name, spelling) then split_part(spelling, chr(1), 1) else name end, nfkd)),
          'łđøħðıŧŋ', 'ldohditn'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      '[' || chr(768) || '-' || chr(879) || ']', '', 'g')
    || chr(1) || name;

-- Organisations ---------------------------------------------------------------------------------------------------------
alter table organisation drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(name || ' ' || principal || ' ' || contact || initials_of(name, spelling))) stored;
create index organisation_search on organisation using gin (grams(search));
create index organisation_unspelled on organisation (id) where is_unspelled(name, spelling);
drop index organisation_customer_named;
create index organisation_customer_named on organisation (name_key(name, spelling) collate "C", id) where kind = 'customer';
drop index organisation_children;
create index organisation_children on organisation (parent_id, name_key(name, spelling) collate "C", id);

-- Accounts, roles, menus ------------------------------------------------------------------------------------------------
alter table account drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(account || ' ' || name || ' ' || phone || ' ' || email || initials_of(name, spelling))) stored;
create index account_search on account using gin (grams(search));
create index account_unspelled on account (id) where is_unspelled(name, spelling);
create index account_named on account (name_key(name, spelling) collate "C", id) where removed_at is null;
alter table role add column spelling text not null default '';
create index role_unspelled on role (id) where is_unspelled(name, spelling);
alter table menu add column spelling text not null default '';
create index menu_unspelled on menu (id) where is_unspelled(name, spelling);

-- Products and devices --------------------------------------------------------------------------------------------------
alter table product_series drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(name || ' ' || en_name || ' ' || code || initials_of(name, spelling))) stored;
create index product_series_search on product_series using gin (grams(search));
create index product_series_unspelled on product_series (id) where is_unspelled(name, spelling);
alter table product drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(name || ' ' || en_name || ' ' || product_key || initials_of(name, spelling))) stored;
create index product_search on product using gin (grams(search));
create index product_unspelled on product (id) where is_unspelled(name, spelling);
drop index device_place;
alter table device drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(sn || ' ' || name || ' ' || mac || initials_of(name, spelling))) stored,
  add column place_search text not null generated always as (search_fold(place || ' ' || address)) stored;
create index device_search on device using gin (device_grams(id, kind_id, search));
create index device_place on device using gin (bigrams(place_search));
create index device_unspelled on device (id) where is_unspelled(name, spelling);
drop index device_name_id_idx;
create index device_named on device (name_key(name, spelling) collate "C", id);

drop function devices_like(text, text, text, bigint[], int);
-- The devices of blocks that contain a keyword of two or more characters, until there are enough (keyword-search.store.ts).
create function devices_like(keyword text, sought_kind text, blocks bigint[], enough int) returns table (device_id bigint, in_block bigint)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  folded text := search_fold(keyword);
  pattern text := search_pattern(keyword);
  size int := least(char_length(folded), 3);
  last int := char_length(folded) - size + 1;
  sought bigint[] := array(
    select distinct hashtext(substr(folded, i, size))::bigint << 20 | (select id from device_kind where key = sought_kind)
    from generate_series(1, last, greatest(1, last / 8)) as i);
  block bigint;
  found_in_block int;
  found_in_all int := 0;
begin
  foreach block in array blocks loop
    return query
      select d.id, block from device d
      where device_grams(d.id, d.kind_id, d.search) @> array(select gram | (block << 4) from unnest(sought) as gram)
        and d.search like pattern;
    get diagnostics found_in_block = row_count;
    found_in_all := found_in_all + found_in_block;
    exit when found_in_all >= enough;
  end loop;
end $$;

-- People of the app -----------------------------------------------------------------------------------------------------
drop index app_user_grams_idx;
alter table app_user add column spelling text not null default '',
  add column search text not null generated always as (search_fold(nickname || initials_of(nickname, spelling))) stored;
create index app_user_search on app_user using gin (grams(search)) where removed_at is null;
create index app_user_unspelled on app_user (id) where is_unspelled(nickname, spelling);

-- Messages --------------------------------------------------------------------------------------------------------------
drop index message_grams_idx;
alter table message add column search text not null generated always as (search_fold(title)) stored;
create index message_search on message using gin (grams(search));
drop index push_task_grams_idx;
alter table push_task add column search text not null generated always as (search_fold(title)) stored;
create index push_task_search on push_task using gin (grams(search));

-- Recipes ---------------------------------------------------------------------------------------------------------------
alter table recipe_category drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(code || ' ' || recipe_names(names) || initials_of(names ->> 'zh', spelling))) stored;
create index recipe_category_search on recipe_category using gin (grams(search));
create index recipe_category_unspelled on recipe_category (id) where is_unspelled(names ->> 'zh', spelling);
alter table ingredient drop column search, add column spelling text not null default '',
  add column search text not null generated always as (search_fold(recipe_names(names) || initials_of(names ->> 'zh', spelling))) stored;
create index ingredient_search on ingredient using gin (grams(search));
create index ingredient_unspelled on ingredient (id) where is_unspelled(names ->> 'zh', spelling);
drop index recipe_grams_idx;
alter table recipe rename column search to words;
alter table recipe add column spelling text not null default '',
  add column search text not null generated always as (search_fold(words || initials_of(words, spelling))) stored;
create index recipe_search on recipe using gin (grams(search));
create index recipe_unspelled on recipe (id) where is_unspelled(words, spelling);
drop index recipe_version_grams_idx;
alter table recipe_version rename column search to words;
alter table recipe_version add column spelling text not null default '',
  add column search text not null generated always as (search_fold(words || initials_of(words, spelling))) stored;
create index recipe_version_search on recipe_version using gin (grams(search));
create index recipe_version_unspelled on recipe_version (recipe_id) where is_unspelled(words, spelling);

-- Firmware --------------------------------------------------------------------------------------------------------------
alter table firmware_model drop column search, add column spelling text not null default '',
  add column search text not null generated always as
    (search_fold(name || ' ' || code || ' ' || hardware_model || initials_of(name, spelling))) stored;
create index firmware_model_search on firmware_model using gin (grams(search));
create index firmware_model_unspelled on firmware_model (id) where is_unspelled(name, spelling);
alter table upgrade_task drop column search, add column spelling text not null default '',
  add column search text not null generated always as (search_fold(name || initials_of(name, spelling))) stored;
create index upgrade_task_search on upgrade_task using gin (grams(search));
create index upgrade_task_unspelled on upgrade_task (id) where is_unspelled(name, spelling);

-- Texts that are put together elsewhere are folded as they are written ---------------------------------------------------
alter table firmware_version alter column search type text using search_fold(search);
alter table fault_open alter column search type text using search_fold(search);
alter table fault_record alter column search type text using search_fold(search);
create function search_folds() returns trigger language plpgsql as $$
begin
  new.search := search_fold(new.search);
  return new;
end $$;
create trigger search_folds before insert or update of search on firmware_version for each row execute function search_folds();
create trigger search_folds before insert or update of search on fault_open for each row execute function search_folds();
create trigger search_folds before insert or update of search on fault_record for each row execute function search_folds();

-- The log of changes shows names, not how they are spelled.
do $$
declare
  logged record;
  ignored text;
begin
  for logged in
    select t.tgrelid::regclass as of_table, pg_get_triggerdef(t.oid) as definition, t.tgargs from pg_trigger t
    where t.tgname = 'zz_log_change' and exists (
      select from pg_attribute a where a.attrelid = t.tgrelid and a.attname = 'spelling' and not a.attisdropped)
  loop
    ignored := split_part(encode(logged.tgargs, 'escape'), '\000', 4);
    execute format('drop trigger zz_log_change on %s', logged.of_table);
    execute replace(logged.definition, quote_literal(ignored), quote_literal(ignored || ',spelling,words'));
  end loop;
end $$;
