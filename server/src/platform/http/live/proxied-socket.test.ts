import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { liveSocketCodes, liveSocketPath } from '@brigade/contract/live-socket.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { makeAccount } from '../../../testing/make-account.ts'
import { make } from '../../../testing/make.ts'
import {
  startHaproxy,
  startNginx,
  startPlainHaproxy,
  startPlainNginx,
  writeCertificate,
  type Certificate,
} from '../../../testing/proxy/http-proxy.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { testCertificate } from '../../../testing/test-certificate.ts'
import { until } from '../../../testing/until.ts'
import { firstEvent, refusedUpgrade, watchSocket } from '../../../testing/live/watch-socket.ts'
import { notifyOnCommit } from '../../db/notify.ts'

/** Tests live pages behind the proxies that docs/proxy describes, and behind those with default settings. */

let app: TestApp
let certificate: Certificate
let folder: string
before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { TRUST_PROXY: '127.0.0.1' } })
  folder = await mkdtemp(path.join(tmpdir(), 'brigade-proxied-socket-'))
  certificate = await writeCertificate(folder)
})
after(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Every live call sends something every 15 s anyway. */
const lessThanHeartbeatMs = 5000

const ovens = liveCalls.oven.live.path

/** Twenty tabs have three live calls each; a change arrives on each at once; a revoked session ends all. */
async function twentyTabsLive(url: string) {
  const { token } = await makeAccount(app, { role: 'administrator' })
  const oven = await make.device(app)
  // A browser names the page's own origin. Its certificate is one of the tests.
  const options = { origin: url, ca: testCertificate.cert, servername: 'localhost' }
  const tabs = await Promise.all(Array.from({ length: 20 }, () => watchSocket(url, token, options)))
  const ids = tabs.map((tab) => [ovens, `${ovens}?id=${oven.id}`, sessionApi.menusLive.path].map(tab.follow))
  for (const [at, tab] of tabs.entries()) for (const id of ids[at] ?? []) await firstEvent(tab, id)
  const counts = tabs.map((tab) => tab.said.length)
  const startedMs = performance.now()
  await notifyOnCommit(app.db, 'live', { device: [oven.id] })
  await until('the change in every tab', () => tabs.every((tab, at) => tab.said.length >= (counts[at] ?? 0) + 2))
  const ms = performance.now() - startedMs
  assert.ok(ms < lessThanHeartbeatMs, `${ms} ms`)
  await app.ask(sessionApi.signOut, {}, { token })
  for (const { closed } of tabs) assert.equal((await closed).code, liveSocketCodes.refused(103))
}

test('twenty tabs are live behind nginx as it is described', async () => {
  await using proxy = await startNginx(app, certificate)
  await twentyTabsLive(`https://localhost:${proxy.port}`)
})

test('twenty tabs are live behind HAProxy as it is described', async () => {
  await using proxy = await startHaproxy(app, certificate)
  await twentyTabsLive(`https://localhost:${proxy.port}`)
})

test('twenty tabs are live behind HAProxy with the defaults of its own file', async () => {
  await using proxy = await startPlainHaproxy(app)
  await twentyTabsLive(`http://127.0.0.1:${proxy.port}`)
})

test('nginx that was told nothing refuses the upgrade, and carries the same messages as server-sent events', async () => {
  await using proxy = await startPlainNginx(app)
  const url = `http://127.0.0.1:${proxy.port}`
  assert.equal((await refusedUpgrade(url)).status, 401)
  const { token } = await makeAccount(app, { role: 'administrator' })
  const topics = encodeURIComponent(JSON.stringify([ovens, sessionApi.menusLive.path]))
  const response = await fetch(`${url}${liveSocketPath}?topics=${topics}`, { headers: { authorization: token } })
  assert.equal(response.status, 200)
  let text = ''
  const reading = (async () => {
    const chunks: AsyncIterable<string> = response.body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream()
    for await (const chunk of chunks) text += chunk
  })().catch(() => undefined)
  await until('both live calls', () => text.includes('{"id":0,"event"') && text.includes('{"id":1,"event"'))
  await app.ask(sessionApi.signOut, {}, { token })
  await reading
  assert.match(text, /"refused":\{"status":401/)
})
