import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { connectMade } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const password = testPassword
const changesOf = (deviceId: string) =>
  app.db.selectFrom('deviceChange').select(['action', 'accountId']).where('deviceId', '=', deviceId).execute()

for (const kind of ['oven', 'cooler'] as const) {
  test(`a reset (${kind}) is a command that the device receives, and a line in its record`, async (t) => {
    const made = await make.device(app, { kind })
    const device = await connectMade(app, made)
    t.after(() => device.vanish())
    const wrong = await app.ask(commandCalls[kind].reset, { id: made.id, password: 'Wrong12345' }, { token })
    assert.equal(wrong.envelope.msg, 'Wrong password, try again')
    assert.deepEqual(await changesOf(made.id), [])
    const { envelope } = await app.ask(commandCalls[kind].reset, { id: made.id, password }, { token })
    assert.deepEqual([envelope.data.kind, envelope.data.identifier], ['service', 'FactoryReset'])
    await device.receive('/thing/service/FactoryReset')
    assert.deepEqual(
      (await changesOf(made.id)).map(({ action }) => action),
      ['reset'],
    )
  })
}

test('a device that is offline, of a product without such a service, or of the other kind is not reset', async () => {
  const offline = await make.device(app, { kind: 'cooler' })
  const refused = await app.ask(commandCalls.cooler.reset, { id: offline.id, password }, { token })
  assert.deepEqual(refused.status, 409)
  assert.deepEqual(await changesOf(offline.id), [])
  const plain = await make.product(app, { kind: 'cooler', model: { properties: [], events: [], services: [] } })
  const bare = await make.device(app, { kind: 'cooler', productId: plain.id, productKey: plain.productKey })
  const unable = await app.ask(commandCalls.cooler.reset, { id: bare.id, password }, { token, language: 'zh' })
  assert.equal(unable.envelope.msg, '该产品的设备不支持远程恢复出厂设置')
  const oven = await app.ask(commandCalls.oven.reset, { id: offline.id, password }, { token })
  assert.equal(oven.status, 404)
})
