-- Distributors and agents kept by hand, as customers are.

alter table organisation
  add code text not null default '',            -- what its owner calls it by in other books
  add disabled_reason text not null default ''; -- as it was given; empty while it is enabled
create unique index organisation_code on organisation (parent_id, kind, lower(code)) where code <> '';
-- Distributors, and agents, of one parent have different names.
create unique index organisation_seller_name on organisation (parent_id, kind, lower(name)) where kind in ('distributor', 'agent');
-- The default order of their lists.
create index organisation_seller_created on organisation (kind, created_at desc, id desc) where kind in ('distributor', 'agent');

-- A role that an organisation keeps goes with it. An account that still has it stops both.
alter table role drop constraint role_organisation_id_fkey,
  add foreign key (organisation_id) references organisation on delete cascade;
