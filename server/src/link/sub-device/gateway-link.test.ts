import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { z } from 'zod'
import { seal } from '../../platform/secret/secret-box.ts'
import { testPassword } from '../../testing/make-account.ts'
import { connectDevice, type FakeDevice } from '../../testing/fake-device.ts'
import { ask, makeGateway, makeSub, named, own, parse, session, signed } from '../../testing/gateway/gateway-device.ts'
import { connectMade, isOnline, onlineLogOf, shadowOf, traceOf, tripleOf } from '../../testing/linked-device.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { watchLive } from '../../testing/watch-live.ts'
import { insertDevices } from '../../device/record/device-registration.store.ts'
import { putBehind } from '../../device/topology/topology.store.ts'

let app: TestApp
let token = ''
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  token = (await make.account(app, { role: 'administrator' })).token
})
after(() => app.stop())

type Made = Awaited<ReturnType<typeof make.device>>

const reasonsOf = async (made: Made) => (await onlineLogOf(app, made)).map(({ reason }) => reason)

/** A connected gateway with logged-in sub-devices. */
async function loggedIn(count = 1) {
  const gateway = await makeGateway(app)
  const subs: Made[] = []
  for (let made = 0; made < count; made += 1) subs.push(await makeSub(app))
  const device = await connectMade(app, gateway)
  assert.equal(
    (
      await ask(
        device,
        own(gateway, 'thing/topo/add'),
        subs.map((sub) => signed(sub)),
      )
    ).code,
    200,
  )
  for (const sub of subs) {
    assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
    await isOnline(app, sub, true)
  }
  return { gateway, device, subs }
}
function first<T>(all: readonly T[]): T {
  const [one] = all
  if (one === undefined) throw new Error('There is none')
  return one
}

test('a gateway adds a sub-device by its signature, requests its topology, and removes it again', async () => {
  const [gateway, sub, other] = [await makeGateway(app), await makeSub(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const topo = (verb: string) => own(gateway, `thing/topo/${verb}`)
  assert.deepEqual(await ask(device, topo('add'), [{ ...signed(sub), sign: 'AB' }]), {
    code: 401,
    data: [named(sub)],
  })
  assert.equal((await ask(device, topo('add'), [signed(sub), signed({ ...sub, sn: 'nobody' })])).code, 6100)
  assert.deepEqual(await ask(device, topo('get'), {}), { code: 200, data: [] })
  for (const method of ['hmacSha256', 'hmacmd5']) {
    assert.equal((await ask(device, topo('add'), [signed(sub, method)])).code, 200)
  }
  assert.equal((await ask(device, topo('add'), signed(other))).code, 200)
  assert.deepEqual((await ask(device, topo('get'), {})).data, [named(sub), named(other)])
  assert.equal((await ask(device, topo('delete'), [named(other)])).code, 200)
  assert.equal((await ask(device, topo('delete'), [named(other)])).code, 6401)
  assert.deepEqual((await ask(device, topo('get'), {})).data, [named(sub)])
  assert.equal((await ask(device, own(gateway, 'thing/list/found'), [named(other)])).code, 200)
  assert.equal((await ask(device, topo('add'), 'nonsense')).code, 460)
  const changes = await app.db.selectFrom('deviceChange').select('action').where('deviceId', '=', sub.id).execute()
  assert.deepEqual(changes, [{ action: 'sub_added' }])
})

test('a gateway cannot be behind itself; neither can a device that is not a sub-device, or is disabled', async () => {
  const [gateway, oven, sub] = [await makeGateway(app), await make.device(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const add = async (made: Made) => (await ask(device, own(gateway, 'thing/topo/add'), [signed(made)])).code
  assert.equal(await add(gateway), 6402)
  assert.equal(await add(oven), 460)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', sub.id).execute()
  assert.equal(await add(sub), 6204)
})

test('at most 1,500 sub-devices hang behind a gateway, and as many are logged in over it', async () => {
  const [gateway, last] = [await makeGateway(app), await makeSub(app)]
  const device = await connectMade(app, gateway)
  const { id: productId, productKey } = await make.product(app, { nodeType: 'sub-device' })
  const { organisationId } = await app.db
    .selectFrom('deviceState')
    .select('organisationId')
    .where('deviceId', '=', gateway.id)
    .executeTakeFirstOrThrow()
  const [secret, createdAt] = ['0123456789abcdef', app.clock.now()]
  const of = { productId, kind: 'oven', organisationId, name: 'Probe', mac: '', installed: true, createdAt } as const
  const drafts = Array.from({ length: 1500 }, (_, number) => ({
    ...of,
    sn: `PROBE${number}`,
    secret: seal(app.settings.secretKey, secret),
  }))
  const ids = await insertDevices(app.db, drafts)
  const subs = [...ids].map(([sn, id]): Made => ({ ...last, id, sn, secret, productId, productKey }))
  await putBehind(
    app.db,
    gateway.id,
    subs.map(({ id }) => ({ deviceId: id, unit: null })),
    createdAt,
  )
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), [signed(last)])).code, 6400)

  const log = (verb: 'batch_login' | 'batch_logout', some: readonly Made[]) =>
    ask(device, session(gateway, verb), { deviceList: some.map((sub) => signed(sub)) })
  for (let from = 0; from < 1500; from += 50)
    assert.equal((await log('batch_login', subs.slice(from, from + 50))).code, 200)
  // The row is inserted past the limit.
  await putBehind(app.db, gateway.id, [{ deviceId: last.id, unit: null }], createdAt)
  assert.deepEqual(await log('batch_login', [last]), { code: 428, data: [named(last)] })
  // A device that is already logged in takes no further place.
  assert.equal((await log('batch_login', subs.slice(0, 1))).code, 200)
  assert.equal((await log('batch_logout', subs.slice(0, 1))).code, 200)
  assert.equal((await log('batch_login', [last])).code, 200)
  await device.leave()
})

