-- Statistics (statistics.md): figures taken by runs. A measure is what is counted; a figure is a measure, or a share of two.

-- One of the four runs of a day. `missed`: its flows were made up by a later one, its stocks are a gap. `reconstructed`: a day before
-- the first run, whose stocks are known as far as they follow from dated rows.
create table statistic_run (
  id bigint generated always as identity primary key,
  due_at timestamptz not null unique,
  day date not null,                         -- of due_at, in the zone of the statistics; 01:00 belongs to its own day
  began_at timestamptz,
  ended_at timestamptz,
  outcome text not null check (outcome in ('running', 'succeeded', 'failed', 'missed', 'reconstructed')),
  since timestamptz,                         -- what was written after it was looked through
  hours integer not null default 0,          -- counted again
  rows integer not null default 0,           -- written
  recounted date,                            -- the past day that was counted again from raw rows
  difference double precision,               -- what had been different in it: the sum of all differences
  differing text[] not null default '{}',    -- of which measures
  reason text not null default ''
);
create index on statistic_run (day);

-- Flows by hour (`hour`: its beginning), and stocks at the moment of a run (`hour`: when it was due). `own`: of the organisation itself;
-- `within`: with those below it. Rows of 0 are left out; whether there is a value at all, the runs say.
create table statistic_hour (
  hour timestamptz not null,
  organisation_id bigint not null,
  measure text not null,
  product_id bigint not null,                -- 0: of none
  place integer not null,                    -- a province's code; 1: abroad; 0: not given, or not counted by place
  part text not null,                        -- what else it is divided by; empty: nothing
  own double precision not null,
  within double precision not null,
  primary key (hour, measure, organisation_id, product_id, place, part)
);
create index on statistic_hour (organisation_id, measure, hour);

-- Days: sums of the hours of flows; of stocks the last run.
create table statistic_day (
  day date not null,
  organisation_id bigint not null,
  measure text not null,
  product_id bigint not null,
  place integer not null,
  part text not null,
  own double precision not null,
  within double precision not null,
  primary key (day, measure, organisation_id, product_id, place, part)
);
create index on statistic_day (organisation_id, measure, day);

-- What does not add: distinct people, medians, words. Of the `days` up to and with the day.
create table statistic_span (
  day date not null,
  days smallint not null check (days in (1, 7, 30)),
  organisation_id bigint not null,
  measure text not null,
  place integer not null,
  part text not null,
  value double precision not null,
  primary key (day, days, measure, organisation_id, place, part)
);
create index on statistic_span (organisation_id, measure, days, day);

create table statistic_target (
  organisation_id bigint not null references organisation on delete cascade,
  figure text not null,
  value double precision not null,
  updated_by bigint references account on delete set null,
  updated_at timestamptz not null,
  primary key (organisation_id, figure)
);
create index on statistic_target (updated_by);
select log_changes_of('statistic_target', 'organisation_id', ignored => 'updated_at,updated_by', key => 'organisation_id,figure');

-- Who was sent the report of a week (`week`: its Monday), so that nobody is sent it twice.
create table statistic_report (
  week date not null,
  account_id bigint not null references account on delete cascade,
  sent_at timestamptz not null,
  outcome text not null check (outcome in ('sent', 'no-right', 'no-data')),
  primary key (week, account_id)
);
create index on statistic_report (account_id);
