import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { startFleet } from '@brigade/simulator/fleet.ts'
import { historyOf, isOnline, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { publishThingModel } from '../../thing-model/publish-thing-model.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

test('a simulated device follows the newest published model, and the next one from its next connection on', async (t) => {
  const product = await make.product(app)
  const made = await make.device(app, { productId: product.id, productKey: product.productKey })
  const fleet = startFleet({
    devices: [
      {
        kind: 'oven',
        credentials: { productKey: made.productKey, deviceName: made.sn, deviceSecret: made.secret },
      },
    ],
    host: '127.0.0.1',
    port: app.addresses.mqttPort ?? 0,
    seed: '7',
    speed: 1,
    steady: true,
    reportEveryMs: 200,
  })
  t.after(() => fleet.stop())
  await isOnline(app, made, true)
  await until(
    'everything to be reported',
    async () => 'Volume' in (await shadowOf(app, made).catch(() => none)).reported,
  )

  const volume = combiOven.properties.find(({ identifier }) => identifier === 'Volume')
  assert.ok(volume !== undefined)
  const altitude = { ...volume, identifier: 'Altitude', name: { en: 'Altitude', zh: '海拔' } }
  const kept = combiOven.properties.filter(({ identifier }) => identifier !== 'Volume')
  const model = { ...combiOven, properties: [...kept, altitude] }
  await publishThingModel(app.db, { productId: product.id, model, note: '', publishedBy: null, at: app.clock.now() })
  const before = (await historyOf(app, made, 'Volume')).length
  fleet.find(made.sn)?.drop()
  await until('the new property to be reported', async () => 'Altitude' in (await shadowOf(app, made)).reported)
  assert.equal((await historyOf(app, made, 'Volume')).length, before)
  // All its messages conform to their model version, except those in flight when the new version arrived.
  const late = (await traceOf(app, made)).flatMap(({ dropped }) => dropped ?? []).map(({ identifier }) => identifier)
  assert.deepEqual(
    late.filter((identifier) => identifier !== 'Volume'),
    [],
  )
})

const none: { reported: Readonly<Record<string, unknown>> } = { reported: {} }
