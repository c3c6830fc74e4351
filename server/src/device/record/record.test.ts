// @both-databases: what must hold of devices is held by the database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { sql } from 'kysely'
import { listen } from '../../platform/db/listen.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { plantValues } from '../../testing/history/plant-values.ts'

let app: TestApp
let token: string
let own: { id: string; token: string; customer: { id: string; name: string } }

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
  const { id } = await make.organisation(app, { kind: 'distributor', name: 'Nordkocht' })
  const customer = await make.organisation(app, { name: 'Grand Quay Hotel', parentId: id })
  own = { id, customer, token: (await make.account(app, { role: 'administrator', organisationId: id })).token }
})
after(() => app.stop())

const detail = async (id: string, as = token) =>
  (await app.ask(deviceCalls.oven.detail, { id }, { token: as })).envelope.data
const changes = async (id: string) =>
  (await app.ask(recordCalls.oven.changes, { id, pageSize: 80 }, { token })).envelope.data.list
const installation = (organisationId: string) => ({
  organisationId,
  place: 'Hamburg',
  address: 'Am Kai 14',
  installedAt: '2026-03-01T09:00:00.000Z',
  warrantyDays: 730,
})
const stock = (wanted: Parameters<typeof make.device>[1] = {}) => make.device(app, { installed: false, ...wanted })
const fieldsOf = (answer: { envelope: { data: { fields?: Record<string, string> | undefined } } }) =>
  Object.keys(answer.envelope.data.fields ?? {})

/** Collects the notices to gateways while `work` runs. */
async function noticeOf(work: () => Promise<unknown>) {
  const received: unknown[] = []
  const listener = listen(app.settings.databaseUrl ?? '', { applicationName: 'test' })
  try {
    listener.subscribe('device', (payload) => received.push(payload))
    await listener.ready()
    await work()
    await until('gateways to be notified', () => received.length > 0)
    return received[0]
  } finally {
    await listener.stop()
  }
}

test('a device that is added is in the uninstalled list, and its secret is shown once', async () => {
  const product = await make.product(app)
  const draft = { sn: 'NEW-0001', name: 'Pass oven', mac: 'a1b2c3d4e5f6', productId: product.id }
  const { status, envelope } = await app.ask(recordCalls.oven.add, draft, { token })
  assert.equal(status, 200, envelope.msg)
  const { id, deviceSecret, productKey, deviceName } = envelope.data
  assert.deepEqual(
    [productKey, deviceName, /^[0-9a-f]{32}$/.test(deviceSecret)],
    [product.productKey, 'NEW-0001', true],
  )
  const listed = (await app.ask(deviceCalls.oven.uninstalled, { keyword: 'NEW-0001' }, { token })).envelope.data
  assert.deepEqual(
    listed.list.map((row) => [row.id, row.mac, row.installed]),
    [[id, 'A1:B2:C3:D4:E5:F6', false]],
  )
  assert.equal((await app.ask(deviceCalls.oven.list, { keyword: 'NEW-0001' }, { token })).envelope.data.total, 0)
  const [created] = await changes(id)
  assert.equal(created?.action, 'created')
  assert.deepEqual(created?.fields.at(0), { field: 'sn', from: '', to: 'NEW-0001' })
  assert(!JSON.stringify(created).includes(deviceSecret))
  assert(!JSON.stringify(await detail(id)).includes(deviceSecret))
  const logged = await app.db.selectFrom('operationBody').select(['request', 'response']).execute()
  assert(logged.length > 0 && !JSON.stringify(logged).includes(deviceSecret))
})

test('if many register one SN at once, one of them succeeds', async () => {
  const product = await make.product(app)
  const draft = { sn: 'RACE-001', name: 'Oven', productId: product.id }
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.ask(recordCalls.oven.add, draft, { token })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const refused = answers.filter(({ status }) => status !== 200)
  assert(refused.every((answer) => answer.status === 422 && fieldsOf(answer)[0] === 'sn'))
})

