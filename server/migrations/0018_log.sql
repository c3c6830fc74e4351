-- The operation log: lines, what went in and came out, what changed, who reads it, and the chain that seals it.

-- The work of a job is logged under it, however many workers had a part in it.
alter table job add operation_id uuid not null default gen_random_uuid();
create index on job (operation_id);

alter table operation_log
  add operation_id uuid not null default gen_random_uuid(),
  -- 'call': written by the call or the job itself. 'interrupted': the call changed something and ended before its line was written.
  -- 'outside': changed without a call, by the program's own work or by SQL.
  add origin text not null default 'call' check (origin in ('call', 'interrupted', 'outside'));
create index on operation_log (operation_id);
create index on operation_log (account_id, logged_at desc);

-- Deleted for an erasure, its salt with it: the leaf of the line keeps the hash alone.
create table operation_body (
  operation_id uuid not null,
  logged_at timestamptz not null,
  salt bytea not null,
  request jsonb,
  response jsonb,
  primary key (operation_id, logged_at)
) partition by range (logged_at);

create table operation_change (
  id bigint generated always as identity,
  operation_id uuid not null,
  logged_at timestamptz not null,          -- of the transaction, on the database's clock
  account_id bigint,
  call text not null,                      -- empty without a call
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,                            -- only what differs, masked
  after jsonb,
  scope bigint[] not null,                 -- the organisations over the row, as they were
  primary key (id, logged_at)
) partition by range (logged_at);
create index on operation_change (operation_id);
create index on operation_change (table_name, row_id, logged_at desc);
create index on operation_change (logged_at);

-- Who reads a line: the organisations over its actor and over what it changed, as they were.
create table operation_scope (
  organisation_id bigint not null,
  logged_at timestamptz not null,
  line_id bigint not null,
  primary key (organisation_id, logged_at, line_id)
) partition by range (logged_at);

-- Lines that are not sealed yet. A number that is still counted up waits until its hour is over.
create table operation_fresh (
  line_id bigint primary key,
  logged_at timestamptz not null,
  not_before timestamptz
);

create table operation_seal (
  n bigint not null,
  sealed_at timestamptz not null,
  line_id bigint not null,
  logged_at timestamptz not null,
  body_hash bytea not null,
  leaf bytea not null,
  head bytea not null,
  primary key (n, sealed_at)
) partition by range (sealed_at);
create index on operation_seal (line_id);

-- One row. `swept_to`: changes before it have lines.
create table chain_head (
  id smallint primary key default 1 check (id = 1),
  n bigint not null,
  head bytea not null,
  sealed_at timestamptz,
  swept_to timestamptz
);
insert into chain_head (n, head) values (0, decode(repeat('00', 32), 'hex'));

-- Kept for good: what remains of the months that are gone.
create table chain_day (
  day date primary key,
  n bigint not null,
  head bytea not null
);

create table chain_checkpoint (
  n bigint primary key,
  head bytea not null,
  previous bytea not null,
  made_at timestamptz not null,
  signature bytea not null,
  left_for text[] not null
);

create table chain_check (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  outcome text not null check (outcome in ('held', 'broken', 'unchecked', 'held-in-itself')),
  lines bigint not null,
  fault text,
  fault_n bigint
);

-- From when on lines are kept for so many days. What was dropped is judged by what was in force then; changes of it are logged.
create table chain_kept (
  since timestamptz primary key,
  days int not null check (days > 0)
);

create table app_log (
  id bigint generated always as identity,
  logged_at timestamptz not null,
  app_user_id bigint,
  app_user text not null,                  -- masked
  organisation_id bigint,                  -- of the device it was about, then
  address text not null,
  operation text not null,
  method text not null,
  path text not null,
  duration_ms int not null,
  code int not null,
  success boolean not null,
  request jsonb,
  response jsonb,
  is_demo boolean not null default false,  -- of the demo data: nobody did it
  primary key (id, logged_at)
) partition by range (logged_at);
create index on app_log (organisation_id, logged_at desc, id desc);
create index on app_log (logged_at desc, id desc);

insert into partitioned_table values ('operation_body', 'month'), ('operation_change', 'month'), ('operation_scope', 'month'),
  ('operation_seal', 'month'), ('app_log', 'month');

-- What was logged before goes along, and is sealed like the rest.
do $$
declare month date;
begin
  for month in select distinct date_trunc('month', logged_at at time zone 'UTC')::date from operation_log
    union select date_trunc('month', now() at time zone 'UTC')::date loop
    perform create_partition('operation_body', month);
    perform create_partition('operation_scope', month);
    perform create_partition('operation_change', month);
    perform create_partition('operation_seal', month);
  end loop;
end $$;
insert into operation_body (operation_id, logged_at, salt, request, response)
  select operation_id, logged_at, decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), request, response from operation_log;
insert into operation_scope (organisation_id, logged_at, line_id)
  select t.ancestor_id, l.logged_at, l.id from operation_log l join organisation_tree t on t.descendant_id = l.organisation_id
  union select o.id, l.logged_at, l.id from operation_log l, organisation o where o.kind = 'platform';
