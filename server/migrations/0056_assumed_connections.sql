-- A device that is heard while it counts as offline has connected, and the broker's notice of that may come later. Only a
-- connection whose notice has come is known to be another one than the next.
alter table broker_client add column is_assumed boolean not null default false;
