-- What the thing model marks as repeatable is sent again, once over each connection, to a device that comes back in time.
-- `sent_over`: the connection it was last sent over, whatever its gateway calls it; null: not by the way of Alink.
alter table command
  add column repeatable boolean not null default false,
  add column sent_over text,
  add column sends int not null default 0;
