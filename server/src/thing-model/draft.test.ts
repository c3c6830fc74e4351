import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type {
  EventFunction,
  Property,
  ServiceFunction,
  ThingModel,
} from '@brigade/contract/thing-model/thing-model.model.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let token: string
let colleague: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: '周岚' }))
  ;({ token: colleague } = await make.account(app, { role: 'administrator', name: '陈立' }))
})
after(() => app.stop())

const property = (identifier: string, more: Partial<Property> = {}): Property => ({
  identifier,
  name: { en: 'Probe', zh: '探针温度' },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'float', min: 0, max: 120, step: 0.1, unit: '°C' },
  ...more,
})
const event = (identifier: string): EventFunction => ({
  identifier,
  name: { en: 'Probe-lost', zh: '探针脱落' },
  required: false,
  type: 'alert',
  outputData: [],
})
const service = (identifier: string): ServiceFunction => ({
  identifier,
  name: { en: 'Calibrate', zh: '校准' },
  required: false,
  callType: 'sync',
  inputData: [],
  outputData: [],
})

/** The model in the form of the protocol: without empty keys. */
const sent = (model: ThingModel): unknown => JSON.parse(JSON.stringify(model))
const empty = () => make.product(app, { model: null })
const draftOf = async (productId: string, as = token) =>
  (await app.ask(thingModelApi.draft, { productId }, { token: as })).envelope.data
const add = (productId: string, definition: Property, as = token) =>
  app.ask(thingModelApi.addProperty, { productId, definition }, { token: as })
const update = (body: RequestOf<typeof thingModelApi.updateProperty>, as = token) =>
  app.ask(thingModelApi.updateProperty, body, { token: as })
const identifiers = (of: readonly { identifier: string }[]) => of.map(({ identifier }) => identifier)

test('a product without a thing model has an empty draft, which is no draft yet', async () => {
  const { id } = await empty()
  const draft = await draftOf(id)
  assert.deepEqual(draft.model, { properties: [], events: [], services: [] })
  assert.deepEqual([draft.updatedAt, draft.updatedBy, draft.published, draft.changes], [null, '', null, []])
  assert.deepEqual(
    draft.missing.map(({ reason }) => reason),
    ['empty'],
  )
})

test('functions of each kind are added, in order, and the draft shows who changed it last', async () => {
  const { id } = await empty()
  await add(id, property('Probe1'))
  await app.ask(thingModelApi.addEvent, { productId: id, definition: event('ProbeLost') }, { token })
  await app.ask(thingModelApi.addService, { productId: id, definition: service('Calibrate') }, { token: colleague })
  const last = await add(id, property('Probe2'), colleague)
  const draft = await draftOf(id)
  assert.deepEqual(draft.model.properties, [property('Probe1'), property('Probe2')])
  assert.deepEqual([draft.model.events, draft.model.services], [[event('ProbeLost')], [service('Calibrate')]])
  assert.deepEqual([draft.updatedBy, draft.updatedAt], ['陈立', last.envelope.data.updatedAt])
  assert.deepEqual(
    draft.changes.map(({ change, kind, identifier, breaking }) => [change, kind, identifier, breaking.length]),
    [
      ['added', 'property', 'Probe1', 0],
      ['added', 'property', 'Probe2', 0],
      ['added', 'event', 'ProbeLost', 0],
      ['added', 'service', 'Calibrate', 0],
    ],
  )
})

test('the draft of a published product begins with the published version, and devices are not affected by it', async () => {
  const { id } = await make.product(app)
  const before = await draftOf(id)
  assert.deepEqual([before.model, before.updatedAt, before.published?.name], [sent(combiOven), null, '1.0.0'])
  await add(id, property('ExtraProbe'))
  const draft = await draftOf(id)
  assert.equal(draft.model.properties.length, combiOven.properties.length + 1)
  const published = await app.ask(thingModelApi.published, { productId: id }, { token })
  assert.deepEqual([published.envelope.data.version, published.envelope.data.model], [1, sent(combiOven)])
})

