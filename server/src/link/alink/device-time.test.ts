import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { ask, makeGateway, makeSub, named, own, session, signed } from '../../testing/gateway/gateway-device.ts'
import { connectMade, historyOf, shadowOf, stateOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { randomFrom, seedOfRun } from '../../testing/malformed/random.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/**
 * Stored data has times of the device's clock. If its offset is unknown, such data must not count as current (alink.md
 * 3).
 */

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

const post = 'thing/event/property/post'
const faultPost = 'thing/event/Fault/post'
const batchPost = 'thing/event/property/batch/post'
const historyPost = 'thing/event/property/history/post'
const packPost = 'thing/event/property/pack/post'
/** Unbelievable times; undefined stands for none. */
const unbelievable = (now: number) => [
  undefined,
  null,
  0,
  1,
  now - 8 * dayMs,
  now + 2 * dayMs,
  Math.floor(now / 1000),
  String(now - 8 * dayMs),
  'yesterday',
  '',
  `${now}ms`,
  true,
  {},
]

async function linked() {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}
type Made = Awaited<ReturnType<typeof linked>>['oven']

const Answer = z.object({ id: z.string(), code: z.number(), message: z.string(), data: z.json() })
async function answerTo(device: FakeDevice, topic: string, params: unknown) {
  await device.send(topic, { id: '1', version: '1.0', params })
  const { payload } = await device.receive(`${topic}_reply`)
  return { ...Answer.parse(JSON.parse(payload)), bytes: Buffer.byteLength(payload) }
}

const eventsOf = ({ id }: Made) =>
  app.db.selectFrom('deviceEvent').select(['code', 'occurredAt']).where('deviceId', '=', id).orderBy('seq').execute()
const numbersOf = async (made: Made) =>
  (await historyOf(app, made, 'ChamberTemp')).map(({ number, deviceTime }) => [number, deviceTime])
const lastOf = async (made: Made) => {
  const last = (await traceOf(app, made)).at(-1)
  return [last?.outcome, last?.code, last?.dropped?.map(({ identifier, reason }) => `${identifier} ${reason}`) ?? []]
}

test('the digits of a time in a text are that time, on every topic', async () => {
  const now = app.clock.now()
  const value = { value: 50, time: String(now - 5000) }
  const fault = { value: { Code: 'E01', Active: 1 }, time: String(now - 5000) }
  const forms: readonly (readonly [string, unknown])[] = [
    [post, { ChamberTemp: value }],
    [faultPost, fault],
    [batchPost, { properties: { ChamberTemp: [value] }, events: { Fault: [fault] } }],
    [packPost, { properties: { ChamberTemp: value }, events: { Fault: fault } }],
    [historyPost, [{ properties: [{ ChamberTemp: value }], events: [{ Fault: fault }] }]],
  ]
  for (const [topic, params] of forms) {
    const { oven, device } = await linked()
    assert.equal((await answerTo(device, topic, params)).code, 200, topic)
    const values = await historyOf(app, oven, 'ChamberTemp')
    const events = await eventsOf(oven)
    assert.ok(values.length + events.length > 0, topic)
    for (const { time, deviceTime } of values)
      assert.deepEqual([Date.parse(time), deviceTime], [now - 5000, true], topic)
    for (const { occurredAt } of events) assert.equal(Date.parse(occurredAt), now - 5000, topic)
  }
})

test('lines of a device’s log have the time that it gives, as a number or as digits in a text', async () => {
  const { oven, device } = await linked()
  const at = app.clock.now() - 60_000
  const line = (time: object) => ({
    ...time,
    logLevel: 'INFO',
    module: 'm',
    code: '1',
    traceContext: '',
    logContent: 'x',
  })
  const iso = new Date(at).toISOString().replace('Z', '+0000')
  const lines = [{ utcTime: iso }, { utcTime: String(at) }, { timestamp: at }, { timestamp: String(at) }].map(line)
  await device.send('thing/log/post', { id: '1', params: lines })
  const rows = await app.db.selectFrom('deviceLog').select('loggedAt').where('deviceId', '=', oven.id).execute()
  assert.deepEqual(
    rows.map(({ loggedAt }) => Date.parse(loggedAt)),
    [at, at, at, at],
  )
})

