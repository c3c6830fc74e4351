import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import type { Figure } from '../run.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { listFigure } from '../support/list-figure.ts'
import { measureWatching } from './fault-watch.ts'
import { archived, open, plantFaults } from './plant-faults.ts'

const lists = 40

type Case = Readonly<{
  what: string
  search: RequestOf<typeof faultApi.page>
  /** Predicates on open and closed records; `null`: those are not read. */
  open: string | null
  closed: string | null
  offset?: number
}>
const since = (days: number) =>
  `and f.raised_at >= now() - interval '${days} days' and f.month >= date_trunc('month', now() - interval '${days} days')::date`
const month = since(30)
const both = (where: string): Pick<Case, 'open' | 'closed'> => ({ open: where, closed: `${where} ${month}` })
const named = (keyword: string) => `and grams(f.search) @> bigrams('${keyword}') and f.search ilike '%${keyword}%'`
const oneDevice = `(select id from device where sn = 'BENCH12345')`
const oneProduct = `(select product_id from device where sn = 'BENCH12345')`
const late = `and ((f.handling = 'new' and f.raised_at <= now() - interval '24 hours')
  or (f.condition = 'active' and f.handling <> 'closed' and f.raised_at <= now() - interval '7 days'))`

/** `ids`: of the records that the searches name. */
const casesOf = (
  ids: Readonly<{ device: string; product: string; customer: string }>,
  now: number,
): readonly Case[] => [
  {
    what: 'the inbox',
    search: { type: 'all', open: 'true', shelved: 'false' },
    open: 'and coalesce(f.shelved_until > now(), false) = false',
    closed: null,
  },
  { what: 'all of 30 days', search: { type: 'all' }, ...both('') },
  { what: 'its page 100 of 80 rows', search: { type: 'all', pageNum: 100, pageSize: 80 }, ...both(''), offset: 7920 },
  { what: 'alarms', search: { type: 'alarm' }, ...both(`and f.type = 'alarm'`) },
  { what: 'critical ones', search: { type: 'all', severity: 'critical' }, ...both(`and f.severity = 'critical'`) },
  { what: 'one code', search: { type: 'all', code: 'E39' }, ...both(`and f.code = 'E39'`) },
  { what: 'a category', search: { type: 'all', category: 'fan' }, ...both(`and f.category = 'fan'`) },
  { what: 'stale ones', search: { type: 'all', stale: 'true' }, open: late, closed: null },
  { what: 'a model', search: { type: 'all', productId: ids.product }, ...both(`and f.product_id = ${oneProduct}`) },
  {
    what: 'a customer',
    search: { type: 'all', customerId: ids.customer },
    ...both(`and f.organisation_id = ${ids.customer}`),
  },
  { what: 'a device', search: { type: 'all', deviceId: ids.device }, ...both(`and f.device_id = ${oneDevice}`) },
  {
    what: 'a province',
    search: { type: 'all', province: '360000' },
    ...both(
      `and exists (select from device_state s where s.device_id = f.device_id and s.area between 360000 and 369999)`,
    ),
  },
  { what: 'an SN', search: { type: 'all', keyword: 'BENCH12345' }, ...both(named('BENCH12345')) },
  // A keyword that nearly all records contain does not use the index.
  { what: 'a word in all', search: { type: 'all', keyword: '风机' }, ...both(`and f.search ilike '%风机%'`) },
  { what: 'a word in none', search: { type: 'all', keyword: '没有' }, ...both(named('没有')) },
  {
    what: 'an SN in 300 days',
    search: { type: 'all', keyword: 'BENCH12345', startTime: new Date(now - 300 * 86_400_000).toISOString() },
    open: `${named('BENCH12345')} and f.raised_at >= now() - interval '300 days'`,
    closed: `${named('BENCH12345')} ${since(300)}`,
  },
]

