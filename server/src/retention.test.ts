// @both-databases: partitions are made and dropped by SQL.
import { dayMs, iso } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { keptDaysOf } from './app.ts'
import { dropOldRows } from './platform/program/housekeeping.ts'
import { recordPresence } from './device/presence/presence.store.ts'
import { thinMessages } from './telemetry/messages/thin-messages.store.ts'
import { createLog } from './platform/log.ts'
import { make } from './testing/make.ts'
import { startTestApp, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

const log = createLog({ level: 'silent' })

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const childrenOf = async (table: string) => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by 1`.execute(app.db)
  return rows.map(({ name }) => name)
}
const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.db)
  return rows[0]?.n
}
/** Rows of a table over the last 500 days. */
async function fill(table: string, columns: string, values: string, count: number) {
  await sql`
    select create_partition(${table}, day::date)
    from generate_series(${iso(app.clock.now() - 531 * dayMs)}::timestamptz, ${iso(app.clock.now())}::timestamptz, '28 days') as day`.execute(
    app.db,
  )
  await sql`
    insert into ${sql.table(table)} (${sql.raw(columns)})
    select ${sql.raw(values)}, ${iso(app.clock.now())}::timestamptz - n * 500.0 / ${count} * interval '1 day'
    from generate_series(1, ${count}::int) as n`.execute(app.db)
}
const oldest = async (table: string, column: string) => {
  const { rows } = await sql<{ at: string }>`select min(${sql.ref(column)}) as at from ${sql.table(table)}`.execute(
    app.db,
  )
  return Date.parse(rows[0]?.at ?? '')
}
/** Rows of these tables that were deleted one by one since the last call. */
const deletedRows = async () => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n_tup_del), 0)::int as n from pg_stat_xact_user_tables`.execute(app.db)
  return rows[0]?.n
}

const logs = [
  ['online_log', 200_000, 'occurred_at', 'device_id, reason, occurred_at', `n + 1000000, 'connected'`],
  [
    'operation_log',
    5000,
    'logged_at',
    'account, address, module, operation, method, path, duration_ms, code, success, logged_at',
    `'', '', '', '', '', '', 0, 200, true`,
  ],
  [
    'device_event',
    5000,
    'occurred_at',
    'device_id, received_at, identifier, type, output, occurred_at',
    `n + 1000000, now(), 'Door', 'alert', '{}'`,
  ],
] as const

