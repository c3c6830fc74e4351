import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { connectMade, historyOf, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { watchLive } from '../../testing/watch-live.ts'
import { z } from 'zod'

let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

async function linked() {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const topic = `/shadow/update/${oven.productKey}/${oven.sn}`
  const down = `/shadow/get/${oven.productKey}/${oven.sn}`
  const ask = async (payload: string): Promise<unknown> => {
    await device.send(topic, payload)
    const reply: unknown = JSON.parse((await device.receive(down)).payload)
    assert(
      typeof reply === 'object' && reply !== null && 'method' in reply && 'payload' in reply && 'timestamp' in reply,
    )
    assert.equal(reply.method, 'reply')
    return reply.payload
  }
  return { oven, device, ask }
}
type Linked = Awaited<ReturnType<typeof linked>>

const versionOf = async ({ oven }: Linked) => Number((await shadowOf(app, oven)).version)

const wrong = [
  [400, '{"method":"update"'],
  [400, '[]'],
  [401, '{"state":{"reported":{"a":1}},"version":1}'],
  [402, '{"method":"update","version":1}'],
  [402, '{"method":"delete","state":"null","version":1}'],
  [403, '{"method":"update","state":{"reported":{"a":1}},"version":"one"}'],
  [403, '{"method":"update","state":{"reported":{"a":1}},"version":1e300}'],
  [403, '{"method":"update","state":{"reported":{"a":1}},"version":1.5}'],
  [404, '{"method":"update","state":{},"version":1}'],
  [404, '{"method":"delete","state":{},"version":1}'],
  [405, '{"method":"update","state":{"reported":{}},"version":1}'],
  [405, '{"method":"delete","state":{"reported":{"a":1}},"version":1}'],
  [406, '{"method":"upsert","state":{"reported":{"a":1}},"version":1}'],
  [407, '{"method":"get"}'],
  [407, '{"method":"delete","state":{"reported":"null"},"version":1}'],
  [
    408,
    JSON.stringify({
      method: 'update',
      state: { reported: Object.fromEntries(Array.from({ length: 129 }, (_, n) => [`a${n}`, n])) },
      version: 1,
    }),
  ],
] as const
for (const [code, payload] of wrong) {
  test(`the document answers ${code} to ${payload.slice(0, 60)}`, async () => {
    const link = await linked()
    const answer = await link.ask(payload)
    assert(typeof answer === 'object' && answer !== null && 'status' in answer && 'content' in answer)
    assert.equal(answer.status, 'error')
    assert(typeof answer.content === 'object' && answer.content !== null && 'errorcode' in answer.content)
    assert.equal(answer.content.errorcode, String(code))
    assert.deepEqual(
      (await traceOf(app, link.oven)).map((row) => [row.outcome, row.code]),
      [['refused', code]],
    )
  })
}

test('the part of a document that is in the thing model is a report like any other, the rest is stored beside it, and wrong values are dropped', async () => {
  const link = await linked()
  const payload = '{"method":"update","state":{"reported":{"ChamberTemp":88.5,"color":"red","Heating":9}},"version":1}'
  assert.deepEqual(await link.ask(payload), { status: 'success', version: 1 })
  assert.deepEqual(
    (await historyOf(app, link.oven, 'ChamberTemp')).map((row) => row.number),
    [88.5],
  )
  const shadow = await shadowOf(app, link.oven)
  assert.deepEqual(Object.keys(shadow.reported), ['ChamberTemp'])
  assert.equal(shadow.extraReported['color']?.v, 'red')
  assert.deepEqual((await traceOf(app, link.oven))[0]?.dropped, [{ identifier: 'Heating', reason: 'type', value: 9 }])
  const document = await link.ask('{"method":"get"}')
  assert(typeof document === 'object' && document !== null && 'state' in document && 'metadata' in document)
  assert.deepEqual(document.state, { reported: { ChamberTemp: 88.5, color: 'red' } })
  assert(JSON.stringify(document.metadata).includes('"color":{"timestamp":'))
  const received = (await app.ask(telemetryCalls.oven.shadow, { id: link.oven.id }, { token })).envelope.data
  assert.deepEqual(
    received.list.map(({ identifier }) => identifier),
    ['ChamberTemp'],
  )
  const time = new Date(shadow.extraReported['color']?.t ?? 0).toISOString()
  assert.deepEqual(received.free, [{ key: 'color', value: 'red', time }])
})

test('a version that is not newer than the shadow is refused with 409, and nothing of it is stored; -1 is always accepted', async () => {
  const link = await linked()
  await link.device.report({ ChamberTemp: 20 })
  const version = await versionOf(link)
  const old = await link.ask(JSON.stringify({ method: 'update', state: { reported: { ChamberTemp: 99 } }, version }))
  assert(JSON.stringify(old).includes('"409"'))
  assert.equal((await shadowOf(app, link.oven)).reported['ChamberTemp']?.v, 20)
  assert.equal(await versionOf(link), version)
  assert.deepEqual(
    await link.ask(JSON.stringify({ method: 'update', state: { reported: { ChamberTemp: 98 } }, version: -1 })),
    {
      status: 'success',
      version: version + 1,
    },
  )
  assert.deepEqual(
    await link.ask(JSON.stringify({ method: 'update', state: { reported: { color: 1 } }, version: version + 10 })),
    {
      status: 'success',
      version: version + 10,
    },
  )
})

test('attributes are forgotten one by one, or all of them', async () => {
  const link = await linked()
  await link.ask('{"method":"update","state":{"reported":{"ChamberTemp":88,"color":"red"}},"version":1}')
  const state = async () => {
    const document = await link.ask('{"method":"get"}')
    assert(typeof document === 'object' && document !== null)
    return 'state' in document ? document.state : document
  }
  await link.ask('{"method":"delete","state":{"reported":{"color":"null"}},"version":2}')
  assert.deepEqual(await state(), { reported: { ChamberTemp: 88 } })
  await link.ask('{"method":"delete","state":{"reported":"null"},"version":3}')
  assert(JSON.stringify(await state()).includes('"407"'))
})

test('the delete of the C SDK, with its extra comma, is accepted; an extra comma anywhere else is not', async () => {
  const link = await linked()
  await link.ask('{"method":"update","state":{"reported":{"ChamberTemp":88,"color":"red"}},"version":1}')
  await link.ask('{"method":"delete",,"state":{"reported":{"color":"null"}},"clientToken":"abc","version":2}')
  const document = JSON.stringify(await link.ask('{"method":"get"}'))
  assert.match(document, /"reported":\{"ChamberTemp":88\}/)
  const broken = [
    '{"method":"delete",,,"state":{"reported":"null"},"version":3}',
    '{"method":"delete","state":{"reported":"null"},,"version":3}',
    '{"method":"update",,"state":{"reported":{"color":"blue"}},"version":3}',
  ]
  for (const payload of broken) assert.match(JSON.stringify(await link.ask(payload)), /"errorcode":"400"/)
})

test('a document without desired values has no part for them: the C SDK takes over what was reported only then', async () => {
  const link = await linked()
  const parts = async () => {
    const { state, metadata } = z
      .object({ state: z.record(z.string(), z.json()), metadata: z.record(z.string(), z.json()) })
      .parse(await link.ask('{"method":"get"}'))
    return [Object.keys(state), Object.keys(metadata)]
  }
  await link.ask('{"method":"update","state":{"reported":{"color":"red"}},"version":1}')
  assert.deepEqual(await parts(), [['reported'], ['reported']])
  await desire(link, await versionOf(link), { FanSpeed: 60 })
  const both = ['reported', 'desired']
  assert.deepEqual(await parts(), [both, both])
  // The C SDK sends this once it has taken over the desired values.
  await link.ask(`{"method":"update","state":{"desired":"null"},"version":${(await versionOf(link)) + 1}}`)
  assert.deepEqual(await parts(), [['reported'], ['reported']])
})

const desire = (link: Linked, version: number, values: Record<string, number | null>, password = testPassword) =>
  app.ask(commandCalls.oven.setDesired, { id: link.oven.id, version, values, password }, { token })

test('a desired value is sent to an online device at once, requested by its name, and removed when it is reported', async () => {
  const link = await linked()
  const version = await versionOf(link).catch(() => 0)
  const set = await desire(link, version, { FanSpeed: 60 })
  assert.equal(set.status, 200, JSON.stringify(set.envelope))
  const received: unknown = JSON.parse((await link.device.receive('/thing/service/property/set')).payload)
  assert(typeof received === 'object' && received !== null && 'params' in received && 'id' in received)
  assert.deepEqual(received.params, { FanSpeed: 60 })
  await link.device.send('thing/service/property/set_reply', { id: received.id, code: 200, data: {} })
  await link.device.send(
    'thing/property/desired/get',
    '{"id":"123","version":"1.0","sys":{"ack":1},"params":["FanSpeed","Light"],"method":"thing.property.desired.get"}',
  )
  const wanted: unknown = JSON.parse((await link.device.receive('desired/get_reply')).payload)
  assert(typeof wanted === 'object' && wanted !== null && 'data' in wanted)
  assert.deepEqual(wanted.data, { FanSpeed: { value: 60, version: set.envelope.data.shadow.version } })
  assert.deepEqual(await link.ask('{"method":"get"}'), await link.ask('{"method":"get"}'))
  await link.device.report({ FanSpeed: 60 })
  assert.deepEqual((await shadowOf(app, link.oven)).desired, {})
  const outcomes = (await traceOf(app, link.oven)).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes, ['stored', 'answered', 'answered', 'answered', 'stored'])
})

