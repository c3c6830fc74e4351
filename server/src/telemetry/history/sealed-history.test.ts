// @both-databases: sealing moves partitions by SQL.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { dayMs, hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sql } from 'kysely'
import { keptDaysOf } from '../../app.ts'
import { dropOldRows } from '../../platform/program/housekeeping.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { sealHistory } from './seal-history.ts'
import { plantValues } from '../../testing/history/plant-values.ts'

let app: TestApp
let token: string

const startOfDay = (ms: number) => Math.floor(ms / dayMs) * dayMs
/** Days before today, by the product's clock. */
const daysAgo = (days: number) => startOfDay(app.clock.now()) - days * dayMs

before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
// Tests advance the clock beyond sessions, and beyond the partitions made before.
beforeEach(async () => {
  ;({ token } = await make.account(app, { role: 'administrator' }))
  await sql`select create_partitions(${iso(daysAgo(60))}::date, ${iso(daysAgo(-1))}::date)`.execute(app.db)
})
after(() => app.stop())

type Value = number | string
type Report = Readonly<{ at: number; value: Value; deviceTime?: boolean }>

async function report(deviceId: string, identifier: string, reports: readonly Report[]) {
  await sql`insert into property_identifier (identifier) values (${identifier}) on conflict do nothing`.execute(app.db)
  await plantValues(
    app.db,
    reports.map(({ at, value, deviceTime = true }) => ({
      deviceId,
      identifier,
      at,
      value,
      isDeviceTime: deviceTime,
    })),
  )
  const entry = JSON.stringify({ [identifier]: { v: 0, t: 0, s: 0 } })
  await sql`update device_shadow set reported = reported || ${entry}::jsonb where device_id = ${deviceId}`.execute(
    app.db,
  )
}

async function curve(id: string, identifiers: string, from: number, to: number) {
  const span = { startTime: iso(from), endTime: iso(to) }
  const { status, envelope } = await app.ask(telemetryCalls.oven.curve, { id, identifiers, ...span }, { token })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}
async function page(id: string, query: object = {}) {
  const { status, envelope } = await app.ask(telemetryCalls.oven.history, { id, pageSize: 80, ...query }, { token })
  assert.equal(status, 200, envelope.msg)
  return envelope.data
}
const seal = () => sealHistory(app.db, app.clock.now(), 500)
const countOf = async (table: 'device_history' | 'device_history_day', deviceId: string) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where device_id = ${deviceId}`.execute(
      app.db,
    )
  ).rows[0]?.n

/** Means may differ in their last digits, by the order of summing; everything else is equal. */
function assertSame(one: Awaited<ReturnType<typeof curve>>, other: Awaited<ReturnType<typeof curve>>) {
  const rounded = ({ series, bucketMs }: typeof one) => ({
    bucketMs,
    series: series.map((own) => ({ ...own, mean: own.mean.map((mean) => Number(mean.toPrecision(12))) })),
  })
  assert.deepEqual(rounded(one), rounded(other))
}

/** Every `stepMs` of some days that lie `days` back, with a little disorder in times and values. */
const wave = (days: number, from: number, stepMs: number): Report[] =>
  Array.from({ length: Math.floor((days * dayMs) / stepMs) }, (_, index) => ({
    at: from + index * stepMs + ((index * 7919) % 1000),
    value: Math.round((180 + 20 * Math.sin(index / 50) + ((index * 31) % 10) / 10) * 10) / 10,
  }))

test('a curve over sealed days and rows equals the curve over rows alone, for any span', async () => {
  // A mean over time reaches to the present.
  using _held = app.clock.hold()
  const oven = await make.device(app)
  await report(oven.id, 'ChamberTemp', wave(40, daysAgo(39), 300_000))
  await report(oven.id, 'CoreTemp', wave(40, daysAgo(39), hourMs * 5))
  const now = daysAgo(0) + 17 * hourMs + 23 * minuteMs
  const spans = [
    [now - 30 * dayMs, now],
    [now - 39.3 * dayMs, now],
    [now - 7 * dayMs, now],
    [now - 5 * dayMs, now - 3 * dayMs],
    [daysAgo(10), daysAgo(10) + 5 * hourMs],
    [daysAgo(2), daysAgo(0)],
  ] as const
  const ask = () => Promise.all(spans.map(([from, to]) => curve(oven.id, 'ChamberTemp,CoreTemp', from, to)))
  const before = await ask()
  assert((await seal()) > 9000)
  assert.equal(await countOf('device_history_day', oven.id), 38 + 38)
  const after = await ask()
  for (const [index, expected] of before.entries()) {
    const found = after[index]
    assert(found !== undefined)
    assertSame(found, expected)
    assert(expected.series.every((own) => own.time.length <= 1000))
  }
  assert.deepEqual(
    after.map(({ bucketMs }) => bucketMs),
    [hourMs, hourMs, 605_000, 0, 0, 0],
  )
  assert((after[0]?.series[0]?.time.length ?? 0) > 700)
})

test('reports page across sealed days and rows as before, numbers, texts and times to the millisecond', async () => {
  const oven = await make.device(app)
  await report(oven.id, 'ChamberTemp', wave(6, daysAgo(5) + 11 * hourMs, hourMs / 2))
  await report(oven.id, 'SetTemp', [
    { at: daysAgo(4) + 1, value: 1 / 3, deviceTime: false },
    { at: daysAgo(4) + 2, value: -1e21 },
    { at: daysAgo(4) + dayMs - 1, value: 0 },
  ])
  await report(oven.id, 'ProgramName', [
    { at: daysAgo(3) + 5, value: '清蒸鲈鱼' },
    { at: daysAgo(3) + 6, value: 7 },
    { at: daysAgo(3) + 6000, value: `it's "quoted", {braced}\n` },
  ])
  const queries = [
    {},
    { pageNum: 2 },
    { pageNum: 3 },
    { pageNum: 5 },
    { sort: 'time' },
    { sort: 'time', pageNum: 4, pageSize: 50 },
    { identifiers: 'SetTemp' },
    { identifiers: 'ProgramName', sort: 'time' },
    { identifiers: 'SetTemp,ProgramName' },
    { startTime: iso(daysAgo(4) + 2), endTime: iso(daysAgo(3) + 6) },
    { startTime: iso(daysAgo(4) + 2), endTime: iso(daysAgo(4) + 3), sort: 'time' },
  ]
  const before = await Promise.all(queries.map((query) => page(oven.id, query)))
  await seal()
  assert.equal(await countOf('device_history', oven.id), (await page(oven.id, { startTime: iso(daysAgo(1)) })).total)
  assert.deepEqual(await Promise.all(queries.map((query) => page(oven.id, query))), before)
  assert.equal(before[0]?.total, 288 + 6)
  assert.equal(before[6]?.list[0]?.deviceTime, true)
})