test('a device that is no gateway cannot have sub-devices', async () => {
  const [oven, sub] = [await make.device(app), await makeSub(app)]
  const device = await connectMade(app, oven)
  assert.equal((await ask(device, own(oven, 'thing/topo/add'), [signed(sub)])).code, 6403)
  assert.equal((await ask(device, session(oven, 'login'), signed(sub))).code, 6403)
})

test('a sub-device is online while its session exists, reports through its gateway, and its log shows why', async () => {
  const { gateway, device, subs } = await loggedIn()
  const sub = first(subs)
  await device.send(own(sub, 'thing/event/property/post'), { id: '7', params: { ChamberTemp: 88 } })
  const answer = await device.receive(own(sub, 'thing/event/property/post_reply'))
  assert.equal(parse(answer.payload).code, 200)
  assert.equal((await shadowOf(app, sub)).reported['ChamberTemp']?.v, 88)
  const [traced] = await app.db.selectFrom('deviceMessage').selectAll().where('deviceId', '=', sub.id).execute()
  assert.equal(traced?.through, gateway.sn)
  await device.subscribe(own(sub, 'thing/service/property/set'))
  assert.deepEqual(await ask(device, session(gateway, 'logout'), named(sub)), { code: 200, data: named(sub) })
  await isOnline(app, sub, false)
  assert.equal((await ask(device, session(gateway, 'logout'), named(sub))).code, 520)
  assert.deepEqual(await reasonsOf(sub), ['sub_login', 'sub_logout'])
  assert.equal((await onlineLogOf(app, sub))[0]?.address, '127.0.0.1')
})

test('a gateway listens for each of its sub-devices to as many topics as for itself', async () => {
  const { gateway, device, subs } = await loggedIn(6)
  // As many filters as an SDK subscribes to, with the devices' own names in them.
  const filters = [gateway, ...subs].flatMap((made) =>
    Array.from({ length: 16 }, (_, number) => own(made, `thing/service/service${number}`)),
  )
  const refused: string[] = []
  for (const filter of filters) await device.subscribe(filter).catch(() => refused.push(filter))
  assert.deepEqual(refused, [])
  await device.leave()
})

