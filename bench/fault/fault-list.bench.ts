import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { measureWatching } from '../support/fault-watch.ts'
import { durableApp } from '../support/durable-app.ts'
import { percentile } from '../support/percentile.ts'
import type { Figure } from '../run.ts'

const open = Number(process.env['BENCH_FAULTS_OPEN'] || 100_000)
const archived = Number(process.env['BENCH_FAULTS'] || 5_000_000)
const devices = 20_000
const days = 360
const lists = 60
const atOnce = 500_000

const months = `select create_partition('fault_record', month::date) from
  generate_series(date_trunc('month', now() - interval '${days} days'), now(), interval '1 month') month
  where to_regclass('fault_record_' || to_char(month, 'YYYYMM')) is null`
const plantDevices = `with made as (
    insert into device (sn, name, product_id, device_secret, created_at, updated_at)
    select 'BENCH' || n, 'Bench ' || n, (select min(id) from product where kind = 'oven'), 'x', now(), now() from generate_series(1, ${devices}) n
    returning id, product_id)
  insert into device_state (device_id, product_id, organisation_id, kind, installed, created_at)
  select id, product_id, (select id from organisation where kind = 'platform'), 'oven', true, now() from made
  on conflict do nothing`

const columns = `(id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id, identifier, code,
  severity, category, output, search, condition, handling, raised_at, last_at, updated_at`
const row = (
  condition: string,
  handling: string,
) => `next_fault_id(date_trunc('month', at at time zone 'utc')::date), date_trunc('month', at at time zone 'utc')::date, 'fault', d.device_id, 'oven', d.product_id,
  d.organisation_id, d.organisation_id, 'Fault', 'E' || n % 40, (array['critical','major','minor','notice'])[1 + n % 4], 'other', '{}',
  'BENCH' || n % ${devices} || ' E' || n % 40 || ' Fan motor failed 风机电机故障', '${condition}', '${handling}', at, at, at`
const numbered = `(select device_id, product_id, organisation_id, row_number() over (order by device_id) - 1 as place from device_state)`
const plantArchive = (from: number, to: number) => `
  insert into fault_record ${columns}, closed_at)
  select ${row('eliminated', 'closed')}, at + interval '1 hour' from generate_series(${from}, ${to}) n
  cross join lateral (select now() - (${archived} - n) * (interval '${days} days' / ${archived}) as at) as t
  join ${numbered} d on d.place = n % ${devices}`
const plantOpen = `
  insert into fault_open ${columns})
  select ${row('active', 'new')} from generate_series(1, ${open}) n
  cross join lateral (select now() - (${open} - n) * (interval '20 days' / ${open}) as at) as t
  join ${numbered} d on d.place = n % ${devices}
  on conflict do nothing`

type Case = Readonly<{ what: string; search: RequestOf<typeof faultApi.page>; parts: readonly string[] }>
const closedSince = `f.raised_at >= now() - interval '30 days' and f.month >= date_trunc('month', now() - interval '30 days')`
const part = (table: string, where: string) =>
  `select f.id, f.raised_at from ${table} f where f.device_kind = 'oven' ${where}`
const cases: readonly Case[] = [
  {
    what: 'the inbox',
    search: { kind: 'oven', type: 'all', open: 'true', shelved: 'false' },
    parts: [part('fault_open', 'and coalesce(f.shelved_until > now(), false) = false')],
  },
  {
    what: 'all of 30 days',
    search: { kind: 'oven', type: 'all' },
    parts: [part('fault_open', ''), part('fault_record', `and ${closedSince}`)],
  },
  {
    what: 'critical ones',
    search: { kind: 'oven', type: 'all', severity: 'critical' },
    parts: [
      part('fault_open', `and f.severity = 'critical'`),
      part('fault_record', `and f.severity = 'critical' and ${closedSince}`),
    ],
  },
  {
    what: 'those of one device by its SN',
    search: { kind: 'oven', type: 'all', keyword: 'BENCH12345 ' },
    parts: [
      part('fault_open', `and grams(f.search) @> bigrams('BENCH12345') and f.search ilike '%BENCH12345%'`),
      part(
        'fault_record',
        `and grams(f.search) @> bigrams('BENCH12345') and f.search ilike '%BENCH12345%' and ${closedSince}`,
      ),
    ],
  },
]
const ms = (value: number) => `${value.toFixed(1)} ms`

/** What watching costs a message; the lists of faults through HTTP against the same SQL alone, and how many months the plan of 30 days reads. */
export async function measure(): Promise<readonly Figure[]> {
  const watching = await measureWatching()
  await using app = await durableApp()
  await app.pool.query(months)
  await app.pool.query(plantDevices)
  for (let from = 1; from <= archived; from += atOnce)
    await app.pool.query(plantArchive(from, Math.min(archived, from + atOnce - 1)))
  await app.pool.query(plantOpen)
  await app.pool.query('vacuum analyze fault_open, fault_record, device, device_state')
  const reader = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const figures: Figure[] = [...watching]
  for (const { what, search, parts } of cases) {
    const address = addressOf(api.url, faultApi.page, search)
    const http = async () => (await fetch(address, { headers: { authorization: reader.token } })).text()
    const found = parts.join(' union all ')
    const sql = async () => {
      const [{ rows }] = await Promise.all([
        app.pool.query<{ id: string }>(`select id from (${found}) as found order by raised_at desc, id desc limit 10`),
        app.pool.query(`select count(*) from (select from (${found}) as found limit 10001) as counted`),
      ])
      const ids = rows.map(({ id }) => id)
      await app.pool.query(
        `select o.*, d.sn, p.name from fault_open o join device d on d.id = o.device_id join product p on p.id = o.product_id where o.id = any($1::bigint[])`,
        [ids],
      )
      await app.pool.query(
        `select r.*, d.sn, p.name from fault_record r join device d on d.id = r.device_id join product p on p.id = r.product_id
         where (r.month, r.id) in (select month_of_fault(w), w from unnest($1::bigint[]) as w)`,
        [ids],
      )
    }
    const took: Readonly<Record<'http' | 'sql', number[]>> = { http: [], sql: [] }
    for (let round = 0; round < 5; round += 1) await http()
    // In turns, so that a busy moment of the machine meets both.
    for (let round = 0; round < lists; round += 1)
      for (const [name, run] of [['http', http] as const, ['sql', sql] as const]) {
        const from = performance.now()
        await run()
        took[name].push(performance.now() - from)
      }
    const [measured, bare] = [percentile(took.http, 0.5), percentile(took.sql, 0.5)]
    figures.push({
      name: `p50 of ${open.toLocaleString('en')} open and ${archived.toLocaleString('en')} closed records, ${what}, HTTP against the same SQL alone`,
      measured: ms(measured),
      against: ms(bare),
      ratio: measured / bare,
      goal: `1.5 and 3 ms, here ${ms(bare * 1.5 + 3)}`,
    })
  }
  const { rows: plan } = await app.pool.query<{ 'QUERY PLAN': string }>(
    `explain ${part('fault_record', `and ${closedSince}`)} order by f.raised_at desc limit 10`,
  )
  const read = new Set(plan.flatMap((line) => line['QUERY PLAN'].match(/fault_record_\d{6}/g) ?? [])).size
  figures.push({
    name: 'partitions that the list of 30 days reads',
    measured: String(read),
    against: '2 months',
    ratio: read / 2,
    goal: 'at most 1',
  })
  return figures
}
