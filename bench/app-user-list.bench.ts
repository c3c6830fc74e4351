import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { addressKey } from '@brigade/server/app-user/keyed-hash.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import pg from 'pg'
import { durableApp } from './support/durable-app.ts'
import { loadDevices, loadOrganisations } from './support/load-devices.ts'
import { listFigure } from './support/list-figure.ts'
import type { Figure } from './run.ts'

const people = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000)
const devices = 30_000
const bindingsEach = 3
const ofCustomer = 50
const lists = 200
const phone = '13900777777'

/** Rows are inserted without the triggers that would run once a row, so what those triggers keep is written here. */
const plant = `
  set session_replication_role = replica;
  insert into app_user (nickname, phone, email, phone_key, created_at, last_login_at, last_call_at, has_device)
  select 'Cook 厨师 ' || n, '139' || lpad(n::text, 8, '0'), '', sha256(('phone ' || n)::bytea), now() - n * interval '3 minutes',
    now() - n * interval '2 minutes', now() - n * interval '1 minute', true
  from generate_series(1, ${people}) n;
  with places as (select device_id, row_number() over (order by device_id) - 1 as n from device_state where organisation_id <> $ORGANISATION),
    counted as (select count(*)::bigint as devices from places)
  insert into device_binding (device_id, app_user_id, role, bound_at, unbound_at, organisation_id)
  select p.device_id, u.id, 'member', now(), null, null from app_user u cross join generate_series(0, ${bindingsEach - 1}) k cross join counted c
    join places p on p.n = (u.id * 7919 + k * 104729) % c.devices;
  insert into device_binding (device_id, app_user_id, role, bound_at, unbound_at, organisation_id)
  select (select min(device_id) from device_state where organisation_id = $ORGANISATION), u.id, 'member', now(), null, null
  from app_user u where u.id % (${people} / ${ofCustomer}) = 1 order by u.id limit ${ofCustomer};
  set session_replication_role = default;
  analyze app_user; analyze device_binding; analyze device_state`

type Case = Readonly<{ what: string; search: RequestOf<typeof appUserApi.list>; where: string; token: string }>

/** The list of very many app users through HTTP, against the same SQL alone. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp()
  const client = new pg.Client({ connectionString: app.settings.databaseUrl, options: '-c synchronous_commit=off' })
  await client.connect()
  await loadOrganisations(client, 3000)
  await loadDevices(client, devices, () => undefined)
  const { rows: found } = await client.query<{ id: string }>(
    `select organisation_id as id from device_state s join organisation o on o.id = s.organisation_id where o.kind = 'customer' group by 1 order by count(*), 1 limit 1`,
  )
  const organisationId = found[0]?.id ?? ''
  await client.query(plant.replaceAll('$ORGANISATION', organisationId))
  const key = addressKey(app.settings.secretKey, phone)
  await client.query('update app_user set phone = $1, phone_key = $2 where id = (select max(id) / 2 from app_user)', [
    phone,
    key,
  ])
  await client.end()
  const admin = await make.account(app, { role: 'administrator' })
  const customer = await make.account(app, { operationCodes: ['app-user:view'], organisationId })
  const api = await app.start('api')
  const byPhone = `and phone_key = '\\x${key.toString('hex')}'`
  const within = `and id in (select b.app_user_id from device_binding b join device_state s on s.device_id = b.device_id
    where b.unbound_at is null and s.organisation_id = ${organisationId})`
  const cases: readonly Case[] = [
    { what: 'newest first', search: {}, where: '', token: admin.token },
    { what: 'a whole phone number', search: { keyword: phone }, where: byPhone, token: admin.token },
    { what: `of a customer with ${ofCustomer}`, search: {}, where: within, token: customer.token },
  ]
  const figures: Figure[] = []
  for (const { what, search, where, token } of cases) {
    const address = addressOf(api.url, appUserApi.list, search)
    const http = async () => (await fetch(address, { headers: { authorization: token } })).text()
    const sql = async () => {
      const [{ rows }] = await Promise.all([
        app.pool.query<{ id: string }>(
          `select id from app_user where removed_at is null ${where} order by created_at desc, id desc limit 10`,
        ),
        app.pool.query(
          `select count(*)::int as n from (select id from app_user where removed_at is null ${where} limit 10001) as counted`,
        ),
      ])
      await app.pool.query(
        `select app_user.*, (select count(*) from device_binding b where b.app_user_id = app_user.id and b.unbound_at is null) as devices,
           (select max(bound_at) from device_binding b where b.app_user_id = app_user.id and b.unbound_at is null) as bound_at
         from app_user where id = any($1::bigint[])`,
        [rows.map(({ id }) => id)],
      )
    }
    figures.push(
      await listFigure({ name: `${people.toLocaleString('en')} app users, ${what}`, rounds: lists, http, sql }),
    )
  }
  return figures
}
