-- A property set is confirmed by the device's answer, or by its report of the values: Alibaba's SDK for Node has no answer.
alter table command add column by_report boolean not null default false;

-- Each report asks whether its device has such a set in hand.
create index command_set_open on command (device_id) where status in ('sent', 'acknowledged') and kind = 'property.set';

-- That SDK answers services under numbers of its own, counted from 1 with each start: none of them may be that of a command.
select setval(pg_get_serial_sequence('command', 'id'), greatest(nextval(pg_get_serial_sequence('command', 'id')), 1000000));