for (const [table, count, column, columns, values] of logs)
  test(`of ${count} rows of ${table} whole months past their retention are dropped and no row is deleted by itself`, async () => {
    await fill(table, columns, values, count)
    const before = await childrenOf(table)
    const total = (await countOf(table)) ?? 0
    assert.ok(total >= count)
    await dropOldRows({ ...app, log, keptDays: keptDaysOf(app.settings.retention) })
    const after = await childrenOf(table)
    const gone = before.filter((name) => !after.includes(name))
    assert.ok(gone.length >= 3, gone.join())
    assert.equal(await deletedRows(), 0)
    const kept = await oldest(table, column)
    const limit = app.clock.now() - 400 * dayMs
    assert.ok(kept <= limit && kept > limit - 31 * dayMs, iso(kept))
    // The remaining rows are all those outside the dropped months.
    const left = after.at(0)?.slice(-6) ?? ''
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where to_char(${sql.ref(column)} at time zone 'UTC', 'YYYYMM') >= ${left}`.execute(
      app.db,
    )
    assert.equal(rows[0]?.n, await countOf(table))
  })

test('a partition in use stays until the next time, and blocks no table behind it', async () => {
  const old = app.clock.now() - 700 * dayMs
  const day = iso(old).slice(0, 10)
  await sql`select create_partitions(${day}::date, ${day}::date)`.execute(app.db)
  const names = [`device_history_${day.replaceAll('-', '')}`, `online_log_${day.slice(0, 7).replace('-', '')}`]
  const there = async () => {
    const all = [...(await childrenOf('device_history')), ...(await childrenOf('online_log'))]
    return names.map((name) => all.includes(name))
  }
  await app.db.transaction().execute(async (trx) => {
    await sql`select count(*) from ${sql.table(names[0] ?? '')}`.execute(trx)
    await dropOldRows({ ...app, log, keptDays: keptDaysOf(app.settings.retention) })
    assert.deepEqual(await there(), [true, false])
  })
  await dropOldRows({ ...app, log, keptDays: keptDaysOf(app.settings.retention) })
  assert.deepEqual(await there(), [false, false])
})

test('a row of a month without a partition finds one: the clock was set, or no worker ran for months', async () => {
  const oven = await make.device(app)
  const atMs = app.clock.now() - 200 * dayMs
  const child = `online_log_${iso(atMs).slice(0, 7).replace('-', '')}`
  await sql`drop table if exists ${sql.table(child)}`.execute(app.db)
  const came = { deviceId: oven.id, online: true, reason: 'connected', address: '', protocol: '', atMs } as const
  await recordPresence(app.db, 'one', [came])
  const rows = await app.db.selectFrom('onlineLog').select('occurredAt').where('deviceId', '=', oven.id).execute()
  assert.deepEqual(rows, [{ occurredAt: iso(atMs) }])
  assert.ok((await childrenOf('online_log')).includes(child))
})

test('after two days a plain report keeps its payload once a minute; refused, partly dropped or sent messages keep all of it', async () => {
  const oven = await make.device(app)
  const day = Math.floor(app.clock.now() / dayMs) * dayMs - 5 * dayMs
  const report = { deviceId: oven.id, direction: 'up', topic: '/sys/a/b/thing/event/property/post', code: 200 } as const
  const rows = [
    { ...report, recordedAt: iso(day), payload: 'first', outcome: 'stored' },
    { ...report, recordedAt: iso(day + 5000), payload: 'second', outcome: 'stored' },
    { ...report, recordedAt: iso(day + 6000), payload: 'in part', outcome: 'partly', dropped: '[{"identifier":"A"}]' },
    { ...report, recordedAt: iso(day + 7000), payload: 'refused', outcome: 'refused', code: 460 },
    {
      ...report,
      recordedAt: iso(day + 8000),
      payload: 'set',
      outcome: 'sent',
      direction: 'down',
      topic: '/sys/a/b/thing/service/property/set',
    },
    {
      ...report,
      recordedAt: iso(day + 9000),
      payload: 'event',
      outcome: 'stored',
      topic: '/sys/a/b/thing/event/Door/post',
    },
    { ...report, recordedAt: iso(day + 61_000), payload: 'next minute', outcome: 'stored' },
    { ...report, recordedAt: iso(app.clock.now()), payload: 'today', outcome: 'stored' },
    { ...report, recordedAt: iso(app.clock.now() + 1), payload: 'today too', outcome: 'stored' },
  ] as const
  await sql`select create_partitions(${iso(day).slice(0, 10)}::date, ${iso(day).slice(0, 10)}::date)`.execute(app.db)
  await app.db
    .insertInto('deviceMessage')
    .values(rows.map((row) => ({ ...row })))
    .execute()
  const payloads = async () =>
    (
      await app.db
        .selectFrom('deviceMessage')
        .select('payload')
        .where('deviceId', '=', oven.id)
        .orderBy('recordedAt')
        .execute()
    ).map(({ payload }) => payload)
  const thin = ['first', null, 'in part', 'refused', 'set', 'event', 'next minute', 'today', 'today too']
  assert.equal(await thinMessages(app.db, app.clock.now()), 1)
  assert.deepEqual(await payloads(), thin)
  // A second run finds nothing to do, and messages are still written and removed.
  assert.equal(await thinMessages(app.db, app.clock.now()), 0)
  assert.deepEqual(await payloads(), thin)
  await app.db
    .insertInto('deviceMessage')
    .values({ ...report, recordedAt: iso(day + 62_000), payload: 'late', outcome: 'stored' })
    .execute()
  assert.equal((await payloads()).length, 10)
})

test('a device that is removed while a day is thinned leaves nothing behind, and is not held up by it', async () => {
  const [removed, kept] = [await make.device(app), await make.device(app)]
  const day = Math.floor(app.clock.now() / dayMs) * dayMs - 9 * dayMs
  const table = `device_message_${iso(day).slice(0, 10).replaceAll('-', '')}`
  await sql`select create_partition('device_message', ${iso(day).slice(0, 10)}::date)`.execute(app.db)
  const report = {
    direction: 'up',
    topic: '/sys/a/b/thing/event/property/post',
    payload: 'p',
    outcome: 'stored',
  } as const
  await app.db
    .insertInto('deviceMessage')
    .values([removed, kept].map(({ id }) => ({ ...report, deviceId: id, recordedAt: iso(day) })))
    .execute()
  const isCopied = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity a join pg_locks l using (pid)
      where l.relation = 'device_message'::regclass and not l.granted and a.query like '%thin_messages%'`.execute(
      app.db,
    )
    return rows[0]?.n === 1
  }
  const thinning = await app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('deviceMessage').where('deviceId', '=', removed.id).execute()
    const running = thinMessages(app.db, app.clock.now())
    // It has copied the day, and waits until the removal is over.
    await until('the day to be copied', isCopied)
    await trx.deleteFrom('device').where('id', '=', removed.id).execute()
    return { running }
  })
  await thinning.running
  const left = await app.db.selectFrom('deviceMessage').select('deviceId').where('recordedAt', '=', iso(day)).execute()
  assert.deepEqual(left, [{ deviceId: kept.id }])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from device_message_thinned where day = ${iso(day).slice(0, 10)}::date`.execute(app.db)
  assert.equal(rows[0]?.n, 1)
  assert.ok((await childrenOf('device_message')).includes(table))
})
