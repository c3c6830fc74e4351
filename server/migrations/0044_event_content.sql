-- Many devices give every message one id, so an id alone does not tell a repeated event from another one. An event is there already
-- when its device, identifier, time, id and content are the same.

-- Events without a time of their device are told apart by their arrival: its microseconds, and the place in the message.
alter table device_event add column place int not null default 0;

-- What was unique by the shorter key is unique by this one, so that existing rows stay.
drop index device_event_once;
create unique index device_event_once
  on device_event (device_id, identifier, occurred_at, message_id, hashtextextended(output::text, 0), place);
