-- What the processes that consume from an external MQTT broker share.

-- Numbered client ids: the broker keeps a session for each. Who stops renewing has lost it to the others.
create table broker_slot (
  slot int primary key check (slot >= 0),   -- 0 hears of connections, the others what devices say
  holder text,                              -- the process that has it; null: nobody
  filters text[] not null default '{}',     -- what its session is subscribed to
  renewed_at timestamptz not null
);

-- The connection of each device that the broker told of last.
create table broker_client (
  device_id bigint primary key references device on delete cascade,
  client_id text not null,
  keep_alive_seconds int not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz,              -- null: as far as the broker said, it is connected
  probed_at timestamptz                     -- when it was last looked for, because it was silent
);
create index on broker_client (client_id);
