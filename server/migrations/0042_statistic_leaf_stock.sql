-- Stocks of devices of organisations without others below them, a row for each organisation and run: its devices by model, place and part,
-- all arrays in this order. A customer has ten devices of different models, which are ten rows in statistic_stock. Rows of earlier runs
-- stay there.
create table statistic_leaf_stock (
  taken_at timestamptz not null,             -- when its run was due
  day date not null,
  organisation_id bigint not null,
  product_ids bigint[] not null,
  places integer[] not null,                 -- as in statistic_day
  parts text[] not null,                     -- channel, warranty and firmware as in statistic_stock; '' in days before the first run
  counts integer[] not null,                 -- of the part
  devices integer[] not null,
  online integer[] not null,
  cooking integer[] not null,
  silent integer[] not null,
  primary key (taken_at, organisation_id)
);
