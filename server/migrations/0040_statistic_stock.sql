-- Stocks of devices by the run that took them: one row holds all counts of the same organisation, model and place. They were up to eleven
-- rows before, of the day and of the run. A day's value is that of its last run, so a run only adds rows.
create table statistic_stock (
  taken_at timestamptz not null,             -- when its run was due
  day date not null,
  organisation_id bigint not null,
  product_id bigint not null,
  place integer not null,                    -- as in statistic_day
  devices integer not null,                  -- of the organisation and those below it, like the next three
  online integer not null,
  cooking integer not null,
  silent integer not null,
  own_devices integer,                       -- of the organisation itself; null: the same, because it has no organisation below it
  own_online integer,
  own_cooking integer,
  own_silent integer,
  parts text[] not null,                     -- by channel, warranty and firmware, as 'direct|in|1.2.0'; one of them alone in earlier days
  counts integer[] not null,                 -- of each part
  own_counts integer[],                      -- null: the same
  primary key (organisation_id, taken_at, product_id, place)
) with (toast_tuple_target = 256);          -- a trend of the platform reads counts of a year, and not its many parts
create index on statistic_stock (taken_at);

insert into statistic_stock
with moment as (
  select distinct on (day) day, due_at from statistic_run where outcome in ('succeeded', 'reconstructed') order by day, due_at desc
), counted as (
  select m.due_at as taken_at, d.day, d.organisation_id, d.product_id, d.place, d.measure, d.part, d.own, d.within
  from statistic_day d join moment m on m.day = d.day
  where d.measure in ('devices', 'online', 'cooking', 'silent', 'channel', 'warranty', 'firmware')
  union all
  select r.due_at, r.day, h.organisation_id, h.product_id, h.place, h.measure, h.part, h.own, h.within
  from statistic_hour h join statistic_run r on r.due_at = h.hour and r.outcome = 'succeeded'
  where h.measure in ('devices', 'online', 'cooking', 'silent') and not exists (select from moment m where m.due_at = h.hour)
)
select taken_at, day, organisation_id, product_id, place,
  coalesce(sum(within) filter (where measure = 'devices'), 0), coalesce(sum(within) filter (where measure = 'online'), 0),
  coalesce(sum(within) filter (where measure = 'cooking'), 0), coalesce(sum(within) filter (where measure = 'silent'), 0),
  coalesce(sum(own) filter (where measure = 'devices'), 0), coalesce(sum(own) filter (where measure = 'online'), 0),
  coalesce(sum(own) filter (where measure = 'cooking'), 0), coalesce(sum(own) filter (where measure = 'silent'), 0),
  coalesce(array_agg(case measure when 'channel' then part || '||' when 'warranty' then '|' || part || '|' else '||' || part end
    order by measure, part) filter (where measure in ('channel', 'warranty', 'firmware')), '{}'),
  coalesce(array_agg(within::integer order by measure, part) filter (where measure in ('channel', 'warranty', 'firmware')), '{}'),
  array_agg(own::integer order by measure, part) filter (where measure in ('channel', 'warranty', 'firmware'))
from counted group by 1, 2, 3, 4, 5;

delete from statistic_day where measure in ('devices', 'online', 'cooking', 'silent', 'channel', 'warranty', 'firmware');
delete from statistic_hour where measure in ('devices', 'online', 'cooking', 'silent');

-- Other stocks are rows of their run in statistic_hour, and no more of the day too.
insert into statistic_hour (hour, organisation_id, measure, product_id, place, part, own, within)
select m.due_at, d.organisation_id, d.measure, d.product_id, d.place, d.part, d.own, d.within
from statistic_day d join (
  select distinct on (day) day, due_at from statistic_run where outcome in ('succeeded', 'reconstructed') order by day, due_at desc
) m on m.day = d.day
where d.measure in ('faultsOpen', 'recipes', 'covered', 'favourites')
on conflict do nothing;
delete from statistic_day where measure in ('faultsOpen', 'recipes', 'covered', 'favourites');

