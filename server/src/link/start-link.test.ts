import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { hourMs } from '@brigade/contract/time.ts'
import mqtt from 'mqtt'
import packets from 'mqtt-packet'
import { connectDevice, signIn } from '../testing/fake-device.ts'
import { connectMade, isOnline, onlineLogOf, stateOf, traceOf, tripleOf } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import { startApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
})
after(() => app.stop())

const port = () => app.addresses.mqttPort ?? 0
const reasonsOf = async (made: Parameters<typeof onlineLogOf>[1]) =>
  (await onlineLogOf(app, made)).map(({ reason }) => reason)

test('the first connect activates a device; each connect and disconnect is in its online log', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const { activatedAt } = await app.db
    .selectFrom('device')
    .select('activatedAt')
    .where('id', '=', oven.id)
    .executeTakeFirstOrThrow()
  assert.ok(activatedAt !== null)
  await device.leave()
  await isOnline(app, oven, false)
  app.clock.advance(60_000)
  await (await connectMade(app, oven)).leave()
  await isOnline(app, oven, false)
  assert.deepEqual(await onlineLogOf(app, oven), [
    { online: true, reason: 'connected', address: '127.0.0.1', protocol: 'MQTT 3.1.1' },
    { online: false, reason: 'disconnected', address: '127.0.0.1', protocol: 'MQTT 3.1.1' },
    { online: true, reason: 'connected', address: '127.0.0.1', protocol: 'MQTT 3.1.1' },
    { online: false, reason: 'disconnected', address: '127.0.0.1', protocol: 'MQTT 3.1.1' },
  ])
  const again = await app.db
    .selectFrom('device')
    .select('activatedAt')
    .where('id', '=', oven.id)
    .executeTakeFirstOrThrow()
  assert.equal(again.activatedAt, activatedAt)
})

test('a wrong secret is refused as not authorised and noted once a minute', async () => {
  const oven = await make.device(app)
  const wrong = { ...tripleOf(oven), deviceSecret: 'not this one' }
  for (let attempt = 0; attempt < 3; attempt += 1) await assert.rejects(connectDevice(port(), wrong), { code: 5 })
  await until('the refusal to be noted', async () => (await reasonsOf(oven)).length === 1)
  app.clock.advance(61_000)
  await assert.rejects(connectDevice(port(), wrong), { code: 5 })
  await until('the next refusal to be noted', async () => (await reasonsOf(oven)).length === 2)
  const log = await onlineLogOf(app, oven)
  assert.deepEqual(log[0], {
    online: null,
    reason: 'refused_credentials',
    address: '127.0.0.1',
    protocol: 'MQTT 3.1.1',
  })
  assert.equal((await stateOf(app, oven)).online, false)
})

test('a disabled device, an unknown one and one of another product are refused; those of a disabled product connect', async () => {
  const oven = await make.device(app)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', oven.id).execute()
  await assert.rejects(connectDevice(port(), tripleOf(oven)), { code: 5 })
  await until('the refusal to be noted', async () => (await reasonsOf(oven)).includes('refused_disabled'))
  const product = await make.product(app)
  const ofProduct = await make.device(app, { productId: product.id, productKey: product.productKey })
  await app.db.updateTable('product').set({ enabled: false }).where('id', '=', product.id).execute()
  await (await connectMade(app, ofProduct)).leave()
  await assert.rejects(connectDevice(port(), { ...tripleOf(oven), deviceName: 'nobody' }), { code: 5 })
  const other = await make.device(app)
  await assert.rejects(connectDevice(port(), { ...tripleOf(other), productKey: product.productKey }), { code: 5 })
  await assert.rejects(connectDevice(port(), tripleOf(other), { username: 'x', clientId: 'plain', password: 'x' }), {
    code: 5,
  })
})

