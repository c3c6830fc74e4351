-- A search is always of one kind, so the blocks that it walks are of one kind too: what is common among refrigerators costs
-- a search among ovens nothing.
alter table device add column kind text check (kind in ('oven', 'cooler'));
update device set kind = product.kind from product where product.id = device.product_id;
alter table device alter column kind set not null;

create function device_kind_follow() returns trigger language plpgsql as $$
begin
  select product.kind into new.kind from product where product.id = new.product_id;
  return new;
end $$;
create trigger device_kind_follow before insert or update of product_id, kind on device
  for each row execute function device_kind_follow();

drop index device_search;
drop function devices_like(text, text, bigint[]);
drop function device_grams(bigint, text);

-- Pairs and triples of characters, each together with the block of 4,096 ids and the kind.
create function device_grams(id bigint, kind text, search text) returns bigint[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct (hashtext(substr(lowered, i, n))::bigint << 20) | (id >> 12 << 1) | (kind = 'cooler')::int), '{}')
    from (select lower(search) as lowered) as given,
      generate_series(1, char_length(lowered)) as i,
      generate_series(2, 3) as n
    where i + n - 1 <= char_length(lowered)
  );
create index device_search on device using gin (device_grams(id, kind, search));

-- Devices of a kind in some blocks whose text has a keyword of two or more characters; of its triples eight are looked up.
create function devices_like(keyword text, pattern text, sought_kind text, blocks bigint[]) returns setof bigint
  language plpgsql stable rows 1000
  set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  size int := least(char_length(keyword), 3);
  last int := char_length(keyword) - size + 1;
  sought bigint[] := array(
    select distinct hashtext(substr(lower(keyword), i, size))::bigint << 20 | (sought_kind = 'cooler')::int
    from generate_series(1, last, greatest(1, last / 8)) as i);
  block bigint;
begin
  foreach block in array blocks loop
    return query
      select d.id from device d
      where device_grams(d.id, d.kind, d.search) @> array(select gram | (block << 1) from unnest(sought) as gram)
        and d.search ilike pattern;
  end loop;
end $$;