test('messages of a gateway for a sub-device that is not logged in are refused and stored, and its connection stays', async () => {
  const { gateway, device, subs } = await loggedIn()
  const sub = first(subs)
  await ask(device, session(gateway, 'logout'), named(sub))
  await device.send(own(sub, 'thing/event/property/post'), { id: '9', params: { ChamberTemp: 99 } })
  const received = parse((await device.receive(`/ext/error/${gateway.productKey}/${gateway.sn}`)).payload)
  assert.deepEqual([received.code, received.data], [520, named(sub)])
  await device.subscribe(own(sub, 'thing/service/property/set')).catch(() => undefined)
  assert.equal(device.isConnected(), true)
  assert.equal((await shadowOf(app, sub)).reported['ChamberTemp'], undefined)
  const kept = (await traceOf(app, gateway)).find(({ topic }) => topic.startsWith(`/sys/${sub.productKey}/`))
  assert.equal(kept?.code, 520)
})

test('a session needs the place behind the gateway, the sign, and an enabled device', async () => {
  const { gateway, device } = await loggedIn()
  const stranger = await makeSub(app)
  const login = (params: unknown) => ask(device, session(gateway, 'login'), params)
  assert.equal((await login(signed(stranger))).code, 6401)
  await ask(device, own(gateway, 'thing/topo/add'), [signed(stranger)])
  assert.equal((await login({ ...signed(stranger), sign: 'ff' })).code, 6287)
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', stranger.id).execute()
  assert.equal((await login(signed(stranger))).code, 6204)
  assert.deepEqual(await onlineLogOf(app, stranger), [])
})

test('a batch logs in and out as a whole, or not at all', async () => {
  const { gateway, device, subs } = await loggedIn(3)
  const stranger = await makeSub(app)
  await ask(device, session(gateway, 'batch_logout'), subs.map(named))
  for (const sub of subs) await isOnline(app, sub, false)
  const wrong = await ask(device, session(gateway, 'batch_login'), {
    deviceList: [...subs, stranger].map((sub) => signed(sub)),
  })
  assert.deepEqual(wrong, { code: 6401, data: [named(stranger)] })
  const all = await ask(device, session(gateway, 'batch_login'), { deviceList: subs.map((sub) => signed(sub)) })
  assert.deepEqual(all, { code: 200, data: subs.map(named) })
  for (const sub of subs) await isOnline(app, sub, true)
  const out = await ask(device, session(gateway, 'batch_logout'), { deviceList: subs.map(named) })
  assert.equal(out.code, 200)
})

test('a batch logs in with the method of signing beside its list, as the Link SDK for C 4 sends it', async () => {
  const { gateway, device, subs } = await loggedIn(2)
  await ask(device, session(gateway, 'batch_logout'), { deviceList: subs.map(named) })
  const deviceList = subs.map((sub) => {
    const { signMethod, ...rest } = signed(sub, 'hmacSha256')
    assert.ok(signMethod)
    return rest
  })
  const apart = await ask(device, session(gateway, 'batch_login'), { deviceList })
  assert.equal(apart.code, 6287)
  const { signMethod } = signed(first(subs), 'hmacSha256')
  const all = await ask(device, session(gateway, 'batch_login'), { signMethod, deviceList })
  assert.deepEqual(all, { code: 200, data: subs.map(named) })
})

test('when its gateway disconnects, in any way, a sub-device is offline with it', async () => {
  const { device, subs } = await loggedIn(2)
  device.vanish()
  for (const sub of subs) {
    await isOnline(app, sub, false)
    assert.deepEqual(await reasonsOf(sub), ['sub_login', 'gateway_offline'])
  }
})

test('a sub-device that connects by itself has its gateway’s session replaced, and stays online', async () => {
  const { subs } = await loggedIn()
  const sub = first(subs)
  const itself = await connectDevice(app.addresses.mqttPort ?? 0, tripleOf(sub))
  await until('both to be in the log', async () => (await reasonsOf(sub)).length === 3)
  assert.deepEqual(await reasonsOf(sub), ['sub_login', 'replaced', 'connected'])
  await isOnline(app, sub, true)
  await itself.leave()
})

