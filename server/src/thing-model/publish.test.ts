import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: '周岚' }))
})
after(() => app.stop())

const property = (identifier: string, more: Partial<Property> = {}): Property => ({
  identifier,
  name: { en: 'Probe', zh: '探针温度' },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'int', min: 0, max: 120 },
  ...more,
})
const add = (productId: string, definition: Property) =>
  app.ask(thingModelApi.addProperty, { productId, definition }, { token })
const update = (productId: string, was: Property, definition: Property) =>
  app.ask(thingModelApi.updateProperty, { productId, was, definition }, { token })
const remove = (productId: string, ...identifiers: string[]) =>
  app.ask(thingModelApi.removeProperties, { productId, identifiers }, { token })
const draftOf = async (productId: string) =>
  (await app.ask(thingModelApi.draft, { productId }, { token })).envelope.data
const versionsOf = async (productId: string, as = token) =>
  (await app.ask(thingModelApi.versions, { productId }, { token: as })).envelope.data
const publishedOf = async (productId: string) =>
  (await app.ask(thingModelApi.published, { productId }, { token })).envelope.data
const restore = (productId: string, version: number) =>
  app.ask(thingModelApi.restore, { productId, version }, { token })

type PublishRequest = { note?: string; draftUpdatedAt?: string; acceptBreaking?: boolean }
/** Publishes the present draft. */
async function publish(productId: string, name: string, more: PublishRequest = {}) {
  const draftUpdatedAt = (await draftOf(productId)).updatedAt ?? new Date(app.clock.now()).toISOString()
  return app.ask(thingModelApi.publish, { productId, name, draftUpdatedAt, ...more }, { token })
}

test('a published draft is the newest version, named and signed, and the draft is gone', async () => {
  const { id } = await make.product(app)
  await add(id, property('Probe9'))
  const answer = await publish(id, '1.1.0', { note: ' 新增探针 ' })
  assert.deepEqual([answer.status, answer.envelope.data.version], [200, 2])
  const [newest, first, ...others] = await versionsOf(id)
  assert.deepEqual(
    [newest?.version, newest?.name, newest?.note, newest?.publishedBy, others],
    [2, '1.1.0', '新增探针', '周岚', []],
  )
  const functions = combiOven.properties.length + combiOven.events.length + combiOven.services.length
  assert.deepEqual([newest?.functions, first?.functions], [functions + 1, functions])
  assert.deepEqual([first?.name, first?.publishedBy], ['1.0.0', ''])
  const draft = await draftOf(id)
  assert.deepEqual([draft.updatedAt, draft.changes, draft.published?.version], [null, [], 2])
  assert.equal((await publishedOf(id)).model.properties.at(-1)?.identifier, 'Probe9')
})

test('the first version may require any property: nothing uses it yet', async () => {
  const { id } = await make.product(app, { model: null })
  await add(id, property('Probe1', { required: true }))
  assert.equal((await publish(id, '1.0.0')).status, 200)
})

test('a draft that changed since it was looked at is not published', async () => {
  const { id } = await make.product(app)
  await add(id, property('Probe1'))
  const { updatedAt } = await draftOf(id)
  await add(id, property('Probe2'))
  const refused = await publish(id, '1.1.0', { draftUpdatedAt: updatedAt ?? '' })
  assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'thingModel.changedMeanwhile'])
  assert.equal((await versionsOf(id)).length, 1)
})

test('a draft that was never changed, or was changed back, is not published again', async () => {
  const { id } = await make.product(app)
  const without = await publish(id, '1.1.0')
  assert.deepEqual([without.status, without.envelope.data.key], [409, 'thingModel.noDraft'])
  await add(id, property('Probe9'))
  await remove(id, 'Probe9')
  const draft = await draftOf(id)
  assert.deepEqual([draft.changes, draft.updatedAt === null], [[], false])
  const same = await publish(id, '1.1.0')
  assert.deepEqual([same.status, same.envelope.data.key], [409, 'thingModel.nothingChanged'])
})

