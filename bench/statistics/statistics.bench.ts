import { dayMs, hourMs, minuteMs } from '@brigade/contract/time.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '@brigade/contract/statistics/day.rules.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import { atOneMoment, beginCounting, holdingRuns } from '@brigade/server/statistics/run/counting.store.ts'
import { daySources, sealedSources } from '@brigade/server/statistics/run/day-sources.store.ts'
import { fleetRows } from '@brigade/server/statistics/run/fleet-stock.store.ts'
import { flowSources } from '@brigade/server/statistics/run/flow-sources.store.ts'
import { activeRows, peopleRows, seatRows } from '@brigade/server/statistics/run/people.store.ts'
import { recountedDay } from '@brigade/server/statistics/run/recount.ts'
import { findDue, spanOf, type Due } from '@brigade/server/statistics/run/run.store.ts'
import { spanSources } from '@brigade/server/statistics/run/span-sources.store.ts'
import { stockSources } from '@brigade/server/statistics/run/stock-sources.store.ts'
import { takeDue } from '@brigade/server/statistics/run/take-run.ts'
import { readPanel } from '@brigade/server/statistics/read/read-statistics.ts'
import { make } from '@brigade/server/testing/make.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { createQueryId, sql, type CompiledQuery, type KyselyPlugin, type RawBuilder } from 'kysely'
import type { Db } from '@brigade/server/platform/db/database.ts'
import { seal } from '@brigade/server/platform/secret/secret-box.ts'
import { load, loadedFolder } from '../load.ts'
import type { Figure } from '../run.ts'
import { durableApp, type DurableApp } from '../support/durable-app.ts'
import { listFigure } from '../support/list-figure.ts'
import { percentile } from '../support/percentile.ts'
import { runFlood } from '../support/run-flood.ts'

/**
 * BENCH_STATISTICS is a fraction of 1,000,000 devices, 100,000 organisations, 100,000,000 points and 50,000 rows a day.
 * Loaded data is reused from a folder of this size in BENCH_DIR, or from BENCH_STATISTICS_DIR.
 */
const part = Number(process.env['BENCH_STATISTICS'] || 1)
export const sizes = {
  devices: Math.round(1_000_000 * part),
  customers: Math.round(100_000 * part),
  points: Math.round(100_000_000 * part),
  peerPoints: 1000,
}
const rowsADay = Math.round(50_000 * part)
/** There are fewer rounds if one takes minutes. */
const rounds = part >= 0.5 ? 3 : 5
const longestSnapshotMs = 60_000
const benchSecret = '0123456789abcdef0123456789abcdef'
const kept = ['hour', 'day', 'share', 'stock', 'leaf_stock', 'people', 'active', 'span']
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** Commands and open faults of the last weeks, once in the life of a database. */
export async function plantEvents({ pool }: Pick<DurableApp, 'pool'>, many: number): Promise<void> {
  const { rowCount } = await pool.query('select from fault_open limit 1')
  if (rowCount === 1) return
  await pool.query(`
    insert into command (device_id, kind, params, status, created_at, deadline_at, finished_at)
    select s.device_id, 'property.get', '{}', (array['succeeded','succeeded','failed','timed_out'])[1 + s.device_id % 4],
      now() - (s.device_id % 20000) * interval '1 minute', now(), now() - (s.device_id % 20000) * interval '1 minute'
    from device_state s limit ${many}`)
  await pool.query(`
    insert into fault_open (id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id, identifier, code,
      severity, category, output, search, condition, handling, raised_at, last_at, updated_at)
    select next_fault_id(date_trunc('month', at)::date), date_trunc('month', at)::date, 'fault', s.device_id, s.kind, s.product_id,
      s.organisation_id, s.organisation_id, 'Fault', 'E' || s.device_id % 40, (array['critical','major','minor','notice'])[1 + s.device_id % 4],
      'fan', '{}', '', 'active', 'new', at, at, at
    from device_state s cross join lateral (select now() - (s.device_id % 40000) * interval '1 minute' as at) as t
    where s.device_id % 10 = 0`)
}

