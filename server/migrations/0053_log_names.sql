-- The log says what was changed, and PostgreSQL reads every pattern alike, whatever its locale.

-- A pattern writes out which characters it means: under ICU \d is any digit of any script, which no cast understands, and what \w and \s
-- are depends on the locale too. The same characters as in JavaScript, where the same texts are read.
alter table organisation
  drop constraint organisation_province_check, add constraint organisation_province_check check (province ~ '^([1-9][0-9]{5})?$'),
  drop constraint organisation_city_check, add constraint organisation_city_check check (city ~ '^([1-9][0-9]{5})?$'),
  drop constraint organisation_region_check, add constraint organisation_region_check check (region ~ '^([1-9][0-9]{5})?$');
alter table device
  drop constraint device_province_check, add constraint device_province_check check (province ~ '^([1-9][0-9]{5})?$'),
  drop constraint device_city_check, add constraint device_city_check check (city ~ '^([1-9][0-9]{5})?$'),
  drop constraint device_region_check, add constraint device_region_check check (region ~ '^([1-9][0-9]{5})?$');
alter table firmware_version
  drop constraint firmware_version_number_check,
  add constraint firmware_version_number_check check (number ~ '^[0-9]{2}\.[0-9]{2}\.[0-9]{2}$');

-- A text without white space around it, as JavaScript has it.
create function trimmed(value text) returns text language sql immutable parallel safe
  return regexp_replace(value, '^[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g');

-- The parts of a version as numbers: without a leading V and leading zeros. Null: it is not comparable. As version.rules.ts has it.
create or replace function version_parts(version text) returns int[] language sql immutable parallel safe
  return case when trimmed(version) ~ '^[vV]?[0-9]{1,9}(\.[0-9]{1,9}){0,7}$'
    then string_to_array(regexp_replace(trimmed(version), '^[vV]', ''), '.')::int[] end;
create or replace function version_order(a text, b text) returns int language sql immutable parallel safe
  return case
    when version_parts(a) is not null and version_parts(b) is not null then
      case when version_parts(a) < version_parts(b) then -1 when version_parts(a) = version_parts(b) then 0 else 1 end
    when trimmed(a) = trimmed(b) then 0 end;

-- A text without the secrets that its own words name, whole phone numbers and e-mail addresses. As mask-text.ts.
create or replace function masked_text(value text) returns text language plpgsql immutable as $$
declare
  word constant text := 'pass(?:word|wd|phrase|code)|pwd|secret|token|authorization|cookie|credential|psk|api[_-]?key|private[_-]?key|密码|口令|密钥|令牌';
  w constant text := 'A-Za-z0-9_';
  s constant text := '\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
  result text := value;
begin
  -- What nearly every value lacks is looked for before the long patterns, which cost a hundred times as much.
  if value is null or (strpos(value, ':') = 0 and strpos(value, '=') = 0 and strpos(value, '：') = 0 and strpos(value, '@') = 0
    and strpos(value, '-----') = 0 and strpos(value, '$argon2') = 0 and (length(value) < 11 or value !~* '1[3-9][0-9]{9}|bearer|basic')) then
    return value;
  end if;
  if value !~* ('BEGIN|argon2|bearer|basic|@|1[3-9][0-9]{9}|' || word) then
    return value;
  end if;
  result := regexp_replace(result, '-----BEGIN [A-Z ]*PRIVATE KEY-----.*(?:-----END [A-Z ]*PRIVATE KEY-----|$)', '***', 'g');
  result := regexp_replace(result, '\$argon2[^' || s || '"'']+', '***', 'g');
  result := regexp_replace(result, '(://[^' || s || ':/@]{1,100}:)[^' || s || '@/]{1,200}@', '\1***@', 'g');
  result := regexp_replace(result, '(\\?"[' || w || '-]{0,20}(?:' || word || ')[' || w || '-]{0,20}\\?"[' || s || ']{0,3}:[' || s || ']{0,3}\\?")[^"\\]{1,250}', '\1***', 'gi');
  result := regexp_replace(result, '([' || w || '-]{0,20}(?:' || word || ')[' || w || '-]{0,20}\\?["'']?[' || s || ']{0,3}[:=：][' || s || ']{0,3}\\?["'']?)(?:(?:bearer|basic)[' || s || ']+)?[^' || s || '"''\\,;&<>{}()，；]+', '\1***', 'gi');
  result := regexp_replace(result, '(?<![' || w || '])(bearer|basic)[' || s || ']+[' || w || '.~+/=-]{8,}', '\1 ***', 'gi');
  result := regexp_replace(result, '(?<![' || w || '.])(1[3-9][0-9])[0-9]{4}([0-9]{4})(?![' || w || '.])', '\1****\2', 'g');
  return regexp_replace(result, '(?<![' || w || '.+-])([' || w || '])[' || w || '.+-]{0,63}(@[' || w || '-]{1,63}(?:\.[' || w || '-]{1,63}){1,5})', '\1***\2', 'g');