insert into operation_fresh (line_id, logged_at) select id, logged_at from operation_log order by id;
alter table operation_log drop request, drop response;

-- Writes a line with its body, its readers and its place in the queue of those to be sealed. A function, so that its plans are
-- made once for a connection: it runs with every write. `waits`: the commit is waited for.
create function record_operation(of_operation uuid, at timestamptz, of_account bigint, of_name text, of_organisation bigint, from_address text,
  of_module text, of_call text, by_method text, by_path text, took int, with_code int, is_success boolean, asked jsonb, answered jsonb,
  wait_until timestamptz, waits boolean) returns bigint language plpgsql
  -- Its plans are made while the tables are empty, and kept while they grow.
  set enable_seqscan = off as $$
declare
  line bigint;
begin
  if not waits then
    perform set_config('synchronous_commit', 'off', true);
  end if;
  insert into operation_log (operation_id, logged_at, account_id, account, organisation_id, address, module, operation, method, path,
    duration_ms, code, success)
  values (of_operation, at, of_account, of_name, of_organisation, from_address, of_module, of_call, by_method, by_path, took, with_code, is_success)
  returning id into line;
  insert into operation_body (operation_id, logged_at, salt, request, response)
  values (of_operation, at, uuid_send(gen_random_uuid()), asked, answered);
  insert into operation_fresh (line_id, logged_at, not_before) values (line, at, wait_until);
  insert into operation_scope (organisation_id, logged_at, line_id)
  select reader, at, line from (
    select ancestor_id from organisation_tree where descendant_id = of_organisation
    union select id from organisation where kind = 'platform'
    union select unnest(scope) from operation_change where operation_id = of_operation and logged_at > now() - interval '1 day'
  ) as readers (reader);
  return line;
end $$;

-- A person's phone, e-mail or name as the log keeps it.
create function masked_person(value text) returns text language sql immutable as $$
  select case
    when value is null or value = '' then value
    when value ~ '@' then left(value, 1) || '***' || substr(value, strpos(value, '@'))
    when value ~ '^\+?[0-9 -]{7,}$' then left(value, 3) || '****' || right(value, 4)
    else left(value, 1) || '**' end
$$;

-- A text without the secrets that its own words name, whole phone numbers and e-mail addresses. As mask-text.ts.
create function masked_text(value text) returns text language plpgsql immutable as $$
declare
  word constant text := 'pass(?:word|wd|phrase|code)|pwd|secret|token|authorization|cookie|credential|psk|api[_-]?key|private[_-]?key|密码|口令|密钥|令牌';
  result text := value;
begin
  -- What nearly every value lacks is looked for before the long patterns, which cost a hundred times as much.
  if value is null or (strpos(value, ':') = 0 and strpos(value, '=') = 0 and strpos(value, '：') = 0 and strpos(value, '@') = 0
    and strpos(value, '-----') = 0 and strpos(value, '$argon2') = 0 and (length(value) < 11 or value !~* '1[3-9]\d{9}|(bearer|basic)\s')) then
    return value;
  end if;
  if value !~* ('BEGIN|argon2|bearer|basic|@|1[3-9]\d{9}|' || word) then
    return value;
  end if;
  result := regexp_replace(result, '-----BEGIN [A-Z ]*PRIVATE KEY-----.*(?:-----END [A-Z ]*PRIVATE KEY-----|$)', '***', 'g');
  result := regexp_replace(result, '\$argon2[^\s"'']+', '***', 'g');
  result := regexp_replace(result, '(://[^\s:/@]{1,100}:)[^\s@/]{1,200}@', '\1***@', 'g');
  result := regexp_replace(result, '(\\?"[\w-]{0,20}(?:' || word || ')[\w-]{0,20}\\?"\s{0,3}:\s{0,3}\\?")[^"\\]{1,250}', '\1***', 'gi');
  result := regexp_replace(result, '([\w-]{0,20}(?:' || word || ')[\w-]{0,20}\\?["'']?\s{0,3}[:=：]\s{0,3}\\?["'']?)(?:(?:bearer|basic)\s+)?[^\s"''\\,;&<>{}()，；]+', '\1***', 'gi');
  result := regexp_replace(result, '\m(bearer|basic)\s+[\w.~+/=-]{8,}', '\1 ***', 'gi');
  result := regexp_replace(result, '(?<![\w.])(1[3-9]\d)\d{4}(\d{4})(?![\w.])', '\1****\2', 'g');
  return regexp_replace(result, '(?<![\w.+-])(\w)[\w.+-]{0,63}(@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})', '\1***\2', 'g');
end $$;