test("a new device is of an enabled product of its kind, and has its product's role towards a gateway", async () => {
  const cooler = await make.product(app, { kind: 'cooler' })
  const closed = await make.product(app)
  await app.db.updateTable('product').set({ enabled: false }).where('id', '=', closed.id).execute()
  for (const productId of [cooler.id, closed.id, '999999']) {
    const answer = await app.ask(recordCalls.oven.add, { sn: 'PROD-0001', name: 'Oven', productId }, { token })
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['productId']])
  }
  const gateway = await make.product(app, { nodeType: 'gateway' })
  const added = await app.ask(recordCalls.oven.add, { sn: 'GATE-0001', name: 'DTU', productId: gateway.id }, { token })
  assert.equal((await detail(added.envelope.data.id)).nodeType, 'gateway')
  const found = await app.ask(deviceCalls.oven.uninstalled, { productId: gateway.id }, { token })
  assert.deepEqual(
    found.envelope.data.list.map(({ nodeType }) => nodeType),
    ['gateway'],
  )
})

test('devices that are not installed are found by their node type, however many others there are', async () => {
  const { id: organisationId } = await make.organisation(app)
  const theirs = await make.account(app, { role: 'administrator', organisationId })
  const wish = { organisationId }
  const sub = await make.product(app, { nodeType: 'sub-device' })
  const unit = await stock({ ...wish, productId: sub.id, productKey: sub.productKey })
  for (let made = 0; made < 3; made += 1) await stock(wish)
  const found = async (more: Readonly<{ nodeType?: 'direct' | 'gateway' | 'sub-device'; keyword?: string }>) => {
    const { envelope } = await app.ask(deviceCalls.oven.uninstalled, { pageSize: 10, ...more }, { token: theirs.token })
    return [envelope.data.total, envelope.data.list[0]?.sn]
  }
  assert.deepEqual(await found({ nodeType: 'sub-device' }), [1, unit.sn])
  assert.deepEqual(await found({ nodeType: 'sub-device', keyword: unit.sn }), [1, unit.sn])
  assert.deepEqual((await found({ nodeType: 'direct' }))[0], 3)
  assert.deepEqual(await found({ nodeType: 'gateway' }), [0, undefined])
})

test('an organisation, a channel and a gateway outside the own ones are as unknown as none', async () => {
  const outside = await make.organisation(app, { kind: 'distributor' })
  const product = await make.product(app)
  const sub = await make.product(app, { nodeType: 'sub-device' })
  const gates = await make.product(app, { nodeType: 'gateway' })
  const gateway = await make.device(app, { productId: gates.id })
  const draft = { sn: 'SCOPE-001', name: 'Oven', productId: product.id }
  const ask = (more: object) => app.ask(recordCalls.oven.add, { ...draft, ...more }, { token: own.token })
  assert.deepEqual(fieldsOf(await ask({ organisationId: outside.id })), ['organisationId'])
  assert.deepEqual(fieldsOf(await ask({ installation: installation(outside.id) })), ['installation.organisationId'])
  const channel = { ...installation(own.customer.id), channelType: 'distributor', channelId: outside.id }
  assert.deepEqual(fieldsOf(await ask({ installation: channel })), ['installation.channelId'])
  assert.deepEqual(fieldsOf(await ask({ productId: sub.id, gatewayId: gateway.id })), ['gatewayId'])
  assert.deepEqual(fieldsOf(await ask({ gatewayId: gateway.id })), ['gatewayId'])
  const { id } = await stock()
  const as = { token: own.token }
  const password = testPassword
  const answers = [
    await app.ask(recordCalls.oven.transfer, { ids: [id], organisationId: own.id }, as),
    await app.ask(recordCalls.oven.install, { ids: [id], installation: installation(own.customer.id) }, as),
    await app.ask(recordCalls.oven.uninstall, { ids: [id] }, as),
    await app.ask(recordCalls.oven.unbind, { ids: [id], password }, as),
    await app.ask(recordCalls.oven.reissueSecret, { id, password }, as),
    await app.ask(recordCalls.oven.setEnabled, { ids: [id], enabled: false }, as),
    await app.ask(recordCalls.oven.remove, { id, sn: 'x' }, as),
  ]
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
})

test('an edit is bound to the version it was made from, and its changes are recorded in words', async () => {
  const device = await make.device(app, { organisationId: own.customer.id })
  const before = await detail(device.id)
  const change = {
    id: device.id,
    updatedAt: before.updatedAt,
    name: 'Bakery left',
    installation: { ...installation(own.customer.id), channelType: 'distributor' as const, channelId: own.id },
  }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => app.ask(recordCalls.oven.update, change, { token: own.token })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  )
  const after = await detail(device.id)
  assert.deepEqual([after.name, after.zone.place, after.channel?.name], ['Bakery left', 'Hamburg', 'Nordkocht'])
  const [updated] = await changes(device.id)
  assert.deepEqual(
    updated?.fields.find(({ field }) => field === 'channel'),
    { field: 'channel', from: '', to: 'Nordkocht' },
  )
  const elsewhere = { ...change, updatedAt: after.updatedAt, installation: installation(own.id) }
  const moved = await app.ask(recordCalls.oven.update, elsewhere, { token: own.token })
  assert.deepEqual(fieldsOf(moved), ['installation.organisationId'])
  const taken = await app.ask(
    recordCalls.oven.update,
    { ...change, updatedAt: after.updatedAt, installation: null },
    { token },
  )
  assert.deepEqual(fieldsOf(taken), ['installation'])
})

