// @both-databases: a batch of messages is one statement a table.
// @pooler: prepared statements and COPY of a whole connector.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { workStateNumberOf } from '@brigade/contract/device/device.rules.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { connectMade, historyOf, shadowOf, stateOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { dropOldMessageRates, insertMessageRate } from '../../telemetry/message-rate.store.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['connector'] })
})
after(() => app.stop())

async function linked() {
  const oven = await make.device(app)
  return { oven, device: await connectMade(app, oven) }
}

/** Sends a report and returns the reply to the device. */
async function reply(device: FakeDevice, payload: unknown, topic = 'thing/event/property/post') {
  await device.send(topic, payload)
  const answer: unknown = JSON.parse((await device.receive(`${topic}_reply`)).payload)
  assert.ok(typeof answer === 'object' && answer !== null)
  return new Map<string, unknown>(Object.entries(answer))
}

test('a report is acknowledged when it is in history, shadow, state and trace', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  await device.report({ ChamberTemp: 181.5, WorkState: workStateNumberOf('cooking'), Heating: 0 }, '17')
  const [row] = await historyOf(app, oven, 'ChamberTemp')
  assert.equal(row?.number, 181.5)
  assert.equal(row?.deviceTime, false)
  assert.ok(Math.abs(Date.parse(row?.time ?? '') - now) < 5000)
  const shadow = await shadowOf(app, oven)
  assert.equal(shadow.version, '1')
  assert.equal(shadow.reported['ChamberTemp']?.v, 181.5)
  const state = await stateOf(app, oven)
  assert.equal(state.workState, workStateNumberOf('cooking'))
  assert.ok(Date.parse(state.lastSeenAt ?? '') >= now - 1000)
  const [message] = await traceOf(app, oven)
  assert.deepEqual([message?.code, message?.dropped], [200, null])
  const answer: unknown = JSON.parse((await device.receive('post_reply')).payload)
  assert.deepEqual(answer, {
    id: '17',
    code: 200,
    data: {},
    message: 'success',
    method: 'thing.event.property.post',
    version: '1.0',
  })
})

test('the id is returned unchanged; without ack nothing is returned', async () => {
  const { device } = await linked()
  const params = { ChamberTemp: 20 }
  for (const id of ['0', '4294967295', '12|exp-topic|', 42])
    assert.equal((await reply(device, { id, params })).get('id'), id)
  assert.equal((await reply(device, { id: '1', sys: { ack: 1 }, params })).get('code'), 200)
  await device.send('thing/event/property/post', { id: '2', sys: { ack: 0 }, params })
  assert.equal((await reply(device, { id: '3', params })).get('id'), '3')
  assert.deepEqual(device.received, [])
})

test('values outside the thing model are dropped and recorded, the rest is kept, the answer is 200', async () => {
  const { oven, device } = await linked()
  const answer = await reply(device, {
    id: '1',
    params: {
      ChamberTemp: { value: 60 },
      Nonsense: 1,
      Heating: 7,
      WorkState: 99,
      CurStage: 'two',
      FaultCode: 'x'.repeat(17),
    },
  })
  assert.equal(answer.get('code'), 200)
  const [message] = await traceOf(app, oven)
  assert.deepEqual(message?.dropped, [
    { identifier: 'Nonsense', reason: 'unknown', value: 1 },
    { identifier: 'Heating', reason: 'type', value: 7 },
    { identifier: 'WorkState', reason: 'enum', value: 99 },
    { identifier: 'CurStage', reason: 'type', value: 'two' },
    { identifier: 'FaultCode', reason: 'length', value: 'x'.repeat(17) },
  ])
  assert.deepEqual(Object.keys((await shadowOf(app, oven)).reported), ['ChamberTemp'])
  assert.equal((await stateOf(app, oven)).workState, null)
})

