import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { modbusDtu, modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { label } from '@brigade/simulator/device/modbus/controller.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { historyOf, isOnline, onlineLogOf, shadowOf } from '../testing/linked-device.ts'
import { testPassword } from '../testing/make-account.ts'
import { make } from '../testing/make.ts'
import { modbusFamily, quick, reportedOf, startModem, outcomeOfSet } from '../testing/gateway/modbus-family.ts'
import type { ModbusFamily } from '../testing/gateway/modbus-family.ts'
import { startModbusLink } from '../testing/gateway/start-modbus-link.ts'
import type { TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'

let app: TestApp
let port = 0
let stop: () => Promise<void>
let token = ''

before(async () => {
  ;({ app, port, stop } = await startModbusLink({ answerMs: 150, lateMs: 300, restMs: 100, longestRestMs: 200 }))
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => stop())

const family = (count: number, model?: ThingModel) => modbusFamily(app, count, model)
const live = (made: Pick<ModbusFamily, 'modem' | 'units'>) => startModem(made, port)
const reported = (made: Made) => reportedOf(app, made)
const outcomeOf = (made: Made, params: Readonly<Record<string, number | string>>) =>
  outcomeOfSet(app, token, made, params)
type Made = Parameters<typeof reportedOf>[1]

async function refused(made: { id: string }, params: Readonly<Record<string, number>>) {
  const draft = { deviceId: made.id, kind: 'property.set' as const, params, password: testPassword }
  const { status, envelope } = await app.ask(commandCalls.cooler.sendCommand, draft, { token })
  assert.equal(status, 422, JSON.stringify(envelope))
  return { key: envelope.data.key, fields: Object.keys(envelope.data.fields ?? {}).toSorted() }
}

test('units behind a modem are polled: everything they have is reported as theirs, with the bytes in the trace', async (t) => {
  const { modem, units } = await family(2)
  const fleet = live({ modem, units })
  t.after(() => fleet.stop())
  for (const unit of units) {
    await isOnline(app, unit, true)
    await until('all properties', async () => Object.keys(await reported(unit)).length === modbusUnit.properties.length)
    const values = await reported(unit)
    const truth = fleet.find(unit.sn)?.values(Date.now()) ?? {}
    assert.equal(values['SetPoint']?.v, truth['SetPoint'])
    assert.equal(values['CompressorStarts']?.v, truth['CompressorStarts'])
    assert.deepEqual(
      (await onlineLogOf(app, unit)).map(({ online, reason }) => [online, reason]),
      [[true, 'sub_login']],
    )
  }
  const [unit] = units
  assert.ok(unit !== undefined)
  const row = await app.db
    .selectFrom('deviceMessage')
    .selectAll()
    .where('deviceId', '=', unit.id)
    .where('payload', 'like', '03030e%')
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.direction, row.through, row.outcome], ['up', modem.sn, 'stored'])
  const [hex = '', decoded = '{}'] = (row.payload ?? '').split('\n')
  assert.match(hex, /^03030e[0-9a-f]{32}$/)
  assert.match(decoded, /"requested":"030301000007[0-9a-f]{4}".*"SetPoint":/)
  // The modem uses Alink for its own properties.
  await until('the modem’s own figures', async () => 'Modem:Signal' in (await reported(modem)))
})

test('a value reported on change is stored when it changes, one reported by the clock every time', async (t) => {
  const made = await family(1)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  const count = async (identifier: string) => {
    return (await historyOf(app, unit, identifier)).length
  }
  await until('some polls', async () => (await count('CompressorStarts')) > 5)
  assert.equal(await count('SetPoint'), 1)
  assert.equal(await count('DoorState'), 1)
  fleet.find(unit.sn)?.setDoor(true)
  await until('the door', async () => (await reported(unit))['DoorState']?.v === 1)
  assert.equal(await count('DoorState'), 2)
})

test('a command is written, confirmed and read back; it succeeded when the unit has the desired value', async (t) => {
  const made = await family(1)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  await until('a first report', async () => 'SetPoint' in (await reported(unit)))
  const command = await outcomeOf(unit, { SetPoint: -2.5, Light: 0, SetDifferential: 1.5 })
  assert.equal(command.status, 'succeeded')
  assert.ok(command.acknowledgedAt !== null)
  assert.deepEqual(command.reply, { SetPoint: -2.5, Light: 0, SetDifferential: 1.5 })
  const truth = fleet.find(unit.sn)?.values(Date.now()) ?? {}
  assert.deepEqual([truth['SetPoint'], truth['SetDifferential']], [-2.5, 1.5])
  // The value and the command's end are written in one transaction.
  assert.equal((await reported(unit))['SetPoint']?.v, -2.5)
  assert.deepEqual((await shadowOf(app, made.units[0] ?? unit)).desired, {})
})

test('a unit that confirms and keeps its own value has not applied it; a refusal is reported too, and a silence leaves it unknown', async (t) => {
  // The model has a settable interval at an address where the controller has another register or none.
  const wrong = quick(modbusUnit, (property) => {
    const { identifier, modbus } = property
    if (modbus === undefined) return property
    if (identifier === 'DefrostInterval') return { ...property, modbus: { ...modbus, registerAddress: '0x0300' } }
    if (identifier === 'ManualDefrost') return { ...property, modbus: { ...modbus, registerAddress: '0x0000' } }
    return property
  })
  const made = await family(1, wrong)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  await until('a first report', async () => 'SetPoint' in (await reported(unit)))
  const refused = await outcomeOf(unit, { DefrostInterval: 8 })
  assert.deepEqual([refused.status, refused.error, refused.code], ['failed', 'modbusRefused', 2])
  // The light follows the door: after it is written off it is on again before it is read.
  fleet.find(unit.sn)?.setDoor(true)
  const differs = await outcomeOf(unit, { Light: 0 })
  assert.deepEqual([differs.status, differs.error], ['failed', 'modbusDiffers'])
  fleet.find(unit.sn)?.mute(60_000)
  const silent = await outcomeOf(unit, { SetPoint: 1 })
  assert.deepEqual([silent.status, silent.error], ['unknown', 'modbusUnsure'])
  assert.deepEqual((await shadowOf(app, unit)).desired, {})
})

test('a desired value of a unit is written when it connects, and at once while it is online; then it is no longer desired', async (t) => {
  const made = await family(1)
  const [unit] = made.units
  assert.ok(unit !== undefined)
  const desire = async (identifier: string, v: number) => {
    const desired = JSON.stringify({ [identifier]: { v, s: app.clock.now(), n: 1 } })
    await app.db.updateTable('deviceShadow').set({ desired }).where('deviceId', '=', unit.id).execute()
    await notifyOnCommit(app.db, 'push', { desired: [unit.id] })
  }
  await desire('SetPoint', -1.5)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const isDone = async () => Object.keys((await shadowOf(app, unit)).desired).length === 0
  await until('the set point', isDone)
  await until('polls', async () => 'Light' in (await reported(unit)))
  await desire('DefrostInterval', 8)
  await until('the interval', isDone)
  const truth = fleet.find(unit.sn)?.values(Date.now()) ?? {}
  assert.deepEqual([truth['SetPoint'], truth['DefrostInterval']], [-1.5, 8])
})

test('text in registers is reported, written and read back as text', async (t) => {
  // The model allows longer texts than the registers hold.
  const longer: Property = { ...label, dataType: { type: 'text', length: 32 } }
  const made = await family(1, quick({ ...modbusUnit, properties: [...modbusUnit.properties, longer] }))
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  await until('an empty text', async () => (await reported(unit))['Label']?.v === '')
  const command = await outcomeOf(unit, { Label: '三号库 3' })
  assert.deepEqual([command.status, command.reply], ['succeeded', { Label: '三号库 3' }])
  assert.equal((await reported(unit))['Label']?.v, '三号库 3')
  const tooLong = await outcomeOf(unit, { Label: '这是一个很长的库房' })
  assert.deepEqual([tooLong.status, tooLong.error], ['failed', 'modbusValue'])
})

test('one register that does not exist affects no other, and is named in the trace', async (t) => {
  const wrong = quick(modbusUnit, (property) => {
    const { identifier, modbus } = property
    const beyond = identifier === 'Current' && modbus !== undefined
    return beyond ? { ...property, modbus: { ...modbus, registerAddress: '0x0006' } } : property
  })
  const made = await family(1, wrong)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  await until('all others', async () => Object.keys(await reported(unit)).length === modbusUnit.properties.length - 1)
  const row = await until('the exception', () =>
    app.db
      .selectFrom('deviceMessage')
      .selectAll()
      .where('deviceId', '=', unit.id)
      .where('payload', 'like', '038402%')
      .executeTakeFirst(),
  )
  assert.equal(row.outcome, 'refused')
  assert.equal(row.dropped?.[0]?.reason, 'illegalAddress')
})

test('a unit that falls silent is offline with the reason while the others go on, and online when it answers again', async (t) => {
  const made = await family(2)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [first, second] = made.units
  assert.ok(first !== undefined && second !== undefined)
  await isOnline(app, first, true)
  await isOnline(app, second, true)
  fleet.find(first.sn)?.mute(60_000)
  await isOnline(app, first, false)
  fleet.find(second.sn)?.setDoor(true)
  await until('the other to go on', async () => (await reported(second))['DoorState']?.v === 1)
  fleet.find(first.sn)?.mute(0)
  await isOnline(app, first, true)
  fleet.find(made.modem.sn)?.goOffline(60_000)
  await isOnline(app, first, false)
  await isOnline(app, second, false)
  const reasons = (await onlineLogOf(app, first)).map(({ reason }) => reason)
  assert.deepEqual(reasons, ['sub_login', 'unit_silent', 'sub_login', 'gateway_offline'])
})

test('polling continues after a lost connection, and follows the model that is published meanwhile', async (t) => {
  const few = { ...modbusUnit, properties: modbusUnit.properties.filter(({ identifier }) => identifier !== 'Voltage') }
  const made = await family(1, quick(few))
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  await until('a first report', async () => 'CabinetTemp' in (await reported(unit)))
  assert.equal('Voltage' in (await reported(unit)), false)
  await publishThingModel(app.db, {
    productId: made.productId,
    model: quick(modbusUnit),
    note: '',
    publishedBy: null,
    at: app.clock.now(),
  })
  await until('the new property', async () => 'Voltage' in (await reported(unit)))
  fleet.find(made.modem.sn)?.drop()
  await isOnline(app, unit, false)
  await isOnline(app, unit, true)
  fleet.find(unit.sn)?.setDoor(true)
  await until('the door', async () => (await reported(unit))['DoorState']?.v === 1)
})

test('damaged answers store nothing and are named at the unit and in its command; the values arrive with the next valid answer', async (t) => {
  const made = await family(1)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  const faults = fleet.find(made.modem.sn)?.lineFaults
  assert.ok(faults !== undefined)
  faults.damaged = 1
  const row = await until('a damaged answer', () =>
    app.db
      .selectFrom('deviceMessage')
      .selectAll()
      .where('deviceId', '=', unit.id)
      .where('outcome', '=', 'refused')
      .executeTakeFirst(),
  )
  assert.deepEqual([row.dropped?.[0]?.reason, row.through], ['checksum', made.modem.sn])
  assert.deepEqual(await reported(unit), {})
  faults.damaged = 0
  await until('values', async () => 'CabinetTemp' in (await reported(unit)))
  faults.damaged = 1
  const damaged = await outcomeOf(unit, { SetPoint: 1 })
  assert.deepEqual([damaged.status, damaged.error], ['unknown', 'modbusUnsure'])
})

test('a device that is modem and controller in one is polled at its own address, and receives in Alink what is no register', async (t) => {
  const product = await make.product(app, { kind: 'cooler', protocol: 'modbusRtu', model: quick(modbusDtu) })
  const made = await make.device(app, { kind: 'cooler', productId: product.id, productKey: product.productKey })
  const fleet = live({ modem: made, units: [{ ...made, unit: 1 }] })
  t.after(() => fleet.stop())
  await until('registers', async () => 'CabinetTemp' in (await reported(made)))
  await until('the modem’s figures', async () => 'Modem:Signal' in (await reported(made)))
  assert.equal((await outcomeOf(made, { SetPoint: 2.5 })).status, 'succeeded')
  const alink = await outcomeOf(made, { 'Modem:BaudRate': 19_200 })
  assert.deepEqual([alink.status, alink.code], ['succeeded', 200])
  const mixed = await refused(made, { SetPoint: 3.5, 'Modem:BaudRate': 9600 })
  assert.deepEqual(mixed, { key: 'device.modbusApart', fields: ['params.Modem:BaudRate'] })
})

test('a property without a register is refused by its name before anything is sent to a unit behind a modem', async (t) => {
  const bare = quick(modbusUnit, ({ modbus, ...property }) =>
    modbus !== undefined && ['Light', 'DefrostInterval'].includes(property.identifier)
      ? property
      : { ...property, modbus },
  )
  const made = await family(1, bare)
  const fleet = live(made)
  t.after(() => fleet.stop())
  const [unit] = made.units
  assert.ok(unit !== undefined)
  await until('a first report', async () => 'SetPoint' in (await reported(unit)))
  const params = { SetPoint: -2.5, Light: 0, DefrostInterval: 8 }
  const fields = ['params.DefrostInterval', 'params.Light']
  assert.deepEqual(await refused(unit, params), { key: 'device.modbusNoRegister', fields })
  assert.deepEqual(await refused(unit, { Light: 0 }), { key: 'device.modbusNoRegister', fields: ['params.Light'] })
  const kept = await app.ask(
    commandCalls.cooler.setDesired,
    { id: unit.id, version: 1_000_000, values: { SetPoint: -2.5, Light: 0 }, password: testPassword },
    { token },
  )
  assert.deepEqual(Object.keys(kept.envelope.data.fields ?? {}), ['values.Light'])
  const entered = await app.db.selectFrom('command').select('id').where('deviceId', '=', unit.id).execute()
  assert.deepEqual(entered, [])
  assert.equal((await outcomeOf(unit, { SetPoint: -2.5 })).status, 'succeeded')
})
