import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { listFigure } from '../support/list-figure.ts'
import type { Figure } from '../run.ts'

const lines = Number(process.env['BENCH_LOG_LINES'] || 10_000_000)
const organisations = 2000
const days = 360
const lists = Number(process.env['BENCH_LISTS'] || 100)
const atOnce = 1_000_000

const plantOrganisations = `insert into organisation (parent_id, kind, name, created_at, updated_at)
  select (select id from organisation where kind = 'platform'), 'customer', 'Bench customer ' || n, now(), now() from generate_series(1, ${organisations}) n`
const months = `select create_partition(of_table, month::date) from unnest(array['operation_log', 'operation_scope', 'operation_seal', 'operation_change']) as of_table,
  generate_series(date_trunc('month', now() - interval '${days} days'), now(), interval '1 month') month where to_regclass(of_table || '_' || to_char(month, 'YYYYMM')) is null`
/**
 * Lines of customers, sealed, read by each and by the platform. Every tenth has a change of a device; one in 5,000 is of a
 * role, another of a rare operation, a third from a rare address, and one in 50,000 was interrupted.
 */
const plant = (from: number, to: number) => `
  with at as (
    select n, now() - (${lines} - n) * (interval '${days} days' / ${lines}) as logged_at, first.id + n % ${organisations} as organisation_id
    from generate_series(${from}, ${to}) n, (select min(id) as id from organisation where kind = 'customer') as first
  ), line as (
    insert into operation_log (operation_id, logged_at, account, organisation_id, address, module, operation, method, path, duration_ms, code, success, origin)
    select md5('bench' || n)::uuid, logged_at, 'bench.' || n % 5000, organisation_id,
      case when n % 5000 = 2 then '203.0.113.9' else '10.0.' || n % 200 || '.7' end,
      case when n % 5000 = 0 then 'role' else 'device' end,
      case when n % 5000 = 1 then 'oven.remove' else 'oven.update' end, 'POST', '/api/web/bench', 12, 200, n % 20 > 0,
      case when n % 50000 = 3 then 'interrupted' else 'call' end from at
    returning id, logged_at, organisation_id
  ), change as (
    insert into operation_change (operation_id, logged_at, call, table_name, row_id, action, before, after, scope)
    select md5('bench' || n)::uuid, logged_at, '', case when n % 5000 = 0 then 'role' else 'device' end,
      (n / 10 % 20000)::text, 'update', '{}', '{}', array[organisation_id]
    from at where n % 10 = 0
  ), seen as (
    insert into operation_scope (organisation_id, logged_at, line_id)
    select organisation_id, logged_at, id from line
    union all select platform.id, logged_at, line.id from line, (select id from organisation where kind = 'platform') as platform
  ) insert into operation_seal (n, sealed_at, line_id, logged_at, body_hash, leaf, head, format)
    select id, logged_at, id, logged_at, '', '', '', 2 from line`

/** A reader finds by account or address only actors within his scope; the platform finds every one. */
const byActor = (condition: string) => (isPlatform: boolean) =>
  isPlatform
    ? `and ${condition}`
    : `and ${condition} and line.organisation_id in (select descendant_id from organisation_tree where ancestor_id = $1)`

/** The operations that changed a record, as far as the reader sees them; the platform sees every one. */
const changed = (type: string, id?: string) => (isPlatform: boolean) =>
  `and line.operation_id in (select c.operation_id from operation_change c where c.table_name = '${type}'
    ${id === undefined ? '' : `and c.row_id = '${id}'`}
    ${isPlatform ? '' : `and $1::bigint = any (c.scope || array(select id from organisation where kind = 'platform'))`})`

/** The test replaces it by the id of the first customer. */
const theFirst = 'the first'

