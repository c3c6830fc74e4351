-- A search stops after the block in which it has found enough: how dense a keyword is in the next block cannot be known.
drop function devices_like(text, text, text, bigint[]);
create function devices_like(keyword text, pattern text, sought_kind text, blocks bigint[], enough int)
  returns table (device_id bigint, in_block bigint)
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
  found_in_block int;
  found_in_all int := 0;
begin
  foreach block in array blocks loop
    return query
      select d.id, block from device d
      where device_grams(d.id, d.kind, d.search) @> array(select gram | (block << 1) from unnest(sought) as gram)
        and d.search ilike pattern;
    get diagnostics found_in_block = row_count;
    found_in_all := found_in_all + found_in_block;
    exit when found_in_all >= enough;
  end loop;
end $$;
