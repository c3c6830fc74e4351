-- What staff change is sent to ovens at once: a notice wakes the worker that waits for rows. What devices report comes with a notice already.
create function notify_recipe_changes() returns trigger language plpgsql as $$
begin
  if exists (select from filled where kind in ('recipe', 'oven', 'organisation')) then
    perform pg_notify('live', '{"queue": ["recipe-sync"]}');
  end if;
  return null;
end $$;
create trigger recipe_change_filled after insert on recipe_change referencing new table as filled
  for each statement execute function notify_recipe_changes();
