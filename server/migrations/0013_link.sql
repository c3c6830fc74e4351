-- Connections: connector processes, brokers, and what devices sign in with.

-- A connector process that is alive renews its lease. When a lease has expired, the others set its devices offline.
create table connector_lease (
  connector_id text primary key,
  renewed_at timestamptz not null,
  alive_at timestamptz                 -- the last sign of life by the product's clock: connections it held ended then
);

-- Devices that connected to another connector before this one has recorded their end. It does so itself, or it is dead by then and
-- the process that ends its lease does. `seen_at`: the last sign of life of the connection.
create table connector_handover (
  connector_id text not null,
  device_id bigint not null references device on delete cascade,
  seen_at timestamptz not null,
  came_at timestamptz not null,
  primary key (connector_id, device_id)
);
create index on connector_handover (device_id);

-- Numbered client ids at an external MQTT broker, which keeps a session for each. A process that stops renewing loses its slot.
create table broker_slot (
  slot int primary key check (slot >= 0),   -- slot 0 receives the notices of connections, the others the messages of devices
  holder text,                              -- the process; null: none
  filters text[] not null default '{}',     -- the topic filters of its session
  renewed_at timestamptz not null
);

-- The last connection of each device that the broker reported.
create table broker_client (
  device_id bigint primary key references device on delete cascade,
  client_id text not null,
  keep_alive_seconds int not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz,              -- null: connected, as far as the broker reported
  probed_at timestamptz                     -- the last probe, because it was silent
);
create index on broker_client (client_id);

-- Credentials of a device without a secret of its own. Only the hash of the token is stored.
create table device_token (
  device_id bigint primary key references device on delete cascade,
  client_id text not null,
  token_hash bytea not null,
  created_at timestamptz not null
);

-- Signatures of sub-devices are valid once: their last time stamps in milliseconds, and the message each was used in. Time stamps
-- ahead of the clock are remembered by device, so that a clock that was wrong once blocks nothing later.
create table device_sign_use (
  device_id bigint not null references device on delete cascade,
  stamp bigint not null,
  ahead boolean not null,
  message bytea not null,  -- digest of topic and payload
  used_at timestamptz not null,
  primary key (device_id, stamp)
);

-- The version of its product's configuration that was last sent to a device.
create table device_config (
  device_id bigint primary key references device on delete cascade,
  version int not null,
  sent_at timestamptz not null
);