test('another order alone can be published', async () => {
  const { id } = await make.product(app, { model: null })
  for (const identifier of ['A', 'B']) await add(id, property(identifier))
  await publish(id, '1.0.0')
  await app.ask(thingModelApi.order, { productId: id, kind: 'property', identifiers: ['B', 'A'] }, { token })
  assert.equal((await publish(id, '1.0.1')).status, 200)
  assert.deepEqual(
    (await publishedOf(id)).model.properties.map(({ identifier }) => identifier),
    ['B', 'A'],
  )
})

test('an empty model, and a Modbus one without registers, are refused with the list of missing parts', async () => {
  const { id } = await make.product(app)
  const { model } = await draftOf(id)
  for (const [kind, functions] of Object.entries({
    removeProperties: model.properties,
    removeEvents: model.events,
    removeServices: model.services,
  })) {
    const identifiers = functions.map(({ identifier }) => identifier)
    const call =
      kind === 'removeEvents'
        ? thingModelApi.removeEvents
        : kind === 'removeServices'
          ? thingModelApi.removeServices
          : thingModelApi.removeProperties
    assert.equal((await app.ask(call, { productId: id, identifiers }, { token })).status, 200)
  }
  const nothing = await publish(id, '2.0.0', { acceptBreaking: true })
  assert.deepEqual([nothing.status, nothing.envelope.data.key], [409, 'thingModel.incomplete'])
  assert.deepEqual(nothing.envelope.data.fields, { '': 'There are no functions yet' })

  const modbus = await make.product(app, { model: null, protocol: 'modbusRtu' })
  await add(modbus.id, property('A'))
  await add(modbus.id, property('B'))
  const refused = await publish(modbus.id, '1.0.0')
  assert.deepEqual(refused.envelope.data.fields, {
    'properties.0.modbus': 'The register is not filled in',
    'properties.1.modbus': 'The register is not filled in',
  })
  assert.deepEqual(
    (await draftOf(modbus.id)).missing.map(({ reason, identifier }) => [reason, identifier]),
    [
      ['register', 'A'],
      ['register', 'B'],
    ],
  )
})

test('a breaking change is published only when the publisher accepts it', async () => {
  const { id } = await make.product(app, { model: null })
  for (const identifier of ['A', 'B']) await add(id, property(identifier))
  await publish(id, '1.0.0')
  await remove(id, 'A')
  await update(id, property('B'), property('B', { dataType: { type: 'int', min: 0, max: 60 } }))
  const refused = await publish(id, '2.0.0')
  assert.deepEqual(
    [refused.status, refused.envelope.data.key, refused.envelope.msg],
    [409, 'thingModel.breakingUnaccepted', '2 changes break what uses the thing model: confirm them first'],
  )
  assert.equal((await publish(id, '2.0.0', { acceptBreaking: true })).status, 200)
})

test('no two versions of a product have one name', async () => {
  const { id } = await make.product(app)
  await add(id, property('Probe9'))
  const refused = await publish(id, '1.0.0')
  assert.deepEqual([refused.status, refused.envelope.data.fields], [409, { name: 'An earlier version has this name' }])
  assert.equal((await publish(id, 'not/a/name')).status, 422)
  assert.equal((await publish(id, '1.0.1')).status, 200)
  const other = await make.product(app)
  await add(other.id, property('Probe9'))
  assert.equal((await publish(other.id, '1.0.1')).status, 200, 'another product may')
})

test('if two people publish one draft at once, one of them succeeds', async () => {
  const { id } = await make.product(app)
  await add(id, property('Probe9'))
  const answers = await Promise.all([publish(id, '1.1.0'), publish(id, '1.1.1'), publish(id, '1.1.2')])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  assert.equal((await versionsOf(id)).length, 2)
})

