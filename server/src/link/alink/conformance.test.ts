import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { tagLimits } from '@brigade/contract/device/record/record.model.ts'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { dayMs, hourMs } from '@brigade/contract/time.ts'
import { firmwareVersion, wifiFirmware } from '../../device/list/module-version.store.ts'
import type { FakeDevice } from '../../testing/fake-device.ts'
import { connectMade, historyOf, shadowOf, traceOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

/**
 * Topics and payloads are byte for byte those of the SDKs: C v3 (iotkit-embedded), C v4 (Link SDK), Node, Android and
 * Python.
 */
let app: TestApp
let token: string
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

async function linked(product?: Awaited<ReturnType<typeof make.product>>) {
  const oven = await make.device(
    app,
    product === undefined ? {} : { productId: product.id, productKey: product.productKey },
  )
  const device = await connectMade(app, oven)
  return { oven, device, sys: `/sys/${oven.productKey}/${oven.sn}`, own: `${oven.productKey}/${oven.sn}` }
}
type Linked = Awaited<ReturnType<typeof linked>>

type Reply = Readonly<{ id: unknown; code: number; data: unknown; message: string; method: string; version: string }>
function replyOf(payload: string): Reply {
  const reply: unknown = JSON.parse(payload)
  assert(typeof reply === 'object' && reply !== null && 'id' in reply && 'code' in reply && 'method' in reply)
  assert('data' in reply && 'message' in reply && 'version' in reply && typeof reply.code === 'number')
  return {
    ...reply,
    code: reply.code,
    message: String(reply.message),
    method: String(reply.method),
    version: String(reply.version),
  }
}

/** Sends a payload and returns the reply on the topic with `_reply`. */
async function ask(device: FakeDevice, topic: string, payload: string): Promise<Reply> {
  await device.send(topic, payload)
  return replyOf((await device.receive(`${topic}_reply`)).payload)
}

const lastOutcome = async ({ oven }: Linked) => {
  const last = (await traceOf(app, oven)).at(-1)
  return [last?.outcome, last?.code]
}

test('C v3 posts properties with method and numeric text id, and is answered under the same id', async () => {
  const link = await linked()
  const payload = '{"id":"3","version":"1.0","params":{"ChamberTemp":180.5},"method":"thing.event.property.post"}'
  const reply = await ask(link.device, `${link.sys}/thing/event/property/post`, payload)
  assert.deepEqual(reply, {
    id: '3',
    code: 200,
    data: {},
    message: 'success',
    method: 'thing.event.property.post',
    version: '1.0',
  })
  assert.deepEqual(await lastOutcome(link), ['stored', 200])
})

test('C v4 posts without method and with sys.ack, and is answered', async () => {
  const link = await linked()
  const payload = '{"id":"1","version":"1.0","params":{"ChamberTemp":20},"sys":{"ack":1}}'
  const reply = await ask(link.device, `${link.sys}/thing/event/property/post`, payload)
  assert.deepEqual([reply.id, reply.code], ['1', 200])
})

test('Node posts under an id that contains its topic, which is returned unchanged; an empty id and none too', async () => {
  const link = await linked()
  const topic = `${link.sys}/thing/event/property/post`
  const node = `{"id":"${link.own}|exp-topic|17","version":"1.0","params":{"ChamberTemp":21},"method":"thing.event.property.post"}`
  assert.equal((await ask(link.device, topic, node)).id, `${link.own}|exp-topic|17`)
  assert.equal((await ask(link.device, topic, '{"id":"","params":{"ChamberTemp":22}}')).id, '')
  assert.equal((await ask(link.device, topic, '{"params":{"ChamberTemp":23}}')).id, '0')
})

test('an event with its outputs alone, as C SDKs send it, is that event; with value and time it is too', async () => {
  const link = await linked()
  const topic = `${link.sys}/thing/event/Fault/post`
  const v3 = '{"id":"5","version":"1.0","params":{"Code":"E11","Active":1},"method":"thing.event.Fault.post"}'
  const node = `{"id":"6","version":"1.0","params":{"value":{"Code":"E12","Active":1},"time":${app.clock.now() - 1000}},"method":"thing.event.Fault.post"}`
  assert.deepEqual([(await ask(link.device, topic, v3)).code, (await ask(link.device, topic, node)).code], [200, 200])
  const events = await app.db
    .selectFrom('deviceEvent')
    .select(['code', 'output'])
    .where('deviceId', '=', link.oven.id)
    .orderBy('code')
    .execute()
  assert.deepEqual(events, [
    { code: 'E11', output: { Code: 'E11', Active: 1 } },
    { code: 'E12', output: { Code: 'E12', Active: 1 } },
  ])
})

test('a batch keeps each value at its own time, and its events; unknown entries are dropped by name', async () => {
  const link = await linked()
  const now = app.clock.now()
  const payload = JSON.stringify({
    id: '123',
    version: '1.0',
    sys: { ack: 1 },
    params: {
      properties: {
        ChamberTemp: [
          { value: 100, time: now - 3000 },
          { value: 101, time: now - 2000 },
          { value: 102, time: now - 1000 },
        ],
        Nonsense: [{ value: 1, time: now }],
      },
      events: {
        Fault: [
          { value: { Code: 'E21', Active: 1 }, time: now },
          { value: { Code: 'E22', Active: 1 }, time: now },
        ],
      },
    },
    method: 'thing.event.property.batch.post',
  })
  const reply = await ask(link.device, `${link.sys}/thing/event/property/batch/post`, payload)
  assert.deepEqual([reply.code, reply.method], [200, 'thing.event.property.batch.post'])
  assert.deepEqual(
    (await historyOf(app, link.oven, 'ChamberTemp')).map((row) => row.number),
    [100, 101, 102],
  )
  assert.equal((await shadowOf(app, link.oven)).reported['ChamberTemp']?.v, 102)
  const events = await app.db
    .selectFrom('deviceEvent')
    .select('code')
    .where('deviceId', '=', link.oven.id)
    .orderBy('code')
    .execute()
  assert.deepEqual(
    events.map(({ code }) => code),
    ['E21', 'E22'],
  )
  const last = (await traceOf(app, link.oven)).at(-1)
  assert.deepEqual(
    [last?.outcome, last?.dropped],
    ['partly', [{ identifier: 'Nonsense', reason: 'unknown', value: 1 }]],
  )
})

test('history that a device kept while it was offline fills in the past; an implausible time is dropped, as is another device', async () => {
  const link = await linked()
  const now = app.clock.now()
  await link.device.report({ ChamberTemp: 60 })
  const payload = JSON.stringify({
    id: 123,
    version: '1.0',
    params: [
      {
        identity: { productKey: link.oven.productKey, deviceName: link.oven.sn },
        properties: [
          { ChamberTemp: { value: 50, time: now - 7_200_000 }, CoreTemp: { value: 30, time: now - 7_200_000 } },
          { ChamberTemp: { value: 51, time: now - 30 * dayMs } },
        ],
        events: [{ Fault: { value: { Code: 'E31', Active: 1 }, time: now - 7_200_000 } }],
      },
      {
        identity: { productKey: link.oven.productKey, deviceName: 'stranger' },
        properties: [{ ChamberTemp: { value: 1, time: now } }],
      },
    ],
    method: 'thing.event.property.history.post',
  })
  const reply = await ask(link.device, `${link.sys}/thing/event/property/history/post`, payload)
  assert.deepEqual(
    [reply.code, reply.data],
    [460, { stored: 3, dropped: [{ identifier: 'ChamberTemp', reason: 'time', count: 1 }] }],
  )
  assert.deepEqual(
    (await historyOf(app, link.oven, 'ChamberTemp')).map((row) => row.number),
    [50, 60],
  )
  assert.equal((await shadowOf(app, link.oven)).reported['ChamberTemp']?.v, 60)
  const dropped = (await traceOf(app, link.oven)).at(-1)?.dropped?.map(({ identifier, reason }) => [identifier, reason])
  assert.deepEqual(dropped, [
    ['ChamberTemp', 'time'],
    [`${link.oven.productKey}/stranger`, 'otherDevice'],
  ])
})

test('more than 200 values in one message are refused with 6106, however they are packed', async () => {
  const link = await linked()
  const many = Array.from({ length: 201 }, (_, index) => ({ value: index, time: app.clock.now() - index }))
  const payload = JSON.stringify({ id: '1', params: { properties: { ChamberTemp: many } } })
  assert.equal((await ask(link.device, `${link.sys}/thing/event/property/batch/post`, payload)).code, 6106)
  assert.deepEqual(await lastOutcome(link), ['refused', 6106])
})

const questions = [
  'thing/event/property/batch/post',
  'thing/event/property/history/post',
  'thing/property/desired/get',
  'thing/property/desired/delete',
  'thing/deviceinfo/update',
  'thing/deviceinfo/delete',
  'thing/config/get',
  'thing/log/post',
  'thing/config/log/get',
  'thing/job/get',
  'thing/job/update',
  'thing/reset',
] as const
for (const topic of questions) {
  test(`invalid JSON on ${topic} is answered 6207 under the id it contains`, async () => {
    const link = await linked()
    const reply = await ask(link.device, `${link.sys}/${topic}`, '{"id":"41","params":[')
    assert.deepEqual([reply.id, reply.code, reply.method], ['41', 6207, topic.replaceAll('/', '.')])
    assert.deepEqual(await lastOutcome(link), ['refused', 6207])
  })
}

test('no answer is sent for sys.ack 0, whatever the request', async () => {
  const link = await linked()
  await link.device.send(
    'thing/deviceinfo/update',
    '{"id":"1","version":"1.0","sys":{"ack":0},"params":[{"attrKey":"a","attrValue":"b"}]}',
  )
  await link.device.send('thing/unheard/of', '{"id":"2","sys":{"ack":0},"params":{}}')
  await link.device.report({ ChamberTemp: 20 })
  await link.device.receive('post_reply')
  assert.deepEqual(link.device.received, [])
})

test('tags are entered, changed and deleted by the device itself, and its record contains it', async () => {
  const link = await linked()
  const update =
    '{"id":"2","version":"1.0","params":[{"attrKey":"room","attrValue":"kitchen"},{"attrKey":"floor","attrValue":"2"},{"attrKey":"no good","attrValue":"x"}],"method":"thing.deviceinfo.update"}'
  assert.equal((await ask(link.device, `${link.sys}/thing/deviceinfo/update`, update)).code, 200)
  const tags = () =>
    app.db
      .selectFrom('deviceTag')
      .select(['key', 'value'])
      .where('deviceId', '=', link.oven.id)
      .orderBy('key')
      .execute()
  assert.deepEqual(await tags(), [
    { key: 'floor', value: '2' },
    { key: 'room', value: 'kitchen' },
  ])
  assert.deepEqual((await traceOf(app, link.oven)).at(-1)?.dropped, [
    { identifier: 'no good', reason: 'type', value: 'x' },
  ])
  const remove = '{"id":"3","version":"1.0","params":[{"attrKey":"floor"}],"method":"thing.deviceinfo.delete"}'
  assert.equal((await ask(link.device, `${link.sys}/thing/deviceinfo/delete`, remove)).code, 200)
  assert.deepEqual(await tags(), [{ key: 'room', value: 'kitchen' }])
  assert.equal(
    (await ask(link.device, `${link.sys}/thing/deviceinfo/update`, update.replace('"2","v', '"5","v'))).code,
    200,
  )
  const changes = await app.db
    .selectFrom('deviceChange')
    .select(['accountId', 'fields'])
    .where('deviceId', '=', link.oven.id)
    .orderBy('seq')
    .execute()
  assert.deepEqual(changes, [
    {
      accountId: null,
      fields: [
        { field: 'tags.room', from: '', to: 'kitchen' },
        { field: 'tags.floor', from: '', to: '2' },
      ],
    },
    { accountId: null, fields: [{ field: 'tags.floor', from: '2', to: '' }] },
    { accountId: null, fields: [{ field: 'tags.floor', from: '', to: '2' }] },
  ])
  const bad = '{"id":"4","version":"1.0","params":[{"attrKey":"","attrValue":"x"}]}'
  assert.equal((await ask(link.device, `${link.sys}/thing/deviceinfo/update`, bad)).code, 460)
})

test('a device has as many tags as a person may enter and no more, however often it sends others', async () => {
  const link = await linked()
  const update = (id: number, keys: readonly string[], attrValue: string) =>
    ask(
      link.device,
      `${link.sys}/thing/deviceinfo/update`,
      JSON.stringify({ id: String(id), version: '1.0', params: keys.map((attrKey) => ({ attrKey, attrValue })) }),
    )
  const tags = () =>
    app.db.selectFrom('deviceTag').select(['key', 'value']).where('deviceId', '=', link.oven.id).execute()
  const keys = Array.from({ length: tagLimits.count }, (_, index) => `key${index}`)
  assert.equal((await update(1, keys, 'a')).code, 200)
  assert.equal((await update(2, ['key0', 'more'], 'b')).code, 460)
  assert.deepEqual((await traceOf(app, link.oven)).at(-1)?.dropped, [
    { identifier: 'more', reason: 'size', value: 'b' },
  ])
  assert.equal((await tags()).filter(({ value }) => value === 'a').length, tagLimits.count)
  assert.equal((await update(3, keys, 'c')).code, 200)
  assert.deepEqual([...new Set((await tags()).map(({ value }) => value))], ['c'])
})

test('lines that a device logs are kept with level, module and its own time, in either SDK’s words', async () => {
  const link = await linked()
  const now = app.clock.now()
  const iso = new Date(now - 1000 + 8 * hourMs).toISOString().replace('Z', '+0800')
  const android = `{"id":"123","version":"1.0","sys":{"ack":1},"params":[{"utcTime":"${iso}","logLevel":"ERROR","module":"ModuleA","code":"4103","traceContext":"123456","logContent":"some log content"}],"method":"thing.log.post"}`
  const v3 = `{"id":"124","versoin":"1.0","params":[{"timestamp":${now - 500},"logLevel":"wrn","module":"mqtt","logContent":"line..."}],"method":"thing.log.post"}`
  for (const payload of [android, v3])
    assert.equal((await ask(link.device, `${link.sys}/thing/log/post`, payload)).code, 200)
  const lines = await app.db
    .selectFrom('deviceLog')
    .selectAll()
    .where('deviceId', '=', link.oven.id)
    .orderBy('loggedAt')
    .execute()
  assert.deepEqual(
    lines.map(({ level, module, code, trace, content, loggedAt: time }) => [
      level,
      module,
      code,
      trace,
      content,
      Date.parse(time),
    ]),
    [
      ['ERROR', 'ModuleA', '4103', '123456', 'some log content', now - 1000],
      ['WARN', 'mqtt', '', '', 'line...', now - 500],
    ],
  )
})

test('a device requests whether it shall log, and its jobs, of which there are none', async () => {
  const link = await linked()
  const requested =
    '{"id":"123","version":"1.0","params":{"configScope":"device","getType":"content"},"method":"thing.config.log.get"}'
  const reply = await ask(link.device, `${link.sys}/thing/config/log/get`, requested)
  assert.deepEqual([reply.code, reply.data], [200, { getType: 'content', content: { mode: 0 } }])
  const jobs = async (taskId: string) =>
    (
      await ask(
        link.device,
        `${link.sys}/thing/job/get`,
        `{"id":"8","version":"1.0.0","params":{"taskId":"${taskId}"}}`,
      )
    ).data
  assert.deepEqual(
    [await jobs('$list'), await jobs('$next')],
    [
      { taskId: '$list', tasks: [] },
      { taskId: '$next', task: {} },
    ],
  )
  const update =
    '{"id":"9","version":"1.0.0","params":{"taskId":"i5Ks","status":"IN_PROGRESS","progress":50,"statusDetails":{}}}'
  assert.equal((await ask(link.device, `${link.sys}/thing/job/update`, update)).code, 200)
})

test('a configuration has the address for devices, wherever it was saved', async () => {
  const other = await startTestApp({
    roles: ['api', 'connector'],
    settings: { DEVICE_URL: 'https://devices.example.com' },
  })
  try {
    const admin = await make.account(other, { role: 'administrator' })
    const oven = await make.device(other)
    const device = await connectMade(other, oven)
    const saved = await other.ask(
      configApi.saveConfig,
      { productId: oven.productId, version: 0, content: '{}', note: '', push: true },
      { token: admin.token },
    )
    assert.equal(saved.status, 200, saved.envelope.msg)
    const address = /"url":"https:\/\/devices\.example\.com\/device\/config\?token=/
    assert.match((await device.receive('/thing/config/push')).payload, address)
    await device.send('thing/config/get', {
      id: '1',
      version: '1.0',
      params: { configScope: 'product', getType: 'file' },
    })
    assert.match((await device.receive('/thing/config/get_reply')).payload, address)
  } finally {
    await other.stop()
  }
})

test('a report of how connecting went is answered, and kept in the trace', async () => {
  const link = await linked()
  const reply = await ask(
    link.device,
    `${link.sys}/_thing/diag/post`,
    '{"id":"5","params":{"_thing":{"wifi":{"rssi":-40}}}}',
  )
  assert.deepEqual([reply.code, reply.id, reply.method], [200, '5', 'thing.diag.post'])
  assert.deepEqual(await lastOutcome(link), ['answered', 200])
})

test('a configuration is fetched from the address that the device receives, and verified by its signature', async () => {
  // The push addresses all online devices of a product; this test has only one.
  const product = await make.product(app)
  const productId = product.id
  const link = await linked(product)
  const requested =
    '{"id":"123","version":"1.0","params":{"configScope":"product","getType":"file"},"method":"thing.config.get"}'
  const content = '{"interval": 30, "说明": "中文"}'
  const none = await ask(link.device, `${link.sys}/thing/config/get`, requested)
  assert.deepEqual([none.code, none.data], [6710, {}])
  const saved = await app.ask(configApi.saveConfig, { productId, version: 0, content, note: '', push: true }, { token })
  assert.equal(saved.envelope.data.version, 1)
  const pushed: unknown = JSON.parse((await link.device.receive('/thing/config/push')).payload)
  const reply = await ask(link.device, `${link.sys}/thing/config/get`, requested)
  assert(typeof pushed === 'object' && pushed !== null && 'params' in pushed)
  assert.deepEqual(pushed.params, reply.data)
  const { data } = reply
  assert(typeof data === 'object' && data !== null && 'url' in data && 'sign' in data && 'configSize' in data)
  const file = await fetch(String(data.url))
  assert.equal(await file.text(), content)
  assert.equal(data.sign, createHash('sha256').update(content).digest('hex'))
  assert.equal(data.configSize, Buffer.byteLength(content))
  // A letter within the token is replaced, because the last one contains unused bits.
  const other = String(data.url).replace(/.(?=.{8}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  assert.equal((await fetch(other)).status, 404)
  const stale = await app.ask(
    configApi.saveConfig,
    { productId, version: 0, content, note: '', push: false },
    { token },
  )
  assert.equal(stale.envelope.data.key, 'product.configMoved')
  await until('the device to count as told', async () => {
    const shown = await app.ask(configApi.config, { productId }, { token })
    return shown.envelope.data.devices === 1 && shown.envelope.data.current === 1
  })
  await link.device.send('thing/config/push_reply', '{"id":"4000000001","code":200,"data":{}}')
  assert.deepEqual(await lastOutcome(link), ['stored', 200])
  const outcomes = (await traceOf(app, link.oven, 'down')).map(({ topic, outcome }) => [
    topic.split('/').slice(5).join('/'),
    outcome,
  ])
  assert.deepEqual(outcomes, [
    ['config/push', 'sent'],
    ['config/get_reply', 'sent'],
  ])
})

test('C v3 reports its firmware under a number, modules under their name; each change is stored once', async () => {
  const link = await linked()
  const topic = `/ota/device/inform/${link.own}`
  for (const payload of [
    '{"id":1,"params":{"version":"app-1.0.0-20180101.1000"}}',
    '{"id":2,"params":{"version":"app-1.0.0-20180101.1000"}}',
    '{"id":"3","params":{"version":"2.1","module":"WiFi"}}',
    '{"id":"4","params":{"version":"app-1.1.0","module":"default"}}',
    '{"id":"5","params":{"version":"7","module":"MCU"}}',
  ])
    await link.device.send(topic, payload)
  const rows = await app.db
    .selectFrom('deviceFirmware')
    .select(['module', 'previousVersion as before', 'version'])
    .where('deviceId', '=', link.oven.id)
    .orderBy('reportedAt')
    .orderBy('seq')
    .execute()
  assert.deepEqual(
    rows.map(({ module, before: from, version }) => [module, from, version]),
    [
      ['default', '', 'app-1.0.0-20180101.1000'],
      ['WiFi', '', '2.1'],
      ['default', 'app-1.0.0-20180101.1000', 'app-1.1.0'],
      ['MCU', '', '7'],
    ],
  )
  const device = await app.db
    .selectFrom('device')
    .select([firmwareVersion.as('firmwareVersion'), wifiFirmware.as('wifiFirmware')])
    .where('id', '=', link.oven.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(device, { firmwareVersion: 'app-1.1.0', wifiFirmware: '2.1' })
})

test("a reset at the device removes its app users' bindings, and is answered when that is committed", async () => {
  const link = await linked()
  const at = new Date(app.clock.now()).toISOString()
  const { id } = await app.db
    .insertInto('appUser')
    .values({ nickname: 'Lin', spelling: '', createdAt: at, lastLoginAt: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('deviceBinding')
    .values({ deviceId: link.oven.id, appUserId: id, role: 'owner', boundAt: at, unboundAt: null })
    .execute()
  const reply = await ask(
    link.device,
    `${link.sys}/thing/reset`,
    '{"id":"11","version":"1.0","params":{},"method":"thing.reset"}',
  )
  assert.deepEqual([reply.id, reply.code, reply.method], ['11', 200, 'thing.reset'])
  const bound = await app.db
    .selectFrom('deviceBinding')
    .select('unboundAt')
    .where('deviceId', '=', link.oven.id)
    .executeTakeFirstOrThrow()
  assert.notEqual(bound.unboundAt, null)
  const change = await app.db
    .selectFrom('deviceChange')
    .select(['action', 'accountId'])
    .where('deviceId', '=', link.oven.id)
    .execute()
  assert.deepEqual(change, [{ action: 'reset', accountId: null }])
})

test('the time is answered with the instants of the request and of the answer', async () => {
  const link = await linked()
  await link.device.send(`/ext/ntp/${link.own}/request`, '{"deviceSendTime":"1571724098000"}')
  const answer: unknown = JSON.parse((await link.device.receive('/response')).payload)
  assert(typeof answer === 'object' && answer !== null && 'serverRecvTime' in answer && 'serverSendTime' in answer)
  assert(Number(answer.serverSendTime) >= Number(answer.serverRecvTime))
  assert.deepEqual(await lastOutcome(link), ['answered', null])
})

test('a message that is sent again after a lost acknowledgement is answered again, and is marked in the trace as repeated', async () => {
  const link = await linked()
  const payload =
    '{"id":"1","version":"1.0","params":[{"timestamp":1,"logLevel":"info","module":"m","logContent":"once"}],"method":"thing.log.post"}'
  await link.device.send('thing/log/post', payload)
  await link.device.send('thing/log/post', payload, { dup: true })
  for (let answers = 0; answers < 2; answers += 1) await link.device.receive('log/post_reply')
  const lines = await app.db.selectFrom('deviceLog').select('content').where('deviceId', '=', link.oven.id).execute()
  assert.deepEqual(lines, [{ content: 'once' }])
  assert.deepEqual(
    (await traceOf(app, link.oven)).map(({ outcome }) => outcome),
    ['stored', 'repeated'],
  )
})