/** Faults, commands and people of the last weeks. */
async function plant(app: DurableApp): Promise<void> {
  const { pool } = app
  const many = sizes.devices
  await plantEvents(app, many)
  const { rowCount } = await pool.query('select from app_user limit 1')
  if (rowCount === 1) return
  await pool.query(`
    insert into app_user (nickname, created_at, last_call_at)
    select 'Bench ' || n, now() - (n % 80000) * interval '1 minute', now() from generate_series(1, ${many}) as n`)
  await pool.query(`
    insert into device_binding (device_id, app_user_id, role, bound_at)
    select s.device_id, u.id, 'member', now() - interval '3 days'
    from (select device_id, row_number() over (order by device_id) as n from device_state) s
    join (select id, row_number() over (order by id) as n from app_user) u on u.n = s.n`)
  await pool.query(`
    insert into app_user_day (app_user_id, day, calls)
    select u.id, current_date - d, 3 from app_user u cross join generate_series(0, 29) as d where (u.id + d) % 6 = 0`)
  await pool.query(`
    insert into app_search (app_user_id, words, found, searched_at)
    select id, 'dish ' || id % 400, 1, now() - (id % 40000) * interval '1 minute' from app_user where id % 3 = 0`)
  await pool.query('vacuum analyze')
}

/** One of the four runs of a day that is over: that of 01:00 counts a day to its end, sealed days, and a past day again. */
type Measured = Readonly<{ name: string; due: Due; before: Due; isNightly: boolean }>
async function runsToMeasure({ db, clock, settings }: DurableApp): Promise<readonly Measured[]> {
  const zone = settings.statisticsZone
  const dues: Due[] = []
  for (let at = clock.now(); dues.length < 6; at -= 6 * hourMs) {
    const { last } = await findDue(db, new Date(at).toISOString(), zone)
    if (last !== undefined && last.dueAt !== dues.at(-1)?.dueAt) dues.push(last)
  }
  const measured = (name: string, isNightly: boolean): Measured[] => {
    const index = dues.findIndex(({ day }, at) => (day !== dues[at + 1]?.day) === isNightly)
    const [due, before] = [dues[index], dues[index + 1]]
    return due === undefined || before === undefined ? [] : [{ name, due, before, isNightly }]
  }
  return [...measured('of the night', true), ...measured('of the day', false)]
}

/**
 * Reads everything that a run reads, without writing and without sums up the tree: each source once for the run's measures, and once to
 * assign people to organisations.
 */
async function readSources(app: DurableApp, measured: Measured): Promise<number> {
  const zone = app.settings.statisticsZone
  const from = new Date(Date.parse(measured.due.dueAt) - 40 * dayMs).toISOString()
  const took = await holdingRuns(app.db, async (connection) => {
    const counting = await beginCounting(connection, { from, now: new Date(app.clock.now()).toISOString(), zone })
    return atOneMoment(counting, (trx) => readEach(trx, measured, zone))
  })
  if (took === undefined) throw new Error('A run is under way')
  return took
}

function readEach(trx: Db, { due, before, isNightly }: Measured, zone: string): Promise<number> {
  // The whole row, so that all of its columns are worked out.
  const count = (rows: RawBuilder<unknown>) => sql`select count(x) from (${rows}) as x`.execute(trx)
  const read = async () => {
    await count(seatRows())
    for (const source of flowSources) await count(source.rows({ from: before.dueAt, to: due.dueAt, zone }))
    for (const day of isNightly ? [before.day, due.day] : [due.day]) {
      const { from, to } = await spanOf(trx, day, 1, zone)
      for (const source of daySources) await count(source.rows({ from, to: to < due.dueAt ? to : due.dueAt, zone }))
      await count(activeRows(day, { to: to < due.dueAt ? to : due.dueAt }))
      for (const days of [1, 7, 30])
        for (const { rows } of spanSources) await count(rows({ day, days, window: await spanOf(trx, day, days, zone) }))
    }
    await count(fleetRows(due.dueAt))
    await count(peopleRows(due.dueAt))
    for (const source of stockSources) await count(source.rows(due.dueAt))
    if (!isNightly) return
    for (let back = 2; back <= 8; back += 1)
      for (const source of sealedSources) await count(source.rows(await spanOf(trx, addDays(due.day, -back), 1, zone)))
    const recounted = await spanOf(trx, recountedDay(due.day), 1, zone)
    for (const source of [...flowSources, ...daySources, ...sealedSources]) await count(source.rows(recounted))
  }
  return timed(read)
}

/**
 * Restores the state before the run: its new rows are deleted, the rows that it counts again are those of the run six hours before, and one
 * device in twenty was added or removed since. Without this the second round would find nothing to write.
 */
