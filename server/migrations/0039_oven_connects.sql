-- Each connection of an oven wakes what waits for one, also a connection that takes over from one that nobody saw end, or that comes
-- to another process after a kill: its device stays online all the while.
drop trigger device_state_connects_for_recipes on device_state;
drop function oven_connects_for_recipes();
create function oven_connects_for_recipes() returns trigger language plpgsql as $$
begin
  insert into recipe_change (kind, device_id)
    select distinct 'connect', c.device_id from came c join recipe_oven o on o.device_id = c.device_id where c.online order by 2;
  return null;
end $$;
create trigger online_log_connects_for_recipes after insert on online_log
  referencing new table as came for each statement execute function oven_connects_for_recipes();

-- How often an oven was asked for its list since it last agreed with it.
alter table recipe_oven add column lists smallint not null default 0;
