import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp } from './support/durable-app.ts'
import { listFigure } from './support/list-figure.ts'
import type { Figure } from './run.ts'

const organisations = Number(process.env['BENCH_ORGANISATIONS'] || 100_000)
const sellers = 200
const lists = 200

/** Customers of many distributors. */
const plant = `
  with platform as (select id from organisation where kind = 'platform'),
  seller as (
    insert into organisation (parent_id, kind, name, created_at, updated_at)
    select platform.id, 'distributor', 'Bench distributor ' || n, now(), now() from platform, generate_series(1, ${sellers}) n
    returning id),
  numbered as (select id, row_number() over (order by id) - 1 as place from seller)
  insert into organisation (parent_id, kind, name, principal, contact, province, city, enabled, created_at, updated_at)
  select o.id, 'customer', 'Bench 餐厅 ' || n, 'Person ' || n, '138' || lpad(n::text, 8, '0'), '330000', '330100', n % 50 <> 0,
    now() - n * interval '7 minutes', now()
  from generate_series(1, ${organisations}) n join numbered o on o.place = n % ${sellers}`

const within = `kind = 'customer' and id in (
  select descendant_id from organisation_tree where ancestor_id = (select id from organisation where kind = 'platform'))`

type Case = Readonly<{ what: string; search: RequestOf<typeof customerApi.list>; where: string; order: string }>
const cases: readonly Case[] = [
  { what: 'newest first', search: {}, where: '', order: 'created_at desc' },
  { what: 'by name', search: { sort: 'name' }, where: '', order: `name_key(name, spelling) collate "C"` },
  {
    what: 'a rare word',
    search: { keyword: '13800077777' },
    where: `and grams(search) @> bigrams('13800077777') and search like '%13800077777%'`,
    order: 'created_at desc',
  },
  { what: 'disabled', search: { enabled: 'false' }, where: 'and not enabled', order: 'created_at desc' },
]

/** The list of very many organisations through HTTP, against the same SQL alone. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const { token } = await make.account(app, { role: 'administrator' })
  await app.pool.query(plant)
  await app.pool.query('analyze organisation')
  await app.pool.query('analyze organisation_tree')
  const api = await app.start('api')
  const figures: Figure[] = []
  for (const { what, search, where, order } of cases) {
    const address = addressOf(api.url, customerApi.list, search)
    const http = async () => (await fetch(address, { headers: { authorization: token } })).text()
    const sql = async () => {
      const [{ rows }] = await Promise.all([
        app.pool.query<{ id: string }>(
          `select id from organisation where ${within} ${where} order by ${order}, id desc limit 10`,
        ),
        app.pool.query(
          `select count(*)::int as n from (select id from organisation where ${within} ${where} limit 10001) as counted`,
        ),
      ])
      await app.pool.query(
        `select o.*, p.id, p.name, p.kind, (select sum(devices) from device_total_change c where c.organisation_id = o.id)
         from organisation o left join organisation p on p.id = o.parent_id where o.id = any($1::bigint[])`,
        [rows.map(({ id }) => id)],
      )
    }
    figures.push(
      await listFigure({ name: `${organisations.toLocaleString('en')} customers, ${what}`, rounds: lists, http, sql }),
    )
  }
  return figures
}