async function restore({ pool }: DurableApp, { due, before, isNightly }: Measured, round: number): Promise<void> {
  await pool.query('delete from statistic_run')
  await pool.query(
    `insert into statistic_run (due_at, day, began_at, outcome) values ($1, $2::date, $1, 'succeeded')`,
    [before.dueAt, before.day],
  )
  await pool.query('delete from statistic_hour where hour >= $1', [before.dueAt])
  for (const table of ['statistic_stock', 'statistic_leaf_stock', 'statistic_people'])
    await pool.query(`delete from ${table} where taken_at > $1`, [before.dueAt])
  for (const table of ['statistic_day', 'statistic_share', 'statistic_active', 'statistic_span'])
    await pool.query(`delete from ${table} where day > $1::date`, [before.day])
  if (isNightly) {
    await pool.query(`delete from statistic_day where day = $1::date - 2 and measure in ('energy', 'water')`, [due.day])
    await pool.query(`delete from statistic_share where day = $1::date - 2 and measure = 'inUse'`, [due.day])
    await pool.query('delete from statistic_digest where day = $1::date - 2', [due.day])
  } else {
    await pool.query(
      `update statistic_share set tops = array(select top / 2 from unnest(tops) as top), bases = array(select base / 2 from unnest(bases) as base)
       where day = $1::date and measure = 'coolerTime'`,
      [due.day],
    )
    await pool.query(
      'update statistic_active set daily = array(select many + 1 from unnest(daily) as many) where day = $1::date and organisation_id % 4 = 0',
      [due.day],
    )
  }
  await pool.query('update device_state set online = not online where device_id % 20 = $1', [round % 20])
  for (const table of [...kept.map((name) => `statistic_${name}`), 'device_state'])
    await pool.query(`vacuum analyze ${table}`)
}

/**
 * Returns the age of the oldest transaction that holds back vacuum, by its snapshot or its own number, among all that
 * `work` has open; it is read ten times a second.
 */
async function oldestSnapshot({ pool }: DurableApp, work: () => Promise<unknown>): Promise<number> {
  let [oldest, isOver] = [0, false]
  const watch = async () => {
    while (!isOver) {
      const { rows } = await pool.query<{ ms: number }>(`
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as ms from pg_stat_activity
        where application_name = 'bench' and pid <> pg_backend_pid() and (backend_xmin is not null or backend_xid is not null)`)
      oldest = Math.max(oldest, rows[0]?.ms ?? 0)
      await pause(100)
    }
  }
  const watching = watch()
  try {
    await work()
  } finally {
    isOver = true
    await watching
  }
  return oldest
}

type MeasuredRun = Readonly<{ run: number; source: number; oldest: number }>
async function measureRun(app: DurableApp, measured: Measured): Promise<MeasuredRun> {
  const clock = { ...app.clock, now: () => Date.parse(measured.due.dueAt) + minuteMs }
  const runs: number[] = []
  const sources: number[] = []
  let oldest = 0
  // The first round creates the state that an earlier run would have left.
  for (let round = 0; round <= rounds; round += 1) {
    await restore(app, measured, round)
    const source = await readSources(app, measured)
    const run = await timed(async () => {
      oldest = Math.max(oldest, await oldestSnapshot(app, () => takeDue({ ...app, clock })))
    })
    if (round === 0) continue
    sources.push(source)
    runs.push(run)
  }
  return { run: percentile(runs, 0.5), source: percentile(sources, 0.5), oldest }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The statements of a call, with their values, as they go to the database. */
export async function statementsOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<readonly CompiledQuery[]> {
  const compiled: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      compiled.push(db.getExecutor().compileQuery(node, createQueryId()))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(plugin))
  return compiled
}

/** A year of days like the last of the platform, and as many rows of other organisations as a day of the design has. */
async function plantYear({ pool }: DurableApp, { day, dueAt }: Due): Promise<void> {
  const root = '(select id from organisation where parent_id is null)'
  const moved: Readonly<Record<string, string>> = {
    day: 'r.day - back',
    taken_at: `r.taken_at - back * interval '1 day'`,
    hour: `r.hour - back * interval '1 day'`,
  }
  const ofMoment: Readonly<Record<string, string>> = {
    stock: 'taken_at = $2',
    leaf_stock: 'taken_at = $2',
    people: 'taken_at = $2',
    hour: 'hour = $2',
  }
  for (const name of kept) {
    const table = `statistic_${name}`
    const of = ofMoment[name] ?? 'day = $1::date and $2::text is not null'
    const { rows: columns } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    // Days are inserted one after another, as runs do: each row is appended to the index, whereas a row's whole year at
    // once would be spread over it.
    await pool.query(
      `with r as materialized (
         select * from ${table} where ${of} and organisation_id = ${root}
         union all (select * from ${table} where ${of} and organisation_id <> ${root} limit $3)
       )
       insert into ${table} select dated.* from generate_series(364, 1, -1) as back
       cross join lateral (select ${columns.map((column) => moved[column.name] ?? `r.${column.name}`).join(', ')} from r offset 0) as dated
       where $1::date is not null on conflict do nothing`,
      [day, dueAt, rowsADay],
    )
    await pool.query(`vacuum analyze ${table}`)
  }
  await pool.query(
    `insert into statistic_run (due_at, day, began_at, outcome)
     select due_at - back * interval '1 day', day - back, due_at - back * interval '1 day', 'succeeded'
     from statistic_run cross join generate_series(1, 364) as back where due_at = $1 on conflict do nothing`,
    [dueAt],
  )
  await pool.query('vacuum analyze statistic_run')
}