test('a device that subscribes to its document receives there the values that a person set for it', async () => {
  const link = await linked()
  const topic = `/shadow/get/${link.oven.productKey}/${link.oven.sn}`
  await link.device.subscribe(topic)
  const version = await versionOf(link)
  const set = await desire(link, version, { FanSpeed: 70 })
  const received: unknown = JSON.parse((await link.device.receive(topic)).payload)
  assert(
    typeof received === 'object' &&
      received !== null &&
      'payload' in received &&
      'method' in received &&
      'version' in received,
  )
  assert.deepEqual([received.method, received.version], ['control', set.envelope.data.shadow.version])
  const { payload } = received
  assert(typeof payload === 'object' && payload !== null && 'status' in payload && 'state' in payload)
  assert.deepEqual([payload.status, payload.state], ['success', { reported: {}, desired: { FanSpeed: 70 } }])
})

test('the second of two people who set desired values from one version is refused; a report in between is no conflict', async () => {
  const link = await linked()
  await link.device.report({ ChamberTemp: 20 })
  const version = await versionOf(link)
  await link.device.report({ ChamberTemp: 21 })
  assert.equal((await desire(link, version, { FanSpeed: 50 })).status, 200)
  const second = await desire(link, version, { Light: 1 })
  assert.deepEqual([second.status, second.envelope.data.key], [409, 'device.shadowMoved'])
  const wrongPassword = await desire(link, await versionOf(link), { FanSpeed: 60 }, 'Wrong12345')
  assert.equal(wrongPassword.envelope.data.key, 'session.wrongPassword')
  const taken = await desire(link, await versionOf(link), { FanSpeed: null })
  assert.equal(taken.status, 200)
  assert.deepEqual((await shadowOf(app, link.oven)).desired, {})
})

