-- Places abroad, which have words and no code: the map counts them without reading the wide rows.
create index device_abroad on device (id) include (place) where province = '' and place <> '';
