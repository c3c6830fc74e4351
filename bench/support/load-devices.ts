import { areaNames, areaTree } from '@brigade/server/system/area/areas.ts'
import type pg from 'pg'

/** Makes millions of plausible devices, the same ones every time: each row is derived from its number. */

const han = {
  place: [
    '湖滨',
    '城南',
    '海港',
    '老巷',
    '东湖',
    '金桥',
    '中山',
    '南门',
    '北站',
    '云山',
    '滨江',
    '西溪',
    '和平',
    '人民',
    '解放',
    '学府',
  ],
  house: [
    '大酒店',
    '面包房',
    '实验小学食堂',
    '餐饮集团',
    '烘焙工坊',
    '中央厨房',
    '员工餐厅',
    '饭店',
    '连锁超市',
    '医院食堂',
  ],
  oven: ['一号炉', '二号炉', '左炉', '右炉', '推车炉', '宴会厅一号炉', '面包房左炉', '流水线烤箱'],
  cooler: ['冷菜间冷藏柜', '海鲜冷冻柜', '备餐间冷柜', '库房冷柜', '奶油平台柜'],
}
const latin = {
  place: [
    'Harbour',
    'Grand Quay',
    'Old Mill',
    'Riverside',
    'Station',
    'Fjord',
    'Castle',
    'Market',
    'Garden',
    'Bridge',
    'Lighthouse',
    'Park',
  ],
  house: ['Hotel', 'Bakery', 'Catering', 'Canteen', 'Bistro', 'Kitchen', 'School', 'Hospital', 'Brasserie', 'Deli'],
  oven: ['Pass oven', 'Bakery left', 'Bakery right', 'Line oven', 'Banquet trolley', 'Canteen main'],
  cooler: ['Cold larder', 'Fish freezer', 'Pastry undercounter', 'Store cabinet'],
}
const abroad = ['Hamburg', 'Bergen', 'Lyon', 'Rotterdam', 'Porto', 'Genova', 'Gdańsk', 'Aarhus', 'Graz', 'Leeds']

type Client = Pick<pg.ClientBase, 'query'>

/** A number that looks random, from a row's number and a salt. */
const chance = (of: string, salt: number, below: number | string) =>
  `(abs(hashint8extended(${of}, ${salt})) % ${below})`
const oneOf = (list: readonly string[], of: string, salt: number) =>
  `(array[${list.map((word) => `'${word.replaceAll("'", "''")}'`).join(',')}])[1 + ${chance(of, salt, list.length)}]`

/** Distributors, their agents, and customers of all three; answers how many organisations. */
export async function loadOrganisations(client: Client, customers: number): Promise<void> {
  const distributors = Math.max(2, Math.round(customers / 200))
  const agents = Math.max(4, Math.round(customers / 20))
  const name = (salt: number) =>
    `case when i % 5 < 3 then ${oneOf(han.place, 'i', salt)} || ${oneOf(han.house, 'i', salt + 1)} else ${oneOf(latin.place, 'i', salt)} || ' ' || ${oneOf(latin.house, 'i', salt + 1)} end || ' ' || i`
  const add = (kind: string, count: number, parent: string, salt: number) =>
    client.query(`
      insert into organisation (parent_id, kind, name, principal, contact, created_at, updated_at)
      select ${parent}, '${kind}', ${name(salt)}, '', '1' || (3000000000 + ${chance('i', salt + 2, 6_000_000_000)}), now(), now()
      from generate_series(1, ${count}) as i,
        (select array(select id from organisation where kind = 'distributor' order by id) as d,
          array(select id from organisation where kind = 'agent' order by id) as a) as known`)
  const platform = `(select id from organisation where kind = 'platform')`
  await add('distributor', distributors, platform, 1)
  await add('agent', agents, `known.d[1 + i % array_length(known.d, 1)]`, 11)
  await add(
    'customer',
    customers,
    `case i % 10 when 0 then ${platform} when 1 then known.d[1 + i % array_length(known.d, 1)] else known.a[1 + i % array_length(known.a, 1)] end`,
    21,
  )
}

async function loadPlaces(client: Client) {
  const regions = areaTree('zh').flatMap((province) => (province.children ?? []).flatMap((city) => city.children ?? []))
  await client.query(
    `create temporary table place as
     select row_number() over () - 1 as n, * from unnest($1::text[], $2::text[]) as place (region, words)`,
    [regions.map(({ code }) => code), regions.map(({ code }) => [...new Set(areaNames(code, 'zh'))].join(''))],
  )
  await client.query('create index on place (n)')
  await client.query('analyze place')
  return regions.length
}

/** Products of the demo, in the shares of a fleet. */
const products = `(array['a1BX10Pro','a1BX10Pro','a1BX10Pro','a1BX06Pro','a1BX06Pro','a1BX20T','a1RC700','a1RC700','a1RC700F','a1RC150U'])[1 + i % 10]`
const prefixes = `(array['BX10','BX10','BX10','BX06','BX06','BX20','RC70','RC70','RF70','RU15'])[1 + i % 10]`

const atOnce = 100_000

