import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { signalProcess } from '../platform/db/embedded/process-info.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { startFlood } from '../testing/flood.ts'
import { tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

test('devices that connect while the database has no time for us are admitted when it has, and none is turned away for having to wait for others', async () => {
  const devices = []
  for (let n = 0; n < 40; n += 1) devices.push(await make.device(app, { sn: `STORM${1000 + n}` }))
  // All connections that the process may have, so that it can make no other.
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.5)`.execute(app.db)))
  const own = openDatabase({ databaseUrl: app.settings.databaseUrl ?? '' }, { applicationName: 'test', max: 1 })
  const { rows } = await own.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await own.close()
  assert(rows.length >= 10, `${rows.length} connections`)
  for (const { pid } of rows) signalProcess(pid, 'SIGSTOP')
  // Longer than a question waits for a connection of the pool.
  const resumed = wait(12_000).then(() => {
    for (const { pid } of rows) signalProcess(pid, 'SIGCONT')
  })
  const flood = startFlood({
    port: app.addresses.mqttPort ?? 0,
    triples: devices.map(tripleOf),
    inFlight: 1,
    perSecond: 0.001,
  })
  try {
    await resumed
    await until('all to be admitted', () => flood.connected() === devices.length, 20_000)
    // The first device is asked about alone, and its question has no answer within the limit. The others wait for
    // theirs.
    assert.ok(flood.turnedAway() <= 1, `${flood.turnedAway()} turned away`)
  } finally {
    await flood.stop(0)
  }
})
