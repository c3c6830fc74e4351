import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { liveSocketCodes } from '@brigade/contract/live-socket.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { makeAccount } from '../../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { firstEvent, watchSocket } from '../../../testing/live/watch-socket.ts'
import { messagesPerMinute } from './live-door.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'], rateLimits: true })
})
after(() => app.stop())

test('an address may say so much a minute, over all its sockets, and then has to wait', async () => {
  const { token } = await makeAccount(app, { role: 'administrator' })
  const [one, other] = [await watchSocket(app.url, token), await watchSocket(app.url, token)]
  for (const live of [one, other]) await firstEvent(live, live.follow(sessionApi.menusLive.path))
  let said = 4
  for (; said < messagesPerMinute / 2; said += 1) one.say({ unsubscribe: 1_000_000 })
  // An answer shows that all before it has been read.
  await firstEvent(one, one.follow(sessionApi.menusLive.path))
  for (said += 1; said < messagesPerMinute; said += 1) other.say({ unsubscribe: 1_000_000 })
  const last = other.follow(sessionApi.menusLive.path)
  const { code } = await other.closed
  assert.equal(code, liveSocketCodes.refused(429))
  assert.deepEqual(other.of(last), [])
  const { key, retryAfterSeconds = 0 } = other.refused()?.envelope.data ?? {}
  assert.equal(key, 'system.tooMany')
  assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 60, String(retryAfterSeconds))
  app.clock.advance(60_000)
  const again = await watchSocket(app.url, token)
  await firstEvent(again, again.follow(sessionApi.menusLive.path))
  for (const live of [one, again]) await live.leave()
})
