// @both-databases: the keyword search is an index and a function of the database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { sql, type RawBuilder } from 'kysely'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

type Search = RequestOf<typeof deviceCalls.oven.list>

let app: TestApp
let token: string
let customers: string[]

const devices = 10_500

/** Several blocks of ids, in no order of time; some with the same time. */
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  customers = [(await make.organisation(app)).id, (await make.organisation(app)).id]
  const oven = await make.product(app, { kind: 'oven' })
  const cooler = await make.product(app, { kind: 'cooler' })
  await sql`
    with made as (
      insert into device (product_id, sn, name, mac, device_secret, created_at)
      select case when i % 5 = 0 then ${cooler.id} else ${oven.id} end::bigint,
        'BX' || (10 + i / 4000) || lpad(i::text, 6, '0'),
        case i % 3 when 0 then '面包房左炉 ' when 1 then 'Pass Oven ' else '冷柜' end || i % 70,
        '02:' || upper(substr(md5(i::text), 1, 2)), ''::bytea,
        timestamptz '2026-01-01' + (hashint4(i / 3) % 5000) * interval '1 hour'
      from generate_series(1, ${devices}) as i
      returning id, product_id, case when product_id = ${cooler.id}::bigint then 'cooler' else 'oven' end as kind, created_at
    )
    insert into device_state (device_id, product_id, organisation_id, kind, installed, online, created_at)
    select id, product_id, case when id % 40 = 0 then ${customers[0]} else ${customers[1]} end::bigint, kind, id % 50 <> 0, id % 2 = 0, created_at
    from made`.execute(app.db)
})
after(() => app.stop())

/** The expected result from a scan of every device. */
async function expected(
  kind: 'oven' | 'cooler',
  keyword: string,
  { pageNum = 1, online, order }: { pageNum?: number; online?: boolean; order?: RawBuilder<unknown> },
  customer?: string,
) {
  const matching = sql`
    from device_state i join device d on d.id = i.device_id
    where i.kind = ${kind} and i.installed and position(lower(${keyword}) in lower(d.search)) > 0
      ${online === undefined ? sql`` : sql`and online = ${online}`}
      ${customer === undefined ? sql`` : sql`and organisation_id = ${customer}`}`
  const ids = await sql<{ id: string }>`
    select d.id ${matching} order by ${order ?? sql`i.created_at desc, d.id desc`} limit 80 offset ${(pageNum - 1) * 80}`.execute(
    app.db,
  )
  const count = await sql<{ n: number }>`select count(*)::int as n ${matching}`.execute(app.db)
  return { ids: ids.rows.map(({ id }) => id), total: Math.min(count.rows[0]?.n ?? 0, 10_000) }
}
async function found(search: Search, as = token, endpoint = deviceCalls.oven.list) {
  const { status, envelope } = await app.ask(endpoint, { pageSize: 80, ...search }, { token: as })
  assert.equal(status, 200, envelope.msg)
  return { ids: envelope.data.list.map(({ id }) => id), total: envelope.data.total }
}

const keywords = [
  'bx',
  'BX1',
  'bx11',
  'BX13',
  '00',
  '0123',
  '999',
  '左炉',
  '面包房左炉 1',
  'pass',
  'ss ov',
  '02:A',
  'F0',
  '冷柜',
  '柜6',
  'zz',
  '%%',
  '_1',
]

test('a search returns the result of a full scan, in the same order, page by page', async () => {
  for (const keyword of keywords) {
    for (const pageNum of [1, 30]) {
      assert.deepEqual(
        await found({ keyword, pageNum }),
        await expected('oven', keyword, { pageNum }),
        `${keyword} ${pageNum}`,
      )
    }
    assert.deepEqual(
      await found({ keyword }, token, deviceCalls.cooler.list),
      await expected('cooler', keyword, {}),
      keyword,
    )
  }
})

test('other filters hold beside a keyword', async () => {
  for (const keyword of keywords) {
    assert.deepEqual(await found({ keyword, online: true }), await expected('oven', keyword, { online: true }), keyword)
    const customerId = customers[1]
    assert.deepEqual(await found({ keyword, customerId }), await expected('oven', keyword, {}, customerId), keyword)
  }
})

test('a customer with few devices finds its own, however many the others have', async () => {
  const [organisationId] = customers
  const { token: own } = await make.account(app, { role: 'administrator', organisationId: organisationId ?? '' })
  for (const keyword of keywords) {
    assert.deepEqual(await found({ keyword }, own), await expected('oven', keyword, {}, organisationId), keyword)
  }
})

/** Each order as a plain statement; `way` is its direction. */
const orders: Readonly<Record<string, (way: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  sn: (way) => sql`d.sn ${way}`,
  name: (way) => sql`name_key(d.name, d.spelling) collate "C" ${way}, d.id ${way}`,
  lastSeenAt: (way) => sql`i.last_seen_at ${way} nulls last, d.id ${way}`,
  state: (way) => sql`state_rank(i.online, i.work_state) ${way}, i.created_at ${way}, d.id ${way}`,
  warranty: (way) => sql`d.warranty_until ${way} nulls last, d.id ${way}`,
  customer: (
    way,
  ) => sql`(select name_key(o.name, o.spelling) collate "C" from organisation o where o.id = i.organisation_id) ${way},
    i.organisation_id ${way}, i.created_at ${way}, d.id ${way}`,
}

test('a search in another order returns the result of a full scan, page by page, beside other filters too', async () => {
  for (const keyword of ['0123', '面包房左炉 1', 'bx', '左炉', 'zz'])
    for (const [name, orderOf] of Object.entries(orders))
      for (const [sort, order] of [
        [name, orderOf(sql`asc`)],
        [`-${name}`, orderOf(sql`desc`)],
      ] as const)
        for (const search of [{}, { pageNum: 12 }, { online: true }])
          assert.deepEqual(
            await found({ keyword, sort, ...search }),
            await expected('oven', keyword, { ...search, order }),
            `${keyword} ${sort} ${JSON.stringify(search)}`,
          )
})
