-- What sub-devices signed is used once: their last time stamps, in milliseconds, and the message each came in. Of those ahead
-- of the clock there are a device's own last ones, so that a clock that was wrong once stops nothing later.
create table device_sign_use (
  device_id bigint not null references device on delete cascade,
  stamp bigint not null,
  ahead boolean not null,
  message bytea not null,  -- digest of topic and payload
  used_at timestamptz not null,
  primary key (device_id, stamp)
);
