import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type {
  DataType,
  Property,
  ServiceFunction,
  ThingModel,
} from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkValue, type Value } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { withPartitions } from '../platform/db/partitions.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { isOutside } from './value-outside.store.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

const name = { en: 'Function', zh: '功能' }
const property = (identifier: string, dataType: DataType, accessMode: 'r' | 'rw' = 'rw'): Property => ({
  identifier,
  name,
  required: false,
  accessMode,
  dataType,
})
const service = (identifier: string): ServiceFunction => ({
  identifier,
  name,
  required: false,
  callType: 'async',
  inputData: [{ identifier: 'Speed', name, dataType: { type: 'int', min: 0, max: 9 } }],
  outputData: [],
})
const temperature = (max: number): DataType => ({ type: 'float', min: 0, max, step: 0.5 })
const mode = (...values: number[]): DataType => ({
  type: 'enum',
  items: values.map((value) => ({ value, en: `Mode ${value}`, zh: `模式 ${value}` })),
})
const model: ThingModel = {
  properties: [
    property('SetTemp', temperature(260)),
    property('Mode', mode(1, 2, 3)),
    property('Light', { type: 'bool', off: { en: 'Off', zh: '关' }, on: { en: 'On', zh: '开' } }),
    property('Old', temperature(100), 'r'),
  ],
  events: [{ identifier: 'Finished', name, required: false, type: 'info', outputData: [] }],
  services: [service('Start')],
}

/** Inserts a device with values reported `ago` days ago, and its commands. */
async function used(
  productId: string,
  values: Readonly<Record<string, Value>>,
  more: { ago?: number; organisationId?: string; sent?: Readonly<Record<string, Value>>[]; called?: string[] } = {},
) {
  const device = await make.device(app, {
    productId,
    ...(more.organisationId === undefined ? {} : { organisationId: more.organisationId }),
  })
  const at = app.clock.now() - (more.ago ?? 1) * dayMs
  const instant = new Date(at).toISOString()
  const reported = Object.fromEntries(Object.entries(values).map(([key, v]) => [key, { v, t: at, s: at }]))
  await app.db
    .updateTable('deviceShadow')
    .set({ reported: JSON.stringify(reported), reportedAt: instant })
    .where('deviceId', '=', device.id)
    .execute()
  const command = { deviceId: device.id, status: 'succeeded', createdAt: instant, deadlineAt: instant } as const
  const rest = { accountId: null, sentAt: instant, acknowledgedAt: null, finishedAt: instant, code: 200 } as const
  for (const params of more.sent ?? [])
    await app.db
      .insertInto('command')
      .values({ ...command, ...rest, kind: 'property.set', params: JSON.stringify(params), reply: null })
      .execute()
  for (const identifier of more.called ?? [])
    await app.db
      .insertInto('command')
      .values({ ...command, ...rest, kind: 'service', identifier, params: '{"Speed":3}', reply: '{"Left":7}' })
      .execute()
  return device
}

const change = (productId: string, was: Property, definition: Property) =>
  app.ask(thingModelApi.updateProperty, { productId, was, definition }, { token })
const difference = async (productId: string, as = token, versions: { before?: number; after?: number } = {}) =>
  (await app.ask(thingModelApi.difference, { productId, ...versions }, { token: as })).envelope.data
const [setTemp, modes, , old] = model.properties

test('a difference shows both sides, the changes, their author and the devices of the product', async () => {
  const { id } = await make.product(app, { model })
  await make.device(app, { productId: id })
  await make.device(app, { productId: id, installed: false })
  assert.ok(setTemp)
  await change(id, setTemp, { ...setTemp, dataType: temperature(300) })
  const found = await difference(id)
  assert.deepEqual([found.before.version?.name, found.before.model], ['1.0.0', model])
  assert.deepEqual([found.after.version, found.after.model.properties[0]?.dataType], [null, temperature(300)])
  assert.deepEqual(
    found.changes.map(({ identifier, breaking, use }) => [identifier, breaking, use]),
    [['SetTemp', [], null]],
  )
  assert.deepEqual(found.devices, { all: 1, online: 0 })
  assert.match(found.draft?.updatedBy ?? '', /^Test /)
})