test('installing places stock at a customer, uninstalling returns it with all of its history', async () => {
  const [one, two] = [await stock({ organisationId: own.id }), await stock({ organisationId: own.id })]
  const ids = [one.id, two.id]
  const totals = async () => (await app.ask(deviceCalls.oven.totals, {}, { token: own.token })).envelope.data.all
  const before = await totals()
  const zone = { province: '330000', city: '330100', region: '330106' }
  const wish = { ids, installation: { ...installation(own.customer.id), ...zone, place: '' } }
  assert.equal((await app.ask(recordCalls.oven.install, wish, { token: own.token })).status, 200)
  assert.equal(await totals(), before + 2)
  const installed = await detail(one.id)
  assert.deepEqual(
    [installed.customer.name, installed.zone.place],
    ['Grand Quay Hotel', 'Xihu District, Hangzhou, Zhejiang'],
  )
  assert.equal(installed.warrantyUntil, '2028-02-29T09:00:00.000Z')
  const again = await app.ask(recordCalls.oven.install, wish, { token: own.token })
  assert.equal(again.status, 409)
  const found = await app.ask(deviceCalls.oven.list, { region: '330106', pageSize: 80 }, { token: own.token })
  assert.deepEqual(new Set(found.envelope.data.list.map(({ id }) => id)), new Set(ids))

  assert.equal((await app.ask(recordCalls.oven.uninstall, { ids }, { token: own.token })).status, 200)
  assert.equal(await totals(), before)
  const back = await detail(one.id)
  assert.deepEqual([back.installed, back.customer.name, back.zone.place], [false, 'Grand Quay Hotel', ''])
  const log = await changes(one.id)
  assert.deepEqual(
    log.map(({ action }) => action),
    ['uninstalled', 'installed'],
  )
  assert.deepEqual(
    log[1]?.fields.find(({ field }) => field === 'customer'),
    { field: 'customer', from: 'Nordkocht', to: 'Grand Quay Hotel' },
  )
})

test('a transfer moves a device to another organisation, installed where it is; its sub-devices only where they are chosen', async () => {
  const gates = await make.product(app, { nodeType: 'gateway' })
  const subs = await make.product(app, { nodeType: 'sub-device' })
  const gateway = await make.device(app, { productId: gates.id, organisationId: own.id })
  const sub = await make.device(app, { productId: subs.id, organisationId: own.id })
  await app.db
    .insertInto('deviceGateway')
    .values({ deviceId: sub.id, gatewayId: gateway.id, unit: null, addedAt: new Date().toISOString() })
    .execute()
  const wish = { ids: [gateway.id], organisationId: own.customer.id }
  assert.equal((await app.ask(recordCalls.oven.transfer, wish, { token: own.token })).status, 200)
  assert.equal((await detail(gateway.id)).customer.name, 'Grand Quay Hotel')
  assert.deepEqual(
    [(await detail(sub.id)).customer.name, (await detail(sub.id)).gateway?.id],
    ['Nordkocht', gateway.id],
  )
  const [transferred] = await changes(gateway.id)
  assert.deepEqual(
    [transferred?.action, transferred?.fields],
    ['transferred', [{ field: 'customer', from: 'Nordkocht', to: 'Grand Quay Hotel' }]],
  )
})