test('today and yesterday stay rows; sealing again changes nothing', async () => {
  const oven = await make.device(app)
  const at = [daysAgo(2) + dayMs - 1, daysAgo(1), daysAgo(0)]
  await report(
    oven.id,
    'ChamberTemp',
    at.map((time) => ({ at: time, value: 20 })),
  )
  await seal()
  assert.equal(await countOf('device_history', oven.id), 2)
  assert.equal(await countOf('device_history_day', oven.id), 1)
  assert.equal(await seal(), 0)
  assert.equal((await page(oven.id)).total, 3)
  app.clock.advance(dayMs)
  assert((await seal()) > 0)
  assert.equal(await countOf('device_history', oven.id), 1)
  ;({ token } = await make.account(app, { role: 'administrator' }))
  assert.equal((await page(oven.id)).total, 3)
})

test('a report that arrives after its day was sealed is readable at once, is sealed the next night, and exists once', async () => {
  const oven = await make.device(app)
  const day = daysAgo(4)
  await report(oven.id, 'ChamberTemp', [
    { at: day + 1000, value: 20 },
    { at: day + 3000, value: 22 },
  ])
  await seal()
  await report(oven.id, 'ChamberTemp', [
    { at: day + 3000, value: 22 },
    { at: day + 2000, value: 21 },
  ])
  const valuesOf = async () => (await page(oven.id, { sort: 'time' })).list.map(({ value }) => value)
  assert((await valuesOf()).includes(21))
  await seal()
  assert.deepEqual(await valuesOf(), [20, 21, 22])
  assert.equal(await countOf('device_history', oven.id), 0)
  assert.deepEqual((await curve(oven.id, 'ChamberTemp', day, day + dayMs)).series[0]?.mean, [20, 21, 22])
})

test('a value that comes for an instant that is sealed already counts alone in it, in curves of any span', async () => {
  const [oven, allRows] = await Promise.all([make.device(app), make.device(app)])
  const first = wave(20, daysAgo(22), 300_000)
  // The microseconds of a time are the place of a value among those of its instant.
  const second = first.filter((_, index) => index % 97 === 5).map(({ at }) => ({ at: at + 0.001, value: 500 }))
  await report(oven.id, 'ChamberTemp', first)
  await seal()
  await sql`select create_partitions(${iso(daysAgo(30))}::date, ${iso(daysAgo(-1))}::date)`.execute(app.db)
  await report(oven.id, 'ChamberTemp', second)
  await report(allRows.id, 'ChamberTemp', [...first, ...second])
  assert.deepEqual(
    [await countOf('device_history_day', oven.id), await countOf('device_history_day', allRows.id)],
    [20, 0],
  )
  for (const [from, days] of [
    [daysAgo(22), 20],
    [daysAgo(22) + 5 * hourMs, 7],
    [daysAgo(20), 1],
  ] as const) {
    const [found, expected] = await Promise.all(
      [oven, allRows].map(({ id }) => curve(id, 'ChamberTemp', from, from + days * dayMs)),
    )
    assert(found !== undefined && expected !== undefined)
    assertSame(found, expected)
    assert.equal(Math.max(...(found.series[0]?.max ?? [])), 500)
  }
})

