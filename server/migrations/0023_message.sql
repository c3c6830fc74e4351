-- Messages, their deliveries, push tasks, and the ways out of the console: e-mail, group robots, webhooks.

-- The content, once for all who are sent it. `month` is the first day of its month (UTC); deliveries and counts have it too, so
-- that one month of all three is dropped together.
create table message (
  id bigint generated always as identity,
  month date not null,
  pushed_at timestamptz not null,
  kind text not null,                      -- of kind.text.ts; 'task': written by a person
  type text not null check (type in ('alarm', 'fault', 'recipe', 'notice')),
  is_critical boolean not null default false,
  organisation_id bigint not null references organisation on delete cascade,   -- who sent it, or whom it concerns
  params jsonb not null default '{}',      -- of the kind; of a task its texts by language
  title text not null,                     -- in both languages, for lists and their search
  audience text not null check (audience in ('all', 'filtered', 'list', 'concerned')),
  device_type text check (device_type in ('oven', 'cooler')),
  opens jsonb,                             -- what a tap opens
  valid_until timestamptz,
  task_id bigint,
  removed_at timestamptz,                  -- out of every inbox; the counts stay
  primary key (month, id)
) partition by range (month);
create index on message (id);
create index on message (pushed_at desc, id desc);
create index on message (organisation_id, pushed_at desc, id desc);
create index on message using gin (grams(title));

-- One row for each receiver and channel.
create table message_delivery (
  month date not null,
  message_id bigint not null,
  receiver_kind text not null check (receiver_kind in ('account', 'app-user', 'target')),
  receiver_id bigint not null,
  channel text not null check (channel in ('inbox', 'email', 'robot', 'webhook')),
  state text not null check (state in ('queued', 'held', 'sent', 'delivered', 'read', 'skipped', 'expired', 'failed')),
  reason text,
  detail text not null default '',         -- what the other side said
  step text not null default '',           -- of the route
  attempts smallint not null default 0,
  created_at timestamptz not null,
  next_at timestamptz,                     -- when it is tried; an attempt under way has it moved behind its own end
  sent_at timestamptz,
  read_at timestamptz,
  primary key (month, message_id, receiver_kind, receiver_id, channel)
) partition by range (month);
create index on message_delivery (receiver_kind, receiver_id, message_id desc);
create index on message_delivery (receiver_id, message_id desc) where channel = 'inbox' and state = 'sent';
create index on message_delivery (next_at) where channel = 'email' and state in ('queued', 'held');
create index on message_delivery (receiver_id, next_at) where receiver_kind = 'target' and state = 'queued';

-- How many deliveries of a message are in each state: kept by the triggers below, as lists show it of many at once.
create table message_count (
  month date not null,
  message_id bigint not null,
  channel text not null,
  state text not null,
  deliveries bigint not null,
  primary key (month, message_id, channel, state)
) partition by range (month);

insert into partitioned_table values ('message', 'month'), ('message_delivery', 'month'), ('message_count', 'month');

create function count_new_deliveries() returns trigger language plpgsql as $$
begin
  insert into message_count as c (month, message_id, channel, state, deliveries)
    select month, message_id, channel, state, count(*) from added group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (month, message_id, channel, state) do update set deliveries = c.deliveries + excluded.deliveries;
  return null;
end $$;
create function count_changed_deliveries() returns trigger language plpgsql as $$
begin
  insert into message_count as c (month, message_id, channel, state, deliveries)
    select month, message_id, channel, state, sum(step) from (
      select month, message_id, channel, state, 1 as step from added
      union all select month, message_id, channel, state, -1 from removed) as moved
    group by 1, 2, 3, 4 having sum(step) <> 0 order by 1, 2, 3, 4
    on conflict (month, message_id, channel, state) do update set deliveries = c.deliveries + excluded.deliveries;
  return null;
end $$;
create trigger message_delivery_added after insert on message_delivery
  referencing new table as added for each statement execute function count_new_deliveries();
create trigger message_delivery_changed after update on message_delivery
  referencing old table as removed new table as added for each statement execute function count_changed_deliveries();