test('a device that publishes or subscribes for another is disconnected, and its log shows why', async () => {
  const neighbour = await make.device(app)
  const theirs = `/sys/${neighbour.productKey}/${neighbour.sn}/thing/event/property/post`
  const speaker = await make.device(app)
  const speaking = await connectMade(app, speaker)
  speaking.send(theirs, { id: '1', params: { ChamberTemp: 20 } }).catch(() => undefined)
  await speaking.ended
  const listeners = [
    '#',
    '/sys/#',
    `/sys/+/${neighbour.sn}/#`,
    `/sys/${neighbour.productKey}/+/thing/#`,
    theirs,
    `/ext/rrpc/+/sys/${neighbour.productKey}/${neighbour.sn}/#`,
    '/ext/rrpc/#',
    '/broadcast/+/x',
    `/${neighbour.productKey}/${neighbour.sn}/user/x`,
  ]
  for (const filter of listeners) {
    const made = await make.device(app)
    const listening = await connectMade(app, made)
    listening.subscribe(filter).catch(() => undefined)
    await Promise.race([listening.ended, until(`${filter} to be refused`, () => !listening.isConnected())])
    await isOnline(app, made, false)
    assert.deepEqual(await reasonsOf(made), ['connected', 'wrong_topic'], filter)
  }
  await isOnline(app, speaker, false)
  assert.deepEqual(await reasonsOf(speaker), ['connected', 'wrong_topic'])
  assert.deepEqual(await detailsOf(speaker), ['', theirs])
  assert.deepEqual(await traceOf(app, neighbour), [])
  const [refused] = await traceOf(app, speaker)
  assert.deepEqual([refused?.topic, refused?.code, refused?.outcome], [theirs, 6203, 'refused'])
})

test('a filter of topics that are not here is refused with 128, keeps the connection, and is named in the log of its device', async () => {
  const made = await make.device(app)
  const device = await connectMade(app, made)
  const own = `/sys/${made.productKey}/${made.sn}/thing/event/property/post_reply`
  const unknown = ['/ext/network/probe/+', '$SYS/#', '/foo/bar', ...Array.from({ length: 9 }, (_, n) => `/not/${n}`)]
  for (const filter of unknown)
    for (let times = 0; times < 2; times += 1) await assert.rejects(device.subscribe(filter), /Subscribe error/, filter)
  await device.subscribe(own)
  await device.report({ ChamberTemp: 20 })
  await device.receive('post_reply')
  await until('the first eight to be in the log', async () => (await reasonsOf(made)).length === 9)
  assert.deepEqual(await reasonsOf(made), ['connected', ...Array.from({ length: 8 }, () => 'refused_filter')])
  assert.deepEqual((await detailsOf(made)).slice(1), unknown.slice(0, 8))
  assert.equal((await stateOf(app, made)).online, true)
  for (let n = 0; n < 200 && device.isConnected(); n += 1) await device.subscribe('/not/here').catch(() => undefined)
  await device.ended
  await isOnline(app, made, false)
  assert.equal((await reasonsOf(made)).at(-1), 'wrong_topic')
})

test('what a device asked for with QoS 0 comes with QoS 0, and everything else with QoS 1', async () => {
  const made = await make.device(app)
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port()}`, {
    protocolVersion: 4,
    ...signIn(tripleOf(made)),
  })
  const sys = `/sys/${made.productKey}/${made.sn}/thing/event/property`
  const answers: number[] = []
  client.on('message', (_topic, _payload, { qos }) => answers.push(qos))
  const report = async (id: string) => {
    await client.publishAsync(`${sys}/post`, JSON.stringify({ id, params: { ChamberTemp: 20 } }), { qos: 1 })
    await until('an answer', () => answers.length === Number(id))
  }
  await report('1')
  await client.subscribeAsync(`${sys}/post_reply`, { qos: 0 })
  await report('2')
  await client.subscribeAsync(`/sys/${made.productKey}/${made.sn}/#`, { qos: 1 })
  await report('3')
  await client.unsubscribeAsync(`/sys/${made.productKey}/${made.sn}/#`)
  await report('4')
  assert.deepEqual(answers, [1, 0, 1, 0])
  await client.endAsync()
})

test('a device may listen to everything of its own', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  const own = `${oven.productKey}/${oven.sn}`
  const filters = [
    `/sys/${own}/#`,
    `/sys/${own}/thing/service/+`,
    `/ext/rrpc/+/sys/${own}/thing/service/+`,
    `/ota/device/upgrade/${own}`,
    `/ext/ntp/${own}/response`,
    `/ext/error/${own}`,
    `/shadow/get/${own}`,
    `/${own}/user/get`,
    `/broadcast/${oven.productKey}/+`,
  ]
  for (const filter of filters) await device.subscribe(filter)
  assert.equal(device.isConnected(), true)
  await device.leave()
})

test('a second connection of a device replaces the first, and the device stays online', async () => {
  const oven = await make.device(app)
  const first = await connectMade(app, oven)
  const second = await connectMade(app, oven, {
    clientId: `other|securemode=3,signmethod=hmacsha256|`,
    password: passwordFor(oven),
  })
  await first.ended
  await until('both to be in the log', async () => (await reasonsOf(oven)).length === 3)
  assert.deepEqual(await reasonsOf(oven), ['connected', 'replaced', 'connected'])
  assert.equal((await stateOf(app, oven)).online, true)
  await second.report({ ChamberTemp: 21 })
  second.vanish()
  await isOnline(app, oven, false)
  assert.equal((await reasonsOf(oven)).at(-1), 'connection_lost')
})

