import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { databaseBehindProxy } from '../../testing/silence/silent-proxy.ts'
import { testDatabase } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'
import { answeredWhenever, answeredWithin } from './connection/answer-limit.ts'
import { isDatabaseAway } from './connection/database-away.ts'
import { copyRows } from './copy/copy.ts'
import { listen } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { transaction } from './transaction.ts'

/** A database behind a proxy that can fall silent, and a pool that connects through it. */
async function behindProxy({ statementTimeoutMs = 30_000 } = {}) {
  const database = await testDatabase()
  const proxy = await databaseBehindProxy(database.databaseUrl)
  const opened = openDatabase(proxy, { applicationName: 'silenced', statementTimeoutMs })
  return {
    ...opened,
    database,
    proxy,
    [Symbol.asyncDispose]: async () => {
      await opened.close()
      await proxy[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}

const one = sql<{ pid: number }>`select pg_backend_pid() as pid`

/**
 * Seconds until the kernel sends a keep-alive on the connection from a port, by the list of Linux; infinite if it does
 * not.
 */
function keepAliveSeconds(list: string, port: number): number {
  const local = port.toString(16).toUpperCase().padStart(4, '0')
  const timer = new RegExp(`: [0-9A-F]+:${local} \\S+ 01 \\S+ 02:([0-9A-F]+)`).exec(list)?.[1]
  return timer === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(timer, 16) / 100
}

/** Runs work that fails because the database is silent, and returns after how many ms. */
async function failsAfter(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await assert.rejects(work, (error: unknown) => isDatabaseAway(error))
  return performance.now() - startedMs
}

function statementTests() {
  test('a statement without an answer fails at the limit of its work, and its connection is not used again', async () => {
    await using silent = await behindProxy()
    const before = await one.execute(silent.db)
    silent.proxy.silence()
    const ms = await failsAfter(() => answeredWithin(1000, () => one.execute(silent.db)))
    assert.ok(ms > 900 && ms < 4000, `${ms} ms`)
    const after = await answeredWithin(1000, () => one.execute(silent.db))
    assert.notEqual(after.rows[0]?.pid, before.rows[0]?.pid)
  })

  test('when one connection is silent, the idle ones that nothing was heard of since are not handed on', async () => {
    await using silent = await behindProxy()
    const pause = sql`select pg_sleep(0.1)`
    await Promise.all(Array.from({ length: 6 }, () => pause.execute(silent.db)))
    assert.equal(silent.pool.idleCount, 6)
    silent.proxy.silence()
    await failsAfter(() => answeredWithin(1000, () => one.execute(silent.db)))
    for (let time = 1; time <= 6; time += 1) await answeredWithin(1000, () => one.execute(silent.db))
  })

  test('a transaction whose statement has no answer fails as the database being away, and writes nothing', async () => {
    await using silent = await behindProxy()
    await sql`create table note (text text not null)`.execute(silent.database.db)
    const ms = await failsAfter(() =>
      answeredWithin(1000, () =>
        transaction(silent.db, async (trx) => {
          await sql`insert into note values ('never')`.execute(trx)
          silent.proxy.silence()
          await one.execute(trx)
        }),
      ),
    )
    assert.ok(ms < 4000, `${ms} ms`)
    silent.proxy.giveUp()
    assert.deepEqual((await sql`select * from note`.execute(silent.db)).rows, [])
  })

  test('rows that are copied in have the same limit', async () => {
    await using silent = await behindProxy()
    await sql`create table note (text text not null)`.execute(silent.database.db)
    await one.execute(silent.db)
    silent.proxy.silence()
    const copying = () => copyRows(silent.db, 'note', { text: 'text' }, [{ text: 'one' }])
    const ms = await failsAfter(() => answeredWithin(1000, copying))
    assert.ok(ms < 4000, `${ms} ms`)
  })
}

function limitTests() {
  test('without a limit of its own a statement has 5 s more than the server allows it', async () => {
    await using silent = await behindProxy({ statementTimeoutMs: 500 })
    await one.execute(silent.db)
    silent.proxy.silence()
    const ms = await failsAfter(() => one.execute(silent.db))
    assert.ok(ms > 5000 && ms < 9000, `${ms} ms`)
  })

  test('users of the pool itself have the limit too', async () => {
    await using silent = await behindProxy({ statementTimeoutMs: 500 })
    await silent.pool.query('select 1')
    silent.proxy.silence()
    const ms = await failsAfter(() => silent.pool.query('select 1'))
    assert.ok(ms > 5000 && ms < 9000, `${ms} ms`)
    await silent.pool.query('select 1')
  })

  test('work that may take long waits for its answer', async () => {
    await using silent = await behindProxy({ statementTimeoutMs: 500 })
    await one.execute(silent.db)
    const slow = sql`select set_config('statement_timeout', '0', true), pg_sleep(7)`
    await answeredWhenever(() =>
      transaction(silent.db, async (trx) => {
        await sql`select set_config('statement_timeout', '0', true)`.execute(trx)
        await slow.execute(trx)
      }),
    )
  })
}

function listenerTests() {
  test('whoever listens learns within 15 s that notifications are missed, and listens again', async () => {
    await using silent = await behindProxy()
    const listener = listen(silent.proxy.databaseUrl, { applicationName: 'listening' })
    const told: string[] = []
    listener.onLoss(() => told.push('lost'))
    listener.subscribe('access', (payload) => told.push(payload === undefined ? 'missed' : 'notice'))
    await listener.ready()
    await until('the first question to be answered', () => listener.isListening())
    silent.proxy.silence()
    const silentMs = performance.now()
    await until('the loss', () => told.length > 0, 15_000)
    assert.ok(performance.now() - silentMs < 15_000)
    await until('it to listen again', () => listener.isListening(), 15_000)
    assert.deepEqual(told, ['lost', 'missed'])
    await sql`select pg_notify('access', '{}')`.execute(silent.database.db)
    await until('a notice', () => told.at(-1) === 'notice')
    await listener.stop()
  })

  test('when it listens in vain, long work does not wait for what it sent into the silence', async () => {
    await using silent = await behindProxy()
    const listener = listen(silent.proxy.databaseUrl, { applicationName: 'listening' })
    listener.onLoss(silent.otherLost)
    await listener.ready()
    const ms = await failsAfter(() =>
      answeredWhenever(() =>
        transaction(silent.db, async (trx) => {
          await one.execute(trx)
          silent.proxy.silence()
          await one.execute(trx)
        }),
      ),
    )
    assert.ok(ms < 15_000, `${ms} ms`)
    await listener.stop()
  })

  test('a listener stops though nobody answers any more', async () => {
    await using silent = await behindProxy()
    const listener = listen(silent.proxy.databaseUrl, { applicationName: 'listening' })
    await listener.ready()
    silent.proxy.silence()
    const startedMs = performance.now()
    await listener.stop()
    assert.ok(performance.now() - startedMs < 4000)
  })

  test('an idle connection is asked for a sign of life after 10 s, in the pool and where it listens', async () => {
    await using silent = await behindProxy()
    await one.execute(silent.db)
    const listener = listen(silent.proxy.databaseUrl, { applicationName: 'listening' })
    await listener.ready()
    const ports = silent.proxy.ports()
    assert.equal(ports.length, 2)
    const timers = readFileSync('/proc/net/tcp', 'utf8')
    for (const port of ports) assert.ok(keepAliveSeconds(timers, port) <= 10)
    await listener.stop()
  })

  test('the server asks for a sign of life too, so that what an abandoned transaction locks is free again', async () => {
    await using silent = await behindProxy()
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name like 'tcp%' order by name`.execute(silent.db)
    // Over the socket of the test server TCP's settings are stored, but not used.
    const { rows: asked } = await sql<{ setting: string }>`
      select source as setting from pg_settings where name = 'tcp_keepalives_idle'`.execute(silent.db)
    assert.equal(rows.length, 4)
    assert.equal(asked[0]?.setting, 'session')
  })
}

suite('a database that falls silent', { concurrency: true }, () => {
  statementTests()
  limitTests()
  listenerTests()
})
