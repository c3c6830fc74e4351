-- A run adds tens of thousands of rows of one moment. With the moment first they are put at one end of one index, and not of the index of
-- each organisation and of a second one. Who reads a year names its 365 moments.
alter table statistic_stock drop constraint statistic_stock_pkey, add primary key (taken_at, organisation_id, product_id, place);
drop index statistic_stock_taken_at_idx;
alter table statistic_people drop constraint statistic_people_pkey, add primary key (taken_at, organisation_id);
drop index statistic_people_taken_at_idx;