test('for a narrower range the devices with a value that no longer fits and those that were set are counted, and how often', async () => {
  const { id } = await make.product(app, { model })
  assert.ok(setTemp)
  await used(id, { SetTemp: 250 })
  await used(id, { SetTemp: 180 })
  await used(id, { SetTemp: 255 }, { ago: 31, sent: [{ SetTemp: 255 }] })
  await used(id, { SetTemp: 100 }, { sent: [{ SetTemp: 90 }, { SetTemp: 120, Mode: 1 }, { Mode: 2 }] })
  await used(id, { SetTemp: 240 }, { sent: [{ SetTemp: 240 }], called: ['Start'] })
  await change(id, setTemp, { ...setTemp, dataType: temperature(200) })
  const { changes } = await difference(id)
  assert.deepEqual(
    changes.map(({ identifier, use }) => [identifier, use]),
    [['SetTemp', { devices: 3, commands: 3, templates: 0 }]],
  )
})

test('for a removed choice the devices that have it are counted, for a removed property all that reported it', async () => {
  const { id } = await make.product(app, { model })
  assert.ok(modes && old)
  await used(id, { Mode: 3, Old: 5 })
  await used(id, { Mode: 2, Old: 6 })
  await used(id, { Mode: 3 }, { ago: 40 })
  await change(id, modes, { ...modes, dataType: mode(1, 2) })
  await app.ask(thingModelApi.removeProperties, { productId: id, identifiers: ['Old'] }, { token })
  const { changes } = await difference(id)
  assert.deepEqual(
    changes.map(({ identifier, use }) => [identifier, use?.devices, use?.commands]),
    [
      ['Mode', 1, 0],
      ['Old', 2, 0],
    ],
  )
})

test('of a property that can no longer be set count those that were set, not those that report it', async () => {
  const { id } = await make.product(app, { model })
  assert.ok(setTemp)
  await used(id, { SetTemp: 250 })
  await used(id, {}, { sent: [{ SetTemp: 90 }] })
  await change(id, setTemp, { ...setTemp, accessMode: 'r' })
  const { changes } = await difference(id)
  assert.deepEqual(changes[0]?.use, { devices: 1, commands: 1, templates: 0 })
})

test('of services and events count the devices that were called and that posted', async () => {
  const { id } = await make.product(app, { model })
  await used(id, {}, { called: ['Start', 'Start'] })
  await used(id, {}, { called: ['Start'], ago: 31 })
  const { id: deviceId } = await used(id, {})
  for (const ago of [2, 3, 50]) {
    const time = new Date(app.clock.now() - ago * dayMs).toISOString()
    await withPartitions(app.db, () =>
      app.db
        .insertInto('deviceEvent')
        .values({
          deviceId,
          occurredAt: time,
          receivedAt: time,
          identifier: 'Finished',
          type: 'info',
          output: '{}',
          messageId: String(ago),
        })
        .execute(),
    )
  }
  await app.ask(thingModelApi.removeEvents, { productId: id, identifiers: ['Finished'] }, { token })
  await app.ask(thingModelApi.removeServices, { productId: id, identifiers: ['Start'] }, { token })
  const { changes } = await difference(id)
  assert.deepEqual(
    changes.map(({ identifier, use }) => [identifier, use]),
    [
      ['Finished', { devices: 1, commands: 0, templates: 0 }],
      ['Start', { devices: 1, commands: 2, templates: 0 }],
    ],
  )
})

test('templates count that name the function in their draft or in the published version', async () => {
  const { id } = await make.product(app, { model })
  const at = new Date(app.clock.now()).toISOString()
  const control = {
    headline: 'Old',
    controls: [{ id: 'abcd', label: { en: 'SetTemp', zh: 'SetTemp' }, action: 'call', identifier: 'Start' }],
  }
  const info = { groups: [{ id: 'abcd', title: name, items: [{ id: 'efgh', property: 'Old', emphasis: false }] }] }
  const stamps = { updatedAt: at, updatedBy: null, publishedAt: null, publishedBy: null }
  await app.db
    .insertInto('productTemplate')
    .values([
      { productId: id, kind: 'device-control', draft: JSON.stringify(control), published: null, ...stamps },
      { productId: id, kind: 'params-info', draft: null, published: JSON.stringify(info), ...stamps, publishedAt: at },
    ])
    .execute()
  await app.ask(thingModelApi.removeProperties, { productId: id, identifiers: ['SetTemp', 'Old'] }, { token })
  await app.ask(thingModelApi.removeServices, { productId: id, identifiers: ['Start'] }, { token })
  const { changes } = await difference(id)
  assert.deepEqual(
    changes.map(({ identifier, use }) => [identifier, use?.templates]),
    [
      ['SetTemp', 0],
      ['Old', 2],
      ['Start', 1],
    ],
  )
})