-- App users by run, a row for each organisation: by place and the type of the app that they used last, a count for each pair.
create table statistic_people (
  taken_at timestamptz not null,
  day date not null,
  organisation_id bigint not null,
  places integer[] not null,
  parts text[] not null,
  counts integer[] not null,
  own_counts integer[] not null,
  primary key (organisation_id, taken_at)
);
create index on statistic_people (taken_at);

insert into statistic_people
with moment as (
  select distinct on (day) day, due_at from statistic_run where outcome in ('succeeded', 'reconstructed') order by day, due_at desc
), counted as (
  select m.due_at as taken_at, d.day, d.organisation_id, d.place, d.part, d.own, d.within
  from statistic_day d join moment m on m.day = d.day where d.measure = 'users'
  union all
  select r.due_at, r.day, h.organisation_id, h.place, h.part, h.own, h.within
  from statistic_hour h join statistic_run r on r.due_at = h.hour and r.outcome = 'succeeded'
  where h.measure = 'users' and not exists (select from moment m where m.due_at = h.hour)
)
select taken_at, day, organisation_id, array_agg(place order by place, part), array_agg(part order by place, part),
  array_agg(within::integer order by place, part), array_agg(own::integer order by place, part)
from counted group by 1, 2, 3;
delete from statistic_day where measure = 'users';
delete from statistic_hour where measure = 'users';

-- Different people whose app called in the 1, 7 and 30 days up to a day, by place.
create table statistic_active (
  day date not null,
  organisation_id bigint not null,
  places integer[] not null,
  daily integer[] not null,
  weekly integer[] not null,
  monthly integer[] not null,
  primary key (organisation_id, day)
) with (fillfactor = 60);
create index on statistic_active (day);

insert into statistic_active
select day, organisation_id, array_agg(place order by place), array_agg(daily order by place), array_agg(weekly order by place),
  array_agg(monthly order by place)
from (
  select day, organisation_id, place, coalesce(sum(value) filter (where days = 1), 0)::integer as daily,
    coalesce(sum(value) filter (where days = 7), 0)::integer as weekly, coalesce(sum(value) filter (where days = 30), 0)::integer as monthly
  from statistic_span where measure = 'activeUsers' group by 1, 2, 3
) as active group by 1, 2;
delete from statistic_span where measure = 'activeUsers';

-- Shares of a day with both of their numbers, by model and place: of the time that refrigeration devices were installed, that online, and
-- of ovens the hours in use. A run changes nearly all rows of today; with room on their pages no index is written.
create table statistic_share (
  day date not null,
  organisation_id bigint not null,
  measure text not null,
  product_ids bigint[] not null,
  places integer[] not null,
  tops double precision[] not null,
  bases double precision[] not null,
  own_tops double precision[],               -- null: the same
  own_bases double precision[],
  primary key (organisation_id, measure, day)
) with (fillfactor = 50);
create index on statistic_share (day);

insert into statistic_share
select day, organisation_id, measure, array_agg(product_id order by product_id, place), array_agg(place order by product_id, place),
  array_agg(top order by product_id, place), array_agg(base order by product_id, place),
  array_agg(own_top order by product_id, place), array_agg(own_base order by product_id, place)
from (
  select day, organisation_id, measure, product_id, place,
    coalesce(sum(within) filter (where part in ('online', 'hours')), 0) as top,
    coalesce(sum(within) filter (where part in ('installed', 'ovens')), 0) as base,
    coalesce(sum(own) filter (where part in ('online', 'hours')), 0) as own_top,
    coalesce(sum(own) filter (where part in ('installed', 'ovens')), 0) as own_base
  from statistic_day where measure in ('coolerTime', 'inUse') group by 1, 2, 3, 4, 5
) as share group by 1, 2, 3;
delete from statistic_day where measure in ('coolerTime', 'inUse');

-- From what a sealed day was counted: a digest of the counted rows and of the tree of organisations. A night looks back a week and writes only what differs.
create table statistic_digest (
  day date not null,
  measure text not null,
  digest numeric not null,
  primary key (day, measure)
);

-- Medians are kept by place too: -1 is all places. A past day has them of all places alone.
update statistic_span set place = -1 where measure in ('toAcknowledge', 'toAcknowledge90', 'toEliminate', 'toEliminate90');
