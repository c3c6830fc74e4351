import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { make } from '@brigade/server/testing/make.ts'

/** A fleet with the longest names and large numbers, for a wall that has to hold them. */

const iso = (ms: number) => new Date(ms).toISOString()
const areas = [
  [440305, 3106],
  [320102, 2214],
  [330106, 1806],
  [310104, 1268],
  [370202, 920],
  [510104, 986],
  [420102, 932],
  [110105, 884],
  [210202, 486],
  [610112, 390],
  [650102, 120],
  [530102, 260],
  [230102, 210],
  [150102, 140],
  [350203, 460],
  [410102, 300],
] as const

const long = {
  customer: 'Harbour View International Hotel and Convention Kitchen 临湖国际',
  recipe: {
    en: 'Slow-roasted shoulder of lamb with rosemary and garlic',
    zh: '迷迭香蒜香慢烤羊肩配时令根茎蔬菜与浓缩肉汁',
  },
  fault: { en: 'Steam generator water level too low', zh: '蒸汽发生器水位过低请检查供水' },
} as const

/** Returns the organisation and one device of it. */
export async function makeWallWorld(app: TestApp) {
  // Half past two in the afternoon, so that the day has had its runs.
  const now = nextAfternoon(app.clock.now())
  await plantRuns(app, now)
  app.clock.advance(now - app.clock.now())
  const agent = await make.organisation(app, {
    kind: 'agent',
    name: 'Northern Region Kitchens and Refrigeration Service Partners',
  })
  const customer = await make.organisation(app, { parentId: agent.id, name: long.customer })
  const products = []
  for (let each = 0; each < 9; each += 1)
    products.push(
      await make.product(app, {
        kind: each % 3 === 2 ? 'cooler' : 'oven',
        en: each < 2 ? `Combi steam oven ten trays model ${each}` : `CX-${each}0`,
        zh: each < 2 ? `十层万能蒸烤箱加高型第${each}代` : `CX-${each}0`,
      }),
    )
  await plantDevices(app, now, customer.id, products)
  await plantTaken(app, now, [customer.id, agent.id], { oven: products[0]?.id ?? '0', cooler: products[2]?.id ?? '0' })
  const { rows } = await sql<{ id: string; productId: string; kind: 'oven' | 'cooler' }>`
    select device_id::text as id, product_id::text as product_id, kind from device_state where organisation_id = ${customer.id}::bigint order by device_id limit 200`.execute(
    app.db,
  )
  const [oven, ...others] = rows.filter(({ kind }) => kind === 'oven')
  const coolers = rows.filter(({ kind }) => kind === 'cooler')
  if (oven === undefined) throw new Error('No oven')
  for (const [index, cooler] of coolers.slice(0, 4).entries()) await plantExcursion(app, cooler, customer.id, index)
  return { agent, customer, oven, others, products }
}

/**
 * Plants fourteen thousand devices with the rows that triggers keep of each: on a busy machine that takes longer than a
 * statement of the program may.
 */
async function plantDevices(
  app: TestApp,
  now: number,
  organisationId: string,
  products: readonly Readonly<{ id: string }>[],
): Promise<void> {
  const list = areas.map(([area, count]) => ({ area, count }))
  const [createdAt, activatedAt] = [iso(now - 40 * dayMs), iso(now - 39 * dayMs)]
  await app.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`
      with lots as (select * from json_to_recordset(${JSON.stringify(list)}::json) as l (area int, count int)),
      numbered as (select l.area, n, row_number() over () as at from lots l, generate_series(1, l.count) n),
      made as (
        insert into device (product_id, sn, name, device_secret, province, city, region, created_at, activated_at)
        select (${products.map(({ id }) => id)}::bigint[])[1 + (at % 9)], 'WALL-' || at, 'Wall ' || at, '\\x00',
          (area / 10000 * 10000)::text, (area / 100 * 100)::text, area::text, ${createdAt}::timestamptz, ${activatedAt}::timestamptz
        from numbered returning id, product_id, region)
      insert into device_state (device_id, product_id, organisation_id, kind, installed, online, work_state, connector_id, created_at, area)
      select m.id, m.product_id, ${organisationId}::bigint, k.kind, true, m.id % 8 <> 0, case when k.kind = 'oven' and m.id % 5 = 0 then 2 end,
        (select connector_id from connector_lease limit 1), ${createdAt}::timestamptz, m.region::int
      from made m join product p on p.id = m.product_id join product_series s on s.id = p.series_id
      join lateral (select s.category as kind) k on true`.execute(trx)
  })
}

const zoneMs = 8 * hourMs

/** 14:32 in Shanghai, after a moment. */
function nextAfternoon(after: number): number {
  const today = Math.floor((after + zoneMs) / dayMs) * dayMs - zoneMs + 14.53 * hourMs
  return today > after ? today : today + dayMs
}

