-- A device may be asked for its values (alink.md 2.2, thing/service/property/get): a command that changes nothing. `params`
-- names what was asked for, with an empty text for each.
alter table command drop constraint command_kind_check;
alter table command add constraint command_kind_check check (kind in ('property.set', 'property.get', 'service'));