create function masked_json(value jsonb) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(masked_text(value #>> '{}'))
    when 'array' then (select coalesce(jsonb_agg(masked_json(v) order by place), '[]') from jsonb_array_elements(value) with ordinality as item (v, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(k, case
        when jsonb_typeof(v) <> 'boolean' and k ~* 'pass(word|wd|phrase|code)?$|pwd$|secret|token$|authorization|_hash$|cookie|credential|psk$|api_?key$|private_?key$'
          then '"***"' else masked_json(v) end), '{}') from jsonb_each(value) as item (k, v))
    else value end;
end $$;

-- The changed columns of a row. Arguments: how the row names its organisation (a column, 'device', or '' for none), columns
-- with secrets, with people, columns that are not kept, the key, and what the record is called. They are lists with commas.
create function log_change() returns trigger language plpgsql as $$
declare
  mark text[] := regexp_match(left(current_query(), 200), '^/\*operation ([0-9a-f-]{36}) (\d*) ([A-Za-z.-]+)\*/');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  owners bigint[];
  over bigint[];
  changed text[];
  name text;
begin
  select array_agg(k) into changed from jsonb_object_keys(whole) k
    where k <> all (string_to_array(tg_argv[3], ',')) and (tg_op <> 'UPDATE' or old_row -> k is distinct from new_row -> k)
      and (tg_op = 'UPDATE' or whole -> k not in ('null', '""'));
  if changed is null then
    return null;
  end if;
  if tg_argv[0] = 'device' then
    owners := array(select organisation_id from device_state where device_id = coalesce(whole ->> 'device_id', whole ->> 'id')::bigint);
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
  insert into operation_change (operation_id, logged_at, account_id, call, table_name, row_id, action, before, after, scope)
  values (coalesce(mark[1]::uuid, md5('transaction ' || pg_current_xact_id() || now())::uuid), now(), nullif(mark[2], '')::bigint,
    coalesce(mark[3], ''), tg_argv[5],
    (select string_agg(whole ->> k, '/' order by place) from unnest(string_to_array(tg_argv[4], ',')) with ordinality as key (k, place)),
    lower(tg_op), old_row, new_row, over);
  return null;
end $$;

create function log_value(name text, value jsonb, secrets text, people text) returns jsonb language plpgsql immutable as $$
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
    return case when value #>> '{}' ~ '^\d{4}-\d\d-\d\dT[\d:.+-]+$' then value else to_jsonb(masked_text(value #>> '{}')) end;
  elsif strpos(value::text, '{') = 0 and masked_text(value::text) = value::text then
    return value;
  end if;
  return masked_json(value);
end $$;

-- Keeps the changes of a table. `watched`: an update is looked at only where it sets one of these columns; empty: each is.
create function log_changes_of(of_table regclass, owner text, watched text default '', secrets text default '',
  people text default '', ignored text default 'updated_at,search,area,seeded,functions', key text default 'id') returns void language plpgsql as $$
begin
  execute format('create trigger zz_log_change after insert or delete or update %s on %s for each row execute function log_change(%L, %L, %L, %L, %L, %L)',
    case when watched <> '' then 'of ' || watched else '' end, of_table, owner, secrets, people, ignored, key, of_table::text);
end $$;

-- The count of devices is written for each device that comes or goes: it is no change of the organisation.
select log_changes_of('organisation', 'id', people => 'principal,contact', ignored => 'updated_at,search,area,devices',
  watched => 'parent_id,kind,name,code,principal,contact,enabled,disabled_reason,province,city,region,address,note,time_zone');
-- Neither a sign-in nor a language is.
select log_changes_of('account', 'organisation_id', secrets => 'password_hash,oidc_subject', people => 'name,phone,email',
  ignored => 'updated_at,last_login_at,locale,time_zone',
  watched => 'organisation_id,role_id,account,name,phone,email,email_verified,avatar_file_id,password_hash,must_change_password,preset_until,oidc_subject,enabled,disabled_reason,removed_at');
select log_changes_of('menu', '');
select log_changes_of('role', 'organisation_id');
select log_changes_of('role_menu', '', key => 'role_id,menu_id');
select log_changes_of('product_series', '');
select log_changes_of('product', '', secrets => 'product_secret');
select log_changes_of('product_template', '', key => 'product_id,kind');
select log_changes_of('product_config', '', secrets => 'token', key => 'product_id,version');
select log_changes_of('product_language', '', key => 'product_id,language');
select log_changes_of('thing_model', '');
select log_changes_of('part_list', 'organisation_id', key => 'organisation_id');
select log_changes_of('part', 'organisation_id', key => 'organisation_id,id');
-- Columns that people change; what devices report of themselves is no change of the record.
select log_changes_of('device', 'device', secrets => 'device_secret',
  watched => 'product_id,sn,name,mac,device_secret,address,province,city,region,place,time_zone,channel_type,channel_id,installed_at,warranty_days,warranty_until,factory_area,note',
  ignored => 'updated_at,search,activated_at,log_asked,kind_id');
select log_changes_of('chain_kept', '', key => 'since');
-- Whose it is and whether it is installed stand beside what devices say many times a minute, of which nothing is looked at.
create trigger zz_log_change after update of organisation_id, installed, enabled on device_state for each row
  when (old.organisation_id <> new.organisation_id or old.installed <> new.installed or old.enabled <> new.enabled)
  execute function log_change('organisation_id', '', '',
    'product_id,kind,node_type,bound,online,work_state,fault_code,connector_id,online_changed_at,last_seen_at,created_at,area,channel_type,channel_id',
    'device_id', 'device');
