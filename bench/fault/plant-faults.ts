import type { DurableApp } from '../support/durable-app.ts'

export const open = Number(process.env['BENCH_FAULTS_OPEN'] || 100_000)
export const archived = Number(process.env['BENCH_FAULTS'] || 5_000_000)
const devices = 20_000
const customers = 1000
const days = 360
const atOnce = 500_000

const months = `select create_partition('fault_record', month::date) from
  generate_series(date_trunc('month', now() - interval '${days} days'), now(), interval '1 month') month
  where to_regclass('fault_record_' || to_char(month, 'YYYYMM')) is null`
const plantCustomers = `
  insert into organisation (parent_id, kind, name, created_at, updated_at)
  select p.id, 'customer', 'Bench customer ' || n, now(), now() from organisation p, generate_series(1, ${customers}) n where p.kind = 'platform'`
/** Ovens of all models, spread over the customers and over a hundred areas. */
const plantDevices = `
  with made as (
    insert into device (sn, name, product_id, device_secret, created_at, updated_at)
    select 'BENCH' || n, 'Bench ' || n, p.ids[1 + n % cardinality(p.ids)], 'x', now(), now()
    from generate_series(1, ${devices}) n, (select array_agg(id order by id) as ids from product where kind = 'oven') p
    returning id, product_id)
  insert into device_state (device_id, product_id, organisation_id, kind, installed, created_at, area)
  select m.id, m.product_id, o.ids[1 + m.id % cardinality(o.ids)], 'oven', true, now(), 110101 + (m.id % 100) * 10000
  from made m, (select array_agg(id order by id) as ids from organisation where name like 'Bench customer %') o
  on conflict do nothing`

const columns = `(id, month, type, alert_type, device_id, device_kind, product_id, organisation_id, raised_organisation_id, identifier, code,
  severity, category, output, search, condition, handling, raised_at, last_at, updated_at`
/** One in five is an alarm, and one in twenty is critical. All records of a device have different codes. */
const row = (condition: string, handling: string) => `
  next_fault_id(date_trunc('month', at at time zone 'utc')::date), date_trunc('month', at at time zone 'utc')::date,
  case when n % 5 = 0 then 'alarm' else 'fault' end, case when n % 5 = 0 then 'device' end, d.device_id, 'oven', d.product_id,
  d.organisation_id, d.organisation_id, case when n % 5 = 0 then 'Warn' else 'Fault' end, 'E' || (n + n / ${devices}) % 40,
  case when n % 20 = 3 then 'critical' when n % 4 = 1 then 'major' when n % 4 = 2 then 'minor' else 'notice' end,
  (array['sensor', 'heating', 'water', 'fan', 'door', 'electrical'])[1 + n % 6], '{}',
  'BENCH' || n % ${devices} || ' E' || (n + n / ${devices}) % 40 || ' Fan motor failed 风机电机故障', '${condition}', ${handling}, at, at, at`
const numbered = `(select s.*, row_number() over (order by s.device_id) - 1 as place from device_state s join device d on d.id = s.device_id
  where d.sn like 'BENCH%')`
const plantArchive = (from: number, to: number) => `
  insert into fault_record ${columns}, closed_at)
  select ${row('eliminated', `'closed'`)}, at + interval '1 hour' from generate_series(${from}, ${to}) n
  cross join lateral (select now() - (${archived} - n) * (interval '${days} days' / ${archived}) as at) as t
  join ${numbered} d on d.place = n % ${devices}`
const plantOpen = `
  insert into fault_open ${columns})
  select ${row('active', `case when n % 3 = 0 then 'acknowledged' else 'new' end`)} from generate_series(1, ${open}) n
  cross join lateral (select now() - (${open} - n) * (interval '20 days' / ${open}) as at) as t
  join ${numbered} d on d.place = n % ${devices}`

/** Inserts as many open and closed records as the design page names, once if the folder is kept (`BENCH_FAULTS_DIR`). */
export async function plantFaults({ pool }: Pick<DurableApp, 'pool'>): Promise<void> {
  const { rowCount } = await pool.query(`select from device where sn = 'BENCH1'`)
  if (rowCount === 1) return
  for (const statement of [months, plantCustomers, plantDevices]) await pool.query(statement)
  for (let from = 1; from <= archived; from += atOnce)
    await pool.query(plantArchive(from, Math.min(archived, from + atOnce - 1)))
  await pool.query(plantOpen)
  await pool.query('vacuum analyze fault_open, fault_record, device, device_state, organisation, organisation_tree')
}