test('a report that cannot be read is answered with the code of its error, and kept in the trace', async () => {
  const { oven, device } = await linked()
  const tooMany = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`p${index}`, index]))
  const cases: [string, number][] = [
    ['{"id":"5","params":', 6207],
    ['not json', 6207],
    ['[]', 6207],
    ['null', 6207],
    ['{"id":"5"}', 6207],
    ['{"id":"5","params":[1]}', 6207],
    [JSON.stringify({ id: '5', params: tooMany }), 6106],
  ]
  for (const [payload, code] of cases)
    assert.equal((await reply(device, payload)).get('code'), code, payload.slice(0, 30))
  const codes = (await traceOf(app, oven)).map((message) => message.code)
  assert.deepEqual(
    codes,
    cases.map(([, code]) => code),
  )
})

test('a product without a published thing model answers that it has none', async () => {
  const product = await make.product(app, { model: null })
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectMade(app, oven)
  assert.equal((await reply(device, { id: '1', params: { ChamberTemp: 20 } })).get('code'), 6313)
})

test('the time of a device is accepted from 7 days ago to 24 hours ahead, otherwise the server’s time is used', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  const minute = 60_000
  const times = [
    now - 7 * dayMs + minute,
    now - 7 * dayMs - minute,
    now + dayMs - minute,
    now + dayMs + minute,
    -1,
    1e300,
  ]
  for (const [index, time] of times.entries()) await device.report({ ChamberTemp: { value: 20 + index, time } })
  const rows = await historyOf(app, oven, 'ChamberTemp')
  const believed = rows.filter((row) => row.deviceTime).map((row) => [row.number, Date.parse(row.time)])
  assert.deepEqual(believed, [
    [20, now - 7 * dayMs + minute],
    [22, now + dayMs - minute],
  ])
  const others = rows.filter((row) => !row.deviceTime)
  assert.deepEqual(
    others.map((row) => row.number),
    [21, 23, 24, 25],
  )
  for (const row of others) assert.ok(Math.abs(Date.parse(row.time) - now) < 10_000, row.time)
})

test('an older value fills in history and leaves the shadow alone', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  await device.report({ ChamberTemp: { value: 90, time: now } })
  await device.report({ ChamberTemp: { value: 50, time: now - hourMs } })
  assert.equal((await shadowOf(app, oven)).reported['ChamberTemp']?.v, 90)
  assert.deepEqual(
    (await historyOf(app, oven, 'ChamberTemp')).map((row) => row.number),
    [50, 90],
  )
})

test('a clock that ran ahead and was put right does not freeze the shadow', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  await device.report({ ChamberTemp: { value: 90, time: now + 20 * hourMs } })
  await device.report({ ChamberTemp: { value: 80, time: now + 1000 } })
  await device.report({ ChamberTemp: 70 })
  assert.equal((await shadowOf(app, oven)).reported['ChamberTemp']?.v, 70)
})

test('a clock that was set back does not hide the current values of an oven; delayed reports count for the past', async () => {
  const { oven, device } = await linked()
  const now = app.clock.now()
  const digest = 'Recipe:HeldDigest'
  const [full, empty] = ['f'.repeat(64), 'e'.repeat(64)]
  const held = async () => (await shadowOf(app, oven)).reported[digest]?.v
  await reply(device, { id: '1', params: { [digest]: { value: full, time: now } } })
  const identity = { productKey: oven.productKey, deviceName: oven.sn }
  const kept = [{ identity, properties: [{ [digest]: { value: empty, time: now - 600_000 } }] }]
  await reply(device, { id: '2', params: kept }, 'thing/event/property/history/post')
  assert.equal(await held(), full)
  await reply(device, { id: '3', params: { [digest]: { value: empty, time: now - 600_000 } } })
  assert.equal(await held(), empty)
})