test('an identifier is unique over properties, events and services', async () => {
  const { id } = await empty()
  await add(id, property('Probe1'))
  const asEvent = await app.ask(thingModelApi.addEvent, { productId: id, definition: event('Probe1') }, { token })
  assert.equal(asEvent.status, 422)
  assert.deepEqual(asEvent.envelope.data.fields, { 'definition.identifier': 'Another function has this identifier' })
  const again = await add(id, property('Probe1'))
  assert.deepEqual(Object.keys(again.envelope.data.fields ?? {}), ['definition.identifier'])
})

test('a function keeps its place when it is edited, and may get another identifier that is free', async () => {
  const { id } = await empty()
  for (const identifier of ['A', 'B', 'C']) await add(id, property(identifier))
  const was = property('B')
  const renamed = property('Middle', { accessMode: 'r' })
  assert.equal((await update({ productId: id, was, definition: renamed })).status, 200)
  assert.deepEqual((await draftOf(id)).model.properties, [property('A'), renamed, property('C')])
  const taken = await update({ productId: id, was: renamed, definition: property('C') })
  assert.deepEqual(
    [taken.status, Object.keys(taken.envelope.data.fields ?? {})],
    [422, ['definition.identifier']],
    'the identifier of another',
  )
})

test('a maximum below its minimum, a name twice and no enumeration values are refused at their fields', async () => {
  const { id } = await empty()
  const range = await add(id, property('A', { dataType: { type: 'int', min: 5, max: 5 } }))
  assert.deepEqual(range.envelope.data.fields, {
    'definition.dataType.max': 'The maximum must be greater than the minimum',
  })
  const items = await add(id, property('A', { dataType: { type: 'enum', items: [] } }))
  assert.deepEqual(items.envelope.data.fields, { 'definition.dataType.items': 'Fill in the enumeration values first' })
  const parameter = { identifier: 'Same', name: { en: 'Same', zh: '相同' }, dataType: { type: 'date' } as const }
  const definition = { ...service('Twice'), inputData: [parameter, parameter] }
  const twice = await app.ask(thingModelApi.addService, { productId: id, definition }, { token })
  assert.deepEqual(twice.envelope.data.fields, {
    'definition.inputData': 'Two parameters have the same identifier',
  })
  assert.deepEqual((await draftOf(id)).updatedAt, null)
})

test('a default is a value that could be set', async () => {
  const { id } = await empty()
  const refused = await add(id, property('A', { defaultValue: 130 }))
  assert.deepEqual(refused.envelope.data.fields, {
    'definition.defaultValue': 'Probe must be 0 to 120\u00A0°C',
  })
  assert.equal((await add(id, property('A', { defaultValue: 65.5 }))).status, 200)
})

