// @both-databases: LISTEN and NOTIFY are the database’s own.
// @pooler: a pooler may answer LISTEN and deliver nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../testing/database.ts'
import { listen, type Listener } from './listen.ts'
import { createNotifier, notifyOnCommit } from './notify.ts'
import { transaction } from './transaction.ts'

/** Collects the payloads of a channel; a test awaits them one by one. */
function inbox(listener: Listener, channel: string) {
  const arrived: unknown[] = []
  let wake = () => {}
  listener.subscribe(channel, (payload) => {
    arrived.push(payload)
    wake()
  })
  return {
    next: async () => {
      while (arrived.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return arrived.shift()
    },
    isEmpty: () => arrived.length === 0,
  }
}

async function withListener() {
  const database = await testDatabase()
  const listener = listen(database.databaseUrl, { applicationName: 'listening' })
  return {
    ...database,
    listener,
    [Symbol.asyncDispose]: async () => {
      await listener.stop()
      await database.drop()
    },
  }
}

test('notifications within a tick arrive as one notice, each id once', async () => {
  await using given = await withListener()
  const live = inbox(given.listener, 'live')
  await given.listener.ready()
  const { notify } = createNotifier(given.db)
  notify('live', { device: ['1', '2'] })
  notify('live', { device: ['2', '3'] })
  assert.deepEqual(await live.next(), { device: ['1', '2', '3'] })
  assert.ok(live.isEmpty())
})

test('notices that are not lists stay apart, and channels do not mix', async () => {
  await using given = await withListener()
  const command = inbox(given.listener, 'command')
  const live = inbox(given.listener, 'live')
  await given.listener.ready()
  const { notify, flush } = createNotifier(given.db)
  notify('command', { id: '7' })
  notify('command', { id: '8' })
  notify('live', { device: ['1'] })
  await flush()
  assert.deepEqual([await command.next(), await command.next()], [{ id: '7' }, { id: '8' }])
  assert.deepEqual(await live.next(), { device: ['1'] })
})

test('more ids than one notification may carry come in several', async () => {
  await using given = await withListener()
  const live = inbox(given.listener, 'live')
  await given.listener.ready()
  const ids = Array.from({ length: 5000 }, (_, index) => String(9_000_000_000 + index))
  createNotifier(given.db).notify('live', { device: ids })
  const received = new Set<unknown>()
  while (received.size < ids.length) {
    const payload = await live.next()
    assert.ok(typeof payload === 'object' && payload !== null && 'device' in payload && Array.isArray(payload.device))
    for (const id of payload.device) received.add(id)
  }
  assert.deepEqual(received, new Set(ids))
})

test('a notice within a transaction is received when it commits and never when it does not', async () => {
  await using given = await withListener()
  const access = inbox(given.listener, 'access')
  await given.listener.ready()
  const undone = transaction(given.db, async (trx) => {
    await notifyOnCommit(trx, 'access', { account: ['undone'] })
    throw new Error('no')
  })
  await assert.rejects(undone, /no/)
  await transaction(given.db, (trx) => notifyOnCommit(trx, 'access', { account: ['kept'] }))
  assert.deepEqual(await access.next(), { account: ['kept'] })
})

test('reconnects after the server ended its connection, and reports that something may have been missed', async () => {
  await using given = await withListener()
  const access = inbox(given.listener, 'access')
  await given.listener.ready()
  await given.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening'`)
  assert.equal(await access.next(), undefined)
  await notifyOnCommit(given.db, 'access', { account: ['1'] })
  assert.deepEqual(await access.next(), { account: ['1'] })
})

test('receives channels subscribed to before and after it connected, until it unsubscribes', async () => {
  await using given = await withListener()
  const early = inbox(given.listener, 'early')
  await given.listener.ready()
  const late = inbox(given.listener, 'late')
  const received: unknown[] = []
  const unsubscribe = given.listener.subscribe('late', (payload) => void received.push(payload))
  await given.listener.ready()
  unsubscribe()
  await notifyOnCommit(given.db, 'early', { id: '1' })
  await notifyOnCommit(given.db, 'late', { id: '2' })
  assert.deepEqual([await early.next(), await late.next()], [{ id: '1' }, { id: '2' }])
  assert.deepEqual(received, [])
})
