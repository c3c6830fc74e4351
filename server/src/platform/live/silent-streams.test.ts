import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { notifyOnCommit } from '../db/notify.ts'
import { make } from '../../testing/make.ts'
import { databaseBehindProxy } from '../../testing/silence/silent-proxy.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'

/** A process that reaches the database directly. */
let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

const noticedMs = 15_000

/** Reads a stream to its end and returns the ms until then. */
async function endOf(stream: { next: () => Promise<unknown> }): Promise<number> {
  const startedMs = performance.now()
  while ((await stream.next()) !== undefined)
    if (performance.now() - startedMs > 2 * noticedMs) assert.fail('the stream goes on')
  return performance.now() - startedMs
}

test('when the database falls silent live pages and walls end within 15 s, none begins, nothing stays cached, and all go on when it is back', async () => {
  await using proxy = await databaseBehindProxy(app.settings.databaseUrl ?? '')
  const other = await startTestApp({ roles: ['api'], settings: { DATABASE_URL: proxy.databaseUrl } })
  const { token } = await make.account(app, { role: 'administrator' })
  const oven = await make.device(app)
  const open = () => watchLive(other.url, liveCalls.oven.live, { id: oven.id }, token)
  const [page, wall] = [await open(), await watchLive(other.url, wallApi.live, {}, token)]
  assert.equal((await page.next())?.devices[0]?.online, false)
  assert.ok((await wall.next())?.isWhole)

  proxy.holdNew(true)
  proxy.silence()
  const [pageMs, wallMs] = await Promise.all([endOf(page), endOf(wall)])
  assert.ok(pageMs < noticedMs && wallMs < noticedMs, `${pageMs} ms, ${wallMs} ms`)
  const refused = await open()
  assert.equal(refused.status, 503)

  // Changes meanwhile are not notified to that process.
  await app.db
    .updateTable('deviceState')
    .set({ online: true, connectorId: 'other' })
    .where('deviceId', '=', oven.id)
    .execute()
  await notifyOnCommit(app.db, 'live', { device: [oven.id] })
  await app.ask(sessionApi.signOut, {}, { token })
  proxy.giveUp()
  proxy.mend()
  const { token: next } = await make.account(app, { role: 'administrator' })
  const again = await until('a stream to begin', async () => {
    const stream = await watchLive(other.url, liveCalls.oven.live, { id: oven.id }, next)
    return stream.status === 200 && stream
  })
  assert.equal((await again.next())?.devices[0]?.online, true)
  const signedOut = await fetch(other.url + sessionApi.user.path, { headers: { authorization: token } })
  assert.equal(signedOut.status, 401, 'a session that ended meanwhile is not remembered')
  await again.leave()
  await other.stop()
})