-- What a person plans to push.
create table push_task (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation on delete cascade,
  account_id bigint not null references account on delete cascade,
  type text not null check (type in ('alarm', 'fault', 'recipe', 'notice')),
  words jsonb not null,
  title text not null,                     -- in both languages, for the search
  audience jsonb not null,
  channels text[] not null,
  device_type text check (device_type in ('oven', 'cooler')),
  opens jsonb,
  push_at timestamptz not null,
  valid_until timestamptz,
  state text not null check (state in ('planned', 'sending', 'sent', 'paused', 'cancelled', 'failed')),
  receivers int not null,                  -- counted when it was saved; then those it is sent to
  done int not null default 0,
  job_id bigint references job on delete set null,
  message_id bigint,
  message_month date,
  error text not null default '',          -- a key of message.text.ts
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  removed_at timestamptz
);
create index on push_task (push_at desc, id desc) where removed_at is null;
create index on push_task (organisation_id, push_at desc, id desc) where removed_at is null;
create index on push_task (push_at) where state = 'planned';
create index on push_task (job_id) where state = 'sending';
create index on push_task (account_id);
create index on push_task using gin (grams(title));

-- A group robot or a webhook. Address and secret of a robot, and the secret of a webhook, are sealed.
create table message_target (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisation on delete cascade,
  kind text not null check (kind in ('robot', 'webhook')),
  maker text check (maker in ('wecom', 'dingtalk', 'feishu')),
  name text not null,
  address bytea not null,
  shown_address text not null,             -- without its secret part
  secret bytea,
  locale text not null default 'en' check (locale in ('en', 'zh')),
  phones text[] not null default '{}',
  types text[] not null default '{}',      -- empty: all
  enabled boolean not null default true,
  is_given_up boolean not null default false,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  last_failure_detail text not null default '',
  failing_since timestamptz,
  retry_at timestamptz,                    -- nothing is sent to it before
  lease_until timestamptz,                 -- of the worker that sends to it; on the database's clock
  minute_at timestamptz,                   -- a robot takes 20 messages a minute
  minute_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'robot') = (maker is not null))
);
create unique index message_target_name on message_target (organisation_id, kind, lower(name));

-- How an account is notified; without a row the defaults hold.
create table account_notify (
  account_id bigint primary key references account on delete cascade,
  locale text check (locale in ('en', 'zh')),
  time_zone text,
  units text not null default 'metric' check (units in ('metric', 'british')),
  email boolean not null default true,
  quiet_from smallint check (quiet_from between 0 and 1439),   -- minutes of the day
  quiet_to smallint check (quiet_to between 0 and 1439),
  weekly_report boolean not null default false,
  bad_address text,                        -- the e-mail address that a mail server refused for good
  bad_address_detail text,
  updated_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null))
);

-- A deleted account is notified of nothing: its choices and its refused address go.
create function account_forget_notify() returns trigger language plpgsql as $$
begin
  delete from account_notify where account_id = new.id;
  return null;
end $$;
create trigger account_forget_notify after update of removed_at on account
  for each row when (old.removed_at is null and new.removed_at is not null) execute function account_forget_notify();

-- How far the rows of another domain were announced.
create table message_source (
  name text primary key,
  position bigint not null
);
insert into message_source select 'administrator-act', coalesce(max(id), 0) from administrator_act;
insert into message_source select 'console-opening', coalesce(max(id), 0) from console_opening;

-- What was done to administrators, and who opened a console, are messages now, which are read in the inbox.
alter table account drop acts_seen_at, drop openings_seen_at;

-- The end of the quiet hours that a time lies in, null outside them. The hours are wall time of the zone: on the days on which
-- clocks change they end at their wall time all the same.
create function quiet_until(at timestamptz, zone text, from_minute int, to_minute int) returns timestamptz language sql stable
begin atomic
  select case
    when from_minute is null or from_minute = to_minute then null
    when from_minute < to_minute and minute >= from_minute and minute < to_minute
      then (day + make_interval(mins => to_minute)) at time zone zone
    when from_minute > to_minute and minute >= from_minute then (day + interval '1 day' + make_interval(mins => to_minute)) at time zone zone
    when from_minute > to_minute and minute < to_minute then (day + make_interval(mins => to_minute)) at time zone zone
  end
  from (select date_trunc('day', at at time zone zone) as day,
    extract(hour from at at time zone zone)::int * 60 + extract(minute from at at time zone zone)::int as minute) as local;
end;

select log_changes_of('push_task', 'organisation_id', ignored => 'updated_at,title,state,done,receivers,job_id,message_id,message_month,error,started_at,ended_at',
  watched => 'type,words,audience,channels,device_type,opens,push_at,valid_until,removed_at');
select log_changes_of('message_target', 'organisation_id', secrets => 'address,secret', people => 'phones',
  ignored => 'updated_at,is_given_up,last_success_at,last_failure_at,last_failure,last_failure_detail,failing_since,retry_at,lease_until,minute_at,minute_count',
  watched => 'organisation_id,maker,name,address,secret,locale,phones,types,enabled');
select log_changes_of('account_notify', '', people => 'bad_address', ignored => 'updated_at,bad_address,bad_address_detail', key => 'account_id');
