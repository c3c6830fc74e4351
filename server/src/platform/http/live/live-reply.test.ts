import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { liveCalls } from '@brigade/contract/telemetry/live.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { notifyOnCommit } from '../../db/notify.ts'
import { makeAccount, type MadeAccount } from '../../../testing/make-account.ts'
import { make } from '../../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../../testing/start-app.ts'
import { until } from '../../../testing/until.ts'
import { maxStreams } from './watcher.ts'
import { watchLive } from '../../../testing/watch-live.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** Less than the heartbeat of 15 s, at which a stream would notice in any case. */
const atOnceMs = 5000

async function watching({ token }: MadeAccount) {
  const stream = await watchLive(app.url, liveCalls.oven.live, {}, token)
  assert.deepEqual((await stream.next())?.devices, [])
  return stream
}

/** Resolves to whether the stream ends before its next heartbeat. */
function endsAtOnce(stream: { next: () => Promise<unknown> }): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), atOnceMs)
    void stream.next().then((event) => {
      clearTimeout(timer)
      resolve(event === undefined)
    })
  })
}

test('a stream ends when its session is signed out, and the others of this server go on', async () => {
  const [leaving, staying] = await Promise.all([
    makeAccount(app, { role: 'administrator' }),
    makeAccount(app, { role: 'administrator' }),
  ])
  const [ended, kept] = await Promise.all([watching(leaving), watching(staying)])
  await app.ask(sessionApi.signOut, {}, { token: leaving.token })
  assert.equal(await endsAtOnce(ended), true)
  const oven = await make.device(app)
  await notifyOnCommit(app.db, 'live', { device: [oven.id] })
  const received = await kept.nextThat(({ devices }) => devices.length > 0)
  assert.equal(received.devices[0]?.id, oven.id)
  await kept.leave()
})

test('a stream ends when another process withdraws the right', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const stream = await watching(account)
  await app.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .selectFrom('role')
      .select('id')
      .where('key', '<>', 'administrator')
      .limit(1)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('roleMenu').where('roleId', '=', id).execute()
    await trx.updateTable('account').set({ roleId: id }).where('id', '=', account.id).execute()
    await notifyOnCommit(trx, 'access', {})
  })
  assert.equal(await endsAtOnce(stream), true)
})

test('a stream whose session has run out sends nothing more', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const stream = await watching(account)
  app.clock.advance(sessionLimits.slidingHours * hourMs)
  const oven = await make.device(app)
  await notifyOnCommit(app.db, 'live', { device: [oven.id] })
  assert.equal(await endsAtOnce(stream), true)
})

test('an account has so many streams at once, and another when it closes one', async () => {
  const account = await makeAccount(app, { role: 'administrator' })
  const streams = await Promise.all(Array.from({ length: maxStreams }, () => watching(account)))
  const ask = () => fetch(addressOf(app.url, liveCalls.oven.live, {}), { headers: { authorization: account.token } })
  assert.equal((await ask()).status, 429)
  const other = await watching(await makeAccount(app, { role: 'administrator' }))
  await streams[0]?.leave()
  const again = await until('the place to be free', async () => {
    const stream = await watchLive(app.url, liveCalls.oven.live, {}, account.token)
    return stream.status === 200 ? stream : undefined
  })
  for (const stream of [again, other, ...streams.slice(1)]) await stream.leave()
})
