-- What a reason alone does not say: the topic that was not a device's own, what could not be read of a packet. And the keep-alive
-- that a connection asked for, in seconds (0: none); null where there was no connection.
alter table online_log add column detail text not null default '', add column keep_alive int;
