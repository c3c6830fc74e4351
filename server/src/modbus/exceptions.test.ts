import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { crc16 } from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { connectLine } from '../testing/gateway/faulty-line.ts'
import { make } from '../testing/make.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { hourMs, minuteMs } from '@brigade/contract/time.ts'
import { modbusFamily, reportedOf } from '../testing/gateway/modbus-family.ts'
import { startModbusLink } from '../testing/gateway/start-modbus-link.ts'
import { isOnline, onlineLogOf, tripleOf } from '../testing/linked-device.ts'
import type { TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'
import { openLine } from './modbus-line.ts'
import { pollsFor, type Unit } from './modbus-unit.ts'
import { pollUnits, usualRhythm, type UnitReading } from './poll-units.ts'

/** Tests how a unit, or a gateway in its place, refuses requests. */

const count = 200
const register = (address: number): Property => ({
  identifier: `R${address}`,
  name: { en: `R${address}`, zh: `R${address}` },
  required: false,
  accessMode: 'r',
  dataType: { type: 'int', min: 0, max: 65_535, step: 1 },
  modbus: {
    protocolType: 'modbusRtu',
    operateType: 'holdingRegister',
    registerAddress: `0x${address.toString(16).padStart(4, '0')}`,
    byteLength: 2,
    signed: false,
    coefficient: 1,
    reportFrequencyMs: 100,
  },
})
const model: ThingModel = {
  properties: Array.from({ length: count }, (_, address) => register(address)),
  events: [],
  services: [],
}

const framed = (bytes: readonly number[]): Uint8Array => {
  const crc = crc16(Uint8Array.from(bytes))
  return Uint8Array.from([...bytes, crc & 0xff, crc >> 8])
}

/** A unit with 200 registers on a line of its own; `codeAt` has the exceptions of its registers. Time counts only in its polls. */
function unitWith(codeAt: (address: number) => number | undefined) {
  let requests = 0
  const line = openLine<UnitReading>({
    send: (frame) => {
      requests += 1
      const [unit = 0, code = 0, high = 0, low = 0, , many = 0] = frame
      const first = (high << 8) | low
      const excepted = Array.from({ length: many }, (_, index) => codeAt(first + index)).find(
        (one) => one !== undefined,
      )
      const values = Array.from({ length: many }, (_, index) => [0, first + index]).flat()
      const answer = excepted === undefined ? [unit, code, many * 2, ...values] : [unit, code | 0x80, excepted]
      queueMicrotask(() => line.take(framed(answer), 0))
      return Promise.resolve(true)
    },
    answerMs: minuteMs,
    lateMs: 10,
  })
  const device = { id: '1', productId: '1', productKey: 'a1', deviceName: 'unit' }
  const unit: Unit = {
    device,
    address: 3,
    isBehind: true,
    model,
    // Polls are due later, because the test requests everything itself.
    polls: pollsFor(model, [], performance.now() + hourMs),
    reported: new Map(),
    silent: 0,
    restUntil: 0,
    isThere: false,
    hasRefused: false,
  }
  const silent: string[] = []
  const polling = pollUnits({
    line,
    units: () => [unit],
    rhythm: usualRhythm,
    onSilent: (_unit, why) => silent.push(why),
  })
  const everything = () =>
    new Promise<string>((resolve) => {
      polling.first(unit, async () => resolve(await polling.everything(unit)))
    })
  const stop = async () => {
    line.close()
    await polling.stop()
  }
  return { unit, everything, silent, requests: () => requests, stop }
}

test('one register that is refused by 2, 3 or 4 costs no other of its range a value, at whatever place it is', async () => {
  for (const code of [2, 3, 4])
    for (let bad = 0; bad < count; bad += 1) {
      const { unit, everything, requests, stop } = unitWith((address) => (address === bad ? code : undefined))
      assert.equal(await everything(), 'answered')
      assert.equal(unit.reported.has(`R${bad}`), false)
      assert.equal(unit.reported.size, count - 1, `${code} at ${bad}`)
      // 125 and 75 registers: the halves of halves until it is alone, and the rest.
      assert.ok(requests() <= 2 + 2 * 7, `${requests()} requests for ${code} at ${bad}`)
      const refused = unit.polls.filter(({ isRefused }) => isRefused === true)
      assert.deepEqual(
        refused.map(({ range }) => range.places.map(({ identifier }) => identifier)),
        [[`R${bad}`]],
      )
      assert.ok((refused[0]?.dueAt ?? 0) - performance.now() > 590_000)
      await stop()
    }
})

test('what was split is asked for together again once the unit answers it', async () => {
  let bad: number | undefined = 40
  const { unit, everything, stop } = unitWith((address) => (address === bad ? 2 : undefined))
  await everything()
  assert.ok(unit.polls.length > 2)
  bad = undefined
  await everything()
  assert.deepEqual(
    unit.polls.map(({ range }) => range.count),
    [125, 75],
  )
  await everything()
  assert.equal(unit.reported.size, count)
  await stop()
})

test('a unit that cannot answer now is asked later, in growing pauses, and nothing is remembered of it', async () => {
  for (const code of [5, 6, 8, 7, 12, 200]) {
    let isBusy = true
    const { unit, everything, stop } = unitWith(() => (isBusy ? code : undefined))
    const pauses: number[] = []
    for (let times = 0; times < 5; times += 1) {
      const at = performance.now()
      assert.equal(await everything(), 'answered')
      pauses.push(Math.round(((unit.polls[0]?.dueAt ?? 0) - at) / 5000))
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 12], String(code))
    isBusy = false
    await everything()
    assert.deepEqual([unit.reported.size, unit.polls.length], [count, 2])
    await stop()
  }
})

