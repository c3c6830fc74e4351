import { dayMs } from '@brigade/contract/time.ts'
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
  /** The reader is the customer's administrator, in place of the platform's. */
  isOfCustomer?: true
}>
const since = (days: number) =>
  `and f.raised_at >= now() - interval '${days} days' and f.month >= date_trunc('month', now() - interval '${days} days')::date`
const month = since(30)
const both = (where: string): Pick<Case, 'open' | 'closed'> => ({ open: where, closed: `${where} ${month}` })
const named = (keyword: string) =>
  `and grams(f.search) @> bigrams('${keyword.toLowerCase()}') and f.search like '%${keyword.toLowerCase()}%'`
const oneDevice = `(select id from device where sn = 'BENCH12345')`
const oneProduct = `(select product_id from device where sn = 'BENCH12345')`
const late = `and ((f.handling = 'new' and f.raised_at <= now() - interval '24 hours')
  or (f.condition = 'active' and f.handling <> 'closed' and f.raised_at <= now() - interval '7 days'))`

const plainCases: readonly Case[] = [
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
]

/** `ids`: of the records that the searches name. */
const casesOf = (
  ids: Readonly<{ device: string; product: string; series: string; customer: string; reader: string }>,
  now: number,
): readonly Case[] => [
  ...plainCases,
  {
    what: 'acknowledged ones',
    search: { type: 'all', handling: 'acknowledged' },
    open: `and f.handling = 'acknowledged'`,
    closed: null,
  },
  {
    what: 'eliminated ones',
    search: { type: 'all', condition: 'eliminated' },
    ...both(`and f.condition = 'eliminated'`),
  },
  {
    what: 'alarms of one kind',
    search: { type: 'alarm', alertType: 'device' },
    ...both(`and f.type = 'alarm' and f.alert_type = 'device'`),
  },
  {
    what: 'one’s own',
    search: { type: 'all', mine: 'true' },
    ...both(`and f.assignee_id = ${ids.reader}`),
  },
  {
    what: 'the shelved ones',
    search: { type: 'all', open: 'true', shelved: 'true' },
    open: 'and coalesce(f.shelved_until > now(), false)',
    closed: null,
  },
  { what: 'stale ones', search: { type: 'all', stale: 'true' }, open: late, closed: null },
  { what: 'a model', search: { type: 'all', productId: ids.product }, ...both(`and f.product_id = ${oneProduct}`) },
  {
    what: 'a series',
    search: { type: 'all', seriesId: ids.series },
    ...both(`and f.product_id in (select p.id from product p where p.series_id = ${ids.series})`),
  },
  {
    what: 'those at no known place',
    search: { type: 'all', located: 'unknown' },
    ...both(`and exists (select from device_state s where s.device_id = f.device_id and s.area is null)`),
  },
  {
    what: 'all of 30 days for a customer',
    search: { type: 'all' },
    ...both(`and f.organisation_id = ${ids.customer}`),
    isOfCustomer: true,
  },
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
  { what: 'a word in all', search: { type: 'all', keyword: '风机' }, ...both(`and f.search like '%风机%'`) },
  { what: 'a word in none', search: { type: 'all', keyword: '没有' }, ...both(named('没有')) },
  {
    what: 'an SN in 300 days',
    search: { type: 'all', keyword: 'BENCH12345', startTime: new Date(now - 300 * dayMs).toISOString() },
    open: `${named('BENCH12345')} and f.raised_at >= now() - interval '300 days'`,
    closed: `${named('BENCH12345')} ${since(300)}`,
  },
]

/** Reads what the rows of these records show. */
async function shownRows({ pool }: Pick<DurableApp, 'pool'>, ids: readonly string[]): Promise<void> {
  const shown = (table: string, where: string) =>
    pool.query(
      `select r.*, d.sn, d.name, d.warranty_until, d.address, p.name as product, o.name as customer, c.name as words, c.reason, a.name as assignee, u.nickname
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

/**
 * Reads the same by SQL alone: each table gives the rows that the page can need in the order of its index, then the
 * shown data is read.
 */
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
  await shownRows({ pool }, ids)
}

type Read = (address: string) => Promise<string>

/** The list of alarms has a call of its own. */
async function alarmsFigure(app: DurableApp, size: string, read: Read, url: string): Promise<Figure> {
  const address = addressOf(url, faultApi.alarms, { kind: 'oven' })
  const one: Case = { what: '', search: {}, ...both(`and f.type = 'alarm'`) }
  return listFigure({
    name: `${size}, the list of alarms`,
    rounds: lists,
    http: () => read(address),
    sql: () => bySql(app, one),
  })
}

/** One record with its history and how often its device had the same code. */
async function detailFigure(app: DurableApp, size: string, read: Read, url: string): Promise<Figure> {
  const { rows } = await app.pool.query<{ id: string }>(`select max(id)::text as id from fault_open where code = 'E39'`)
  const id = rows[0]?.id ?? ''
  const address = addressOf(url, faultApi.detail, { id })
  const same = (table: string) =>
    app.pool.query(
      `select count(*), max(f.raised_at) from ${table} f join fault_open o on o.id = $1
       where f.device_id = o.device_id and f.identifier = o.identifier and f.code = o.code`,
      [id],
    )
  return listFigure({
    name: `${size}, one record`,
    rounds: lists,
    http: () => read(address),
    sql: async () => {
      await shownRows(app, [id])
      await Promise.all([
        same('fault_open'),
        same('fault_record'),
        app.pool.query(
          'select * from fault_act where month = month_of_fault($1::bigint) and fault_id = $1::bigint order by at',
          [id],
        ),
      ])
    },
  })
}

/** Measures watching per message, lists of faults over HTTP against the bare SQL, and the months that a 30-day plan reads. */
export async function measure(): Promise<readonly Figure[]> {
  const watching = await measureWatching()
  await using app = await durableApp(process.env['BENCH_FAULTS_DIR'])
  await plantFaults(app)
  await app.pool.query(`delete from account where account like 'test-%'`)
  const reader = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  type Found = Readonly<Record<'device' | 'product' | 'series' | 'customer', string>>
  const { rows: found } = await app.pool.query<Found>(
    `select d.id::text as device, p.id::text as product, p.series_id::text as series,
       (select id::text from organisation where name = 'Bench customer 77') as customer
     from device d join product p on p.id = d.product_id where d.sn = 'BENCH12345'`,
  )
  const [ids] = found
  if (ids === undefined) throw new Error('The device was not planted')
  const customer = await make.account(app, { role: 'customer-administrator', organisationId: ids.customer })
  await app.pool.query('update fault_open set assignee_id = $1 where id % 100 = 7', [reader.id])
  await app.pool.query(`update fault_open set shelved_until = now() + interval '1 day' where id % 100 = 9`)
  await app.pool.query('vacuum analyze fault_open')
  const figures: Figure[] = [...watching]
  const size = `${open.toLocaleString('en')} open and ${archived.toLocaleString('en')} closed records`
  const read = async (address: string, { token } = reader) =>
    (await fetch(address, { headers: { authorization: token } })).text()
  for (const one of casesOf({ ...ids, reader: reader.id }, Date.now())) {
    const address = addressOf(api.url, faultApi.page, { kind: 'oven', ...one.search })
    figures.push(
      await listFigure({
        name: `${size}, ${one.what}`,
        rounds: lists,
        http: () => read(address, one.isOfCustomer === true ? customer : reader),
        sql: () => bySql(app, one),
      }),
    )
  }
  figures.push(await alarmsFigure(app, size, read, api.url), await detailFigure(app, size, read, api.url))
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