test('stored values without a believable time are dropped, named in the answer with 460, and the rest is stored', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  const wrong = unbelievable(now)
  const params = [
    {
      properties: [
        { ChamberTemp: { value: 50, time: now - 7000 } },
        ...wrong.map((time) => ({ ChamberTemp: { value: 99, time } })),
        { ChamberTemp: 99 },
      ],
    },
  ]
  const answer = await answerTo(device, historyPost, params)
  const count = wrong.length + 1
  assert.deepEqual(
    [answer.code, answer.data],
    [460, { stored: 1, dropped: [{ identifier: 'ChamberTemp', reason: 'time', count }] }],
  )
  assert.deepEqual(await numbersOf(oven), [[50, true]])
  assert.equal((await shadowOf(app, oven)).reported['ChamberTemp']?.v, 50)
  assert.deepEqual(await lastOf(oven), ['partly', 460, Array.from({ length: count }, () => 'ChamberTemp time')])
})

test('a stored fault without a believable time never opens; nothing of the message is stored', async () => {
  for (const time of unbelievable(app.clock.now())) {
    const { oven, device } = await linked()
    const fault = { value: { Code: 'E01', Active: 1 }, time }
    const direct = { Code: 'E02', Active: 1, time }
    const answer = await answerTo(device, historyPost, [{ events: [{ Fault: fault }, { Fault: direct }] }])
    assert.deepEqual(
      [answer.code, answer.data],
      [460, { stored: 0, dropped: [{ identifier: 'Fault', reason: 'time', count: 2 }] }],
      String(time),
    )
    assert.deepEqual([await eventsOf(oven), (await stateOf(app, oven)).faultCode], [[], ''], String(time))
    assert.deepEqual(await lastOf(oven), ['refused', 460, ['Fault time', 'Fault time']])
  }
})

test('in a batch a time that cannot be believed drops its value or event; what has no time is from now', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  const wrong = unbelievable(now).slice(2)
  const params = {
    properties: {
      ChamberTemp: [{ value: 50, time: now - 7000 }, ...wrong.map((time) => ({ value: 99, time }))],
      FanSpeed: 30,
    },
    events: { Fault: [{ value: { Code: 'E01', Active: 1 }, time: 1 }, { value: { Code: 'E02', Active: 1 } }] },
  }
  const answer = await answerTo(device, batchPost, params)
  assert.deepEqual(answer.data, {
    stored: 3,
    dropped: [
      { identifier: 'ChamberTemp', reason: 'time', count: wrong.length },
      { identifier: 'Fault', reason: 'time', count: 1 },
    ],
  })
  assert.deepEqual(await numbersOf(oven), [[50, true]])
  assert.deepEqual(
    (await eventsOf(oven)).map(({ code }) => code),
    ['E02'],
  )
})

test('a live report whose time cannot be believed has the server’s time, marked', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  const times = unbelievable(now)
  for (const time of times) {
    assert.equal((await answerTo(device, post, { ChamberTemp: { value: 50, time } })).code, 200)
    assert.equal((await answerTo(device, packPost, { properties: { ChamberTemp: { value: 51, time } } })).code, 200)
  }
  const rows = await historyOf(app, oven, 'ChamberTemp')
  assert.equal(rows.length, 2 * times.length)
  for (const { time, deviceTime } of rows) {
    assert.equal(deviceTime, false)
    assert.ok(Math.abs(Date.parse(time) - now) < 60_000, time)
  }
})

