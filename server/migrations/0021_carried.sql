-- Which models a distributor or an agent carries, and until when it may sell those that were withdrawn.

alter table organisation
  add carries_all boolean not null default true,       -- whatever the organisation above it carries
  add check (carries_all or kind in ('distributor', 'agent'));
create index organisation_limited on organisation (id) where not carries_all;

-- The list of an organisation that does not carry all. What is not in it was never carried.
create table organisation_product (
  organisation_id bigint not null references organisation on delete cascade,
  product_id bigint not null references product on delete cascade,
  sell_until date,                                     -- withdrawn: the last day of the sell-off, in the organisation's zone
  primary key (organisation_id, product_id)
);
create index on organisation_product (product_id);

select log_changes_of('organisation_product', 'organisation_id', key => 'organisation_id,product_id');
-- Set by a statement of its own, so that no other change of the organisation is noted twice.
create trigger zz_log_change_carried after update of carries_all on organisation for each row
  execute function log_change('id', '', '', 'updated_at,search,area,devices', 'id', 'organisation');
