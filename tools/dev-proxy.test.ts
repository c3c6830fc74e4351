import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { firstEvent, watchSocket } from '@brigade/server/testing/live/watch-socket.ts'
import { make } from '@brigade/server/testing/make.ts'
import { startTestApp, type TestApp } from '@brigade/server/testing/start-app.ts'
import { createServer, type ViteDevServer } from 'vite'
import { devProxy } from './dev-proxy.ts'

/** The server of `npm run dev` in front of the api. */

let app: TestApp
let vite: ViteDevServer
let root: string
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  root = await mkdtemp(join(tmpdir(), 'brigade-vite-'))
  const proxy = devProxy(Number(new URL(app.url).port))
  vite = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', proxy },
  })
  await vite.listen()
})
after(async () => {
  await vite.close()
  await app.stop()
  await rm(root, { recursive: true, force: true })
})

test('a page of the development server has its live connection, and a page of another place has none', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  const [url = ''] = vite.resolvedUrls?.local ?? []
  const place = url.replace(/\/$/, '')
  const live = await watchSocket(place, token, { origin: place })
  await firstEvent(live, live.follow(liveCalls.oven.live.path))
  await live.leave()
  await assert.rejects(watchSocket(place, token, { origin: 'http://elsewhere.example.com' }))
})