test('a clock of the server that is set back by hours does not hide what devices without a clock report', async () => {
  const { oven, device } = await linked()
  app.clock.advance(2 * hourMs)
  await device.report({ Heating: 1 })
  app.clock.advance(-2 * hourMs)
  await device.report({ Heating: 0 })
  assert.equal((await shadowOf(app, oven)).reported['Heating']?.v, 0)
})

test('two reports without time in the same instant are two rows', async () => {
  const { oven, device } = await linked()
  await Promise.all([31, 32, 33, 34, 35].map((value) => device.report({ ChamberTemp: value })))
  assert.deepEqual(
    (await historyOf(app, oven, 'ChamberTemp')).map((row) => row.number),
    [31, 32, 33, 34, 35],
  )
})

test('a report sent again after a lost acknowledgement makes no second row', async () => {
  const { oven, device } = await linked()
  const timed = { id: '1', params: { ChamberTemp: { value: 44, time: app.clock.now() - 1000 } } }
  const untimed = { id: '2', params: { CoreTemp: 55, ChamberTemp: 45 } }
  await device.send('thing/event/property/post', timed)
  await device.send('thing/event/property/post', untimed)
  for (const payload of [timed, untimed, timed]) await device.send('thing/event/property/post', payload, { dup: true })
  await Promise.all(
    [0, 1].map(() => device.send('thing/event/property/post', { id: '3', params: { ChamberTemp: 46 } }, { dup: true })),
  )
  assert.deepEqual(
    (await historyOf(app, oven, 'ChamberTemp')).map((row) => row.number),
    [44, 45, 46],
  )
  for (let replies = 0; replies < 7; replies += 1) await device.receive('post_reply')
})

test('a fault is raised and cleared by its event', async () => {
  const { oven, device } = await linked()
  const topic = 'thing/event/Fault/post'
  const post = async (value: object, id: string) =>
    (await reply(device, { id, params: { value, time: app.clock.now() } }, topic)).get('code')
  assert.equal(await post({ Code: 'E05', Active: 1, Text: 'Probe broken' }, '1'), 200)
  assert.equal(await post({ Code: 'E07', Active: 1 }, '2'), 200)
  const open = () =>
    app.db
      .selectFrom('deviceEvent')
      .select(['code', 'type'])
      .where('deviceId', '=', oven.id)
      .where('clearedAt', 'is', null)
      .orderBy('occurredAt')
      .execute()
  assert.deepEqual(await open(), [
    { code: 'E05', type: 'error' },
    { code: 'E07', type: 'error' },
  ])
  assert.equal((await stateOf(app, oven)).faultCode, 'E07')
  app.clock.advance(1000)
  assert.equal(await post({ Code: 'E07', Active: 0 }, '3'), 200)
  assert.deepEqual(await open(), [{ code: 'E05', type: 'error' }])
  assert.equal((await stateOf(app, oven)).faultCode, 'E05')
  assert.equal(await post({ Code: 'E05', Active: 0 }, '4'), 200)
  assert.equal((await stateOf(app, oven)).faultCode, '')
})

for (const [how, errorMs, laterMs, ids] of [
  ['ran ahead as it was raised', 2 * hourMs, 1000, ['a', 'b']],
  ['fell behind before it was cleared', -2 * hourMs, 20_000, ['a', 'b']],
  ['fell behind before it was cleared, a moment later, where it counts its messages', -2 * hourMs, 1000, ['9', '10']],
] as const) {
  test(`a fault ends when its device reports the end, though its clock ${how}`, async () => {
    const { oven, device } = await linked()
    const raise = (active: 0 | 1, id: string, time: number) =>
      reply(device, { id, params: { value: { Code: 'E09', Active: active }, time } }, 'thing/event/Fault/post')
    await raise(1, ids[0], app.clock.now() + Math.max(0, errorMs))
    app.clock.advance(laterMs)
    await raise(0, ids[1], app.clock.now() + Math.min(0, errorMs))
    const [raised] = await app.db
      .selectFrom('deviceEvent')
      .select(['occurredAt as time', 'clearedAt'])
      .where('deviceId', '=', oven.id)
      .where('messageId', '=', ids[0])
      .execute()
    assert.ok(Date.parse(raised?.clearedAt ?? '') >= Date.parse(raised?.time ?? ''), JSON.stringify(raised))
    assert.equal((await stateOf(app, oven)).faultCode, '')
  })
}