test('a device is deleted with everything of it, once its SN is typed; a gateway not before its sub-devices', async () => {
  const gates = await make.product(app, { nodeType: 'gateway' })
  const subs = await make.product(app, { nodeType: 'sub-device' })
  const gateway = await make.device(app, { productId: gates.id })
  const added = await app.ask(
    recordCalls.oven.add,
    { sn: 'SUB-00001', name: 'Sub', productId: subs.id, gatewayId: gateway.id },
    { token },
  )
  const { id } = added.envelope.data
  const at = new Date(app.clock.now()).toISOString()
  await sql`insert into property_identifier (identifier) values ('Gone')`.execute(app.db)
  await plantValues(app.db, [{ deviceId: id, identifier: 'Gone', at: Date.parse(at), value: 1 }])
  await sql`insert into device_message (device_id, recorded_at, direction, topic, payload, outcome) values (${id}, ${at}, 'up', '/x', '{}', 'stored')`.execute(
    app.db,
  )
  await sql`insert into device_log (device_id, logged_at, level, content) values (${id}, ${at}, 'INFO', 'on')`.execute(
    app.db,
  )
  await sql`insert into online_log (device_id, occurred_at, reason) values (${id}, ${at}, 'connected')`.execute(app.db)
  await sql`insert into device_event (device_id, occurred_at, received_at, identifier, type, output) values (${id}, ${at}, ${at}, 'Door', 'alert', '{}')`.execute(
    app.db,
  )
  const hanging = await app.ask(recordCalls.oven.remove, { id: gateway.id, sn: gateway.sn }, { token })
  assert.equal(hanging.status, 409)
  const mistyped = await app.ask(recordCalls.oven.remove, { id, sn: 'SUB-00002' }, { token })
  assert.deepEqual([mistyped.status, fieldsOf(mistyped)], [422, ['sn']])
  const notice = await noticeOf(() => app.ask(recordCalls.oven.remove, { id, sn: 'SUB-00001' }, { token }))
  assert.deepEqual(notice, { removed: [id] })
  assert.equal((await app.ask(deviceCalls.oven.detail, { id }, { token })).status, 404)
  for (const table of [
    'device',
    'device_history',
    'device_history_value',
    'device_message',
    'device_log',
    'online_log',
    'device_event',
    'device_change',
  ]) {
    const key = table === 'device' ? 'id' : 'device_id'
    const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(app.db)
    assert.equal(rows.length, 0, table)
  }
  assert.deepEqual(
    (await changes(gateway.id)).map(({ action }) => action),
    ['sub_removed', 'sub_added'],
  )
  assert.equal((await app.ask(recordCalls.oven.remove, { id: gateway.id, sn: gateway.sn }, { token })).status, 200)
})

test('gateways are notified at once which device is disabled, enabled or has another secret', async () => {
  const { id } = await make.device(app)
  const disable = { ids: [id], enabled: false }
  assert.deepEqual(await noticeOf(() => app.ask(recordCalls.oven.setEnabled, disable, { token })), { disabled: [id] })
  assert.equal((await detail(id)).enabled, false)
  const found = await app.ask(deviceCalls.oven.list, { enabled: false }, { token })
  assert.deepEqual(
    found.envelope.data.list.map((row) => row.id),
    [id],
  )
  assert.deepEqual(
    await noticeOf(() => app.ask(recordCalls.oven.setEnabled, { ids: [id], enabled: true }, { token })),
    {
      enabled: [id],
    },
  )
  const wrong = await app.ask(recordCalls.oven.reissueSecret, { id, password: 'wrong' }, { token })
  assert.deepEqual([wrong.status, fieldsOf(wrong)], [422, ['password']])
  assert.deepEqual(
    await noticeOf(() => app.ask(recordCalls.oven.reissueSecret, { id, password: testPassword }, { token })),
    {
      rekeyed: [id],
    },
  )
  assert.deepEqual(
    (await changes(id)).map(({ action, fields }) => [action, fields]),
    [
      ['secret', []],
      ['enabled', []],
      ['disabled', []],
    ],
  )
})

