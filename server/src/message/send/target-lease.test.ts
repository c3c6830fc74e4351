// @alone: it stops a process and lets it go on.
import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { sql } from 'kysely'
import { startApp, type App } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { announce } from '../announce/announce.ts'

/** A receiver that answers a request when the test tells it to. */
const held: { id: string; answer: (status: number) => void }[] = []
const receiver = http.createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const id = /^msg_(\d+)_/.exec(String(request.headers['webhook-id']))?.[1] ?? ''
    held.push({ id, answer: (status) => response.writeHead(status).end('{}') })
  })
})

let app: TestApp
let admin: MadeAccount
let worker: ChildProcess | undefined
let other: App | undefined
let address = ''
before(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const bound = receiver.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/`
  app = await startTestApp({ roles: ['api'], settings: { WEBHOOK_PRIVATE: 'on' } })
  admin = await make.account(app, { role: 'administrator' })
})
after(async () => {
  worker?.kill('SIGKILL')
  await other?.stop()
  await app.stop()
  receiver.closeAllConnections()
  receiver.close()
})

async function startWorker(): Promise<ChildProcess> {
  const { databaseUrl, dataDir } = app.settings
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', WORKS: 'all', WEBHOOK_PRIVATE: 'on' }
  const script = fileURLToPath(new URL('../../testing/worker-process.ts', import.meta.url))
  const started = fork(script, [], {
    env: { ...process.env, ...env, SECRET_KEY: 'a secret key that only the tests know' },
  })
  await once(started, 'message')
  return started
}
const announceTo = (targetId: string) =>
  app.db.transaction().execute((trx) =>
    announce({ ...app, db: trx }, 'message.test', {
      params: { by: 'Sam', at: '2026-03-01T23:30:00.000Z', celsius: 4 },
      organisationId: admin.organisationId,
      accounts: [],
      targetId,
    }),
  )
const request = (index: number) => until(`request ${index}`, () => held[index], 30_000)
const stateOf = async (id: string) =>
  (await app.db.selectFrom('messageDelivery').select('state').where('messageId', '=', id).executeTakeFirstOrThrow())
    .state
const targetOf = (id: string) =>
  app.db.selectFrom('messageTarget').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const listBackends = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(app.db)
  return rows.map(({ pid }) => pid)
}
/**
 * Waits until each process has looked for due targets a second time: by then it has handled an answer that waited for
 * it.
 */
async function lookedAgain(pids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(app.db)
  await until('the process to look for work again', async () => {
    const { rows: looks } = await sql`select from pg_stat_activity where pid = any(${pids}::int[])
      and query like '%from message_target t%' and query_start > ${rows[0]?.now}::timestamptz + interval '1 s'`.execute(
      app.db,
    )
    return looks.length > 0
  })
}

test('a process that was held up beyond its lease neither frees nor renews the lease of the next, and writes no result over its', async () => {
  const saved = await app.ask(targetApi.saveWebhook, { name: 'Held', address }, { token: admin.token })
  const targetId = saved.envelope.data.id
  const [first, second] = [await announceTo(targetId), await announceTo(targetId)]
  const before = await listBackends()
  worker = await startWorker()
  const ofStopped = await request(0)
  assert.equal(ofStopped.id, first.id)
  const own = (await listBackends()).filter((pid) => !before.includes(pid))
  worker.kill('SIGSTOP')
  await sql`update message_target set lease_until = clock_timestamp() - interval '1 s' where id = ${targetId}`.execute(
    app.db,
  )
  const { settings, clock } = app
  other = await startApp({ roles: ['worker'], settings, clock, log: createLog({ level: 'fatal' }) })
  const again = await request(1)
  assert.equal(again.id, first.id)
  // The first process continues while the second waits for the answer to the same message, and learns that its lease
  // was taken.
  ofStopped.answer(200)
  const leased = await targetOf(targetId)
  worker.kill('SIGCONT')
  await lookedAgain(own)
  assert.deepEqual(await targetOf(targetId), leased, 'the lease and its target are the second process’s')
  assert.equal(await stateOf(first.id), 'queued', 'its result is still to come')
  assert.equal(held.length, 2, 'the stopped process sent nothing after what it had in hand')
  again.answer(200)
  const next = await request(2)
  assert.equal(next.id, second.id)
  assert.equal(await stateOf(first.id), 'delivered')
  next.answer(200)
  await until('the second message', async () => (await stateOf(second.id)) === 'delivered')
  assert.equal(held.length, 3)
  await until('the lease to be free', async () => (await targetOf(targetId)).leaseUntil === null)
})