end $$;

-- The changed columns of a row. Arguments: how the row names its organisation (a column, 'device' or 'role', or '' for none), columns
-- with secrets, with people, columns that are not kept, the key, and what the record is called. They are lists with commas.
create or replace function log_change() returns trigger language plpgsql as $$
declare
  mark text[] := regexp_match(left(current_query(), 200), '^/\*operation ([0-9a-f-]{36}) ([0-9]*) ([A-Za-z.-]+)\*/');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  owners bigint[];
  over bigint[];
  changed text[];
  name text;
  operation text;
  -- Columns that the database computes of others: what is masked there would stand in them as it is. The catalogue says which, once in a
  -- transaction for each table.
  computed text := current_setting('brigade.computed_' || tg_relid, true);
  ignored text[];
begin
  if computed is null or computed = '' then
    select ',' || coalesce(string_agg(attname, ','), '') into computed from pg_attribute
      where attrelid = tg_relid and attgenerated <> '' and not attisdropped;
    perform set_config('brigade.computed_' || tg_relid, computed, true);
  end if;
  ignored := string_to_array(tg_argv[3] || computed, ',');
  select array_agg(k) into changed from jsonb_object_keys(whole) k
    where k <> all (ignored) and (tg_op <> 'UPDATE' or old_row -> k is distinct from new_row -> k)
      and (tg_op = 'UPDATE' or whole -> k not in ('null', '""'));
  if changed is null then
    return null;
  end if;
  if tg_argv[0] = 'device' then
    owners := array(select organisation_id from device_state where device_id = coalesce(whole ->> 'device_id', whole ->> 'id')::bigint);
  elsif tg_argv[0] = 'role' then
    owners := array(select organisation_id from role where id = (whole ->> 'role_id')::bigint);
  elsif tg_argv[0] <> '' then
    owners := array[(old_row ->> tg_argv[0])::bigint, (new_row ->> tg_argv[0])::bigint];
    -- The tree has already moved or is gone: those above it before are above its former parent.
    if tg_table_name = 'organisation' then
      owners := owners || (old_row ->> 'parent_id')::bigint || (new_row ->> 'parent_id')::bigint;
    end if;
  end if;
  over := array(select distinct ancestor_id from organisation_tree where descendant_id = any (owners)
    union select unnest(owners) except select null);
  select jsonb_object_agg(k, log_value(k, old_row -> k, tg_argv[1], tg_argv[2])) filter (where old_row is not null),
    jsonb_object_agg(k, log_value(k, new_row -> k, tg_argv[1], tg_argv[2])) filter (where new_row is not null)
    into old_row, new_row from unnest(changed) k;
  name := 'operation_change_' || to_char(now() at time zone 'UTC', 'YYYYMM');
  if to_regclass(name) is null then
    perform create_partition('operation_change', (now() at time zone 'UTC')::date);
  end if;
  operation := coalesce(mark[1], md5('transaction ' || pg_current_xact_id() || now())::uuid::text);
  insert into operation_change (operation_id, logged_at, account_id, call, table_name, row_id, action, before, after, scope)
  values (operation::uuid, now(), nullif(mark[2], '')::bigint,
    coalesce(mark[3], ''), tg_argv[5],
    (select string_agg(whole ->> k, '/' order by place) from unnest(string_to_array(tg_argv[4], ',')) with ordinality as key (k, place)),
    lower(tg_op), old_row, new_row, over);
  -- Once in a transaction, not for each row. The setting ends with the transaction, and goes back with a savepoint, as the row does.
  if current_setting('brigade.unlined', true) is distinct from operation then
    insert into operation_unlined (operation_id) values (operation::uuid);
    perform set_config('brigade.unlined', operation, true);
  end if;
  return null;
end $$;

create or replace function log_value(name text, value jsonb, secrets text, people text) returns jsonb language plpgsql immutable as $$
begin
  if value is null or value = 'null' then
    return value;
  elsif secrets <> '' and name = any (string_to_array(secrets, ',')) then
    return '"***"';
  elsif jsonb_typeof(value) in ('number', 'boolean') then
    return value;
  elsif people <> '' and name = any (string_to_array(people, ',')) then
    return to_jsonb(masked_person(value #>> '{}'));
  elsif length(value::text) > 4000 then
    return to_jsonb(masked_text(left(value::text, 4000)) || '…');
  elsif jsonb_typeof(value) = 'string' then
    return case when value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+-]+$' then value else to_jsonb(masked_text(value #>> '{}')) end;
  elsif strpos(value::text, '{') = 0 and masked_text(value::text) = value::text then
    return value;
  end if;
  return masked_json(value);
end $$;

-- Whoever may change a role reads what became of its permissions.
create or replace trigger zz_log_change after insert or delete or update on role_menu for each row
  execute function log_change('role', '', '', '', 'role_id,menu_id', 'role_menu');

-- A task is told by the list that it named, also when the list is gone.
select log_changes_of('upgrade_list', '', ignored => 'bad');
