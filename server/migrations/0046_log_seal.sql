-- The operation log: no change stays without a line, and a seal that retention leaves whole.

-- What has changed something and has no line yet: a row for each transaction of an operation. The line removes it, and a sweep writes
-- the line that nobody wrote. It asks for no time: a transaction may have begun hours before it commits.
create table operation_unlined (
  operation_id uuid not null,
  noted_at timestamptz not null default now(),   -- when the transaction began: none of its changes is older
  seen_at timestamptz                            -- when a sweep found it for the first time, on the database's clock
);
create index on operation_unlined (operation_id);

create or replace function log_change() returns trigger language plpgsql as $$
declare
  mark text[] := regexp_match(left(current_query(), 200), '^/\*operation ([0-9a-f-]{36}) (\d*) ([A-Za-z.-]+)\*/');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  owners bigint[];
  over bigint[];
  changed text[];
  name text;
  operation text;
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

-- The organisations that read a line, from its writing on: part of the seal.
alter table operation_fresh add readers bigint[] not null default '{}';
update operation_fresh f set readers = coalesce((select array_agg(s.organisation_id order by s.organisation_id) from operation_scope s
  where s.logged_at = f.logged_at and s.line_id = f.line_id), '{}');

-- Format 1: leaf of row, hash of all changes and body. Format 2: of row, time of sealing, changes, readers and body.
-- `changes`: format 2: month, number and hash of the changes in each month (202611:3:hash, with ; between them), so that those of a month
-- that retention dropped are not needed; format 1: their one hash, where they lie in another month than their line.
-- `change_ids`: the changes that this line seals. Others of its operation came later and have another line.
alter table operation_seal
  add format smallint not null default 1 check (format in (1, 2)),
  add changes text,
  add change_ids int8multirange,
  add readers bigint[] not null default '{}';
alter table operation_seal alter format drop default;
update operation_seal s set changes = (
  select encode(sha256(convert_to(string_agg(jsonb_build_array(c.id::text, c.table_name, c.row_id, c.action, c.account_id::text,
    c.call, c.before, c.after, c.scope::text)::text, chr(30) order by c.id), 'UTF8')), 'hex')
  from operation_change c where c.operation_id = l.operation_id)
from operation_log l
where l.id = s.line_id and l.logged_at = s.logged_at and l.operation_id in (
  select c.operation_id from operation_change c join operation_log o using (operation_id)
  where date_trunc('month', c.logged_at at time zone 'UTC') <> date_trunc('month', o.logged_at at time zone 'UTC'));

-- Requests and answers that were deleted with a person. A body that is missing without a row here was removed.
create table operation_erased (
  operation_id uuid primary key,
  erased_at timestamptz not null default now()
);
select log_changes_of('operation_erased', '', ignored => '', key => 'operation_id');
insert into operation_erased (operation_id)
  select distinct c.operation_id from operation_change c join operation_log l using (operation_id)
  where c.table_name = 'app_user' and l.origin = 'call'
    and not exists (select from operation_body b where b.operation_id = c.operation_id);

create or replace function app_user_forget() returns trigger language plpgsql as $$
begin
  delete from message_delivery where receiver_kind = 'app-user' and receiver_id = new.id;
  update app_log set app_user = '', app_user_id = null, address = '', request = null, response = null where app_user_id = new.id;
  with gone as (
    delete from operation_body b using operation_change c
    where c.table_name = 'app_user' and c.row_id = new.id::text and b.operation_id = c.operation_id
    returning b.operation_id
  ) insert into operation_erased (operation_id) select distinct operation_id from gone on conflict do nothing;
  -- Rows that an import refused, and lists that were asked for by the address.
  delete from job_refusal where (old.phone <> '' and strpos(cells::text, old.phone) > 0) or (old.email <> '' and strpos(lower(cells::text), old.email) > 0);
  update job set params = params - 'keyword' where kind like 'app-user.%' and params ->> 'keyword' is not null
    and (lower(params ->> 'keyword') in (old.phone, old.email) or strpos(old.nickname, params ->> 'keyword') > 0);
  return null;
end $$;

-- Changes that no line has, because their transaction stayed open for longer than the sweep looked back.
insert into operation_unlined (operation_id, noted_at)
  select c.operation_id, min(c.logged_at) from operation_change c
  where not exists (select from operation_log l where l.operation_id = c.operation_id)
    and not exists (select from operation_unlined u where u.operation_id = c.operation_id)
  group by c.operation_id;

-- Writes a line with its body, its readers and its place in the queue of those to be sealed. A function, so that its plans are
-- made once for a connection: it runs with every write. `opened`: the organisation whose console was opened; it reads the line too.
-- `waits`: the commit is waited for.
drop function record_operation;
create function record_operation(of_operation uuid, at timestamptz, of_account bigint, of_name text, of_organisation bigint, opened bigint,
  from_address text, of_module text, of_call text, by_method text, by_path text, took int, with_code int, is_success boolean,
  asked jsonb, answered jsonb, wait_until timestamptz, waits boolean) returns bigint language plpgsql
  -- Its plans are made while the tables are empty, and kept while they grow.
  set enable_seqscan = off as $$
declare
  line bigint;
  since timestamptz;
  readers bigint[];
begin
  if not waits then
    perform set_config('synchronous_commit', 'off', true);
  end if;
  with lined as (delete from operation_unlined where operation_id = of_operation returning noted_at)
    select min(noted_at) into since from lined;
  insert into operation_log (operation_id, logged_at, account_id, account, organisation_id, address, module, operation, method, path,
    duration_ms, code, success)
  values (of_operation, at, of_account, of_name, of_organisation, from_address, of_module, of_call, by_method, by_path, took, with_code, is_success)
  returning id into line;
  insert into operation_body (operation_id, logged_at, salt, request, response)
  values (of_operation, at, uuid_send(gen_random_uuid()), asked, answered);
  readers := array(select reader from (
    select ancestor_id from organisation_tree where descendant_id in (of_organisation, opened)
    union select id from organisation where kind = 'platform'
    union select unnest(scope) from operation_change where since is not null and operation_id = of_operation and logged_at >= since
  ) as each (reader) order by reader);
  insert into operation_scope (organisation_id, logged_at, line_id) select unnest(readers), at, line;
  insert into operation_fresh (line_id, logged_at, not_before, readers) values (line, at, wait_until, readers);
  return line;
end $$;

alter table chain_head drop swept_to;

-- `whole`: of all lines. `dropped`: lines of which retention has dropped a part. `oldest_at`: since when the part that has waited
-- longest is unchecked. `failed`: the check itself could not be made.
alter table chain_check
  add is_whole boolean not null default true,
  add dropped bigint not null default 0,
  add oldest_at timestamptz,
  drop constraint chain_check_outcome_check,
  add constraint chain_check_outcome_check check (outcome in ('held', 'broken', 'unchecked', 'held-in-itself', 'failed'));

-- The parts of the log that were checked: lines of the chain (`of_table` is 'chain', by their numbers) and blocks of a partition.
create table chain_part (
  of_table text not null,
  after_n bigint not null,
  up_to bigint not null,                   -- how far it reached when it was checked
  checked_at timestamptz not null,
  fault text,
  fault_n bigint,
  primary key (of_table, after_n)
);