test('unbinding removes a device from its app users and changes nothing else; it requires the password, and somebody who has it', async () => {
  const { id } = await make.device(app, { organisationId: own.customer.id })
  const at = new Date(app.clock.now()).toISOString()
  for (const [nickname, role] of [
    ['Anna', 'owner'],
    ['Bo', 'member'],
  ] as const) {
    const user = await app.db
      .insertInto('appUser')
      .values({ nickname, spelling: '', lastLoginAt: null, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('deviceBinding')
      .values({ deviceId: id, appUserId: user.id, role, boundAt: at, unboundAt: null })
      .execute()
  }
  await app.db.updateTable('deviceState').set({ bound: true }).where('deviceId', '=', id).execute()
  const bound = async () =>
    (await app.ask(deviceCalls.oven.list, { bindState: 'bound' }, { token })).envelope.data.total
  assert.deepEqual([(await detail(id)).boundUsers, await bound()], [2, 1])
  const wrong = await app.ask(recordCalls.oven.unbind, { ids: [id], password: 'wrong' }, { token })
  assert.deepEqual([wrong.status, fieldsOf(wrong)], [422, ['password']])
  assert.equal((await app.ask(recordCalls.oven.unbind, { ids: [id], password: testPassword }, { token })).status, 200)
  const after = await detail(id)
  assert.deepEqual([after.boundUsers, after.bindState, after.installed, await bound()], [0, 'unbound', true, 0])
  const users = (await app.ask(recordCalls.oven.boundUsers, { id, bound: false }, { token })).envelope.data.list
  assert.deepEqual(new Set(users.map(({ nickname }) => nickname)), new Set(['Anna', 'Bo']))
  const [unbound] = await changes(id)
  assert.deepEqual([unbound?.action, unbound?.fields], ['unbound', [{ field: 'boundUsers', from: 'A**, B**', to: '' }]])
  const again = await app.ask(recordCalls.oven.unbind, { ids: [id], password: testPassword }, { token, language: 'zh' })
  assert.deepEqual([again.status, again.envelope.data.key], [409, 'device.boundToNobody'])
  assert.equal((await changes(id)).length, 1)
})

test('the map counts devices by province, city and region, and abroad by words', async () => {
  const { id: organisationId } = await make.organisation(app)
  const hangzhou = { province: '330000', city: '330100' }
  const places = [
    { ...hangzhou, region: '330106' },
    { ...hangzhou, region: '330106' },
    { ...hangzhou, region: '330102' },
    hangzhou,
    { province: '330000' },
    { province: '440000', city: '440300' },
    { place: 'Hamburg' },
    { place: 'Hamburg' },
    { place: 'Lyon' },
    {},
  ]
  for (const place of places) await make.device(app, { organisationId, ...place })
  const map = async (zone: { province?: string; city?: string }) =>
    (await app.ask(deviceCalls.oven.map, { customerId: organisationId, ...zone }, { token })).envelope.data
  const by = (of: { code: string; devices: number }[]) => of.map(({ code, devices }) => [code, devices])
  const whole = await map({})
  assert.deepEqual(by(whole.places), [
    ['330000', 5],
    ['440000', 1],
  ])
  assert.deepEqual(
    whole.abroad.map(({ place, devices }) => [place, devices]),
    [
      ['Hamburg', 2],
      ['Lyon', 1],
    ],
  )
  assert.deepEqual(whole.elsewhere, { devices: 1, online: 0, faulty: 0 })
  const zhejiang = await map({ province: '330000' })
  assert.deepEqual([by(zhejiang.places), zhejiang.elsewhere.devices], [[['330100', 4]], 1])
  const city = await map(hangzhou)
  assert.deepEqual(by(city.places), [
    ['330102', 1],
    ['330106', 2],
  ])
  assert.equal(city.elsewhere.devices, 1)
})

test('how to reach app users is masked, and after a transfer the new organisation sees nothing of it from before', async () => {
  const other = await make.organisation(app, { kind: 'customer' })
  const theirs = (await make.account(app, { role: 'administrator', organisationId: other.id })).token
  const { id } = await make.device(app, { organisationId: own.id })
  const bind = async (nickname: string, phone: string, email: string) => {
    const at = new Date(app.clock.now()).toISOString()
    const user = await app.db
      .insertInto('appUser')
      .values({ nickname, spelling: '', phone, email, lastLoginAt: null, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('deviceBinding')
      .values({ deviceId: id, appUserId: user.id, role: 'member', boundAt: at, unboundAt: null })
      .execute()
    app.clock.advance(1000)
  }
  await bind('Anna', '13812345678', 'anna@example.com')
  await bind('Cem', '', '')
  const users = async (as: string) =>
    (await app.ask(recordCalls.oven.boundUsers, { id, sort: 'boundAt' }, { token: as })).envelope.data.list.map(
      ({ nickname, phone, email }) => [nickname, phone, email],
    )
  assert.deepEqual((await users(own.token))[0], ['Anna', '138****5678', 'a***@example.com'])
  assert.equal(
    (await app.ask(recordCalls.oven.transfer, { ids: [id], organisationId: other.id }, { token })).status,
    200,
  )
  await bind('Bo', '13911112222', 'bo@example.com')
  assert.deepEqual(await users(theirs), [
    ['Anna', '', ''],
    ['Cem', '', ''],
    ['Bo', '139****2222', 'b***@example.com'],
  ])
  assert.deepEqual((await users(token))[0], ['Anna', '138****5678', 'a***@example.com'])
})