test('a sub-device that is moved behind another gateway loses its session, and both gateways are notified', async () => {
  const one = await loggedIn()
  const sub = first(one.subs)
  const other = await makeGateway(app)
  const otherDevice = await connectMade(app, other)
  const requested = { id: other.id, subs: [{ id: sub.id }] }
  assert.equal((await app.ask(topologyCalls.oven.addSubDevices, requested, { token })).status, 200)
  const params = async (device: FakeDevice) => parse((await device.receive('thing/topo/change')).payload).params
  assert.deepEqual(await params(one.device), { status: 1, subList: [named(sub)] })
  assert.deepEqual(await params(otherDevice), { status: 0, subList: [named(sub)] })
  await isOnline(app, sub, false)
  assert.equal((await reasonsOf(sub)).at(-1), 'removed')
})

test('the messages to a gateway about its topology, and about topics that it may not use, are in the trace when they are sent', async () => {
  const { gateway, device, subs } = await loggedIn()
  const sub = first(subs)
  const stream = await watchLive(app.url, telemetryCalls.oven.trace, { id: gateway.id }, token)
  await stream.next()
  const sees = async (topic: string) =>
    (await stream.nextThat(({ messages }) => messages.some((message) => message.topic.includes(topic)))).messages.find(
      (message) => message.topic.includes(topic),
    )
  await app.ask(topologyCalls.oven.removeSubDevices, { id: gateway.id, ids: [sub.id] }, { token })
  const change = await sees('/thing/topo/change')
  assert.deepEqual([change?.direction, change?.outcome], ['down', 'sent'])
  await device.send(own(gateway, 'thing/topo/change_reply'), {
    id: '1',
    code: 460,
    data: {},
    message: 'no such device',
  })
  const reply = await sees('/thing/topo/change_reply')
  assert.deepEqual([reply?.outcome, reply?.code], ['failed', 460])
  await isOnline(app, sub, false)
  await device.send(own(sub, 'thing/event/property/post'), { id: '2', params: { ChamberTemp: 99 } })
  const received = await sees('/ext/error/')
  assert.deepEqual([received?.direction, received?.outcome], ['down', 'sent'])
  await stream.leave()
})

test('a command is sent to a sub-device over its gateway, and its answer completes it', async () => {
  const { gateway, device, subs } = await loggedIn()
  const sub = first(subs)
  const body = {
    deviceId: sub.id,
    kind: 'property.set',
    params: { FanSpeed: 60 },
    password: testPassword,
    confirmsHeat: true,
  } as const
  const sent = await app.ask(commandCalls.oven.sendCommand, body, { token })
  assert.equal(sent.status, 200)
  const received = await device.receive(own(sub, 'thing/service/property/set'))
  const { id } = parse(received.payload)
  await device.send(own(sub, 'thing/service/property/set_reply'), { id, code: 200, data: {} })
  const command = await until('the command to be closed', async () => {
    const row = await app.db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirst()
    return row?.status === 'succeeded' ? row : undefined
  })
  assert.equal(command.deviceId, sub.id)
  const down = await app.db
    .selectFrom('deviceMessage')
    .select('through')
    .where('deviceId', '=', sub.id)
    .where('direction', '=', 'down')
    .where('topic', 'like', '%property/set')
    .executeTakeFirstOrThrow()
  assert.equal(down.through, gateway.sn)
})

