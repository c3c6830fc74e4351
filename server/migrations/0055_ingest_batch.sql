-- The batches that intake has written. Each begins by inserting its own random id. If its commit is not answered, because the database fell silent,
-- a retry inserts the same id over another connection: it waits until the first is decided, and then finds the id or writes (decision 0135).
-- Partitions of a day, dropped after three: a retry is seconds later.
create table ingest_batch (
  day date not null,
  id uuid not null,
  primary key (id, day)
) partition by range (day);
insert into partitioned_table values ('ingest_batch', 'day');
