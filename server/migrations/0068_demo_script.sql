-- What comes to a demo device from outside in its past, as it is planned: recipes, upgrades, commands, in the order of their times.
alter table demo_past
  add column firmware text,                          -- its version when its past begins; null: it has the same all the time
  add column script jsonb not null default '[]';
