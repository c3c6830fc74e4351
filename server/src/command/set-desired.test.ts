import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { onOff, setting } from '@brigade/contract/thing-model/ready-made/writing.ts'
import { connectMade, shadowOf } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { watchLive } from '../testing/watch-live.ts'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const heating = setting('HeatingSwitch', 'Heating', '加热', onOff)

test('a desired value that makes an oven hot is stored only if it is confirmed; off, and a removal, need no confirmation', async () => {
  const model = { ...combiOven, properties: [...combiOven.properties, heating] }
  const product = await make.product(app, { model })
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectMade(app, oven)
  const desire = (version: number, value: number | null, confirmed: Readonly<{ confirmsHeat?: boolean }> = {}) =>
    app.ask(
      commandCalls.oven.setDesired,
      { id: oven.id, version, values: { HeatingSwitch: value, FanSpeed: 60 }, password: testPassword, ...confirmed },
      { token },
    )
  for (const confirmed of [{}, { confirmsHeat: false }]) {
    const { status, envelope } = await desire(0, 1, confirmed)
    assert.deepEqual([status, envelope.data.key], [409, 'device.heatUnconfirmed'])
  }
  const off = await desire(0, 0)
  assert.equal(off.status, 200, off.envelope.msg)
  await device.receive('/thing/service/property/set')
  assert.deepEqual(Object.keys((await shadowOf(app, oven)).desired), ['FanSpeed', 'HeatingSwitch'])
  const on = await desire(off.envelope.data.shadow.version, 1, { confirmsHeat: true })
  assert.equal(on.status, 200, on.envelope.msg)
  assert.match((await device.receive('/thing/service/property/set')).payload, /"HeatingSwitch":1/)
  const taken = await desire(on.envelope.data.shadow.version, null)
  assert.equal(taken.status, 200, taken.envelope.msg)
})

test('a device that answers a desired value with a failure is shown as failed, and the value stays desired', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const stream = await watchLive(app.url, telemetryCalls.oven.trace, { id: oven.id }, token)
  await stream.next()
  await app.ask(
    commandCalls.oven.setDesired,
    { id: oven.id, version: 0, values: { FanSpeed: 60 }, password: testPassword },
    { token },
  )
  const id = /"id":"(\d+)"/.exec((await device.receive('/thing/service/property/set')).payload)?.[1]
  await device.send('thing/service/property/set_reply', { id, code: 9201, data: {}, message: 'door is open' })
  const { messages } = await stream.nextThat((event) => event.messages.some(({ direction }) => direction === 'up'))
  const answer = messages.find(({ direction }) => direction === 'up')
  assert.deepEqual([answer?.outcome, answer?.code], ['failed', 9201])
  await stream.leave()
  const failed = await app.ask(telemetryCalls.oven.messages, { id: oven.id, outcome: 'failed' }, { token })
  assert.equal(failed.envelope.data.total, 1)
  assert.deepEqual(Object.keys((await shadowOf(app, oven)).desired), ['FanSpeed'])
})

test('a kept desired value outlives the commands of its device, until the device has it or removes it', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const kept = async () =>
    Object.entries((await shadowOf(app, oven)).desired).map(([identifier, { v, c }]) => [identifier, v, c])
  await app.ask(
    commandCalls.oven.setDesired,
    { id: oven.id, version: 0, values: { FanSpeed: 60 }, password: testPassword },
    { token },
  )
  await device.receive('/thing/service/property/set')
  /** A command that the device does not carry out. */
  const command = async (params: Record<string, number>) => {
    const { status, envelope } = await app.ask(
      commandCalls.oven.sendCommand,
      { kind: 'property.set', deviceId: oven.id, params, password: testPassword },
      { token },
    )
    assert.equal(status, 200, envelope.msg)
    const { id } = envelope.data
    await until('the device to receive it', () =>
      device.received.some(({ payload }) => payload.includes(`"id":"${id}"`)),
    )
    return {
      id,
      fail: async () => {
        await device.send('thing/service/property/set_reply', { id, code: 9201, data: {} })
        await until('the command to have failed', async () =>
          (await app.ask(commandCalls.oven.commands, { id: oven.id }, { token })).envelope.data.list.some(
            (row) => row.id === id && row.status === 'failed',
          ),
        )
      },
    }
  }
  await (await command({ Light: 1 })).fail()
  assert.deepEqual(await kept(), [['FanSpeed', 60, undefined]])
  const [first, second] = [await command({ FanSpeed: 40 }), await command({ FanSpeed: 80 })]
  await first.fail()
  assert.deepEqual(await kept(), [['FanSpeed', 80, second.id]])
  await device.report({ FanSpeed: 80 })
  assert.deepEqual(await kept(), [['FanSpeed', 60, undefined]])
  await second.fail()
  assert.deepEqual(await kept(), [['FanSpeed', 60, undefined]])
  const third = await command({ FanSpeed: 40 })
  await device.report({ FanSpeed: 60 })
  assert.deepEqual(await kept(), [['FanSpeed', 40, third.id]])
  await third.fail()
  assert.deepEqual(await kept(), [])
})

test('nothing that a refrigerator is set makes it hot', async () => {
  const model = { ...refrigerator, properties: [...refrigerator.properties, heating] }
  const product = await make.product(app, { kind: 'cooler', model })
  const cooler = await make.device(app, { kind: 'cooler', productId: product.id, productKey: product.productKey })
  const set = await app.ask(
    commandCalls.cooler.setDesired,
    { id: cooler.id, version: 0, values: { HeatingSwitch: 1 }, password: testPassword },
    { token },
  )
  assert.equal(set.status, 200, set.envelope.msg)
})