test('ten versions are kept, and any of them can be restored into the draft', async () => {
  const { id } = await make.product(app, { model: null })
  for (let number = 1; number <= 12; number += 1) {
    await add(id, property(`P${number}`))
    await publish(id, `${number}.0.0`)
  }
  const versions = await versionsOf(id)
  assert.deepEqual(
    versions.map(({ version }) => version),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
  )
  assert.equal((await restore(id, 2)).envelope.data.key, 'thingModel.unpublished')
  assert.equal((await restore(id, 4)).status, 200)
  const draft = await draftOf(id)
  assert.deepEqual(
    draft.model.properties.map(({ identifier }) => identifier),
    ['P1', 'P2', 'P3', 'P4'],
  )
  assert.equal(draft.changes.filter(({ change }) => change === 'removed').length, 8)
  assert.equal((await publishedOf(id)).version, 12)
})

test('a customer reads versions and functions, but not who of the platform published them', async () => {
  const { id } = await make.product(app)
  await add(id, property('Probe9'))
  await publish(id, '1.1.0')
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  assert.deepEqual(
    (await versionsOf(id, theirs)).map(({ publishedBy }) => publishedBy),
    ['', ''],
  )
  const read = (source: 'published' | 'draft', as: string) =>
    app.ask(thingModelApi.properties, { productId: id, source }, { token: as })
  const seen = await read('published', theirs)
  assert.equal(seen.envelope.data.at(-1)?.identifier, 'Probe9')
  assert.deepEqual([(await read('draft', theirs)).status, (await read('draft', token)).status], [403, 200])
  const { token: bare } = await make.account(app, { operationCodes: ['product:view'] })
  assert.deepEqual(
    [(await read('draft', bare)).envelope.data.key, (await read('published', bare)).status],
    ['session.notAuthorised', 200],
  )
})

test('reads show the functions in the order of the model: all, writable, one, services in brief and whole, each with the node type', async () => {
  const { id } = await make.product(app, { model: refrigerator, kind: 'cooler' })
  const requested = { productId: id }
  const identifiers = (of: readonly { identifier: string }[]) => of.map(({ identifier }) => identifier)
  const data = async <T>(answer: Promise<{ envelope: { data: T } }>) => (await answer).envelope.data
  const properties = await data(app.ask(thingModelApi.properties, requested, { token }))
  assert.deepEqual(identifiers(properties), identifiers(refrigerator.properties))
  assert.deepEqual(
    identifiers(await data(app.ask(thingModelApi.writableProperties, requested, { token }))),
    identifiers(refrigerator.properties.filter(({ accessMode }) => accessMode === 'rw')),
  )
  assert.deepEqual(
    identifiers(await data(app.ask(thingModelApi.events, requested, { token }))),
    identifiers(refrigerator.events),
  )
  const services = await data(app.ask(thingModelApi.services, requested, { token }))
  assert.deepEqual(
    services.map(({ identifier, inputs, outputs }) => [identifier, inputs, outputs]),
    refrigerator.services.map(({ identifier, inputData, outputData }) => [
      identifier,
      inputData.length,
      outputData.length,
    ]),
  )
  const whole = await data(app.ask(thingModelApi.serviceDetails, requested, { token }))
  assert.deepEqual(identifiers(whole), identifiers(refrigerator.services))
  const [first] = refrigerator.properties
  const found = await data(
    app.ask(thingModelApi.property, { ...requested, identifier: first?.identifier ?? '' }, { token }),
  )
  assert.equal(found.identifier, first?.identifier)
  const all = [
    found,
    ...properties,
    ...services,
    ...whole,
    ...(await data(app.ask(thingModelApi.events, requested, { token }))),
  ]
  assert.deepEqual(new Set(all.map(({ nodeType }) => nodeType)), new Set(['direct']))
  await app.db.updateTable('product').set({ nodeType: 'gateway' }).where('id', '=', id).execute()
  const [own] = await data(app.ask(thingModelApi.properties, requested, { token }))
  assert.equal(own?.nodeType, 'gateway')
  const none = await app.ask(thingModelApi.property, { ...requested, identifier: 'Nothing' }, { token })
  assert.deepEqual([none.status, none.envelope.data.key], [404, 'thingModel.noFunction'])
  const unpublished = await make.product(app, { model: null })
  const refused = await app.ask(thingModelApi.properties, { productId: unpublished.id }, { token })
  assert.equal(refused.envelope.data.key, 'thingModel.unpublished')
})
