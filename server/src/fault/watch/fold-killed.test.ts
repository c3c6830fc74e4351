// @alone: it kills processes of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import { reportPast } from '../../testing/cooler-past.ts'
import { make } from '../../testing/make.ts'
import { forkRole } from '../../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const counted = async () => {
  const { rows } = await sql<{ changes: number; records: number; raised: number; notified: number }>`
    select (select count(*) from fault_change)::int as changes, (select count(*) from fault_open)::int as records,
      (select count(*) from fault_act where act = 'raise')::int as raised,
      (select count(*) from message where kind like 'fault.%')::int as notified`.execute(app.db)
  return rows[0] ?? { changes: 0, records: 0, raised: 0, notified: 0 }
}

test('of reports whose worker is killed again and again each becomes one record, and whoever is notified is notified once', async () => {
  const devices = 600
  const customer = await make.organisation(app)
  await make.account(app, { role: 'administrator', organisationId: customer.id })
  const oven = await make.device(app, { organisationId: customer.id })
  // Several codes of one device are used in place of many devices: each is a separate record.
  await app.db.transaction().execute(async (trx) => {
    for (let n = 0; n < devices; n += 1) {
      const at = app.clock.now() + n
      const event = { identifier: 'Fault', type: 'error' as const, code: `K${n}`, output: { Code: `K${n}`, Active: 1 } }
      await insertEvent(trx, oven.id, {
        ...event,
        timeMs: at,
        receivedAtMs: at,
        messageId: String(n),
        isKept: false,
        clears: false,
      })
    }
  })
  for (let kill = 0; kill < 4; kill += 1) {
    const worker = await forkRole(app, 'worker')
    const gone = once(worker.child, 'exit')
    const before = await counted()
    if (kill > 0)
      await until('it to go on', async () => (await counted()).changes < before.changes || before.changes === 0)
    worker.child.kill('SIGKILL')
    await gone
    const { changes, records, raised } = await counted()
    assert.deepEqual([changes + records, raised], [devices, records], 'a change is a record or still a change')
  }
  const last = await forkRole(app, 'worker')
  try {
    await until('all to be records', async () => (await counted()).records === devices, 60_000)
    const { changes, raised, notified } = await counted()
    assert.deepEqual([changes, raised], [0, devices])
    assert.ok(notified >= 1 && notified <= 3, `at most one a minute and person, and they were notified: ${notified}`)
  } finally {
    last.child.kill('SIGKILL')
  }
})

test('of temperatures beyond their limits whose worker is killed between crossing, wait and raise each becomes one alarm', async () => {
  const now = app.clock.now()
  const crossedMs = now - hourMs
  const coolers: string[] = []
  for (let n = 0; n < 24; n += 1) {
    const { id } = await make.device(app, { kind: 'cooler' })
    const reports: SignalReport[] = [
      [now - 2 * hourMs, 'setPoint', 4],
      [now - 2 * hourMs, 'high', 8],
      [now - 2 * hourMs, 'low', 0],
      [now - 2 * hourMs, 'defrost', 0],
      [now - 2 * hourMs, 'door', 0],
    ]
    for (let at = now - 2 * hourMs; at < now; at += 120_000) reports.push([at, 'temperature', at < crossedMs ? 4 : 12])
    await reportPast(app.db, id, reports)
    coolers.push(id)
  }
  const sides = JSON.stringify({ excursion: 'high', at: crossedMs })
  await sql`insert into device_shadow (device_id) select unnest(${coolers}::bigint[]) on conflict do nothing`.execute(
    app.db,
  )
  await sql`update device_shadow set sides = ${sides}::jsonb where device_id = any(${coolers}::bigint[])`.execute(
    app.db,
  )
  const raised = async () => {
    const { rows } = await sql<{ records: number; acts: number }>`
      select (select count(*) from fault_open where identifier = 'Excursion')::int as records,
        (select count(*) from fault_act a join fault_open o on o.id = a.fault_id
          where a.act = 'raise' and o.identifier = 'Excursion')::int as acts`.execute(app.db)
    return rows[0] ?? { records: 0, acts: 0 }
  }
  for (let kill = 0; kill < 3; kill += 1) {
    const worker = await forkRole(app, 'worker')
    const gone = once(worker.child, 'exit')
    const before = (await raised()).records
    await until('it to go on', async () => {
      const { records } = await raised()
      return records > before || records === coolers.length
    })
    worker.child.kill('SIGKILL')
    await gone
    const { records, acts } = await raised()
    assert.equal(acts, records, 'a record was raised once')
  }
  const last = await forkRole(app, 'worker')
  try {
    await until('all to be alarms', async () => (await raised()).records === coolers.length, 60_000)
    assert.equal((await raised()).acts, coolers.length)
  } finally {
    last.child.kill('SIGKILL')
  }
})

test('of excursions that were over before their reports came each becomes one record with one occurrence, however often the worker is killed', async () => {
  const now = app.clock.now()
  const [beganMs, endedMs] = [now - 5 * hourMs, now - 4 * hourMs]
  const coolers: string[] = []
  for (let n = 0; n < 24; n += 1) {
    const { id } = await make.device(app, { kind: 'cooler' })
    const reports: SignalReport[] = [
      [now - 6 * hourMs, 'high', 8],
      [now - 6 * hourMs, 'low', 0],
    ]
    for (let at = now - 6 * hourMs; at < now; at += 120_000)
      reports.push([at, 'temperature', at >= beganMs && at < endedMs ? 12 : 4])
    await reportPast(app.db, id, reports)
    coolers.push(id)
  }
  await sql`insert into device_shadow (device_id) select unnest(${coolers}::bigint[]) on conflict do nothing`.execute(
    app.db,
  )
  const sides = JSON.stringify({ at: now, judge: { from: beganMs, n: 1 } })
  await sql`update device_shadow set sides = ${sides}::jsonb where device_id = any(${coolers}::bigint[])`.execute(
    app.db,
  )
  const raised = async () => {
    const { rows } = await sql<{ records: number; acts: number; spells: number }>`
      select (select count(*) from fault_open where device_id = any(${coolers}::bigint[]))::int as records,
        (select count(*) from fault_act a join fault_open o on o.id = a.fault_id
          where a.act = 'raise' and o.device_id = any(${coolers}::bigint[]))::int as acts,
        (select count(*) from fault_excursion where device_id = any(${coolers}::bigint[])
          and ended_at = to_timestamp(${endedMs}::float8 / 1000))::int as spells`.execute(app.db)
    return rows[0] ?? { records: 0, acts: 0, spells: 0 }
  }
  for (let kill = 0; kill < 3; kill += 1) {
    const worker = await forkRole(app, 'worker')
    const gone = once(worker.child, 'exit')
    const before = (await raised()).records
    await until('it to go on', async () => {
      const { records } = await raised()
      return records > before || records === coolers.length
    })
    worker.child.kill('SIGKILL')
    await gone
    const { records, acts, spells } = await raised()
    assert.deepEqual([acts, spells], [records, records], 'a record and its occurrence commit together')
  }
  const last = await forkRole(app, 'worker')
  try {
    await until('all to be records', async () => (await raised()).records === coolers.length, 60_000)
    assert.deepEqual(await raised(), { records: coolers.length, acts: coolers.length, spells: coolers.length })
  } finally {
    last.child.kill('SIGKILL')
  }
})