test('the rows of sealed days are deleted, and there is room for late reports as long as they are accepted', async () => {
  const oven = await make.device(app)
  await report(oven.id, 'ChamberTemp', [
    { at: daysAgo(20), value: 1 },
    { at: daysAgo(7), value: 2 },
  ])
  await seal()
  const nameOf = (at: number) => `device_history_${iso(at).slice(0, 10).replaceAll('-', '')}`
  const { rows } = await sql<{ name: string; bytes: number }>`
    select c.relname as name, pg_relation_size(c.oid)::int as bytes from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'device_history'::regclass and c.relname < ${nameOf(daysAgo(1))}`.execute(app.db)
  assert(rows.length >= 6 && rows.every(({ bytes }) => bytes === 0), JSON.stringify(rows))
  assert(!rows.some(({ name }) => name === nameOf(daysAgo(20))))
  assert(rows.some(({ name }) => name === nameOf(daysAgo(7))))
  assert.equal((await page(oven.id)).total, 2)
})

test('reading continues while days are sealed, and never misses a report or finds one twice', async () => {
  const ovens = await Promise.all([1, 2, 3, 4, 5, 6].map(() => make.device(app)))
  for (const oven of ovens) await report(oven.id, 'ChamberTemp', wave(3, daysAgo(5), 300_000))
  let isSealing = true
  let looks = 0
  const looking = (async () => {
    while (isSealing) {
      for (const oven of ovens) assert.equal((await page(oven.id)).total, 864)
      looks += 1
    }
  })()
  await sealHistory(app.db, app.clock.now(), 100)
  isSealing = false
  await looking
  assert(looks > 0)
})

test('sealing that is killed continues at the next run, with every report stored exactly once', async () => {
  const ovens = await Promise.all(Array.from({ length: 20 }, () => make.device(app)))
  for (const oven of ovens) await report(oven.id, 'ChamberTemp', wave(2, daysAgo(6), 60_000))
  const child = fork(fileURLToPath(new URL('../../testing/seal-process.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: app.settings.databaseUrl, NOW_MS: String(app.clock.now()) },
  })
  const ended = once(child, 'exit')
  const sealedDevices = async () =>
    (
      await sql<{ n: number }>`
      select count(distinct device_id)::int as n from device_history_day where device_id = any(${ovens.map(({ id }) => id)}::bigint[])`.execute(
        app.db,
      )
    ).rows[0]?.n ?? 0
  await until('some to be sealed', async () => (await sealedDevices()) > 2, 30_000)
  child.kill('SIGKILL')
  await ended
  assert((await sealedDevices()) < 20, 'all was sealed before it was killed')
  for (const oven of ovens) assert.equal((await page(oven.id)).total, 2880)
  await seal()
  assert.equal(await sealedDevices(), 20)
  for (const oven of ovens) {
    assert.equal(await countOf('device_history', oven.id), 0)
    const { list, total } = await page(oven.id, { sort: 'time', pageNum: 36 })
    assert.equal(total, 2880)
    assert.deepEqual(
      list.map(({ value }) => value),
      wave(2, daysAgo(6), 60_000)
        .slice(-80)
        .map(({ value }) => value),
    )
  }
})

test('sealed days are kept as long as reports are, and are dropped by whole months', async () => {
  const oven = await make.device(app)
  const { historyDays } = app.settings.retention
  await report(oven.id, 'ChamberTemp', [
    { at: daysAgo(6), value: 1 },
    { at: daysAgo(5), value: 2 },
  ])
  await seal()
  const drop = async () => {
    await dropOldRows({ ...app, log: createLog({ level: 'silent' }), keptDays: keptDaysOf(app.settings.retention) })
    ;({ token } = await make.account(app, { role: 'administrator' }))
  }
  app.clock.advance((historyDays - 7) * dayMs)
  await drop()
  assert.deepEqual(
    (await page(oven.id)).list.map(({ value }) => value),
    [2, 1],
  )
  app.clock.advance(40 * dayMs)
  await drop()
  assert.equal((await page(oven.id)).total, 0)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_inherits where inhparent = 'device_history_day'::regclass`.execute(app.db)
  assert.equal(rows[0]?.n, 0)
})
