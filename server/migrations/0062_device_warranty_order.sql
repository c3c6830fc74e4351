-- In and out of warranty are hundreds of thousands, mostly at one end of the list's order: that order with the date beside it
-- is read through in milliseconds, where each device looked up for its date took a third of a second.
create index device_created_at_warranty on device (created_at desc, id desc) include (warranty_until);