test('two published versions are compared for accounts that see products, counting within their organisations', async () => {
  const { id } = await make.product(app, { model })
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  await used(id, { Old: 5 })
  await used(id, { Old: 6 }, { organisationId: customer.id })
  await app.ask(thingModelApi.removeProperties, { productId: id, identifiers: ['Old'] }, { token })
  const draftUpdatedAt = (await difference(id)).draft?.updatedAt ?? ''
  const publication = { productId: id, name: '2.0.0', draftUpdatedAt, acceptBreaking: true }
  assert.equal((await app.ask(thingModelApi.publish, publication, { token })).status, 200)
  const seen = await difference(id, theirs, { before: 1, after: 2 })
  assert.deepEqual([seen.changes[0]?.use?.devices, seen.devices.all, seen.draft], [1, 1, null])
  assert.equal((await difference(id, token, { before: 1, after: 2 })).changes[0]?.use?.devices, 2)
  const draft = await app.ask(thingModelApi.difference, { productId: id }, { token: theirs })
  assert.equal(draft.status, 403)
  const none = await app.ask(thingModelApi.difference, { productId: id }, { token })
  assert.deepEqual([none.status, none.envelope.data.key], [409, 'thingModel.noDraft'])
  const unknown = await app.ask(thingModelApi.difference, { productId: id, before: 7 }, { token })
  assert.equal(unknown.envelope.data.key, 'thingModel.unpublished')
})

test("a service is shown with its last call that succeeded, on a device within the caller's scope", async () => {
  const { id } = await make.product(app, { model })
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const device = await used(id, {}, { called: ['Start'] })
  const quiet = await make.device(app, { productId: id })
  const read = (deviceId: string | undefined, as: string) =>
    app.ask(thingModelApi.serviceShadow, { productId: id, identifier: 'Start', deviceId }, { token: as })
  const { service: found, last } = (await read(device.id, token)).envelope.data
  assert.deepEqual([found.identifier, last?.input, last?.output], ['Start', { Speed: 3 }, { Left: 7 }])
  assert.equal((await read(quiet.id, token)).envelope.data.last, null)
  assert.equal((await read(undefined, theirs)).envelope.data.last, null)
  const foreign = await read(device.id, theirs)
  assert.deepEqual([foreign.status, foreign.envelope.data.key], [404, 'device.unknown'])
  const other = await make.device(app)
  assert.equal((await read(other.id, token)).status, 404, 'a device of another product')
})

test('the database judges reported values as the rules do', async () => {
  const struct: DataType = {
    type: 'struct',
    members: [
      { identifier: 'Temp', name, dataType: { type: 'float', min: -5, max: 5.5 } },
      { identifier: 'Note', name, dataType: { type: 'text', length: 6 } },
    ],
  }
  const types: DataType[] = [
    { type: 'int', min: -3, max: 7 },
    { type: 'double', min: -1e-7, max: Number.MAX_VALUE },
    { type: 'text', length: 6 },
    { type: 'date' },
    { type: 'bool', off: name, on: name },
    mode(0, 2, -4),
    struct,
    { type: 'array', size: 2, item: { type: 'int', min: 0, max: 3 } },
    { type: 'array', size: 2, item: struct },
  ]
  const values: Value[] = [
    0,
    1,
    2,
    -3,
    7,
    8,
    -4,
    2.5,
    -1e-8,
    -1e-6,
    1e300,
    '',
    '1',
    '123456',
    '1234567',
    '温度',
    '温度计',
    '1700000000000',
    [],
    [0, 3],
    [0, 4],
    [0, 1, 2],
    ['1'],
    {},
    { Temp: 5 },
    { Temp: 6 },
    { Note: '温度计' },
    { Temp: 1, Note: 'ok' },
    { Other: 1 },
    [{ Temp: 1 }, {}],
    [{ Temp: 9 }],
    [{ Other: 1 }],
    [{}, {}, {}],
    [1, {}],
  ]
  for (const dataType of types) {
    const given = sql`given.value`
    const { rows } = await sql<{ outside: boolean }>`
      select ${isOutside(dataType, given)} as outside
      from jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality as given (value, place) order by place`.execute(
      app.db,
    )
    const expected = values.map((value) => !checkValue({ identifier: 'A', name, dataType }, value, 'up').ok)
    assert.deepEqual(
      rows.map(({ outside }, index) => [JSON.stringify(values[index]), outside]),
      expected.map((outside, index) => [JSON.stringify(values[index]), outside]),
      JSON.stringify(dataType),
    )
  }
})