/** The same by SQL alone: each table gives what the page can need in the order of its index, then what its rows show. */
async function bySql(
  { pool }: Pick<DurableApp, 'pool'>,
  { open: ofOpen, closed, offset = 0, search }: Case,
): Promise<void> {
  const size = Number(search.pageSize ?? 10)
  const from = (table: string, where: string | null, tail: string) =>
    where === null ? [] : [`(select f.id, f.raised_at from ${table} f where f.device_kind = 'oven' ${where} ${tail})`]
  const parts = (tail: string) =>
    [...from('fault_open', ofOpen, tail), ...from('fault_record', closed, tail)].join(' union all ')
  const order = 'order by raised_at desc, id desc'
  const [{ rows }] = await Promise.all([
    pool.query<{ id: string }>(
      `select id from (${parts(`${order} limit ${offset + size}`)}) as found ${order} limit ${size} offset ${offset}`,
    ),
    pool.query(`select count(*) from (select from (${parts('')}) as found limit 10001) as counted`),
  ])
  const ids = rows.map(({ id }) => id)
  const shown = (table: string, where: string) =>
    pool.query(
      `select r.*, d.sn, d.name, d.warranty_until, d.address, p.name as product, o.name as customer, c.name as said, c.reason, a.name as assignee, u.nickname
       from ${table} r join device d on d.id = r.device_id join product p on p.id = r.product_id
       join organisation o on o.id = r.organisation_id left join account a on a.id = r.assignee_id
       left join fault_code c on c.product_id = r.product_id and c.identifier = r.identifier and c.code = r.code
       left join lateral (select u.nickname from device_binding b join app_user u on u.id = b.app_user_id
         where b.device_id = r.device_id and b.unbound_at is null and b.role = 'owner' order by b.bound_at limit 1) as u on true
       where ${where}`,
      [ids],
    )
  await shown('fault_open', 'r.id = any($1::bigint[])')
  await shown('fault_record', '(r.month, r.id) in (select month_of_fault(w), w from unnest($1::bigint[]) as w)')
}

/** Measures watching per message, lists of faults over HTTP against the bare SQL, and the months that a 30-day plan reads. */
export async function measure(): Promise<readonly Figure[]> {
  const watching = await measureWatching()
  await using app = await durableApp(process.env['BENCH_FAULTS_DIR'])
  await plantFaults(app)
  await app.pool.query(`delete from account where account like 'test-%'`)
  const reader = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const { rows: found } = await app.pool.query<{ device: string; product: string; customer: string }>(
    `select id::text as device, product_id::text as product, (select id::text from organisation where name = 'Bench customer 77') as customer
     from device where sn = 'BENCH12345'`,
  )
  const [ids] = found
  if (ids === undefined) throw new Error('The device was not planted')
  const figures: Figure[] = [...watching]
  const size = `${open.toLocaleString('en')} open and ${archived.toLocaleString('en')} closed records`
  const read = async (address: string) => (await fetch(address, { headers: { authorization: reader.token } })).text()
  for (const one of casesOf(ids, Date.now())) {
    const address = addressOf(api.url, faultApi.page, { kind: 'oven', ...one.search })
    figures.push(
      await listFigure({
        name: `${size}, ${one.what}`,
        rounds: lists,
        http: () => read(address),
        sql: () => bySql(app, one),
      }),
    )
  }
  const totals = addressOf(api.url, faultApi.totals, { kind: 'oven' })
  const counted = `select severity, handling, count(*) from fault_open where device_kind = 'oven' group by 1, 2`
  figures.push(
    await listFigure({
      name: `${size}, totals of open ones`,
      rounds: lists,
      http: () => read(totals),
      sql: () => app.pool.query(counted),
    }),
  )
  const { rows: plan } = await app.pool.query<{ 'QUERY PLAN': string }>(
    `explain select f.id from fault_record f where f.device_kind = 'oven' ${month} order by f.raised_at desc limit 10`,
  )
  const partitions = new Set(plan.flatMap((line) => line['QUERY PLAN'].match(/fault_record_\d{6}/g) ?? [])).size
  figures.push({
    name: 'partitions that the list of 30 days reads, one a month',
    measured: String(partitions),
    against: '2 months',
    ratio: partitions / 2,
    goal: 'at most 1',
  })
  return figures
}
