import { contains } from '@brigade/server/platform/db/search.ts'
import { sql } from 'kysely'
import { durableApp } from './support/durable-app.ts'
import { percentile } from './support/percentile.ts'
import type { Figure } from './run.ts'

const organisations = Number(process.env['BENCH_ORGANISATIONS'] || 100_000)
const devices = Number(process.env['BENCH_SEARCHED_DEVICES'] || 200_000)
const rounds = 7
const each = 15

/**
 * Customers and devices with Chinese and Latin names; the schema `before` has the former columns and functions of the
 * search, without folded texts.
 */
const plant = `
  set session_replication_role = replica;
  insert into organisation (parent_id, kind, name, spelling, principal, contact, created_at, updated_at)
  select p.id, 'customer', 'Bench 餐厅 ' || n, 'Bench can 餐 ting 厅 ' || n || chr(1) || 'ct' || chr(1) || 'Bench 餐厅 ' || n, 'Person ' || n,
    '138' || lpad(n::text, 8, '0'), now() - n * interval '7 minutes', now()
  from generate_series(1, ${organisations}) n, (select id from organisation where kind = 'platform') p;
  insert into device (product_id, kind_id, sn, name, spelling, mac, device_secret, created_at)
  select p.id, 1, 'BX10' || lpad(n::text, 8, '0'), name, 'mian 面 bao 包 fang 房 zuo 左 lu 炉 ' || n || chr(1) || 'mbfzl' || chr(1) || name,
    '02:4A:' || upper(substr(md5(n::text), 1, 2)), '', now() - n * interval '1 minute'
  from (select min(id) as id from product where kind = 'oven') p, generate_series(1, ${devices}) n, lateral (select '面包房左炉 ' || n as name) named;
  create function bigrams_before(value text) returns text[] language sql immutable parallel safe strict return (
    select coalesce(array_agg(distinct substr(lower(value), i, 2)), '{}') from generate_series(1, greatest(char_length(value) - 1, 0)) i);
  create function grams_before(value text) returns text[] language sql immutable parallel safe strict
    return regexp_split_to_array(lower(value), '') || array(select substr(lower(value), i, 2) from generate_series(1, char_length(value) - 1) i);
  create function device_grams_before(id bigint, kind_id smallint, search text) returns bigint[] language sql immutable parallel safe strict return (
    select coalesce(array_agg(distinct (hashtext(substr(lowered, i, n))::bigint << 20) | ((id >> 12) << 4) | kind_id), '{}')
    from (select lower(search) as lowered) given, lateral generate_series(1, char_length(lowered)) i, generate_series(2, 3) n
    where i + n - 1 <= char_length(lowered));
  create table organisation_before as select id, kind, created_at, name || ' ' || principal || ' ' || contact as search from organisation;
  create index on organisation_before using gin (grams_before(search));
  create index on organisation_before (created_at desc, id desc) where kind = 'customer';
  create table device_before as select id, kind_id, sn || ' ' || name || ' ' || mac as search from device;
  alter table device_before add primary key (id);
  create index on device_before using gin (device_grams_before(id, kind_id, search));
  create function devices_like_before(keyword text, pattern text, sought_kind text, blocks bigint[], enough int)
  returns table (device_id bigint, in_block bigint) language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  declare
    size int := least(char_length(keyword), 3);
    last int := char_length(keyword) - size + 1;
    sought bigint[] := array(
      select distinct hashtext(substr(lower(keyword), i, size))::bigint << 20 | (select id from device_kind where key = sought_kind)
      from generate_series(1, last, greatest(1, last / 8)) as i);
    block bigint;
    found_in_block int;
    found_in_all int := 0;
  begin
    foreach block in array blocks loop
      return query select d.id, block from device_before d
        where device_grams_before(d.id, d.kind_id, d.search) @> array(select gram | (block << 4) from unnest(sought) as gram)
          and d.search ilike pattern;
      get diagnostics found_in_block = row_count;
      found_in_all := found_in_all + found_in_block;
      exit when found_in_all >= enough;
    end loop;
  end $$`

