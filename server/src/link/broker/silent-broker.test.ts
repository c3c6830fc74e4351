import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startBrokerApp } from '../../testing/broker/start-broker-link.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { historyOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import type { Mosquitto } from '../../testing/mosquitto.ts'
import { silentProxy, type SilentProxy } from '../../testing/silence/silent-proxy.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let mosquitto: Mosquitto
let proxy: SilentProxy
let stop: () => Promise<void>
before(async () => {
  const started = await startBrokerApp({
    portTo: async (port) => {
      proxy = await silentProxy({ port })
      return proxy.port
    },
  })
  ;({ app, mosquitto, stop } = started)
})
after(async () => {
  await stop()
  await proxy[Symbol.asyncDispose]()
})

const goesOnMs = 25_000

test('when the broker falls silent another connection receives what came meanwhile within 25 s, once each, and reaches the devices again', async () => {
  const oven = await make.device(app)
  const device = await connectDevice(mosquitto.port, tripleOf(oven))
  await device.subscribe(`/sys/${oven.productKey}/${oven.sn}/#`)
  const there = async () => (await historyOf(app, oven, 'DoorOpenings')).map(({ number }) => number)
  await device.report({ DoorOpenings: 0 })
  await until('the first report', async () => (await there()).length === 1)

  proxy.silence()
  const silentAt = performance.now()
  for (let count = 1; count <= 5; count += 1) {
    await device.report({ DoorOpenings: count })
    await wait(100)
  }
  await until('the others', async () => (await there()).length >= 6, goesOnMs)
  assert.ok(performance.now() - silentAt < goesOnMs)
  await device.report({ DoorOpenings: 6 })
  await until('one more', async () => (await there()).length >= 7)
  // Consumers share the messages, so those that waited for two of them arrive in another order.
  assert.deepEqual(
    (await there()).map(Number).toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4, 5, 6],
  )
  const answered = device.received.length
  await device.report({ DoorOpenings: 7 })
  await until('an answer', () => device.received.length > answered)
  await device.leave()
})