test('a device that has applied a desired value removes the version it knows, and no newer one', async () => {
  const link = await linked()
  await desire(link, 0, { FanSpeed: 60 })
  const old = await versionOf(link)
  await desire(link, old, { FanSpeed: 80 })
  const remove = async (version: number) => {
    await link.device.send(
      'thing/property/desired/delete',
      JSON.stringify({ id: '1', version: '1.0', params: { FanSpeed: { version } } }),
    )
    await link.device.receive('desired/delete_reply')
    return Object.keys((await shadowOf(app, link.oven)).desired)
  }
  assert.deepEqual(await remove(old), ['FanSpeed'])
  assert.deepEqual(await remove(await versionOf(link)), [])
})

test('the messages of a device are shown as they are received and sent, with the outcome of each', async () => {
  const link = await linked()
  const stream = await watchLive(app.url, telemetryCalls.oven.trace, { id: link.oven.id }, token)
  assert.deepEqual((await stream.next())?.messages, [])
  await link.device.report({ ChamberTemp: 20, Nonsense: 1 })
  const up = (await stream.nextThat(({ messages }) => messages.length > 0)).messages
  assert.deepEqual(
    up.map(({ direction, outcome }) => [direction, outcome]),
    [['up', 'partly']],
  )
  await desire(link, await versionOf(link), { FanSpeed: 60 })
  const down = (await stream.nextThat(({ messages }) => messages.length > 0)).messages
  assert.deepEqual(
    down.map(({ direction, outcome, topic }) => [direction, outcome, topic.endsWith('/property/set')]),
    [['down', 'sent', true]],
  )
  await stream.leave()
  const listed = await app.ask(telemetryCalls.oven.messages, { id: link.oven.id, outcome: 'partly' }, { token })
  assert.equal(listed.envelope.data.total, 1)
})

test('a device that is requested to log is notified at once; tags are edited by people too, and both are recorded', async () => {
  const link = await linked()
  assert.equal(
    (await app.ask(telemetryCalls.oven.askForLogs, { id: link.oven.id, isAsked: true }, { token })).status,
    200,
  )
  const received: unknown = JSON.parse((await link.device.receive('/thing/config/log/push')).payload)
  assert(typeof received === 'object' && received !== null && 'params' in received)
  assert.deepEqual(received.params, { getType: 'content', content: { mode: 1 } })
  const logs = await app.ask(telemetryCalls.oven.logs, { id: link.oven.id }, { token })
  assert.deepEqual([logs.envelope.data.isAsked, logs.envelope.data.total], [true, 0])
  assert.equal(
    (await app.ask(recordCalls.oven.setTags, { id: link.oven.id, tags: [{ key: 'room', value: 'bar' }] }, { token }))
      .status,
    200,
  )
  const changes = await app.db
    .selectFrom('deviceChange')
    .select(['action', 'fields'])
    .where('deviceId', '=', link.oven.id)
    .orderBy('changedAt')
    .orderBy('seq')
    .execute()
  assert.deepEqual(
    changes.map(({ action, fields }) => [action, fields[0]?.field, fields[0]?.to]),
    [
      ['updated', 'logAsked', 'on'],
      ['updated', 'tags.room', 'bar'],
    ],
  )
  assert.equal((await app.ask(recordCalls.oven.firmwares, { id: link.oven.id }, { token })).envelope.data.total, 0)
})
