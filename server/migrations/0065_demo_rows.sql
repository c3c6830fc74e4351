-- What the demo's seeds insert is marked in the transaction that inserts it, so that "start empty" removes that and nothing else
-- (decision 0169). Rows that hang on a marked one by a foreign key are not marked: they go with it.
create table demo_row (
  table_name text not null,
  id text not null,                    -- the key; several columns of a key are joined by a slash
  primary key (table_name, id)
);

-- Since when the demo is being removed, and since when nothing of it is left. No row: the demo is there, or never was.
create table demo_end (
  id boolean primary key default true check (id),
  account_id bigint,                   -- who began it
  rows int not null,                   -- marked ones when it began
  begun_at timestamptz not null,
  ended_at timestamptz
);

-- Arguments: an expression for the key, and which rows are the demo's; an installation without the demo has the others too.
create function demo_mark() returns trigger language plpgsql as $$
begin
  execute format('insert into demo_row (table_name, id) select %L, %s from added where %s on conflict do nothing',
    tg_table_name, tg_argv[0], tg_argv[1]);
  return null;
end $$;

-- Only connections of the demo's seeds have the setting.
create function mark_demo_rows(of_table regclass, key text default 'id', which text default 'true') returns void language plpgsql as $$
begin
  execute format('create trigger demo_mark after insert on %s referencing new table as added for each statement
    when (current_setting(''brigade.demo'', true) = ''on'') execute function demo_mark(%L, %L)', of_table, key, which);
end $$;

do $$ begin
  perform mark_demo_rows('organisation', which => 'kind <> ''platform''');
  perform mark_demo_rows('account', which => 'role_id not in (select id from role where key = ''administrator'')');
  perform mark_demo_rows('file');
  perform mark_demo_rows('product_series');
  perform mark_demo_rows('product');
  perform mark_demo_rows('product_seed', 'product_key');
  perform mark_demo_rows('product_template', 'product_id || ''/'' || kind');
  perform mark_demo_rows('product_language', 'product_id || ''/'' || language');
  perform mark_demo_rows('device');
  perform mark_demo_rows('app_user');
  perform mark_demo_rows('app_version', 'type || ''/'' || version');
  perform mark_demo_rows('recipe_category');
  perform mark_demo_rows('ingredient');
  perform mark_demo_rows('recipe');
  perform mark_demo_rows('firmware_model');
  perform mark_demo_rows('firmware_version');
  perform mark_demo_rows('upgrade_task');
  perform mark_demo_rows('push_task');
  perform mark_demo_rows('message');
  perform mark_demo_rows('part_list', 'organisation_id');
  perform mark_demo_rows('app_log');
end $$;

-- A task that was submitted stays as what somebody did; nobody did what the demo shows.
create or replace function upgrade_task_stays() returns trigger language plpgsql as $$
begin
  if exists (select from demo_row where table_name = 'upgrade_task' and id = old.id::text)
    and exists (select from demo_end where ended_at is null) then
    return old;
  end if;
  raise exception 'upgrade task % was submitted and stays', old.id using errcode = 'restrict_violation';
end $$;

-- People whose phones the simulated fleet plays register by the app's own calls: nobody has an address of theirs.
create function demo_mark_simulated() returns trigger language plpgsql as $$
begin
  insert into demo_row (table_name, id) select 'app_user', new.id
  where exists (select from demo_row) and not exists (select from demo_end where ended_at is not null) on conflict do nothing;
  return null;
end $$;
create trigger demo_mark_simulated after insert on app_user for each row
  when (new.email like '%@simulated.example') execute function demo_mark_simulated();
