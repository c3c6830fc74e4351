-- Until when a gateway is known to have lived, by the product's clock: what it held ended then where it died without a word.
alter table gateway_lease add column alive_at timestamptz;

-- Devices that came to another gateway before this one has said that they left. It says so itself, or it is dead by then, and
-- who ends its lease writes it. `seen_at`: the last that was known of the connection.
create table gateway_handover (
  gateway_id text not null,
  device_id bigint not null references device on delete cascade,
  seen_at timestamptz not null,
  came_at timestamptz not null,
  primary key (gateway_id, device_id)
);
create index on gateway_handover (device_id);
