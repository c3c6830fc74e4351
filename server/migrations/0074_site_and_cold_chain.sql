-- Whose devices were, by organisation: the timeline of a site reads all devices that it ever had.
create index on device_owner (organisation_id, device_id);

-- Excursions of a time, of all refrigerators: those that lasted into it.
create index fault_excursion_ended on fault_excursion (ended_at);

-- What is known of the temperature of a refrigerator, a row a day of the zone of the installation (read-temperature.ts judges). Written when
-- the day is over, and again while reports may still come late. Milliseconds of the day.
create table cooler_day (
  device_id bigint not null references device (id) on delete cascade,
  day date not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  -- With reports and a limit.
  judged_ms integer not null,
  -- With reports.
  known_ms integer not null,
  -- The longest stretch that was not judged, and those at both ends, which may go on in the day beside.
  unjudged_ms integer not null,
  lead_ms integer not null,
  trail_ms integer not null,
  reports integer not null,
  min_c real,
  max_c real,
  evaluated_at timestamptz not null,
  primary key (device_id, day)
);
create index on cooler_day (day);