type Case = Readonly<{
  what: string
  search: RequestOf<typeof logApi.list>
  where: string | ((isPlatform: boolean) => string)
}>
const cases: readonly Case[] = [
  { what: 'newest first', search: {}, where: '' },
  { what: 'refused ones', search: { success: 'false' }, where: 'and not line.success' },
  { what: 'a rare module', search: { module: 'role' }, where: `and line.module = 'role'` },
  {
    what: 'one account',
    search: { account: 'bench.77' },
    where: byActor(`lower(line.account) = 'bench.77'`),
  },
  {
    what: 'a common operation',
    search: { operation: 'device.oven.update' },
    where: `and line.module = 'device' and line.operation = 'oven.update'`,
  },
  {
    what: 'a rare operation',
    search: { operation: 'device.oven.remove' },
    where: `and line.module = 'device' and line.operation = 'oven.remove'`,
  },
  {
    what: 'an address',
    search: { address: '10.0.7.7' },
    where: byActor(`line.address = '10.0.7.7'`),
  },
  {
    what: 'the beginning of a rare address',
    search: { address: '203.0.' },
    where: byActor(`line.address like '203.0.%'`),
  },
  {
    what: 'one organisation',
    search: { organisationId: theFirst },
    where: `and line.organisation_id = (select min(id) from organisation where kind = 'customer')`,
  },
  { what: 'interrupted ones', search: { origin: 'interrupted' }, where: `and line.origin = 'interrupted'` },
  { what: 'one device', search: { recordType: 'device', recordId: '77' }, where: changed('device', '77') },
  { what: 'roles that were changed', search: { recordType: 'role' }, where: changed('role') },
  { what: 'devices that were changed', search: { recordType: 'device' }, where: changed('device') },
]

/** A folder that was planted before (`BENCH_LOG_DIR`) is reused unchanged. */
async function plantLines({ pool }: Pick<DurableApp, 'pool'>): Promise<void> {
  const { rows: planted } = await pool.query(`select from operation_log where account = 'bench.77' limit 1`)
  if (planted.length > 0) return
  await pool.query(plantOrganisations)
  await pool.query(months)
  for (let from = 1; from <= lines; from += atOnce) await pool.query(plant(from, Math.min(lines, from + atOnce - 1)))
  await pool.query('vacuum analyze operation_log, operation_change, operation_scope, operation_seal, organisation_tree')
}

/** The list of very many lines through HTTP, against the same SQL alone, for the platform and for one customer. */
export async function measure(): Promise<readonly Figure[]> {
  await using app = await durableApp(process.env['BENCH_LOG_DIR'])
  await plantLines(app)
  await app.pool.query(`delete from account where account like 'test-%'`)
  const { rows } = await app.pool.query<{ id: string }>(
    `select min(id) as id from organisation where kind = 'customer'`,
  )
  const customerId = rows[0]?.id ?? ''
  const api = await app.start('api')
  const figures: Figure[] = []
  for (const [who, reader] of [
    ['the platform', await make.account(app, { role: 'administrator' })],
    ['a customer', await make.account(app, { role: 'customer-administrator', organisationId: customerId })],
  ] as const)
    for (const { what, search, where } of cases) {
      const requested = search.organisationId === theFirst ? { organisationId: customerId } : search
      const address = addressOf(api.url, logApi.list, requested)
      const http = async () => (await fetch(address, { headers: { authorization: reader.token } })).text()
      const { rows: found } = await app.pool.query<{ id: string }>(
        'select organisation_id as id from account where id = $1',
        [reader.id],
      )
      const readerId = found[0]?.id
      const isPlatform = who === 'the platform'
      const mine = isPlatform
        ? `from operation_log line where $1::bigint is not null`
        : `from operation_scope seen cross join lateral (select * from operation_log where id = seen.line_id and logged_at = seen.logged_at offset 0) line
           where seen.organisation_id = $1`
      const narrowed = typeof where === 'string' ? where : where(isPlatform)
      const matching =
        narrowed === '' ? 'from operation_scope seen where seen.organisation_id = $1' : `${mine} ${narrowed}`
      const [id, at] =
        narrowed !== '' && isPlatform ? ['line.id', 'line.logged_at'] : ['seen.line_id', 'seen.logged_at']
      const sql = async () => {
        const [{ rows: ids }] = await Promise.all([
          app.pool.query<{ id: string; at: string }>(
            `select ${id} as id, ${at} as at ${matching} order by ${at} desc, ${id} desc limit 10`,
            [readerId],
          ),
          app.pool.query(`select count(*)::int from (select ${id} ${matching} limit 10001) as counted`, [readerId]),
        ])
        await app.pool.query(
          `select line.*, organisation.name, seal.n from operation_log line left join organisation on organisation.id = line.organisation_id
           left join operation_seal seal on seal.line_id = line.id where line.id = any($1::bigint[]) and line.logged_at = any($2::timestamptz[])`,
          [ids.map(({ id }) => id), ids.map(({ at }) => at)],
        )
      }
      figures.push(
        await listFigure({
          name: `${lines.toLocaleString('en')} lines, ${what}, for ${who}`,
          rounds: lists,
          http,
          sql,
        }),
      )
    }
  return figures
}
