-- Filters of the operation log at ten million lines: a rare module, one account, what was refused, each newest first.
create index on operation_log (module, logged_at desc, id desc);
create index on operation_log (lower(account), logged_at desc, id desc);
create index on operation_log (logged_at desc, id desc) where not success;
