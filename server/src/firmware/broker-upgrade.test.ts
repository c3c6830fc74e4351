import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startBrokerApp } from '../testing/broker/start-broker-link.ts'
import { connectDevice } from '../testing/fake-device.ts'
import { isOnline, tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import type { Mosquitto } from '../testing/mosquitto.ts'
import type { TestApp } from '../testing/start-app.ts'
import {
  addVersion,
  addressIn,
  receiveOffer,
  inform,
  progress,
  reaches,
  runTask,
  startRollout,
} from '../testing/firmware/rollout.ts'

let app: TestApp
let mosquitto: Mosquitto
let stop: () => Promise<void>
before(async () => {
  ;({ app, mosquitto, stop } = await startBrokerApp({}, ['api', 'worker']))
})
after(() => stop())

test('through an external broker a device is offered a version, requests it, downloads it, and succeeds when it reports it', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const made = await make.device(app, rollout)
  const device = await connectDevice(mosquitto.port, tripleOf(made))
  const { productKey, sn } = made
  await device.subscribe(`/ota/device/upgrade/${productKey}/${sn}`)
  await device.subscribe(`/sys/${productKey}/${sn}/thing/ota/firmware/get_reply`)
  await isOnline(app, made, true)
  await inform(device, made, '1.0.0')
  const taskId = await runTask(rollout, [version.id], { deviceIds: [made.id] })
  const offer = await receiveOffer(device, made)
  await device.send('thing/ota/firmware/get', { id: '9', version: '1.0', params: {}, method: 'thing.ota.firmware.get' })
  assert.ok((await device.receive('thing/ota/firmware/get_reply')).payload.includes(offer.url))
  const file = Buffer.from(await (await fetch(addressIn(app, offer.url))).arrayBuffer())
  assert.ok(file.equals(version.content))
  await progress(device, made, 50)
  await reaches(rollout, taskId, made.id, 'downloading')
  await progress(device, made, 100)
  await reaches(rollout, taskId, made.id, 'installing')
  await inform(device, made, '01.02.00')
  await reaches(rollout, taskId, made.id, 'succeeded')
  await device.leave()
})
