import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { startFleet, type Fleet } from '@brigade/simulator/fleet.ts'
import { putBehind } from '../../device/topology/topology.store.ts'
import { isOnline, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { testPassword } from '../../testing/make-account.ts'
import { makeKitchen } from '../../testing/recipe/make-recipe.ts'
import { ovenOf, sentTo, startOvenApp } from '../../testing/recipe/oven-app.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let fleet: Fleet | undefined
before(async () => {
  app = await startOvenApp()
})
after(async () => {
  await fleet?.stop()
  await app.stop()
})

test('an oven behind a gateway fetches, keeps and gives up recipes as one with a connection of its own', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  const kitchen = await makeKitchen(app)
  const ofSub = await make.product(app, { nodeType: 'sub-device' })
  const ofGateway = await make.product(app, { nodeType: 'gateway', model: modbusModem })
  const gateway = await make.device(app, { productId: ofGateway.id, productKey: ofGateway.productKey })
  const oven = await make.device(app, { productId: ofSub.id, productKey: ofSub.productKey })
  await putBehind(app.db, gateway.id, [{ deviceId: oven.id, unit: null }], app.clock.now())
  fleet = startFleet({
    devices: [{ kind: 'oven', credentials: tripleOf(gateway), subs: [{ kind: 'oven', credentials: tripleOf(oven) }] }],
    host: '127.0.0.1',
    port: app.addresses.mqttPort ?? 0,
    seed: 'behind',
    speed: 1,
    steady: true,
    reportEveryMs: 500,
    people: false,
  })
  await isOnline(app, oven, true)
  const { id, code } = await kitchen.add({ productIds: [ofSub.id], publish: true })
  const asked = { recipeIds: [id], deviceIds: [oven.id], password: testPassword }
  assert.equal((await app.ask(ovenRecipeApi.send, asked, { token })).status, 200)
  const rows = async () =>
    (await app.ask(ovenRecipeApi.ovenRows, { deviceId: oven.id }, { token })).envelope.data.list.map(
      ({ state, heldVersion }) => `${state} ${heldVersion}`,
    )
  await until('it to be held', async () => (await rows()).join() === 'held 1' || undefined)
  const simulated = ovenOf(fleet, oven)
  const [document] = await app.db.selectFrom('recipeDocument').select('bytes').execute()
  assert.equal(sentTo(simulated).get(code)?.document, document?.bytes.toString('utf8'))
  await app.ask(ovenRecipeApi.takeAway, asked, { token })
  await until('it to be gone', async () => (await rows()).length === 0 || undefined)
  assert.equal(sentTo(simulated).size, 0)
})
