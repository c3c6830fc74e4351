import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceApi } from '@brigade/contract/device/device.endpoints.ts'
import { registerApi } from '@brigade/contract/device/register/register.endpoints.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const detail = async (id: string, as = token) => (await app.ask(deviceApi.detail, { id }, { token: as })).envelope.data
const changes = async (id: string) =>
  (await app.ask(registerApi.changes, { id, pageSize: 80 }, { token })).envelope.data.list

test('a device that is added stands in the uninstalled list, and its secret is told once', async () => {
  const product = await make.product(app)
  const draft = { sn: 'NEW-0001', name: 'Pass oven', mac: 'a1b2c3d4e5f6', productId: product.id }
  const { status, envelope } = await app.ask(registerApi.add, draft, { token })
  assert.equal(status, 200, envelope.msg)
  const { id, deviceSecret, productKey, deviceName } = envelope.data
  assert.deepEqual(
    [productKey, deviceName, /^[0-9a-f]{32}$/.test(deviceSecret)],
    [product.productKey, 'NEW-0001', true],
  )
  const listed = (await app.ask(registerApi.uninstalled, { keyword: 'NEW-0001' }, { token })).envelope.data
  assert.deepEqual(
    listed.list.map((row) => [row.id, row.mac, row.installed]),
    [[id, 'A1:B2:C3:D4:E5:F6', false]],
  )
  assert.equal((await app.ask(deviceApi.list, { keyword: 'NEW-0001' }, { token })).envelope.data.total, 0)
  const [created] = await changes(id)
  assert.equal(created?.action, 'created')
  assert.deepEqual(created?.fields.at(0), { field: 'sn', from: '', to: 'NEW-0001' })
  assert(!JSON.stringify(created).includes(deviceSecret))
  assert(!JSON.stringify(await detail(id)).includes(deviceSecret))
})
