// @alone: it runs processes of its own, and ends them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Role } from './app.ts'
import { startFlood } from './testing/flood.ts'
import { historyOf, tripleOf } from './testing/linked-device.ts'
import { make } from './testing/make.ts'
import { freePort } from './testing/process/free-port.ts'
import { startTestApp, testSecretKey, type TestApp } from './testing/start-app.ts'
import { until } from './testing/until.ts'

const drainSeconds = 10

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: [] })
})
after(() => app.stop())

/** A role as an operator runs it, by itself, on a port that another process may have too. */
async function startRole(role: Role, env: Readonly<Record<string, string>>) {
  const statusPort = String(await freePort())
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--role', role], {
    env: {
      ...process.env,
      BRIGADE_CONFIG: 'none',
      DATABASE_URL: app.settings.databaseUrl ?? '',
      DATA_DIR: app.settings.dataDir,
      SECRET_KEY: testSecretKey,
      PRESET_PASSWORD: app.settings.presetPassword ?? '',
      HTTP_HOST: '127.0.0.1',
      MQTT_HOST: '127.0.0.1',
      CONNECTOR_STATUS_PORT: statusPort,
      REUSE_PORT: 'on',
      DRAIN_SECONDS: String(drainSeconds),
      DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const status = `http://127.0.0.1:${role === 'api' ? env['HTTP_PORT'] : statusPort}/readyz`
  const exited = once(child, 'exit')
  return { child, status, exited, output: () => output, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

const isReady = (url: string) =>
  fetch(url, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 200,
    () => false,
  )

test('200 open calls are answered by an api that is told to end, and new ones by its successor on the same port', async () => {
  const port = await freePort()
  const { token } = await make.account(app, { role: 'administrator' })
  using old = await startRole('api', { HTTP_PORT: String(port) })
  await until('the old process', () => isReady(old.status), 60_000)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 300 })
  const call = () =>
    new Promise<{ status: number; closes: boolean }>((resolve, reject) => {
      const request = http.request(
        {
          port,
          host: '127.0.0.1',
          agent,
          method: 'GET',
          path: '/api/web/product/page',
          headers: { authorization: token },
        },
        (response) => {
          response.resume()
          response.once('error', reject)
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
          )
        },
      )
      request.once('error', reject)
      request.end()
    })
  // Connections that have had a call and stay open for the next one.
  const first = await Promise.all(Array.from({ length: 50 }, call))
  assert.deepEqual(
    first.filter(({ status, closes }) => status !== 200 || closes),
    [],
  )
  using next = await startRole('api', { HTTP_PORT: String(port) })
  // The old one would answer for it.
  await until('the successor', () => next.output().includes('"msg":"Server listening'), 60_000)
  const lock = await app.db.startTransaction().execute()
  await sql`lock table product in access exclusive mode`.execute(lock)
  const open = Array.from({ length: 200 }, call)
  await until('calls to wait', async () => {
    const { rows } = await sql`select from pg_locks where relation = 'product'::regclass and not granted`.execute(
      app.db,
    )
    return rows.length > 0
  })
  old.child.kill('SIGTERM')
  await until('the old process to accept no more', () => old.output().includes('"msg":"Draining"'))
  await lock.rollback().execute()
  const answers = await Promise.all(open)
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200),
    [],
  )
  assert.ok(
    answers.some(({ closes }) => closes),
    'a connection ends with its answer',
  )
  const later = await Promise.all(Array.from({ length: 50 }, call))
  assert.ok(later.every(({ status }) => status === 200))
  // Those that are open and idle end with the time at the latest.
  agent.destroy()
  assert.deepEqual(await old.exited, [0, null])
  next.child.kill('SIGTERM')
  assert.deepEqual(await next.exited, [0, null])
})

test('a connector that is told to end hands 500 devices over to its successor within its time, and nothing acknowledged is lost', async () => {
  const port = String(await freePort())
  const devices = await Promise.all(
    Array.from({ length: 500 }, (_, index) => make.device(app, { sn: `HANDED${1000 + index}` })),
  )
  using old = await startRole('connector', { MQTT_PORT: port })
  await until('the old process', () => isReady(old.status), 60_000)
  const flood = startFlood({ port: Number(port), triples: devices.map(tripleOf), inFlight: 4, perSecond: 500 })
  try {
    await flood.ready
    using next = await startRole('connector', { MQTT_PORT: port })
    await until('the successor', () => isReady(next.status), 60_000)
    const before = flood.acknowledged()
    await until('reports under way', () => flood.acknowledged() > before + 500)
    const toldAt = performance.now()
    old.child.kill('SIGTERM')
    assert.deepEqual(await old.exited, [0, null])
    const tookMs = performance.now() - toldAt
    assert.match(old.output(), /"msg":"All connections were handed over"/, `after ${Math.round(tookMs)} ms`)
    await until('all devices at the successor', () => flood.connected() === devices.length, 30_000)
    const then = flood.acknowledged()
    await until('reports at the successor', () => flood.acknowledged() > then + 500)
    const acknowledged = await flood.stop()
    for (const [index, device] of [...devices.entries()].filter(([index]) => index % 25 === 0)) {
      const stored = new Set((await historyOf(app, device, 'CookCount')).map((row) => row.number))
      assert.deepEqual(
        (acknowledged[index] ?? []).filter((n) => !stored.has(n)),
        [],
      )
    }
    const { rows } = await sql<{ reason: string; ends: number }>`
      select reason, count(*)::int as ends from online_log where not online and reason = 'server_restart' group by reason`.execute(
      app.db,
    )
    assert.deepEqual(rows, [{ reason: 'server_restart', ends: devices.length }])
    next.child.kill('SIGKILL')
  } finally {
    await flood.stop(0)
  }
})
