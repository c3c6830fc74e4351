import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import type { WallNews } from '@brigade/contract/statistics/wall/wall.model.ts'
import { connectMade } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { watchLive } from '../../testing/watch-live.ts'

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

const open = (query: object) => watchLive(app.url, wallApi.live, query, admin.token)
type Stream = Awaited<ReturnType<typeof open>>

const eventThat = async (stream: Stream, fits: (event: WallNews['events'][number]) => boolean) => {
  const news = await stream.nextThat(({ isWhole, events }) => !isWhole && events.some(fits))
  return news.events.find(fits) ?? assert.fail('no such event')
}

let number = 0

test('what happens to a device is told within seconds: its first connection, a fault, its end', async () => {
  const customer = await make.organisation(app)
  const oven = await make.device(app, { organisationId: customer.id, name: 'Nobody’s oven' })
  await app.db.updateTable('deviceState').set({ area: 610112 }).where('deviceId', '=', oven.id).execute()
  const stream = await open({ organisation: customer.id })
  await stream.next()
  // The figure counts installed devices alone, so the events do too.
  const stored = await make.device(app, { organisationId: customer.id, installed: false })
  await (await connectMade(app, stored)).leave()
  const device = await connectMade(app, oven)
  const activation = await eventThat(stream, ({ kind }) => kind === 'activation')
  assert.deepEqual([activation.place?.code, activation.place?.name], ['610100', { en: "Xi'an", zh: '西安' }])
  const report = (active: 0 | 1) =>
    device.send('thing/event/Fault/post', {
      id: String((number += 1)),
      version: '1.0',
      params: { Code: 'E04', Active: active },
    })
  await report(1)
  const fault = await eventThat(stream, ({ kind }) => kind === 'fault')
  assert.equal(fault.what?.en, 'E04')
  assert.deepEqual(fault.offset, activation.offset)
  assert.notEqual(fault.key, activation.key)
  await report(0)
  const cleared = await eventThat(stream, ({ kind }) => kind === 'cleared')
  assert(cleared.tookMs !== null && cleared.tookMs >= 0)
  await stream.leave()
  // A picture that begins now has them already.
  const again = await open({ organisation: customer.id })
  const whole = await again.next()
  await again.leave()
  assert.deepEqual(
    whole?.events.map(({ kind }) => kind),
    ['cleared', 'fault', 'activation'],
  )
  // So does the call of the faults, which leaves out other events.
  const { latest } = (await app.ask(wallApi.faults, { organisation: customer.id }, admin)).envelope.data
  assert.deepEqual(
    latest.map(({ kind, what }) => [kind, what?.en]),
    [
      ['cleared', 'E04'],
      ['fault', 'E04'],
    ],
  )
})
