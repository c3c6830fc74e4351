import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { modbusDtu, modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { isOnline, onlineLogOf, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { modbusFamily, quick, reportedOf, startModem, outcomeOfSet } from '../../testing/gateway/modbus-family.ts'
import type { Mosquitto } from '../../testing/mosquitto.ts'
import { startBrokerApp } from '../../testing/broker/start-broker-link.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let mosquitto: Mosquitto
let stop: () => Promise<void>
let token = ''
before(async () => {
  const modbusRhythm = { answerMs: 300, lateMs: 600, restMs: 100, longestRestMs: 200 }
  ;({ app, mosquitto, stop } = await startBrokerApp({ modbusRhythm }, ['api']))
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => stop())

const reasonsOf = async (made: { id: string; sn: string; secret: string; productKey: string }) =>
  (await onlineLogOf(app, made)).map(({ reason }) => reason)

test('units behind a modem at a broker elsewhere are polled, written to and read back', async (t) => {
  const { modem, units } = await modbusFamily(app, 2)
  const fleet = startModem({ modem, units }, mosquitto.port)
  t.after(() => fleet.stop())
  for (const unit of units) {
    await isOnline(app, unit, true)
    const all = modbusUnit.properties.length
    await until('all properties', async () => Object.keys(await reportedOf(app, unit)).length === all)
    assert.deepEqual(await reasonsOf(unit), ['sub_login'])
  }
  const [unit] = units
  assert.ok(unit !== undefined)
  assert.equal((await traceOf(app, unit))[0]?.through, modem.sn)
  const command = await outcomeOfSet(app, token, unit, { SetPoint: -2.5, Light: 0 })
  assert.deepEqual([command.status, command.reply], ['succeeded', { SetPoint: -2.5, Light: 0 }])
  assert.equal(fleet.find(unit.sn)?.values(Date.now())['SetPoint'], -2.5)
  assert.equal((await reportedOf(app, unit))['SetPoint']?.v, -2.5)
  assert.deepEqual(
    (await traceOf(app, unit, 'down')).map(({ topic }) => topic.split('/').at(-1)),
    ['down_raw'],
  )
  // The modem uses Alink for its own properties.
  await until('the modem’s own figures', async () => 'Modem:Signal' in (await reportedOf(app, modem)))
})

test('at an external broker a silent unit is offline with the reason, and all are when their modem disconnects; then they come back', async (t) => {
  const { modem, units } = await modbusFamily(app, 2)
  const fleet = startModem({ modem, units }, mosquitto.port)
  t.after(() => fleet.stop())
  const [first, second] = units
  assert.ok(first !== undefined && second !== undefined)
  await isOnline(app, first, true)
  await isOnline(app, second, true)
  fleet.find(first.sn)?.mute(60_000)
  await isOnline(app, first, false)
  fleet.find(first.sn)?.mute(0)
  await isOnline(app, first, true)
  fleet.find(modem.sn)?.drop()
  // The modem reconnects by itself.
  await until('the units to have gone and come', async () => (await reasonsOf(second)).length === 3)
  assert.deepEqual(await reasonsOf(second), ['sub_login', 'gateway_offline', 'sub_login'])
  await until('the first too', async () => (await reasonsOf(first)).length === 5)
  assert.deepEqual(await reasonsOf(first), ['sub_login', 'unit_silent', 'sub_login', 'gateway_offline', 'sub_login'])
  await isOnline(app, first, true)
})

test('at an external broker a unit that is removed from behind its modem is no longer polled', async (t) => {
  const { modem, units } = await modbusFamily(app, 1)
  const fleet = startModem({ modem, units }, mosquitto.port)
  t.after(() => fleet.stop())
  const [unit] = units
  assert.ok(unit !== undefined)
  await isOnline(app, unit, true)
  const taken = await app.ask(topologyCalls.cooler.removeSubDevices, { id: modem.id, ids: [unit.id] }, { token })
  assert.equal(taken.status, 200, JSON.stringify(taken.envelope))
  await isOnline(app, unit, false)
  assert.deepEqual(await reasonsOf(unit), ['sub_login', 'removed'])
})

test('units behind a disabled modem at an external broker are no longer polled, and report changes when it is enabled', async (t) => {
  const { modem, units } = await modbusFamily(app, 1)
  const fleet = startModem({ modem, units }, mosquitto.port)
  t.after(() => fleet.stop())
  const [unit] = units
  assert.ok(unit !== undefined)
  await until('the door', async () => (await reportedOf(app, unit))['DoorState']?.v === 0)
  const enable = (enabled: boolean) => app.ask(recordCalls.cooler.setEnabled, { ids: [modem.id], enabled }, { token })
  assert.equal((await enable(false)).status, 200)
  let last = { count: -1, atMs: 0 }
  await until('no question for a while', async () => {
    const count = (await traceOf(app, unit)).length
    if (count !== last.count) last = { count, atMs: performance.now() }
    return performance.now() - last.atMs > 700
  })
  fleet.find(unit.sn)?.setDoor(true)
  assert.equal((await enable(true)).status, 200)
  await until('the door to be open', async () => (await reportedOf(app, unit))['DoorState']?.v === 1, 20_000)
})

test('a desired value of a unit at an external broker is written when it connects', async (t) => {
  const { modem, units } = await modbusFamily(app, 1)
  const [unit] = units
  assert.ok(unit !== undefined)
  const desired = JSON.stringify({ SetPoint: { v: -1.5, s: app.clock.now(), n: 1 } })
  await app.db.updateTable('deviceShadow').set({ desired }).where('deviceId', '=', unit.id).execute()
  const fleet = startModem({ modem, units }, mosquitto.port)
  t.after(() => fleet.stop())
  await until('it to be written', async () => Object.keys((await shadowOf(app, unit)).desired).length === 0)
  assert.equal(fleet.find(unit.sn)?.values(Date.now())['SetPoint'], -1.5)
})

test('a modem that is its own controller is polled through an external broker, and receives in Alink what is no register', async (t) => {
  const product = await make.product(app, { kind: 'cooler', protocol: 'modbusRtu', model: quick(modbusDtu) })
  const made = await make.device(app, { kind: 'cooler', productId: product.id, productKey: product.productKey })
  const fleet = startModem({ modem: made, units: [{ ...made, unit: 1 }] }, mosquitto.port)
  t.after(() => fleet.stop())
  await until('registers', async () => 'CabinetTemp' in (await reportedOf(app, made)))
  assert.equal((await outcomeOfSet(app, token, made, { SetPoint: 2.5 })).status, 'succeeded')
  const alink = await outcomeOfSet(app, token, made, { 'Modem:BaudRate': 19_200 })
  assert.deepEqual([alink.status, alink.code], ['succeeded', 200])
})