/** Devices of all customers, entered over the last six years; the indexes on text are made afterwards, which is many times faster. */
export async function loadDevices(client: Client, devices: number, log: (line: string) => void): Promise<void> {
  const places = await loadPlaces(client)
  const dropped = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('device'::regclass, 'device_state'::regclass) and not indisunique`)
  for (const { name } of dropped.rows) await client.query(`drop index ${name}`)
  await client.query(`create temporary table customer as
    select row_number() over (order by id) - 1 as n, id from organisation where kind = 'customer'`)
  await client.query('create index on customer (n)')
  await client.query('analyze customer')
  await client.query(`create temporary table product_of as select product_key, id, kind from product`)
  try {
    await insertDevices(client, devices, { places, log })
  } finally {
    // A load that was interrupted leaves the database unchanged except for its rows.
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { name, definition } of dropped.rows) {
      await client.query(definition)
      log(`index ${name}`)
    }
  }
  await client.query('select fold_device_totals()')
  for (const table of [
    'device',
    'device_state',
    'device_module',
    'device_shadow',
    'device_total',
    'organisation',
    'organisation_tree',
  ])
    await client.query(`vacuum analyze ${table}`)
}

type Inserting = Readonly<{ places: number; log: (line: string) => void }>

async function insertDevices(client: Client, devices: number, { places, log }: Inserting): Promise<void> {
  const madeAt = `now() - interval '6 years' + i * (interval '6 years' / ${devices})`
  for (let from = 0; from < devices; from += atOnce) {
    await client.query(`
      create temporary table draft as
      select i, p.id as product_id, p.kind, c.id as organisation_id, place.region, place.words,
        ${chance('i', 5, 10)} < 8 as at_home, i % 5 < 3 as is_han, ${madeAt} as created_at
      from generate_series(${from}, ${Math.min(devices, from + atOnce) - 1}) as i
      join product_of p on p.product_key = ${products}
      join place on place.n = ${chance('i', 6, places)}
      join customer c on c.n = floor((select count(*) from customer) * power(${chance('i', 7, 1_000_000)} / 1e6, 2))`)
    await client.query(`
      with made as (
        insert into device (product_id, sn, name, mac, device_secret, province, city, region, place, address, installed_at,
          warranty_days, warranty_until, created_at)
        select product_id, ${prefixes} || to_char(created_at, 'YYMM') || lpad(i::text, 7, '0'),
          case when is_han then case kind when 'oven' then ${oneOf(han.oven, 'i', 31)} else ${oneOf(han.cooler, 'i', 31)} end
            else case kind when 'oven' then ${oneOf(latin.oven, 'i', 32)} else ${oneOf(latin.cooler, 'i', 32)} end end || ' ' || ${chance('i', 33, 90)} + 1,
          '02' || regexp_replace(upper(substr(md5(i::text), 1, 10)), '(..)', ':\\1', 'g'), '\\x00'::bytea,
          case when at_home then left(region, 2) || '0000' else '' end, case when at_home then left(region, 4) || '00' else '' end,
          case when at_home then region else '' end,
          case when at_home then words else ${oneOf(abroad, 'i', 34)} end,
          case when at_home then ${oneOf(han.place, 'i', 35)} || '路 ' || ${chance('i', 36, 900)} + 1 || ' 号' else 'Kade ' || ${chance('i', 36, 300)} + 1 end,
          created_at, 730, created_at + interval '730 days', created_at
        from draft order by i
        returning id, sn
      ), modules as (
        insert into device_module (device_id, module, version, reported_at)
        select made.id, 'default', case when ${chance('i', 42, 5000)} = 0 then '0.9.1' else '1.' || ${chance('i', 37, 9)} || '.0' end, d.created_at
        from made join draft d on d.i = right(made.sn, 7)::int
      )
      insert into device_state (device_id, product_id, organisation_id, kind, installed, online, work_state, online_changed_at,
        last_seen_at, created_at, area, enabled, bound)
      select made.id, d.product_id, d.organisation_id, d.kind, ${chance('i', 38, 100)} < 97, ${chance('i', 39, 10)} < 7,
        case when d.kind = 'oven' then ${chance('i', 40, 7)} else (array[4, 0, 7, 4])[1 + ${chance('i', 40, 4)}] end,
        now() - ${chance('i', 41, 86_400)} * interval '1 second', now() - ${chance('i', 41, 86_400)} * interval '1 second',
        d.created_at, case when at_home then region::int end, ${chance('i', 43, 1000)} > 0, ${chance('i', 44, 400)} = 0
      from made join draft d on d.i = right(made.sn, 7)::int`)
    await client.query('drop table draft')
    log(`${Math.min(devices, from + atOnce)} devices`)
  }
  await client.query(
    `
    insert into device_shadow (device_id, version, reported, reported_at)
    select device_id, 1, jsonb_build_object('WorkState', entry(work_state), 'ChamberTemp', entry(20 + device_id % 200), 'SetTemp', entry(180)), now()
    from device_state, lateral (select 0) as x where true on conflict (device_id) do nothing`.replaceAll(
      /entry\(([^()]*)\)/g,
      `jsonb_build_object('v', $1, 't', 0, 's', 0)`,
    ),
  )
}