test('a pack carries reports of a gateway and of the sub-devices behind it, each stored for its own device', async () => {
  const { gateway, device, subs } = await loggedIn(2)
  const stranger = await makeSub(app)
  const [one, two] = subs
  assert.ok(one !== undefined && two !== undefined)
  const part = (made: Made, value: number) => ({
    identity: named(made),
    properties: { ChamberTemp: { value, time: app.clock.now() }, Nonsense: 1 },
    events: { DoorOpenLong: { value: { Seconds: 9 }, time: app.clock.now() } },
  })
  const params = {
    properties: { FanSpeed: 60 },
    subDevices: [part(one, 51), part(two, 52), part(stranger, 53)],
  }
  const answer = await ask(device, own(gateway, 'thing/event/property/pack/post'), params)
  assert.equal(answer.code, 200)
  assert.equal((await shadowOf(app, gateway)).reported['FanSpeed']?.v, 60)
  assert.equal((await shadowOf(app, one)).reported['ChamberTemp']?.v, 51)
  assert.equal((await shadowOf(app, two)).reported['ChamberTemp']?.v, 52)
  assert.equal((await shadowOf(app, stranger)).reported['ChamberTemp'], undefined)
  const events = await app.db.selectFrom('deviceEvent').select('identifier').where('deviceId', '=', one.id).execute()
  assert.deepEqual(events, [{ identifier: 'DoorOpenLong' }])
  const kept = await app.db
    .selectFrom('deviceMessage')
    .selectAll()
    .where('deviceId', '=', one.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual([kept.through, kept.outcome, kept.dropped?.length], [gateway.sn, 'partly', 1])
  const [ofGateway] = (await traceOf(app, gateway)).filter(({ topic }) => topic.endsWith('pack/post'))
  assert.match(JSON.stringify(ofGateway?.dropped), new RegExp(stranger.sn))
})

test('a sub-device that is disabled or deleted is notified, its session ends, and its gateway is notified which one is removed', async () => {
  const { gateway, device, subs } = await loggedIn(2)
  const [one, two] = subs
  assert.ok(one !== undefined && two !== undefined)
  await app.ask(recordCalls.oven.setEnabled, { ids: [one.id], enabled: false }, { token })
  await device.receive(own(one, 'thing/disable'))
  await isOnline(app, one, false)
  assert.equal((await reasonsOf(one)).at(-1), 'disabled')
  assert.equal((await ask(device, session(gateway, 'login'), signed(one))).code, 6204)
  await app.ask(recordCalls.oven.setEnabled, { ids: [one.id], enabled: true }, { token })
  await device.receive(own(one, 'thing/enable'))
  assert.equal((await ask(device, session(gateway, 'login'), signed(one))).code, 200)
  const removed = await app.ask(recordCalls.oven.remove, { id: two.id, sn: two.sn }, { token })
  assert.equal(removed.status, 200)
  await device.receive(own(two, 'thing/delete'))
  const received = parse((await device.receive(own(gateway, 'thing/topo/change'))).payload)
  assert.deepEqual(received.params, { status: 1, subList: [named(two)] })
  await device.send(own(two, 'thing/event/property/post'), { id: '1', params: { ChamberTemp: 1 } })
  await device.receive(`/ext/error/${gateway.productKey}/${gateway.sn}`)
  assert.equal(device.isConnected(), true)
})

test('a gateway registers sub-devices that were never connected, and makes them if its product allows any', async () => {
  const gateway = await makeGateway(app)
  const device = await connectMade(app, gateway)
  const listed = await makeSub(app)
  const names = { productKey: listed.productKey, deviceName: `NEW${listed.sn}` }
  const register = (params: unknown) => ask(device, own(gateway, 'thing/sub/register'), params)
  const allow = (dynamicRegistration: 'off' | 'listed' | 'any') =>
    app.db.updateTable('product').set({ dynamicRegistration }).where('id', '=', listed.productId).execute()
  assert.equal((await register([named(listed)])).code, 6288)
  await allow('listed')
  assert.equal((await register([names])).code, 6100)
  const secretOf = (data: unknown): string => {
    const [{ deviceSecret }] = z.tuple([z.object({ deviceSecret: z.string() })]).parse(data)
    return deviceSecret
  }
  const secret = secretOf((await register([named(listed)])).data)
  await ask(device, own(gateway, 'thing/topo/add'), signed({ ...listed, secret }))
  assert.equal((await ask(device, session(gateway, 'login'), signed({ ...listed, secret }))).code, 200)
  await isOnline(app, listed, true)
  assert.equal((await register([named(listed)])).code, 6289)
  const other = await makeSub(app)
  await app.ask(
    topologyCalls.oven.addSubDevices,
    { id: (await makeGateway(app)).id, subs: [{ id: other.id }] },
    { token },
  )
  assert.equal((await register([named(other)])).code, 6619)
  await allow('any')
  const made = secretOf((await register([names])).data)
  const sub = { ...listed, sn: names.deviceName, secret: made }
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), signed(sub))).code, 200)
  const traced = await app.db.selectFrom('deviceMessage').select('payload').where('deviceId', '=', gateway.id).execute()
  assert.ok(!traced.some(({ payload }) => payload?.includes(made) === true || payload?.includes(secret) === true))
})