test('a device that is disabled while connected is cut off', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', oven.id).execute()
  await device.ended
  await isOnline(app, oven, false)
  assert.equal((await reasonsOf(oven)).at(-1), 'disabled')
})

test('a device of a product that is disabled meanwhile stays connected, however often devices are compared', async () => {
  const product = await make.product(app)
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey })
  const device = await connectMade(app, oven)
  await app.db.updateTable('product').set({ enabled: false }).where('id', '=', product.id).execute()
  for (let compared = 0; compared < 2; compared += 1) {
    const disabled = await make.device(app)
    const other = await connectMade(app, disabled)
    await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', disabled.id).execute()
    await other.ended
  }
  assert.deepEqual(await reasonsOf(oven), ['connected'])
  await device.report({ ChamberTemp: 21 })
})

test('the devices of a connector that died are set offline by the next, with the reason', async () => {
  const oven = await make.device(app)
  const quick = await make.device(app)
  const now = app.clock.now()
  const at = (ms: number) => new Date(now + ms).toISOString()
  const aliveAt = at(-60_000)
  await app.db
    .insertInto('connectorLease')
    .values({ connectorId: 'died', renewedAt: at(-hourMs), aliveAt })
    .execute()
  // The second device has sent since the last renewal of the lease.
  for (const [{ id: deviceId }, seenMs] of [
    [oven, -90_000],
    [quick, -50_000],
  ] as const) {
    const connected = { deviceId, online: true, reason: 'connected', occurredAt: at(-100_000) } as const
    await app.db.insertInto('onlineLog').values(connected).execute()
    const state = { online: true, connectorId: 'died', onlineChangedAt: at(-100_000), lastSeenAt: at(seenMs) }
    await app.db.updateTable('deviceState').set(state).where('deviceId', '=', deviceId).execute()
  }
  // The device reconnects to the next connector before that one knows that the other is dead.
  await connectMade(app, quick)
  await isOnline(app, oven, false)
  await until('the end to be in the log', async () => (await reasonsOf(quick)).length === 3)
  const logOf = async ({ id }: { id: string }) =>
    app.db
      .selectFrom('onlineLog')
      .select(['reason', 'occurredAt as time'])
      .where('deviceId', '=', id)
      .orderBy('occurredAt')
      .execute()
  assert.deepEqual(await logOf(oven), [
    { reason: 'connected', time: at(-100_000) },
    { reason: 'gateway_lost', time: aliveAt },
  ])
  const [, end, came] = await logOf(quick)
  assert.deepEqual([end, came?.reason], [{ reason: 'gateway_lost', time: at(-50_000) }, 'connected'])
  assert.equal((await stateOf(app, quick)).online, true)
})

test('a device that moves to another connector stays online, and the previous one releases it', async () => {
  const oven = await make.device(app)
  const first = await connectMade(app, oven)
  const { settings, clock } = app
  const other = await startApp({ roles: ['connector'], settings, clock, log: createLog({ level: 'silent' }) })
  const second = await connectDevice(other.addresses.mqttPort ?? 0, tripleOf(oven))
  await Promise.race([first.ended, until('the first connector to let go', () => !first.isConnected(), 12_000)])
  assert.equal((await stateOf(app, oven)).online, true)
  // The first connector is alive, and itself records that the device has left it.
  await until('the first connector to say so', async () => (await reasonsOf(oven)).includes('replaced'))
  assert.deepEqual(await app.db.selectFrom('connectorHandover').selectAll().execute(), [])
  await second.report({ ChamberTemp: 22 })
  await second.leave()
  await isOnline(app, oven, false)
  await other.stop()
})

function passwordFor(oven: Parameters<typeof tripleOf>[0]): string {
  return createHmac('sha256', oven.secret)
    .update(`clientIdotherdeviceName${oven.sn}productKey${oven.productKey}`)
    .digest('hex')
}

const detailsOf = async ({ id }: Readonly<{ id: string }>) =>
  (await app.db.selectFrom('onlineLog').select('detail').where('deviceId', '=', id).orderBy('seq').execute()).map(
    ({ detail }) => detail,
  )

