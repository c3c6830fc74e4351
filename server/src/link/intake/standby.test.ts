// @alone: it has a primary and a standby of its own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { askOnce } from '../../testing/silence/one-postgres.ts'
import { startPostgresPair, type PostgresPair } from '../../testing/silence/postgres-pair.ts'
import { databaseBehindProxy } from '../../testing/silence/silent-proxy.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let pair: PostgresPair
/** A process that reaches the primary directly. */
let app: TestApp
before(async () => {
  pair = await startPostgresPair()
  process.env['TEST_DATABASE_URL'] = pair.primary.databaseUrl
  app = await startTestApp({ roles: ['api'] })
})
after(async () => {
  await app.stop()
  await pair[Symbol.asyncDispose]()
})

const goesOnMs = 25_000
const databaseName = () => /postgres:\/\/\/([^?]*)/.exec(app.settings.databaseUrl ?? '')?.[1] ?? ''
const at = (databaseUrl: string) => databaseUrl.replace('/postgres?', `/${databaseName()}?`)
const reportsAt = async (databaseUrl: string, { id }: { id: string }): Promise<number> => {
  const rows = await askOnce<{ n: string }>(
    at(databaseUrl),
    `select count(*) as n from device_history where device_id = ${id}`,
  )
  return Number(rows[0]?.n)
}

/**
 * The back ends of the primary that wait for the standby with the commit of a batch of messages, or of a retry that
 * found its batch.
 */
const waiting = () =>
  askOnce<{ pid: number; isBatch: boolean }>(
    at(pair.primary.databaseUrl),
    `select a.pid, bool_or(c.relname like 'device_message%') as "isBatch" from pg_stat_activity a
     join pg_locks l on l.pid = a.pid join pg_class c on c.oid = l.relation
     where a.wait_event = 'SyncRep' and c.relname like any ('{ingest_batch%,device_message%,message_rate%}')
     group by a.pid having not bool_or(c.relname like 'message_rate%')`,
  )
const aBatch = async () => {
  const [found] = (await waiting()).filter(({ isBatch }) => isBatch)
  return found?.pid
}

test('under synchronous replication nothing is acknowledged that the standby does not have, and what it lost is written there once', async () => {
  const proxy = await databaseBehindProxy(app.settings.databaseUrl ?? '')
  const connector = await startTestApp({ roles: ['connector'], settings: { DATABASE_URL: proxy.databaseUrl } })
  const oven = await make.device(app)
  const device = await connectMade({ db: app.db, addresses: connector.addresses }, oven)
  let acknowledged = 0
  /** Equal reports with one id and no time. */
  const report = async () => {
    await device.report({ ChamberTemp: 180 }, '1')
    acknowledged += 1
  }
  await report()
  assert.equal(await reportsAt(pair.standby.databaseUrl, oven), 1)

  // The standby is away for a while: the report waits, and is then there once.
  pair.replication.silence()
  const second = report()
  const first = await until('the commit to wait', aBatch)
  await wait(12_000)
  assert.equal(acknowledged, 1, 'what the standby does not have is not acknowledged')
  assert.deepEqual(
    await waiting(),
    [{ pid: first, isBatch: true }],
    'the earlier try is not ended, and no other piles up',
  )
  pair.replication.mend()
  await until('the report to be acknowledged', () => acknowledged === 2, goesOnMs)
  await second
  assert.deepEqual(
    [await reportsAt(pair.primary.databaseUrl, oven), await reportsAt(pair.standby.databaseUrl, oven)],
    [2, 2],
  )

  // The wait of a commit is cut short, so that it is visible only at the primary; then the standby takes over.
  pair.replication.silence()
  const third = report()
  const cut = await until('the commit to wait', aBatch)
  await askOnce(pair.primary.databaseUrl, `select pg_terminate_backend(${cut})`)
  await until('it to be visible at the primary', async () => (await reportsAt(pair.primary.databaseUrl, oven)) === 3)
  await until('the retry to find it and wait itself', async () => (await waiting()).some(({ isBatch }) => !isBatch))
  await wait(3000)
  assert.equal(acknowledged, 2, 'visible is not safe')
  proxy.silence()
  proxy.lead(pair.standby.target)
  await pair.promote()
  await until('the report to be acknowledged by the new primary', () => acknowledged === 3, goesOnMs)
  await third
  assert.equal(await reportsAt(pair.standby.databaseUrl, oven), 3)
  await report()
  assert.equal(await reportsAt(pair.standby.databaseUrl, oven), 4)
  await device.leave()
  // The old primary must not wait for a standby any more, or nothing could be removed there.
  await askOnce(pair.primary.databaseUrl, `alter system set synchronous_standby_names = ''`)
  await askOnce(pair.primary.databaseUrl, 'select pg_reload_conf()')
  await connector.stop()
  await proxy[Symbol.asyncDispose]()
})