test('an end that another connection to a broker brought before the beginning ends it, and none that begins later', async () => {
  const { oven, device } = await linked()
  const raise = (active: 0 | 1, id: string, time: number) =>
    reply(device, { id, params: { value: { Code: 'E09', Active: active }, time } }, 'thing/event/Fault/post')
  const now = app.clock.now()
  await raise(0, '2', now)
  await raise(1, '1', now - 3000)
  assert.equal((await stateOf(app, oven)).faultCode, '')
  // The event has the time of a clock that fell behind.
  await raise(1, '3', now - hourMs)
  assert.equal((await stateOf(app, oven)).faultCode, 'E09')
})

test('an end that was kept for later ends no fault that began after it', async () => {
  const { oven, device } = await linked()
  const raised = { value: { Code: 'E09', Active: 1 }, time: app.clock.now() }
  await reply(device, { id: '1', params: raised }, 'thing/event/Fault/post')
  app.clock.advance(120_000)
  const cleared = { Fault: { value: { Code: 'E09', Active: 0 }, time: app.clock.now() - hourMs } }
  const identity = { productKey: oven.productKey, deviceName: oven.sn }
  const kept = { id: '2', params: [{ identity, events: [cleared] }] }
  assert.equal((await reply(device, kept, 'thing/event/property/history/post')).get('code'), 200)
  const open = await app.db
    .selectFrom('deviceEvent')
    .select('code')
    .where('deviceId', '=', oven.id)
    .where('clearedAt', 'is', null)
    .execute()
  assert.deepEqual(open, [{ code: 'E09' }])
})

test('an event with an output the model does not allow is kept without it; an unknown event is dropped', async () => {
  const { oven, device } = await linked()
  assert.equal(
    (
      await reply(
        device,
        { id: '1', params: { value: { Code: 'E09', Active: 1, Text: 5, Extra: 1 } } },
        'thing/event/Fault/post',
      )
    ).get('code'),
    200,
  )
  assert.equal(
    (await reply(device, { id: '2', params: { value: { a: 1 } } }, 'thing/event/Unheard/post')).get('code'),
    200,
  )
  const events = await app.db
    .selectFrom('deviceEvent')
    .select(['identifier', 'code', 'output'])
    .where('deviceId', '=', oven.id)
    .execute()
  assert.deepEqual(events, [{ identifier: 'Fault', code: 'E09', output: { Code: 'E09', Active: 1 } }])
  const dropped = (await traceOf(app, oven)).map((message) =>
    message.dropped?.map(({ identifier, reason }) => `${identifier} ${reason}`),
  )
  assert.deepEqual(dropped, [['Fault.Text type', 'Fault.Extra unknown'], ['Unheard unknown']])
})

test('a device reports its firmware version and requests the time', async () => {
  const { oven, device } = await linked()
  const own = `${oven.productKey}/${oven.sn}`
  await device.send(`/ota/device/inform/${own}`, { id: 1, params: { version: '01.02.03' } })
  await device.send(`/ota/device/inform/${own}`, { id: '2', params: { version: '9.9', module: 'wifi' } })
  const modules = await app.db
    .selectFrom('deviceModule')
    .select(['module', 'version'])
    .where('deviceId', '=', oven.id)
    .orderBy('module')
    .execute()
  assert.deepEqual(modules, [
    { module: 'default', version: '01.02.03' },
    { module: 'wifi', version: '9.9' },
  ])
  await device.send(`/ext/ntp/${own}/request`, { deviceSendTime: '1571724098000' })
  const answer: unknown = JSON.parse((await device.receive(`/ext/ntp/${own}/response`)).payload)
  assert.ok(
    typeof answer === 'object' &&
      answer !== null &&
      'serverRecvTime' in answer &&
      'serverSendTime' in answer &&
      'deviceSendTime' in answer,
  )
  assert.equal(answer.deviceSendTime, '1571724098000')
  assert.ok(Math.abs(Number(answer.serverSendTime) - app.clock.now()) < 5000)
})

