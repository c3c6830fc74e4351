-- Filters of the device lists that find few of many. None is over what a report changes: those updates stay within their page (HOT).
create index device_index_bound on device_index (kind, installed, bound, created_at desc, device_id desc);
create index device_index_node_type on device_index (node_type, kind, installed, created_at desc, device_id desc) where node_type <> 'direct';
create index device_index_disabled on device_index (kind, installed, created_at desc, device_id desc) where not enabled;
create index device_index_channel_type on device_index (kind, installed, channel_type, created_at desc, device_id desc) where channel_type is not null;

-- Where few fit, they are found here and put in order; where many do, the list's order is read until the page is full.
create index device_warranty_until on device (warranty_until);
create index device_installed_at on device (installed_at);
create index device_firmware_version on device (firmware_version);