test('a function that a unit does not have is asked for seldom, and a whole unit that refuses everything within a minute', async () => {
  const { unit, everything, requests, stop } = unitWith(() => 1)
  await everything()
  assert.equal(requests(), 2)
  const rests = unit.polls.map(({ dueAt }) => Math.round((dueAt - performance.now()) / minuteMs))
  assert.deepEqual(rests, [10, 1])
  await stop()
})

test('a gateway that does not reach a unit answers in its place: that is silence', async () => {
  for (const code of [10, 11]) {
    const { everything, silent, stop } = unitWith(() => code)
    for (let times = 0; times < 3; times += 1) assert.equal(await everything(), 'silent')
    assert.deepEqual(silent, ['unit_unreached'])
    await stop()
  }
})

let app: TestApp
let port = 0
let stopLink: () => Promise<void>
before(async () => {
  const rhythm = { answerMs: 1000, lateMs: 300, restMs: 50, longestRestMs: 200, refusedMs: 400 }
  ;({ app, port, stop: stopLink } = await startModbusLink(rhythm))
})
after(() => stopLink())

const few: ThingModel = { ...model, properties: model.properties.slice(0, 6) }
const reasonsOf = async (made: Parameters<typeof onlineLogOf>[1]) =>
  (await onlineLogOf(app, made)).map(({ reason }) => reason)

test('a refrigerator that is dead behind such a gateway goes offline with that reason, and comes back', async (t) => {
  const { modem, units } = await modbusFamily(app, 1, few)
  const [unit] = units
  assert.ok(unit)
  let code: number | undefined
  const line = await connectLine({
    port,
    triple: tripleOf(modem),
    units: [{ address: unit.unit, model: few }],
    faults: () => (code === undefined ? 'none' : { exception: code }),
  })
  t.after(() => line.stop())
  await isOnline(app, unit, true)
  for (const dead of [11, 10]) {
    code = dead
    await isOnline(app, unit, false)
    code = undefined
    await isOnline(app, unit, true)
  }
  assert.deepEqual(await reasonsOf(unit), ['sub_login', 'unit_unreached', 'sub_login', 'unit_unreached', 'sub_login'])
})

test('a unit that has given exceptions alone is not called online, and its log says why', async (t) => {
  const { modem, units } = await modbusFamily(app, 1, few)
  const [unit] = units
  assert.ok(unit)
  let isUnknown = true
  const line = await connectLine({
    port,
    triple: tripleOf(modem),
    units: [{ address: unit.unit, model: few }],
    faults: () => (isUnknown ? { exception: 4 } : 'none'),
  })
  t.after(() => line.stop())
  await until('its log to say so', async () => (await reasonsOf(unit)).length > 0)
  const asked = line.requests.length
  await until('more requests', () => line.requests.length > asked + 5)
  assert.deepEqual(await reasonsOf(unit), ['unit_refuses'])
  isUnknown = false
  await isOnline(app, unit, true)
  await until('all values', async () => Object.keys(await reportedOf(app, unit)).length === few.properties.length)
  assert.deepEqual(await reasonsOf(unit), ['unit_refuses', 'sub_login'])
})

test('a register that its unit refuses is shown as refused, also where it had a value, until it is read again', async (t) => {
  const { modem, units } = await modbusFamily(app, 1, few)
  const [unit] = units
  assert.ok(unit)
  let isRefusing = true
  const line = await connectLine({
    port,
    triple: tripleOf(modem),
    units: [{ address: unit.unit, model: few }],
    faults: (request) => {
      const [, high = 0, low = 0, , count = 0] = request
      const first = (high << 8) | low
      return isRefusing && first <= 3 && first + count > 3 ? { exception: 2 } : 'none'
    },
  })
  t.after(() => line.stop())
  const { token } = await make.account(app, { role: 'administrator' })
  const shadow = async () => (await app.ask(telemetryCalls.cooler.shadow, { id: unit.id }, { token })).envelope.data
  const refused = async () => (await shadow()).refused.map(({ identifier, reason }) => `${identifier} ${reason}`)
  await until('all others to be read', async () => (await shadow()).list.length === few.properties.length - 1)
  await until('the refusal to be shown', async () => (await refused()).length > 0)
  assert.deepEqual(await refused(), ['R3 illegalAddress'])
  isRefusing = false
  await until('it to be read', async () => (await refused()).length === 0)
  assert.equal((await shadow()).list.length, few.properties.length)
  isRefusing = true
  await until('the refusal to be shown again', async () => (await refused()).length > 0)
  assert.deepEqual(await refused(), ['R3 illegalAddress'])
  isRefusing = false
  // The value is the same as before, and is read all the same.
  await until('it to be read again', async () => (await refused()).length === 0)
})
