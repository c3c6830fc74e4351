import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { addVersion, startRollout, type Rollout } from '../../testing/firmware/rollout.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

/** Decides which firmware model the devices of a product have. */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

let made = 0
const draftFor = (
  productIds: readonly string[],
  wanted: { type?: 'single' | 'double'; module?: string; hardwareModel?: string } = {},
) => ({
  name: `Second ${(made += 1)}`,
  code: `SECOND-${made}`,
  type: 'single' as const,
  productIds: [...productIds],
  ...wanted,
})
const added = ({ engineer }: Rollout, draft: ReturnType<typeof draftFor>) =>
  app.ask(firmwareApi.addModel, draft, engineer)

test('a product whose devices have firmware of a module from one model is refused to another, at its place and with the name of the first', async () => {
  const rollout = await startRollout(app)
  const { engineer, productId, modelId } = rollout
  const { id: free } = await make.product(app)
  const { status, envelope } = await added(rollout, draftFor([free, productId]))
  assert.equal(status, 409)
  assert.deepEqual(Object.keys(envelope.data.fields ?? {}), ['productIds.1'])
  const first = (await app.ask(firmwareApi.model, { id: modelId }, engineer)).envelope.data
  assert.ok(envelope.msg.includes(first.name) && envelope.msg.includes('default'), envelope.msg)
  // A double model has the device's own firmware too, and so the same module.
  assert.equal((await added(rollout, draftFor([productId], { type: 'double', module: 'DTU' }))).status, 409)
  const second = await added(rollout, draftFor([free]))
  assert.equal(second.status, 200)
  const { name, code, type, updatedAt } = (await app.ask(firmwareApi.model, { id: second.envelope.data.id }, engineer))
    .envelope.data
  const change = { id: second.envelope.data.id, name, code, type, updatedAt, productIds: [free, productId] }
  assert.equal((await app.ask(firmwareApi.updateModel, change, engineer)).status, 409)
  assert.equal((await app.ask(firmwareApi.updateModel, { ...change, productIds: [free] }, engineer)).status, 200)
})

test('models of different hardware share a product; one for any hardware shares it with none', async () => {
  const rollout = await startRollout(app, { hardwareModel: 'V1' })
  const products = [rollout.productId]
  const tried = async (hardwareModel: string) => (await added(rollout, draftFor(products, { hardwareModel }))).status
  assert.deepEqual([await tried('V2'), await tried('V1'), await tried(''), await tried('V3')], [200, 409, 409, 200])
})

test('of two models that claim a product at once, one is kept', async () => {
  const rollout = await startRollout(app)
  const { id } = await make.product(app)
  const answers = await Promise.all(Array.from({ length: 4 }, () => added(rollout, draftFor([id]))))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
})

test('what claimed a product together before stays as it is, can be edited, and counts a device as current that is current in one of them', async () => {
  const rollout = await startRollout(app)
  const { engineer, productId, modelId } = rollout
  const { id: free } = await make.product(app)
  const second = { ...rollout, modelId: (await added(rollout, draftFor([free]))).envelope.data.id }
  await app.db.insertInto('firmwareModelProduct').values({ modelId: second.modelId, productId }).execute()
  const figures = async () => (await app.ask(firmwareApi.figures, {}, engineer)).envelope.data.devices
  const before = await figures()
  await addVersion(rollout, '01.02.00')
  await addVersion(second, '01.05.00')
  for (const version of ['1.2.0', '1.5.0', '1.1.0', '1.3.0', '1.6.0']) {
    const { id: deviceId } = await make.device(app, { productId })
    await app.db
      .insertInto('deviceModule')
      .values({ deviceId, module: 'default', version, reportedAt: new Date(app.clock.now()).toISOString() })
      .execute()
  }
  const now = await figures()
  const more = Object.fromEntries(
    (['all', 'current', 'behind', 'unknown', 'other'] as const).map((key) => [key, now[key] - before[key]]),
  )
  assert.deepEqual(more, { all: 5, current: 2, behind: 2, unknown: 0, other: 1 })
  const { name, code, type, products, updatedAt } = (await app.ask(firmwareApi.model, { id: modelId }, engineer))
    .envelope.data
  const change = {
    id: modelId,
    name,
    code,
    type,
    updatedAt,
    productIds: products.map(({ id }) => id),
    remark: 'Edited',
  }
  assert.equal((await app.ask(firmwareApi.updateModel, change, engineer)).status, 200)
})

test('a model of other hardware counts nothing for a device that names its own', async () => {
  const rollout = await startRollout(app, { hardwareModel: 'V1' })
  const { engineer, productId } = rollout
  const second = {
    ...rollout,
    modelId: (await added(rollout, draftFor([productId], { hardwareModel: 'V2' }))).envelope.data.id,
  }
  const figures = async () => (await app.ask(firmwareApi.figures, {}, engineer)).envelope.data.devices
  const before = await figures()
  await addVersion(rollout, '01.02.00')
  await addVersion(second, '02.00.00')
  const { id: deviceId } = await make.device(app, { productId })
  await app.db
    .insertInto('deviceTag')
    .values({ deviceId, key: 'hardwareModel', value: 'V2', updatedAt: new Date(app.clock.now()).toISOString() })
    .execute()
  await app.db
    .insertInto('deviceModule')
    .values({ deviceId, module: 'default', version: '1.2.0', reportedAt: new Date(app.clock.now()).toISOString() })
    .execute()
  const now = await figures()
  assert.deepEqual([now.current - before.current, now.behind - before.behind], [0, 1])
})
