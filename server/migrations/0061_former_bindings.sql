-- Whose a device was while its app user had it; null: whose it is. Set when it goes to another organisation, which is told who
-- they were and not how to reach them. No reference: of an organisation that is gone nobody is told.
alter table device_binding add column organisation_id bigint;
update device_binding b set organisation_id = (select id from organisation where kind = 'platform')
where exists (
  select from device_change c where c.device_id = b.device_id and c.action = 'transferred' and c.time > b.bound_at
);