/** Every due run has been taken. */
async function plantRuns(app: TestApp, now: number): Promise<void> {
  const runs = []
  for (let day = Math.floor((now + zoneMs) / dayMs) - 70; day * dayMs - zoneMs < now; day += 1)
    for (const hour of [1, 7, 13, 19]) {
      const due = day * dayMs - zoneMs + hour * hourMs
      if (due <= now) runs.push({ due: iso(due), day: iso(day * dayMs).slice(0, 10) })
    }
  await sql`delete from statistic_run`.execute(app.db)
  await sql`
    insert into statistic_run (due_at, day, began_at, ended_at, outcome)
    select due, day, due, due, 'succeeded' from json_to_recordset(${JSON.stringify(runs)}::json) as r (due timestamptz, day date)`.execute(
    app.db,
  )
}

/** Runs took these: activations of many days, and of today faults, recipes and commands. */
async function plantTaken(
  app: TestApp,
  now: number,
  organisationIds: readonly string[],
  products: Readonly<{ oven: string; cooler: string }>,
): Promise<void> {
  const recipes = []
  for (let each = 0; each < 5; each += 1) {
    const made = await sql<{ id: string }>`select id::text from recipe order by id offset ${each} limit 1`.execute(
      app.db,
    )
    recipes.push(made.rows[0]?.id ?? String(900_001 + each))
  }
  const days = Array.from({ length: 70 }, (_, back) => iso(now + zoneMs - back * dayMs).slice(0, 10))
  const lastDay = days[0] ?? ''
  const parts = [
    ...recipes.map((id, index) => ['cooked', id, 1926 - index * 173]),
    ...['E04', 'E11', 'E07', 'E21', 'E02', 'E15', 'E09', 'E31'].flatMap((code, index) => [
      ['faults', `major|eliminated|Fault|${code}`, 49 - index * 5],
      ['faults', `major|active|Fault|${code}`, 9 - index],
    ]),
    ['commands', 'succeeded', 18_081],
    ['commands', 'failed', 123],
  ] as const
  const productOf = (measure: string) => (measure === 'cooked' ? products.oven : '0')
  const put = (day: string, measure: string, part: string, value: number) =>
    sql`
    insert into statistic_day (day, organisation_id, measure, product_id, place, part, own, within)
    select ${day}::date, o, ${measure}, ${productOf(measure)}::bigint, 0, ${part}, 0, ${value} from unnest(${organisationIds}::bigint[]) o
    on conflict do nothing`.execute(app.db)
  for (const [measure, part, value] of parts) await put(lastDay, String(measure), String(part), Number(value))
  for (const [index, day] of days.entries()) {
    await put(day, 'activations', '', 20 + ((index * 37) % 60))
    await sql`
    insert into statistic_share (day, organisation_id, measure, product_ids, places, tops, bases)
    select ${day}::date, o, 'coolerTime', array[${products.cooler}::bigint], '{0}', '{990}', '{1000}' from unnest(${organisationIds}::bigint[]) o
    on conflict do nothing`.execute(app.db)
  }
}

type Device = Readonly<{ id: string; productId: string }>

async function plantExcursion(
  app: TestApp,
  { id, productId }: Device,
  organisationId: string,
  index: number,
): Promise<void> {
  const at = iso(app.clock.now() - (index + 1) * 1_740_000)
  const measured = { limitC: index % 2 === 0 ? -15 : 5, worstC: index % 2 === 0 ? -9.4 : 8.6 }
  await sql`
    insert into fault_open (id, month, type, alert_type, device_id, device_kind, product_id, organisation_id, raised_organisation_id,
      identifier, code, severity, category, output, search, condition, handling, raised_at, last_at, updated_at)
    values (next_fault_id(date_trunc('month', ${at}::timestamptz)::date), date_trunc('month', ${at}::timestamptz)::date, 'alarm', 'excursion', ${id}::bigint,
      'cooler', ${productId}::bigint, ${organisationId}::bigint, ${organisationId}::bigint, 'Temperature', 'high', 'major', 'cooling',
      ${JSON.stringify(measured)}::jsonb, '', 'active', 'new', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)`.execute(
    app.db,
  )
}

/** A fault is raised at a device, as the worker writes it. */
export async function raiseOnWall(app: TestApp, { id, productId }: Device, organisationId: string): Promise<void> {
  const at = iso(app.clock.now())
  await sql`
    insert into fault_code (product_id, identifier, code, severity, category, name, en_name, updated_at)
    values (${productId}::bigint, 'Fault', 'E77', 'major', 'water', ${long.fault.zh}, ${long.fault.en}, now()) on conflict do nothing`.execute(
    app.db,
  )
  await sql`
    with raised as (
      insert into fault_open (id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id,
        identifier, code, severity, category, output, search, condition, handling, raised_at, last_at, updated_at)
      values (next_fault_id(date_trunc('month', ${at}::timestamptz)::date), date_trunc('month', ${at}::timestamptz)::date, 'fault', ${id}::bigint,
        'oven', ${productId}::bigint, ${organisationId}::bigint, ${organisationId}::bigint, 'Fault', 'E77', 'major', 'water',
        '{}'::jsonb, '', 'active', 'new', ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz) returning id, month)
    insert into fault_act (month, fault_id, at, act) select month, id, ${at}::timestamptz, 'raise' from raised`.execute(
    app.db,
  )
}