type Pair = Readonly<{ what: string; before: () => Promise<unknown>; after: () => Promise<unknown> }>

const newest = (from: ReturnType<typeof sql>) => sql`select id from ${from} order by created_at desc, id desc limit 10`
const counted = (from: ReturnType<typeof sql>) =>
  sql`select count(*) from (select id from ${from} limit 10001) as counted`

/** The searches of a list and of the walk of blocks, as they were and as they are. */
function pairsOf(db: Parameters<typeof contains>[0]): readonly Pair[] {
  const lists = ['13800077777', 'Bench 餐厅 777', '餐厅', 'person 4242', 'zz'].map((keyword): Pair => {
    const both = (from: ReturnType<typeof sql>) => Promise.all([newest(from).execute(db), counted(from).execute(db)])
    return {
      what: `${organisations.toLocaleString('en')} customers by ${keyword}`,
      before: async () => {
        const pattern = `%${keyword}%`
        const { rows } = await sql<{ share: number }>`
          select coalesce(avg((searched ilike ${pattern})::int), 0)::double precision as share
          from (select search as searched from organisation_before tablesample system (1) limit 300) as sample`.execute(
          db,
        )
        const isCommon = (rows[0]?.share ?? 0) > 0.2
        const byIndex = isCommon ? sql`true` : sql`grams_before(search) @> bigrams_before(${keyword})`
        return both(sql`organisation_before where kind = 'customer' and ${byIndex} and search ilike ${pattern}`)
      },
      after: async () =>
        both(sql`organisation where kind = 'customer' and ${await contains(db, 'organisation', keyword)}`),
    }
  })
  const blocks = sql`array(select distinct id >> 12 from device)`
  const walks = ['0077777', '面包房左炉 1', '左炉', '4A:97', 'zzqxj'].map((keyword): Pair => ({
    what: `${devices.toLocaleString('en')} devices by ${keyword}`,
    before: () =>
      sql`select count(*) from devices_like_before(${keyword}, ${`%${keyword}%`}, 'oven', ${blocks}, 1000)`.execute(db),
    after: () => sql`select count(*) from devices_like(${keyword}, 'oven', ${blocks}, 1000)`.execute(db),
  }))
  return [...lists, ...walks]
}

/** Compares searches that fold width and case on both sides with the former ones, in turns. */
export async function* measure(): AsyncGenerator<Figure> {
  await using app = await durableApp()
  await app.pool.query(plant)
  for (const table of ['organisation', 'organisation_before', 'device', 'device_before'])
    await app.pool.query(`vacuum analyze ${table}`)
  for (const pair of pairsOf(app.db)) yield await figureOf(pair)
}

async function figureOf({ what, before, after }: Pair): Promise<Figure> {
  const medians: number[] = []
  const took: Record<'before' | 'after', number[]> = { before: [], after: [] }
  for (let round = 0; round < rounds; round += 1) {
    const times: Record<'before' | 'after', number[]> = { before: [], after: [] }
    for (let time = 0; time < each; time += 1)
      for (const [kind, run] of [['before', before] as const, ['after', after] as const]) {
        const from = performance.now()
        await run()
        times[kind].push(performance.now() - from)
      }
    took.before.push(percentile(times.before, 0.5))
    took.after.push(percentile(times.after, 0.5))
    medians.push(percentile(times.after, 0.5) / percentile(times.before, 0.5))
  }
  return {
    name: `p50 of a search of ${what}, over the search that told width and case apart`,
    measured: `${percentile(took.after, 0.5).toFixed(2)} ms`,
    against: `${percentile(took.before, 0.5).toFixed(2)} ms`,
    ratio: percentile(medians, 0.5),
    goal: '1.2',
  }
}
