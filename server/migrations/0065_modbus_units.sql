-- The modems of Modbus units are looked for every second where devices are connected to a broker elsewhere.
create index device_gateway_unit on device_gateway (gateway_id) where unit is not null;
