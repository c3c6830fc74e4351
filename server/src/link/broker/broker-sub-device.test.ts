import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { connectDevice } from '../../testing/fake-device.ts'
import { broadcastApi } from '@brigade/contract/product/broadcast/broadcast.endpoints.ts'
import { ask, makeGateway, makeSub, named, own, parse, session, signed } from '../../testing/gateway/gateway-device.ts'
import { historyOf, isOnline, onlineLogOf, tripleOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import type { Mosquitto } from '../../testing/mosquitto.ts'
import { startBrokerApp } from '../../testing/broker/start-broker-link.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let mosquitto: Mosquitto
let stop: () => Promise<void>
let token = ''
before(async () => {
  ;({ app, mosquitto, stop } = await startBrokerApp({}, ['api']))
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => stop())

type Made = Awaited<ReturnType<typeof make.device>>

/** A gateway at the broker with a logged-in sub-device, subscribed to both as the SDKs do. */
async function loggedIn() {
  const [gateway, sub] = [await makeGateway(app), await makeSub(app)]
  const device = await connectDevice(mosquitto.port, tripleOf(gateway))
  for (const made of [gateway, sub]) {
    await device.subscribe(own(made, '#'))
    await device.subscribe(`/ext/session/${made.productKey}/${made.sn}/#`)
  }
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(sub)])).code, 200)
  assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
  await isOnline(app, sub, true)
  return { gateway, sub, device }
}
const lastReason = async (made: Made) => (await onlineLogOf(app, made)).at(-1)?.reason

test('a gateway at an external broker adds its sub-devices, logs them in and out, and sends for them', async () => {
  const { gateway, sub, device } = await loggedIn()
  assert.deepEqual((await ask(device, own(gateway, 'thing/topo/get'), {})).data, [named(sub)])
  assert.equal(await lastReason(sub), 'sub_login')
  assert.equal((await ask(device, session(gateway, 'login'), { ...signed(sub), sign: 'AB' })).code, 6287)

  const params = { DoorOpenings: { value: 7 } }
  await device.send(own(sub, 'thing/event/property/post'), { id: '1', version: '1.0', params })
  await until('its report', async () => (await historyOf(app, sub, 'DoorOpenings')).length === 1)
  const pack = { properties: {}, subDevices: [{ identity: named(sub), properties: { DoorOpenings: { value: 8 } } }] }
  assert.equal((await ask(device, own(gateway, 'thing/event/property/pack/post'), pack)).code, 200)
  await until('its part of the pack', async () => (await historyOf(app, sub, 'DoorOpenings')).length === 2)

  assert.equal((await ask(device, session(gateway, 'logout'), named(sub))).code, 200)
  await isOnline(app, sub, false)
  assert.equal(await lastReason(sub), 'sub_logout')
  assert.equal((await ask(device, session(gateway, 'logout'), named(sub))).code, 520)
  await device.leave()
})

test('when a gateway leaves the broker its sub-devices are offline with it', async () => {
  const { gateway, sub, device } = await loggedIn()
  await isOnline(app, gateway, true)
  device.vanish()
  await isOnline(app, gateway, false)
  await isOnline(app, sub, false)
  assert.equal(await lastReason(sub), 'gateway_offline')
})

test('a command reaches a sub-device through a broker elsewhere, and its answer closes it', async () => {
  const { sub, device } = await loggedIn()
  const params = { ChildLock: 1 }
  const body = { deviceId: sub.id, kind: 'property.set', params, password: testPassword, confirmsHeat: true } as const
  assert.equal((await app.ask(commandCalls.oven.sendCommand, body, { token })).status, 200)
  const { id } = parse((await device.receive(own(sub, 'thing/service/property/set'))).payload)
  await device.send(own(sub, 'thing/service/property/set_reply'), { id, code: 200, data: {} })
  await until('the command to be closed', async () => {
    const row = await app.db.selectFrom('command').select('status').where('id', '=', id).executeTakeFirst()
    return row?.status === 'succeeded'
  })
  await device.leave()
})

test('at an external broker a sub-device is notified that it is disabled, and its gateway which devices were taken from behind it', async () => {
  const { gateway, sub, device } = await loggedIn()
  await app.ask(recordCalls.oven.setEnabled, { ids: [sub.id], enabled: false }, { token })
  assert.equal((await device.receive('thing/disable')).topic, own(sub, 'thing/disable'))
  await isOnline(app, sub, false)
  await app.ask(recordCalls.oven.setEnabled, { ids: [sub.id], enabled: true }, { token })
  assert.equal((await device.receive('thing/enable')).topic, own(sub, 'thing/enable'))
  assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
  await isOnline(app, sub, true)

  await app.ask(topologyCalls.oven.removeSubDevices, { id: gateway.id, ids: [sub.id] }, { token })
  const { payload } = await device.receive('thing/topo/change')
  assert.deepEqual(parse(payload).params, { status: 1, subList: [named(sub)] })
  await isOnline(app, sub, false)
  assert.equal(await lastReason(sub), 'removed')
  await device.leave()
})

test('at an external broker a deleted device is notified, though its row no longer exists', async () => {
  const made = await make.device(app)
  const device = await connectDevice(mosquitto.port, tripleOf(made))
  await device.subscribe(own(made, '#'))
  await isOnline(app, made, true)
  const removed = await app.ask(recordCalls.oven.remove, { id: made.id, sn: made.sn }, { token })
  assert.equal(removed.status, 200, JSON.stringify(removed.envelope))
  assert.equal((await device.receive('thing/delete')).topic, own(made, 'thing/delete'))
  await device.leave()
})

test('a broadcast is published through an external broker once, and reports that its receivers are not counted', async () => {
  const product = await make.product(app)
  const made = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectDevice(mosquitto.port, tripleOf(made))
  const topic = `/broadcast/${product.productKey}/news`
  await device.subscribe(topic)
  const draft = { productId: product.id, topic: 'news', content: 'Hello', password: testPassword }
  assert.equal((await app.ask(broadcastApi.sendBroadcast, draft, { token })).status, 200)
  assert.equal((await device.receive(topic)).payload, 'Hello')
  await until('the word', async () => {
    const { envelope } = await app.ask(broadcastApi.broadcasts, { productId: product.id }, { token })
    return envelope.data[0]?.reached === null
  })
  await device.leave()
})
