-- What goes when its keeping time is over is found by time. Rows come in the order of time, so that an index of ranges is enough, and costs nothing to keep.
create index device_change_time on device_change using brin (time) with (pages_per_range = 32, autosummarize = on);
create index device_firmware_time on device_firmware using brin (time) with (pages_per_range = 32, autosummarize = on);
-- A command that goes is looked for here: without an index, row by row, each time.
create index on command_batch_device (command_id) where command_id is not null;