test('a message of its own that has no reader is answered 6203, a free topic not at all, and both are in the trace', async () => {
  const { oven, device } = await linked()
  assert.equal((await reply(device, { id: '7', params: {} }, 'thing/unheard/of')).get('code'), 6203)
  await device.send(`/${oven.productKey}/${oven.sn}/user/update`, 'hello')
  await device.send('thing/unheard/of_reply', { id: '8', code: 200, data: {} })
  assert.deepEqual(
    (await traceOf(app, oven)).map(({ code, outcome }) => [code, outcome]),
    [
      [6203, 'unknown'],
      [null, 'custom'],
      [null, 'unknown'],
    ],
  )
  assert.deepEqual(device.received, [])
})

test('a signature or a secret in a message is in no trace, on a topic that nobody knows as on any other', async () => {
  const { oven, device } = await linked()
  const planted = 'Pl4ntedS3cret'
  const payload = {
    id: '1',
    params: [{ productKey: 'a1', deviceName: 'x', sign: planted, deep: { deviceSecret: planted } }],
  }
  for (const topic of ['thing/proxy/provisioning/product_register', 'thing/event/property/post', 'user/any'])
    await device.send(topic.startsWith('user') ? `/${oven.productKey}/${oven.sn}/${topic}` : topic, payload)
  await device.send('thing/event/property/post', { id: '2', params: { password: planted, ChamberTemp: 20 } })
  const stored = JSON.stringify(await traceOf(app, oven))
  assert.ok(stored.includes('***'), stored)
  assert.ok(!stored.includes(planted), stored)
})

test('a message of a device on a custom topic returns to it where it subscribes, and reaches no other device', async () => {
  const [{ oven, device }, other] = [await linked(), await linked()]
  const own = `/${oven.productKey}/${oven.sn}/user`
  await device.subscribe(`${own}/menu/+`)
  await other.device.subscribe(`/${other.oven.productKey}/${other.oven.sn}/user/#`)
  await device.send(`${own}/other`, 'unheard')
  await device.send(`${own}/menu/today`, 'soup')
  assert.deepEqual(await device.receive('/user/menu/today'), { topic: `${own}/menu/today`, payload: 'soup' })
  assert.deepEqual([...device.received, ...other.device.received], [])
})

