-- The time zones that may be chosen: those that this PostgreSQL lists and the program's calendar (Intl) accepts. Each knows names that the
-- other does not, or takes for another clock. Written at every start (server/src/platform/zone).
create table time_zone (
  name text primary key,
  stands_for text not null                 -- its name of today, where PostgreSQL has that; this is what is stored and used
);
create unique index time_zone_name on time_zone (lower(name));

-- A stored name as a statement may use it; null where the zone is not known, or not any more. A statement over many rows asks it for each,
-- because one name that PostgreSQL does not know would fail it for all.
create function known_time_zone(zone text) returns text language plpgsql stable as $$
declare
  known text;
begin
  if zone is null or zone = '' then
    return null;
  end if;
  select t.stands_for into known from time_zone t where lower(t.name) = lower(zone);
  if known is not null then
    -- The server's own files may be newer than the list.
    perform now() at time zone known;
  end if;
  return known;
exception when invalid_parameter_value then
  return null;
end $$;

-- When a day begins in a zone. Where the clocks go back at one o'clock, midnight comes twice, and "at time zone" answers the second.
create function day_start(day date, zone text) returns timestamptz language sql stable
return (
  select min(midnight.at) from (select day::timestamp at time zone zone) as found (at),
    lateral (values (found.at), (found.at - interval '30 minutes'), (found.at - interval '1 hour')) as midnight (at)
  where midnight.at at time zone zone >= day::timestamp
);