test('a gateway registers sub-devices of its own organisation and those below it, and nothing else', async () => {
  const above = await make.organisation(app)
  const below = await make.organisation(app, { parentId: above.id })
  const sub = await make.product(app, { nodeType: 'sub-device' })
  const direct = await make.product(app)
  await app.db
    .updateTable('product')
    .set({ dynamicRegistration: 'any' })
    .where('id', 'in', [sub.id, direct.id])
    .execute()
  const of = ({ id, productKey }: { id: string; productKey: string }, organisationId?: string) =>
    make.device(app, { productId: id, productKey, ...(organisationId === undefined ? {} : { organisationId }) })
  const gatewayProduct = await make.product(app, { nodeType: 'gateway' })
  const gateway = await of(gatewayProduct, above.id)
  const [ours, foreign, oven] = [await of(sub, below.id), await of(sub), await of(direct, above.id)]
  const device = await connectMade(app, gateway)
  const register = (params: unknown) => ask(device, own(gateway, 'thing/sub/register'), params)
  const secretsNow = () =>
    app.db.selectFrom('device').select('deviceSecret').where('id', 'in', [foreign.id, oven.id]).orderBy('id').execute()
  const before = await secretsNow()
  assert.deepEqual(await register([named(foreign)]), { code: 6100, data: [named(foreign)] })
  assert.deepEqual(await register([named(oven)]), { code: 460, data: [named(oven)] })
  assert.deepEqual(await secretsNow(), before)
  assert.equal((await register([named(ours)])).code, 200)
  const made = { productKey: sub.productKey, deviceName: `NEW${ours.sn}` }
  for (let time = 0; time < 2; time += 1) assert.equal((await register([made])).code, 200)
  assert.equal((await register([{ ...made, productKey: direct.productKey, deviceName: `X${ours.sn}` }])).code, 460)
  const { organisationId } = await app.db
    .selectFrom('deviceState')
    .innerJoin('device', 'device.id', 'deviceState.deviceId')
    .where('device.sn', '=', made.deviceName)
    .select('deviceState.organisationId')
    .executeTakeFirstOrThrow()
  assert.equal(organisationId, above.id)
})