test('a name that is typed follows the rule in both languages; an imported one stays as long as it is unchanged', async () => {
  const { id } = await empty()
  const long = { en: 'Chamber temperature', zh: '炉腔 温度（左侧，靠近门的那一个传感器）' }
  const refused = await add(id, property('A', { name: long }))
  assert.deepEqual(
    [refused.status, Object.keys(refused.envelope.data.fields ?? {})],
    [422, ['definition.name.en', 'definition.name.zh']],
  )
  // The rule does not apply to an import.
  const imported = property('A', { name: long })
  await app.db
    .insertInto('thingModel')
    .values({
      productId: id,
      version: null,
      model: { properties: [imported], events: [], services: [] },
      publishedAt: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
  const kept = property('A', { name: { en: 'Left', zh: long.zh }, required: true })
  assert.equal((await update({ productId: id, was: imported, definition: kept })).status, 200)
  // A deleted property comes back unchanged.
  await app.ask(thingModelApi.removeProperties, { productId: id, identifiers: ['A'] }, { token })
  assert.equal((await add(id, kept)).status, 422)
  const back = { productId: id, was: kept, definition: kept }
  assert.equal((await app.ask(thingModelApi.addProperty, back, { token })).status, 200)
  for (const name of [
    { en: 'Left', zh: `${long.zh}二` },
    { en: 'Left chamber', zh: long.zh },
    { en: 'LeftChamber_1234x', zh: long.zh },
  ])
    assert.equal((await update({ productId: id, was: kept, definition: property('A', { name }) })).status, 422, name.en)
})

test('so do the names of parameters, and of members of a structure', async () => {
  const { id } = await empty()
  const bad = { en: 'Stages', zh: '阶段 (全部)' }
  const dataType: Property['dataType'] = {
    type: 'array',
    size: 3,
    item: { type: 'struct', members: [{ identifier: 'Temp', name: bad, dataType: { type: 'date' } }] },
  }
  const definition = { ...service('Start'), inputData: [{ identifier: 'Stages', name: bad, dataType }] }
  const refused = await app.ask(thingModelApi.addService, { productId: id, definition }, { token })
  assert.deepEqual(Object.keys(refused.envelope.data.fields ?? {}), [
    'definition.inputData.0.name.zh',
    'definition.inputData.0.dataType.item.members.0.name.zh',
  ])
})

test('parameters of one list have names of their own; those that were imported with one name stay so', async () => {
  const { id } = await empty()
  const parameter = (identifier: string, en: string, zh: string) => ({
    identifier,
    name: { en, zh },
    dataType: { type: 'date' } as const,
  })
  const pair = [parameter('A', 'Start', '开始'), parameter('B', 'Start', '结束')]
  const refused = await app.ask(
    thingModelApi.addService,
    {
      productId: id,
      definition: { ...service('Run'), inputData: pair, outputData: [parameter('A', 'Start', '开始')] },
    },
    { token },
  )
  assert.deepEqual(refused.envelope.data.fields, {
    'definition.inputData.1.name.en': 'Another parameter has this name',
  })
  const imported = { ...service('Run'), inputData: pair }
  await app.db
    .insertInto('thingModel')
    .values({
      productId: id,
      version: null,
      model: { properties: [], events: [], services: [imported] },
      publishedAt: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
  const change = (definition: ServiceFunction) =>
    app.ask(thingModelApi.updateService, { productId: id, was: imported, definition }, { token })
  const third = { ...imported, inputData: [...pair, parameter('C', 'Start', '暂停')] }
  assert.deepEqual(Object.keys((await change(third)).envelope.data.fields ?? {}), ['definition.inputData.2.name.en'])
  assert.equal((await change({ ...imported, required: true })).status, 200)
})

test('two people who edit different functions at once both succeed', async () => {
  const { id } = await empty()
  const names = Array.from({ length: 8 }, (_, index) => `P${index}`)
  for (const name of names) await add(id, property(name))
  const answers = await Promise.all(
    names.map((name, index) =>
      update(
        { productId: id, was: property(name), definition: property(name, { accessMode: 'r' }) },
        index % 2 === 0 ? token : colleague,
      ),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const stamps = answers.map(({ envelope }) => envelope.data.updatedAt)
  assert.equal(new Set(stamps).size, stamps.length, 'each edit has a time of its own')
  assert.deepEqual(
    (await draftOf(id)).model.properties.map(({ identifier, accessMode }) => [identifier, accessMode]),
    names.map((name) => [name, 'r']),
  )
})

test('the second of two people who edit one function at once is refused with that reason, and nothing is lost', async () => {
  const { id } = await empty()
  await add(id, property('A'))
  const edits = [property('A', { required: true }), property('A', { accessMode: 'r' })]
  const answers = await Promise.all(
    edits.map((definition) => update({ productId: id, was: property('A'), definition })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused?.envelope.data.key, 'thingModel.changedMeanwhile')
  const kept = edits[answers.findIndex(({ status }) => status === 200)]
  assert.deepEqual((await draftOf(id)).model.properties, [kept])
})

test('if two people add one identifier at once, one of them succeeds', async () => {
  const { id } = await empty()
  const answers = await Promise.all([add(id, property('A')), add(id, property('A'), colleague)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422],
  )
  assert.deepEqual(identifiers((await draftOf(id)).model.properties), ['A'])
})

test('functions are removed all or none', async () => {
  const { id } = await empty()
  for (const identifier of ['A', 'B', 'C']) await add(id, property(identifier))
  const ask = (wanted: string[]) =>
    app.ask(thingModelApi.removeProperties, { productId: id, identifiers: wanted }, { token })
  const refused = await ask(['A', 'Nothing'])
  assert.deepEqual([refused.status, refused.envelope.data.key], [404, 'thingModel.functionUnknown'])
  assert.equal((await ask(['A', 'C'])).status, 200)
  assert.deepEqual(identifiers((await draftOf(id)).model.properties), ['B'])
  const gone = await update({ productId: id, was: property('A'), definition: property('A', { required: true }) })
  assert.equal(gone.status, 404)
})

test('an order names every function of its kind once', async () => {
  const { id } = await empty()
  for (const identifier of ['A', 'B', 'C']) await add(id, property(identifier))
  const order = (wanted: string[]) =>
    app.ask(thingModelApi.order, { productId: id, kind: 'property', identifiers: wanted }, { token })
  for (const wrong of [
    ['A', 'B'],
    ['A', 'B', 'B'],
    ['A', 'B', 'C', 'C'],
    ['A', 'B', 'D'],
  ]) {
    const { status, envelope } = await order(wrong)
    assert.deepEqual([status, envelope.data.key], [422, 'thingModel.orderIncomplete'], wrong.join())
  }
  assert.equal((await order(['C', 'A', 'B'])).status, 200)
  assert.deepEqual(identifiers((await draftOf(id)).model.properties), ['C', 'A', 'B'])
})

test('a module of a model holds at most 300 functions', async () => {
  const { id } = await empty()
  const properties = Array.from({ length: 300 }, (_, index) => property(`P${index}`))
  await app.db
    .insertInto('thingModel')
    .values({
      productId: id,
      version: null,
      model: { properties, events: [], services: [] },
      publishedAt: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()
  const refused = await add(id, property('OneMore'))
  assert.deepEqual(Object.values(refused.envelope.data.fields ?? {}), ['A module holds at most 300 functions'])
})

test('a draft starts from a ready-made model, and discarding it restores the published version', async () => {
  const { id } = await make.product(app)
  await app.ask(thingModelApi.start, { productId: id, from: 'refrigerator' }, { token })
  assert.deepEqual((await draftOf(id)).model, sent(refrigerator))
  assert.equal((await app.ask(thingModelApi.discard, { productId: id }, { token })).status, 200)
  const draft = await draftOf(id)
  assert.deepEqual([draft.model, draft.updatedAt], [sent(combiOven), null])
  const again = await app.ask(thingModelApi.discard, { productId: id }, { token })
  assert.deepEqual([again.status, again.envelope.data.key], [409, 'thingModel.noDraft'])
})

test('only the platform’s own staff sees or writes a draft, whatever the role of another holds', async () => {
  const { id } = await make.product(app)
  await add(id, property('Secret'))
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  const read = await app.ask(thingModelApi.draft, { productId: id }, { token: theirs })
  assert.deepEqual([read.status, read.envelope.data.key], [403, 'product.platformOnly'])
  const answers = [
    await add(id, property('Theirs'), theirs),
    await app.ask(thingModelApi.removeProperties, { productId: id, identifiers: ['Secret'] }, { token: theirs }),
    await app.ask(thingModelApi.start, { productId: id, from: 'refrigerator' }, { token: theirs }),
    await app.ask(thingModelApi.restore, { productId: id, version: 1 }, { token: theirs }),
    await app.ask(thingModelApi.discard, { productId: id }, { token: theirs }),
    await app.ask(
      thingModelApi.publish,
      { productId: id, name: '9.9.9', draftUpdatedAt: (await draftOf(id)).updatedAt ?? '' },
      { token: theirs },
    ),
  ]
  for (const { status, envelope } of answers)
    assert.deepEqual([status, envelope.data.key], [403, 'session.notAuthorised'])
})

test('a product that is not there has no draft to edit', async () => {
  const { status, envelope } = await add('999999', property('A'))
  assert.deepEqual([status, envelope.data.key], [404, 'product.unknown'])
  assert.equal((await app.ask(thingModelApi.draft, { productId: '999999' }, { token })).status, 404)
})