const reporting = 50
/** Reports acknowledged a second while runs are taken one after another, against before and after. */
async function ingestFigure(app: DurableApp, due: Due, size: string): Promise<Figure> {
  const { rows: triples } = await app.pool.query<{ productKey: string; deviceName: string; deviceSecret: string }>(
    `with one as (
       update device set device_secret = $1 where id in (select device_id from device_state where installed and enabled and kind = 'oven' order by 1 limit $2)
       returning sn, product_id
     ) select p.product_key as "productKey", o.sn as "deviceName", $3 as "deviceSecret" from one o join product p on p.id = o.product_id`,
    [seal(app.settings.secretKey, benchSecret), reporting, benchSecret],
  )
  const connector = await app.start('connector')
  const flood = await runFlood({ port: connector.port, triples, inFlight: 10 })
  await flood.rate(3000)
  const before = await flood.rate(6000)
  let [isOver, runs] = [false, 0]
  const clock = { ...app.clock, now: () => Date.parse(due.dueAt) + minuteMs }
  const take = async () => {
    for (; !isOver; runs += 1) {
      await app.pool.query('delete from statistic_run where due_at = $1', [due.dueAt])
      await takeDue({ ...app, clock })
    }
  }
  const taking = take()
  const beside = await flood.rate(6000)
  isOver = true
  await taking
  const after = await flood.rate(6000)
  await flood.stop()
  await connector.stop()
  const alone = (before + after) / 2
  return {
    name: `reports acknowledged a second beside ${runs} runs, ${size}, against alone`,
    measured: beside.toFixed(0),
    against: alone.toFixed(0),
    ratio: beside / alone,
    goal: 'reported',
  }
}

export async function* measure(): AsyncGenerator<Figure> {
  await using app = await durableApp(process.env['BENCH_STATISTICS_DIR'] || loadedFolder(sizes))
  await load(app.settings.databaseUrl ?? '', sizes)
  await plant(app)
  const now = new Date(app.clock.now()).toISOString()
  const zone = app.settings.statisticsZone
  const size = `${sizes.devices.toLocaleString('en')} devices, ${sizes.customers.toLocaleString('en')} organisations`
  for (const measured of await runsToMeasure(app)) {
    const { run, source, oldest } = await measureRun(app, measured)
    yield {
      name: `a run ${measured.name}, ${size}, against its source queries alone`,
      measured: seconds(run),
      against: seconds(source),
      ratio: run / source,
      goal: '1.4 at most',
    }
    yield {
      name: `the longest snapshot of a run ${measured.name}, ${size}, against a minute`,
      measured: seconds(oldest),
      against: seconds(longestSnapshotMs),
      ratio: oldest / longestSnapshotMs,
      goal: '1 at most',
    }
  }
  const { last: due } = await findDue(app.db, now, zone)
  if (due === undefined) throw new Error('No run is due')
  await takeDue(app)
  yield ingestFigure(app, due, size)
  await plantYear(app, due)
  await app.pool.query(`delete from account where account like 'test-%'`)
  const reader = await make.account(app, { role: 'administrator' })
  const api = await app.start('api')
  const query = { from: addDays(due.day, -364), to: due.day }
  for (const name of ['devices', 'faults'] as const) {
    const asking = { ...app, caller: { organisationId: reader.organisationId } }
    const statements = await statementsOf(app.db, (db) => readPanel(name)({ ...asking, db }, { query }))
    const address = addressOf(api.url, statisticsApi[name], query)
    yield listFigure({
      name: `the ${name} of a year, ${rowsADay.toLocaleString('en')} rows a day`,
      rounds: 40,
      http: async () => (await fetch(address, { headers: { authorization: reader.token } })).text(),
      sql: () => Promise.all(statements.map((statement) => app.pool.query(statement.sql, [...statement.parameters]))),
    })
  }
}