test('a gateway registers sub-devices by the secrets of their products, each by itself, as the SDK for Python asks', async () => {
  const productSecret = 'aProductSecret16'
  const secretOf = { productSecret: seal(app.settings.secretKey, productSecret) }
  const product = await make.product(app, { nodeType: 'sub-device', ...secretOf })
  const direct = await make.product(app, secretOf)
  const allow = (dynamicRegistration: 'off' | 'listed' | 'any') =>
    app.db.updateTable('product').set({ dynamicRegistration }).where('id', 'in', [product.id, direct.id]).execute()
  const { productKey } = product
  const organisation = await make.organisation(app)
  const gatewayProduct = await make.product(app, { nodeType: 'gateway' })
  const gateway = await make.device(app, {
    productId: gatewayProduct.id,
    productKey: gatewayProduct.productKey,
    organisationId: organisation.id,
  })
  const device = await connectMade(app, gateway)
  const listed = await make.device(app, { productId: product.id, productKey })
  const proxied = (deviceName: string, secret = productSecret, key = productKey) => {
    const sign = createHmac('sha256', secret).update(`deviceName${deviceName}productKey${key}randomabc`).digest('hex')
    return { productKey: key, deviceName, random: 'abc', sign, signMethod: 'hmacSha256' }
  }
  const Data = z.object({
    successes: z.array(z.object({ deviceName: z.string(), deviceSecret: z.string() })),
    failures: z.array(z.object({ deviceName: z.string(), code: z.number() })),
  })
  const register = async (...proxieds: readonly object[]) => {
    const { code, data } = await ask(device, own(gateway, 'thing/proxy/provisioning/product_register'), { proxieds })
    assert.equal(code, 200)
    const { successes, failures } = Data.parse(data)
    return { successes, failed: failures.map((one) => [one.deviceName, one.code]) }
  }
  assert.deepEqual((await register(proxied(listed.sn))).failed, [[listed.sn, 6288]])
  await allow('any')
  const made = `NEW${listed.sn}`
  const { successes, failed } = await register(
    proxied(listed.sn),
    proxied(made),
    proxied(`F${listed.sn}`, 'anotherSecret'),
    proxied(`D${listed.sn}`, productSecret, direct.productKey),
  )
  assert.deepEqual(failed, [
    [`F${listed.sn}`, 6600],
    [`D${listed.sn}`, 460],
  ])
  const [old, fresh] = successes
  assert.deepEqual([old?.deviceName, fresh?.deviceName], [listed.sn, made])
  const sub = { ...listed, sn: made, secret: fresh?.deviceSecret ?? '' }
  assert.equal((await ask(device, own(gateway, 'thing/topo/add'), signed(sub))).code, 200)
  assert.equal((await ask(device, session(gateway, 'login'), signed(sub))).code, 200)
  const traced = await app.db.selectFrom('deviceMessage').select('payload').where('deviceId', '=', gateway.id).execute()
  const secrets = [old?.deviceSecret, fresh?.deviceSecret].map(String)
  assert.ok(!traced.some(({ payload }) => secrets.some((secret) => payload?.includes(secret) === true)))
  // Guessing secrets through a gateway is limited as it is for an address.
  for (let n = 0; n < 3; n += 1)
    await register(...Array.from({ length: 20 }, (_, each) => proxied(`G${n}x${each}`, 'anotherSecret')))
  assert.deepEqual((await register(proxied(`Z${listed.sn}`))).failed, [[`Z${listed.sn}`, 429]])
})

test('simultaneously registered sub-devices all succeed or none, and a repeated request gets the same secrets', async () => {
  const product = await make.product(app, { nodeType: 'sub-device' })
  await app.db.updateTable('product').set({ dynamicRegistration: 'any' }).where('id', '=', product.id).execute()
  const { productKey } = product
  const [one, other] = [await make.device(app, { productId: product.id, productKey }), await makeSub(app)]
  const gateway = await makeGateway(app)
  const device = await connectMade(app, gateway)
  const made = { productKey, deviceName: `NEW${one.sn}` }
  const secretsNow = () =>
    app.db
      .selectFrom('device')
      .select(['sn', 'deviceSecret'])
      .where('productId', '=', product.id)
      .orderBy('id')
      .execute()
  const before = await secretsNow()
  const register = (params: unknown) => ask(device, own(gateway, 'thing/sub/register'), params)
  assert.deepEqual(await register([named(one), made, named(other)]), { code: 6288, data: [named(other)] })
  assert.deepEqual(await secretsNow(), before)
  assert.deepEqual(
    await app.db.selectFrom('deviceChange').select('action').where('deviceId', '=', one.id).execute(),
    [],
  )
  const again = { id: 'again', version: '1.0', params: [named(one), made, made] }
  const answers = async (dup: boolean) => {
    await device.send(own(gateway, 'thing/sub/register'), again, { dup })
    return until('the answer', () => {
      const received = device.received.filter(({ payload }) => payload.includes('"id":"again"'))
      return received.length > (dup ? 1 : 0) ? received.map(({ payload }) => parse(payload).data) : undefined
    })
  }
  assert.equal((await answers(false)).length, 1)
  const given = await secretsNow()
  const [first, second] = await answers(true)
  assert.deepEqual(second, first)
  assert.equal(z.array(z.object({ deviceSecret: z.string() })).parse(first).length, 2)
  assert.deepEqual(await secretsNow(), given)
})
