import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { endpoints, download, noInput } from '@brigade/contract/endpoint.ts'
import { startPlainHaproxy, startPlainNginx } from '../../testing/proxy/http-proxy.ts'
import { queuesOf } from '../../testing/live/queues-of.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { openFiles } from '../files/open-files.ts'
import { liveHub } from '../live/live-hub.ts'
import { createLog } from '../log.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { implement } from './implement.ts'
import { httpServer } from './server.ts'

const api = endpoints('sample', {
  table: download('/sample/table', {
    access: 'public',
    summary: { en: 'A table', zh: '表格' },
    query: noInput,
    mediaTypes: ['text/csv'],
  }),
})

/** A table whose rows end in the middle, as they do when the database is lost. */
async function* rows() {
  for (let row = 0; row < 5000; row += 1) yield `${row},${'x'.repeat(100)}\n`
  throw new Error('as told')
}
const routes = implement(api, {
  table: () => ({ body: Readable.from(rows(), { objectMode: false }), mediaType: 'text/csv', fileName: 'table.csv' }),
})

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
    routes,
    plainRoutes: [],
    authenticate: async () => 'invalid',
    authenticateApp: async () => 'invalid',
    record: async () => {},
    recordApp: async () => {},
    rateLimits: false,
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

test('a file that breaks off in the middle reaches nobody as a whole one, over HTTP/1.0 through a proxy either', async () => {
  await using nginx = await startPlainNginx({ url })
  await using haproxy = await startPlainHaproxy({ url })
  for (const [name, address] of [
    ['directly', url],
    ['nginx, which speaks HTTP/1.0 with us', `http://127.0.0.1:${nginx.port}`],
    ['HAProxy', `http://127.0.0.1:${haproxy.port}`],
  ] as const) {
    const answer = await fetch(`${address}/api/sample/table`)
    assert.equal(answer.status, 200, name)
    await assert.rejects(answer.text(), name)
  }
})