test('a gateway learns of which sub-device something was dropped, and each trace has its own', async () => {
  const [gateway, sub, other] = [await makeGateway(app), await makeSub(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  for (const each of [sub, other]) {
    assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(each)])).code, 200)
    assert.equal((await ask(device, session(gateway, 'login'), signed(each))).code, 200)
  }
  const now = app.clock.now()
  const good = { ChamberTemp: { value: 50, time: now - 7000 } }
  const answer = await answerTo(device, historyPost, [
    { identity: named(sub), properties: [good, { ChamberTemp: 99 }], events: [{ Fault: { Code: 'E01', Active: 1 } }] },
    { identity: named(other), properties: [good] },
  ])
  const name = { productKey: sub.productKey, deviceName: sub.sn, reason: 'time', count: 1 }
  assert.deepEqual(answer.data, {
    stored: 2,
    dropped: [
      { ...name, identifier: 'ChamberTemp' },
      { ...name, identifier: 'Fault' },
    ],
  })
  await until(
    'both to be traced',
    async () => (await traceOf(app, other)).length > 0 && (await traceOf(app, sub)).length > 0,
  )
  assert.deepEqual(await lastOf(sub), ['partly', 460, ['ChamberTemp time', 'Fault time']])
  assert.deepEqual(await lastOf(other), ['stored', 200, []])
  assert.deepEqual(await lastOf(gateway), ['partly', 460, [`${sub.productKey}/${sub.sn} time`]])
  assert.deepEqual([(await numbersOf(sub)).length, (await eventsOf(sub)).length], [1, 0])
  const packed = { properties: { ChamberTemp: [{ value: 99, time: 1 }] }, identity: named(sub) }
  assert.equal((await answerTo(device, packPost, { subDevices: [packed] })).code, 460)
})

test('an answer that names what was dropped fits the 1,000 bytes that an SDK receives', async () => {
  const gateway = await makeGateway(app)
  const device = await connectMade(app, gateway)
  const subs = await Promise.all(Array.from({ length: 12 }, () => makeSub(app)))
  for (const each of subs) {
    assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(each)])).code, 200)
    assert.equal((await ask(device, session(gateway, 'login'), signed(each))).code, 200)
  }
  const answer = await answerTo(
    device,
    historyPost,
    subs.map((sub) => ({ identity: named(sub), properties: [{ ChamberTemp: 1, CoreTemp: 2, FanSpeed: 30 }] })),
  )
  const { dropped, more } = z
    .object({ dropped: z.array(z.object({ count: z.int() })), more: z.int() })
    .parse(answer.data)
  assert.equal(
    dropped.reduce((sum, { count }) => sum + count, more),
    36,
  )
  assert.ok(
    answer.bytes + `/sys/${gateway.productKey}/${gateway.sn}/${historyPost}_reply`.length < 1000,
    `${answer.bytes}`,
  )
})

test('of stored data in any order exactly what has a believable time is stored, and the answer counts both', async () => {
  const random = randomFrom(seedOfRun)
  for (let round = 0; round < 4; round += 1) {
    const { oven, device } = await linked()
    const now = app.clock.now()
    const wrong = unbelievable(now)
    const items = Array.from({ length: 30 }, (_, index) => {
      const isGood = random.chance(0.6)
      const at = now - 1000 * (index + 1)
      return { index, isGood, time: isGood ? random.pick<unknown>([at, String(at)]) : wrong[random.int(wrong.length)] }
    })
    const params = items.map(({ index, time }) =>
      index % 3 === 0
        ? { events: { Fault: { value: { Code: `E${index}`, Active: 1 }, time } } }
        : { properties: { ChamberTemp: { value: index, time } } },
    )
    const answer = await answerTo(device, historyPost, params)
    const good = items.filter(({ isGood }) => isGood)
    const what = `MALFORMED_SEED=${seedOfRun}, round ${round}`
    assert.equal(answer.code, good.length === items.length ? 200 : 460, what)
    if (answer.code === 460) assert.equal(z.object({ stored: z.int() }).parse(answer.data).stored, good.length, what)
    const stored = [
      ...(await numbersOf(oven)).map(([number]) => Number(number)),
      ...(await eventsOf(oven)).map(({ code }) => Number(code.slice(1))),
    ]
    assert.deepEqual(
      stored.toSorted((a, b) => a - b),
      good.map(({ index }) => index),
      what,
    )
  }
})
