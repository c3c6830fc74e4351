import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp } from './support/durable-app.ts'
import { listFigure } from './support/list-figure.ts'
import type { Figure } from './run.ts'

const accounts = 100_000
const customers = 2000
const lists = 200

/** Accounts of many customers; most of them signed in some time ago. */
const plant = `
  with platform as (select id from organisation where kind = 'platform'),
  made as (
    insert into organisation (parent_id, kind, name, created_at, updated_at)
    select platform.id, 'customer', 'Bench customer ' || n, now(), now() from platform, generate_series(1, ${customers}) n
    returning id),
  numbered as (select id, row_number() over (order by id) - 1 as place from made)
  insert into account (organisation_id, role_id, account, name, phone, email, password_hash, last_login_at, created_at, updated_at)
  select o.id, (select id from role where key = 'customer-administrator'), 'bench.' || n, 'Person 员工 ' || n,
    '138' || lpad(n::text, 8, '0'), 'bench.' || n || '@example.com', '', now() - n * interval '5 minutes', now() - n * interval '7 minutes', now()
  from generate_series(1, ${accounts}) n join numbered o on o.place = n % ${customers}`

const within = `account.removed_at is null
  and account.organisation_id in (select descendant_id from organisation_tree where ancestor_id = (select id from organisation where kind = 'platform'))
  and account.organisation_id in (select id from organisation where kind = 'customer')`
type Case = Readonly<{
  what: string
  search: RequestOf<typeof accountApi.listOfCustomers>
  where: string
  order: string
}>
const cases: readonly Case[] = [
  { what: 'newest first', search: {}, where: '', order: 'created_at desc' },
  { what: 'last sign-in', search: { sort: '-lastLoginAt' }, where: '', order: 'last_login_at desc nulls last' },
  {
    what: 'a rare word',
    search: { keyword: 'bench.77777' },
    where: `and grams(search) @> bigrams('bench.77777') and search like '%bench.77777%'`,
    order: 'created_at desc',
  },
  {
    what: 'idle for 90 days',
    search: { idle: '90' },
    where: `and coalesce(last_login_at, created_at) <= now() - interval '90 days'`,
    order: 'created_at desc',
  },
]

/** The list of very many accounts through HTTP, against the same SQL alone. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const { token } = await make.account(app, { role: 'administrator' })
  await app.pool.query(plant)
  await app.pool.query('analyze account')
  await app.pool.query('analyze organisation_tree')
  const api = await app.start('api')
  const figures: Figure[] = []
  for (const { what, search, where, order } of cases) {
    const address = addressOf(api.url, accountApi.listOfCustomers, search)
    const http = async () => (await fetch(address, { headers: { authorization: token } })).text()
    const sql = async () => {
      const [{ rows }] = await Promise.all([
        app.pool.query<{ id: string }>(
          `select account.id from account where ${within} ${where} order by ${order}, account.id desc limit 10`,
        ),
        app.pool.query(
          `select count(*)::int as n from (select account.id from account where ${within} ${where} limit 10001) as counted`,
        ),
      ])
      await app.pool.query(
        `select account.*, role.name, organisation.name from account join role on role.id = account.role_id
         join organisation on organisation.id = account.organisation_id where ${within} and account.id = any($1::bigint[])`,
        [rows.map(({ id }) => id)],
      )
    }
    figures.push(
      await listFigure({ name: `${accounts.toLocaleString('en')} accounts, ${what}`, rounds: lists, http, sql }),
    )
  }
  return figures
}