test('a message that is too large, or of QoS 2, ends its connection with the cause in the online log and in the trace', async () => {
  const cases = [
    { payload: 'x'.repeat(262_145), qos: 1, reason: 'too_large', code: 413, detail: /^262145 B, \/sys\// },
    { payload: '{}', qos: 2, reason: 'qos_2', code: 505, detail: /^\/sys\// },
    // Non-text bytes are stored in the same form as in an accepted message.
    { payload: Buffer.from('00ff03', 'hex'), qos: 2, reason: 'qos_2', code: 505, detail: /up_raw$/, kept: '00ff03' },
  ] as const
  for (const { payload, qos, reason, code, detail, ...raw } of cases) {
    const oven = await make.device(app)
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port: port(),
      reconnectPeriod: 0,
      ...signIn(tripleOf(oven)),
    })
    client.on('error', () => undefined)
    const name = 'kept' in raw ? 'thing/model/up_raw' : 'thing/event/property/post'
    client.publish(`/sys/${oven.productKey}/${oven.sn}/${name}`, payload, { qos })
    await until(reason, async () => (await reasonsOf(oven)).includes(reason))
    assert.match((await detailsOf(oven)).at(-1) ?? '', detail)
    const traced = await until('the trace', async () => (await traceOf(app, oven))[0])
    assert.deepEqual([traced.code, traced.outcome, traced.payload.length <= 1024], [code, 'refused', true])
    if ('kept' in raw) assert.equal(traced.payload, raw.kept)
    await client.endAsync(true)
  }
})

test('the online log shows the requested keep-alive; without one a device is offline after 1,800 s of silence, and connected', async () => {
  const oven = await make.device(app)
  const device = await connectMade(app, oven, { keepalive: 0 })
  const { token } = await make.account(app, { role: 'administrator' })
  const logged = async () => {
    const { envelope } = await app.ask(telemetryCalls.oven.onlineLog, { id: oven.id, sort: 'time' }, { token })
    return envelope.data.list.map(({ reason, online, keepAliveSeconds }) => [reason, online, keepAliveSeconds])
  }
  assert.deepEqual(await logged(), [['connected', true, 0]])
  app.clock.advance(1_801_000)
  await isOnline(app, oven, false)
  assert.equal(device.isConnected(), true)
  await device.report({ ChamberTemp: 40 })
  await isOnline(app, oven, true)
  assert.deepEqual(await logged(), [
    ['connected', true, 0],
    ['keep_alive', false, 0],
    ['connected', true, 0],
  ])
  await device.leave()
})

test('a device that uses MQTT 5 is refused in that protocol, and its online log shows it', async () => {
  const oven = await make.device(app)
  await assert.rejects(connectDevice(port(), tripleOf(oven), { protocolVersion: 5 }), { code: 132 })
  await until('the line', async () => (await reasonsOf(oven)).includes('refused_version'))
})

test('a client that fails ten times as a device is not evaluated for a minute, and locks out no device that signed in from there', async () => {
  const [oven, known] = [await make.device(app), await make.device(app)]
  await (await connectMade(app, known)).leave()
  for (const made of [oven, known]) {
    const wrong = { ...tripleOf(made), deviceSecret: 'not this one' }
    for (let attempt = 0; attempt < 10; attempt += 1) await assert.rejects(connectDevice(port(), wrong), { code: 5 })
  }
  await assert.rejects(connectDevice(port(), tripleOf(oven)), { code: 3 })
  await until('the line', async () => (await reasonsOf(oven)).includes('refused_too_often'))
  await (await connectMade(app, known)).leave()
  // Another address can sign in, and this address a minute later.
  const elsewhere = net.connect({ port: port(), host: '127.0.0.1', localAddress: '127.0.0.3' })
  const common = { protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 60 } as const
  const { password, ...introduced } = signIn(tripleOf(oven))
  elsewhere.write(packets.generate({ cmd: 'connect', ...common, ...introduced, password: Buffer.from(password) }))
  const connack: unknown[] = await once(elsewhere, 'data')
  assert.deepEqual(connack[0], Buffer.from([0x20, 2, 0, 0]))
  elsewhere.destroy()
  app.clock.advance(61_000)
  await (await connectMade(app, oven)).leave()
})

test('of attempts side by side to sign in as one device no more are looked at than of attempts one after another', async () => {
  const oven = await make.device(app)
  const wrong = { ...tripleOf(oven), deviceSecret: 'not this one' }
  const codes = await Promise.all(
    Array.from({ length: 30 }, () =>
      connectDevice(port(), wrong).then(
        () => 'connected',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      ),
    ),
  )
  // Checked clients get "not authorised", the others "server unavailable".
  assert.deepEqual(
    codes.toSorted((a, b) => Number(a) - Number(b)),
    [...Array.from({ length: 20 }, () => 3), ...Array.from({ length: 10 }, () => 5)],
  )
})