const strange: readonly [string, string, string][] = [
  ['a zero byte', 'thing/event/property/post', '{"id":"1","params":{"FirmwareVersion":"a\u0000b"}}'],
  [
    'an escaped zero byte',
    'thing/event/property/post',
    String.raw`{"id":"1","params":{"FirmwareVersion":"a\u0000b","Odd\u0000":1}}`,
  ],
  [
    'half a surrogate pair',
    'thing/event/property/post',
    String.raw`{"id":"1","params":{"FirmwareVersion":"a\ud800b","Odd":"\udc00"}}`,
  ],
  [
    'a zero byte in an id',
    'thing/event/Fault/post',
    String.raw`{"id":"1\u0000","params":{"value":{"Code":"E\u00001","Active":1}}}`,
  ],
  ['a reply code out of any range', 'thing/service/property/set_reply', '{"id":"1","code":1e15,"data":{}}'],
  [
    'a reply to a command beyond counting',
    'thing/service/property/set_reply',
    '{"id":"99999999999999999999","code":200,"data":{}}',
  ],
  [
    'zero bytes in an answer',
    'thing/service/property/set_reply',
    String.raw`{"id":"1","code":200,"data":{"x\u0000":"\u0000"}}`,
  ],
  ['a version with a zero byte', 'ota', String.raw`{"id":"1","params":{"version":"1\u0000"}}`],
  [
    'a key that is no key',
    'thing/event/property/post',
    '{"id":"1","params":{"__proto__":{"value":1},"constructor":2,"toString":3}}',
  ],
  [
    'very deep nesting',
    'thing/event/property/post',
    `{"id":"1","params":{"Stages":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
  ],
  ['bytes that are no text', 'thing/event/property/post', '\u00ff\u00fe\u0080'],
]
for (const [what, topic, payload] of strange) {
  test(`${what} is accepted without delaying others`, async () => {
    const { oven, device } = await linked()
    const other = await linked()
    const name = topic === 'ota' ? `/ota/device/inform/${oven.productKey}/${oven.sn}` : topic
    await Promise.all([
      device.send(
        name,
        what === 'bytes that are no text' ? Buffer.from(payload, 'latin1').toString('latin1') : payload,
      ),
      other.device.report({ ChamberTemp: 30 }),
    ])
    await device.report({ ChamberTemp: 31 })
    await until('the next report to be there', async () => (await historyOf(app, oven, 'ChamberTemp')).length === 1)
    assert.equal((await traceOf(app, oven)).length, 2)
    assert.equal((await historyOf(app, other.oven, 'ChamberTemp')).length, 1)
  })
}

test('a topic with a zero character disconnects its device, and delays no other', async () => {
  const { oven, device } = await linked()
  const { device: other } = await linked()
  void device.send('user/\u0000', 'x', { qos: 0 }).catch(() => undefined)
  await until('the device to be cut off', () => !device.isConnected())
  await other.report({ ChamberTemp: 33 })
  const traced = await until('the refusal in its trace', async () => (await traceOf(app, oven))[0])
  assert.deepEqual([traced.code, traced.outcome, traced.topic.includes('\u0000')], [460, 'refused', false])
})

test('an older state fills in history and is not the state of the device', async () => {
  const { oven, device } = await linked()
  await device.report({ WorkState: workStateNumberOf('cooking') })
  const time = app.clock.now() - hourMs
  await device.report({ WorkState: { value: workStateNumberOf('washing'), time } })
  assert.equal((await historyOf(app, oven, 'WorkState')).length, 2)
  assert.equal((await stateOf(app, oven)).workState, workStateNumberOf('cooking'))
})

test('a report finds its day even if no partition existed for it', async () => {
  const { oven, device } = await linked()
  app.clock.advance(30 * dayMs)
  await device.report({ ChamberTemp: 44 })
  assert.equal((await historyOf(app, oven, 'ChamberTemp')).length, 1)
  assert.equal((await traceOf(app, oven))[0]?.code, 200)
})

test('messages received and sent are counted for each 5 s, and the counts are kept for two days', async () => {
  const { device } = await linked()
  await device.report({ ChamberTemp: 180 })
  const old = { connectorId: 'old', received: 1, sent: 1, countedAtMs: app.clock.now() - 2 * dayMs - 1000 }
  await insertMessageRate(app.db, old)
  const counted = async () =>
    app.db
      .selectFrom('messageRate')
      .select(['connectorId', 'received', 'sent', 'countedAt'])
      .where('received', '>', 0)
      .where('sent', '>', 0)
      // Earlier tests moved the clock, so their spans may be older.
      .where('countedAt', '>=', new Date(old.countedAtMs).toISOString())
      .orderBy('countedAt')
      .execute()
  const [first, next] = await until('a span with messages both ways', async () => {
    const rows = await counted()
    return rows.length > 1 ? rows : undefined
  })
  assert.equal(first?.connectorId, 'old')
  await dropOldMessageRates(app.db, app.clock.now())
  assert.deepEqual((await counted())[0], next)
})
