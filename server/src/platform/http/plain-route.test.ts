import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { queuesOf } from '../../testing/live/queues-of.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { createLog } from '../log.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { liveHub } from '../live/live-hub.ts'
import { openFiles } from '../files/open-files.ts'
import type { PlainRoute } from './plain-route.ts'
import { httpServer } from './server.ts'

const echo: PlainRoute = {
  method: 'POST',
  path: '/plain/echo',
  maxBytes: 1000,
  perMinute: 8,
  handler: (_platform, { fields, header, address }) =>
    fields['fail'] === undefined
      ? { status: 200, body: { fields, agent: header('user-agent') ?? '', address } }
      : Promise.reject(new Error('as told')),
  onFailure: (failure) => ({ status: 200, body: { failure } }),
}

let app: TestApp
let url = ''
let close = async () => {}
before(async () => {
  app = await startTestApp({ roles: [] })
  const log = createLog({ level: 'silent' })
  const { db, caches, clock, settings } = app
  const files = openFiles({ settings, log })
  const live = liveHub()
  const queues = queuesOf(app, live)
  const server = await httpServer({
    platform: { db, caches, clock, settings, log, live, files, queues, stopping: new AbortController().signal },
    metrics: openMetrics(),
    routes: [],
    plainRoutes: [echo],
    authenticate: async () => 'invalid',
    authenticateApp: async () => 'invalid',
    record: async () => {},
    recordApp: async () => {},
    rateLimits: true,
    version: '0',
    ready: async () => {},
    intakeStandsSince: async () => undefined,
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
  close = async () => {
    await server.close()
  }
})
after(async () => {
  await close()
  await app.stop()
})

async function post(body: string, type: string): Promise<unknown> {
  const headers = { 'content-type': type, 'user-agent': 'a device' }
  const response = await fetch(`${url}/plain/echo`, { method: 'POST', headers, body })
  assert.equal(response.status, 200)
  return response.json()
}

test('a plain route reads a form and JSON alike, and answers every failure in its own words', async () => {
  const received = { fields: { deviceName: 'oven 1' }, agent: 'a device', address: '127.0.0.1' }
  assert.deepEqual(await post('deviceName=oven+1', 'application/x-www-form-urlencoded'), received)
  assert.deepEqual(await post('{"deviceName":"oven 1"}', 'application/json'), received)
  assert.deepEqual(await post('{"deviceName":', 'application/json'), { failure: 'unreadable' })
  assert.deepEqual(await post('[1]', 'application/json'), { ...received, fields: {} })
  assert.deepEqual(await post(`a=${'x'.repeat(1000)}`, 'application/x-www-form-urlencoded'), {
    failure: 'tooLarge',
  })
  assert.deepEqual(await post('fail=1', 'application/x-www-form-urlencoded'), { failure: 'failed' })
  assert.deepEqual(await post('<a/>', 'text/xml'), { failure: 'unreadable' })
  await post('a=1', 'application/x-www-form-urlencoded')
  assert.deepEqual(await post('a=1', 'application/x-www-form-urlencoded'), { failure: 'tooMany' })
})
