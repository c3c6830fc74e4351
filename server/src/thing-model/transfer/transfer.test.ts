import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Envelope } from '@brigade/contract/envelope.ts'
import type { RefusalData } from '@brigade/contract/refusal.model.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { modelFormats, type ModelImported } from '@brigade/contract/thing-model/model-draft.model.ts'
import { readyMadeModels } from '@brigade/contract/thing-model/ready-made/ready-made-models.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { unwrapAnswer } from '@brigade/contract/thing-model/transfer/tsl-answer.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { readArchive } from '../../platform/zip/read-archive.ts'
import { writeArchive } from '../../platform/zip/write-archive.ts'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { addressOf, startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Imported = Readonly<{ status: number; envelope: Envelope<ModelImported & RefusalData> }>
async function upload(
  productId: string,
  bytes: Buffer,
  { dryRun = false, as = token, language = 'en' } = {},
): Promise<Imported> {
  const form = new FormData()
  form.append('productId', productId)
  form.append('dryRun', String(dryRun))
  form.append('file', new Blob([new Uint8Array(bytes)]), 'model')
  const response = await fetch(app.url + thingModelApi.import.path, {
    method: 'POST',
    headers: { authorization: as, 'accept-language': language },
    body: form,
  })
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what came over the wire is what the test then checks
  return { status: response.status, envelope: (await response.json()) as Imported['envelope'] }
}
const json = (document: unknown) => Buffer.from(JSON.stringify(document))

const Left = z.object({
  schema: z.string(),
  vendor: z.unknown(),
  profile: z.object({ productKey: z.string() }),
  properties: z.array(z.record(z.string(), z.unknown())),
})

type Download = Readonly<{ status: number; name: string; type: string; bytes: Buffer }>
async function download(
  input: RequestOf<typeof thingModelApi.export>,
  { as = token, language = 'en' } = {},
): Promise<Download> {
  const response = await fetch(addressOf(app.url, thingModelApi.export, input), {
    headers: { authorization: as, 'accept-language': language },
  })
  const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, name, type: response.headers.get('content-type') ?? '', bytes }
}

const draftOf = async (productId: string) =>
  (await app.ask(thingModelApi.draft, { productId }, { token })).envelope.data
const sent = (model: ThingModel): unknown => JSON.parse(JSON.stringify(model))

const dtu = readyMadeModels['modbus-dtu']
const withoutRegister = ({ modbus, ...rest }: Property): Property => (modbus === undefined ? rest : { ...rest })
const minimal = (properties: unknown[]) => ({ profile: { productKey: 'a1Else' }, properties, events: [], services: [] })
const plain = { identifier: 'Temp', name: '温度', accessMode: 'r', required: false }
const int = (min: number, max: number) => ({ type: 'int', specs: { min: String(min), max: String(max) } })

for (const format of ['alink', 'api', 'zip', 'bundle'] as const) {
  test(`an export as ${format}, imported into another product, differs in nothing`, async () => {
    for (const [key, model] of Object.entries(readyMadeModels)) {
      // Only a bundle contains the registers.
      const carried = format === 'bundle' ? model : { ...model, properties: model.properties.map(withoutRegister) }
      const source = await make.product(app, { model: carried })
      const copy = await make.product(app, { model: null })
      for (const language of ['en', 'zh']) {
        const file = await download({ productId: source.id, format }, { language })
        assert.equal(file.status, 200)
        const answer = await upload(copy.id, file.bytes)
        assert.deepEqual([answer.status, answer.envelope.data.problems], [200, []], key)
        assert.deepEqual((await draftOf(copy.id)).model, sent(carried), `${key} in ${language}`)
      }
      const again = await upload(copy.id, (await download({ productId: source.id, format })).bytes, { dryRun: true })
      assert.deepEqual(again.envelope.data.changes, [])
    }
  })
}

test('registers alone keep the functions and replace where they live', async () => {
  const source = await make.product(app, { model: dtu, protocol: 'modbusRtu' })
  const bare = { ...dtu, properties: dtu.properties.map(withoutRegister) }
  const copy = await make.product(app, { model: bare, protocol: 'modbusRtu' })
  const file = await download({ productId: source.id, format: 'modbus' })
  const answer = await upload(copy.id, file.bytes)
  const registers = dtu.properties.filter(({ modbus }) => modbus !== undefined).length
  assert.ok(registers > 0)
  assert.deepEqual(answer.envelope.data.found, { properties: 0, events: 0, services: 0, registers, modules: 0 })
  assert.deepEqual((await draftOf(copy.id)).model, sent(dtu))
})

test('a file is named after the product and the version, and has the type it declares', async () => {
  const product = await make.product(app)
  const names = []
  for (const format of modelFormats) {
    const { name, type } = await download({ productId: product.id, format })
    names.push([name, type.split(';')[0]])
  }
  const key = product.productKey
  assert.deepEqual(names, [
    [`${key}-1.0.0.json`, 'application/json'],
    [`${key}-1.0.0-api.json`, 'application/json'],
    [`${key}-1.0.0.zip`, 'application/zip'],
    [`${key}-1.0.0-modbus.json`, 'application/json'],
    [`${key}-1.0.0-bundle.zip`, 'application/zip'],
  ])
  const { bytes } = await download({ productId: product.id, format: 'bundle' })
  const inside = readArchive(bytes, { maxEntries: 20, maxUnfoldedBytes: 1e7, maxRatio: 200 })
  assert.deepEqual([...inside.keys()], ['model.json', 'module-Recipe.json', 'registers.json'])
})

test('the draft is exported for accounts that may see drafts, a version for those that may export', async () => {
  const product = await make.product(app)
  const customer = await make.organisation(app)
  const { token: theirs } = await make.account(app, { role: 'administrator', organisationId: customer.id })
  await upload(product.id, json(minimal([{ ...plain, dataType: int(0, 9) }])))
  const draft = await download({ productId: product.id, version: 'draft' })
  assert.deepEqual([draft.status, draft.name], [200, `${product.productKey}-draft.json`])
  assert.equal((await download({ productId: product.id, version: 'draft' }, { as: theirs })).status, 403)
  assert.equal((await download({ productId: product.id, version: 1 }, { as: theirs })).status, 200)
  assert.equal((await download({ productId: product.id, version: 7 })).status, 404)
  assert.equal((await upload(product.id, json(minimal([])), { as: theirs })).status, 403)
})

test('unchanged parts are exported as they were imported: from the draft, the version, a copy and a restored version', async () => {
  const product = await make.product(app, { model: null })
  const { id: productId, productKey } = product
  const spelled = { ...plain, dataType: { type: 'float', specs: { min: '0.00', max: 1.5 } }, std: false }
  const unlabelled = { ...plain, identifier: 'Door', required: 'false', dataType: { type: 'bool' } }
  const properties = [spelled, unlabelled]
  const document = { ...minimal(properties), schema: 'https://example.com/s.json', vendor: { a: '1.0' } }
  assert.deepEqual((await upload(productId, json(document))).envelope.data.problems, [])
  const left = async (id: string, version?: number | 'draft') => {
    const file = await download(version === undefined ? { productId: id } : { productId: id, version })
    return Left.parse(JSON.parse(file.bytes.toString()))
  }
  const asCame = async (id: string, version?: number | 'draft') => {
    const { schema, vendor, profile, properties: listed } = await left(id, version)
    assert.deepEqual([schema, vendor, listed], ['https://example.com/s.json', { a: '1.0' }, properties])
    return profile.productKey
  }
  assert.equal(await asCame(productId, 'draft'), productKey)
  const publish = async (name: string) => {
    const draftUpdatedAt = (await draftOf(productId)).updatedAt ?? ''
    const publication = { productId, name, note: '', draftUpdatedAt, acceptBreaking: true }
    assert.equal((await app.ask(thingModelApi.publish, publication, { token })).status, 200)
  }
  await publish('1')
  await asCame(productId)
  const copied = await app.ask(productApi.copy, { id: productId, name: { en: 'Copy', zh: 'Copy' } }, { token })
  await asCame(copied.envelope.data.id, 'draft')

  const [was] = (await draftOf(productId)).model.properties
  assert.ok(was !== undefined)
  const definition = { ...was, required: true }
  assert.equal((await app.ask(thingModelApi.updateProperty, { productId, was, definition }, { token })).status, 200)
  const changed = await left(productId, 'draft')
  assert.deepEqual(changed.properties[0]?.['dataType'], { type: 'float', specs: { min: '0', max: '1.5' } })
  assert.deepEqual(changed.properties[1], unlabelled)
  await publish('2')
  await app.ask(thingModelApi.restore, { productId, version: 1 }, { token })
  await asCame(productId, 'draft')
})

test('a dry run reports the changes and changes nothing', async () => {
  const product = await make.product(app, { model: null })
  const bytes = json(minimal([{ ...plain, dataType: int(0, 9) }]))
  const { status, envelope } = await upload(product.id, bytes, { dryRun: true })
  assert.equal(status, 200)
  assert.deepEqual(envelope.data.found, { properties: 1, events: 0, services: 0, registers: 0, modules: 0 })
  assert.deepEqual(
    envelope.data.changes.map(({ change, identifier, name }) => [change, identifier, name]),
    [['added', 'Temp', { en: '温度', zh: '温度' }]],
    'a name in one language is that of both',
  )
  assert.equal((await draftOf(product.id)).updatedAt, null)
})

test('every problem of a bad file is reported at its place, and nothing is changed', async () => {
  const product = await make.product(app)
  const bad = json(
    minimal([
      { ...plain, dataType: int(9, 0) },
      { ...plain, identifier: 'B C', dataType: { type: 'enum', specs: {} } },
      { ...plain, dataType: int(0, 1) },
    ]),
  )
  const dry = await upload(product.id, bad, { dryRun: true })
  assert.equal(dry.status, 200)
  const places = dry.envelope.data.problems.map(({ file, path }) => [file, path])
  assert.deepEqual(places, [
    ['', 'properties.0.dataType.specs.max'],
    ['', 'properties.1.identifier'],
    ['', 'properties.1.dataType.specs'],
    ['', 'properties.2.identifier'],
  ])
  const refused = await upload(product.id, bad, { language: 'zh' })
  assert.deepEqual([refused.status, refused.envelope.data.key], [422, 'thingModel.badFile'])
  assert.deepEqual(
    Object.keys(refused.envelope.data.fields ?? {}),
    places.map(([, path]) => path),
  )
  assert.equal(refused.envelope.data.fields?.['properties.0.dataType.specs.max'], '最大值必须大于最小值')
  assert.equal((await draftOf(product.id)).updatedAt, null)
})

test('of a bad ZIP the problems name the file in it', async () => {
  const product = await make.product(app, { model: null })
  const good = json(minimal([{ ...plain, dataType: int(0, 9) }]))
  const zip = writeArchive([
    { name: '__MACOSX/._model.json', bytes: Buffer.from('x') },
    { name: 'model.json', bytes: good },
    { name: 'second.json', bytes: Buffer.from('{"properties":') },
  ])
  const { envelope } = await upload(product.id, zip, { dryRun: true })
  assert.deepEqual(
    envelope.data.problems.map(({ file, message }) => [file, message]),
    [['second.json', 'This is not JSON']],
  )
  const refused = await upload(product.id, zip)
  assert.deepEqual(refused.envelope.data.fields, { 'second.json': 'This is not JSON' })
})

test('a document in an answer of Alibaba is taken as if it were alone: as an object, as a text, and nested in texts', async () => {
  const product = await make.product(app, { model: null })
  const document = minimal([{ ...plain, dataType: int(0, 9) }])
  const text = JSON.stringify(document)
  const wrapped: readonly unknown[] = [
    { code: 200, data: document, localizedMsg: null },
    { code: 200, data: text },
    { RequestId: 'a', Success: true, Data: { TslStr: text, TslUri: 'https://iotx.example.com/tsl' } },
    { Data: { ThingModelJson: text } },
    { data: { tsl: document } },
    JSON.stringify({ Data: { TslStr: text } }),
    JSON.stringify(JSON.stringify(document)),
  ]
  const alone = (await upload(product.id, json(document), { dryRun: true })).envelope.data
  assert.deepEqual(alone.problems, [])
  for (const answer of wrapped) {
    const dry = await upload(product.id, json(answer), { dryRun: true })
    assert.deepEqual(dry.envelope.data, alone, JSON.stringify(answer).slice(0, 60))
  }
  assert.equal((await upload(product.id, json(wrapped[2]))).status, 200)
  const { model } = await draftOf(product.id)
  assert.deepEqual(
    model.properties.map(({ identifier }) => identifier),
    ['Temp'],
  )
})

test('an answer without a document, or wrapped without an end, is refused; what is wrong in one is reported within the document', async () => {
  const product = await make.product(app, { model: null })
  const problems = async (file: unknown) =>
    (await upload(product.id, json(file), { dryRun: true })).envelope.data.problems.map(({ path }) => path)
  const alone = minimal([])
  assert.equal(unwrapAnswer(alone), alone)
  let endless: unknown = minimal([{ ...plain, dataType: int(0, 9) }])
  for (let layer = 0; layer < 12; layer += 1) endless = JSON.stringify({ data: endless })
  for (const nothing of [
    { code: 460, message: 'no such product' },
    { data: null },
    { data: 'x' },
    { Data: { TslStr: '' } },
    endless,
  ])
    assert.deepEqual(await problems(nothing), [''], JSON.stringify(nothing).slice(0, 60))
  const wrong = minimal([{ ...plain, dataType: int(9, 0) }])
  assert.deepEqual(await problems({ data: wrong }), await problems(wrong))
})

test('a file in GBK is named as such', async () => {
  const product = await make.product(app, { model: null })
  // The name 温度, as Chinese Windows saves it.
  const [before = '', after = ''] = JSON.stringify(minimal([{ ...plain, dataType: int(0, 9) }])).split('温度')
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xce, 0xc2, 0xb6, 0xc8]), Buffer.from(after)])
  const dry = await upload(product.id, bytes, { dryRun: true })
  assert.deepEqual(
    dry.envelope.data.problems.map(({ message }) => message),
    ['This file is in GBK: save it as UTF-8 and try again'],
  )
  const broken = await upload(product.id, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), { dryRun: true })
  assert.deepEqual(
    broken.envelope.data.problems.map(({ message }) => message),
    ['This is not JSON'],
  )
})

test('an invalid, hostile or too large file is refused in words', async () => {
  const product = await make.product(app, { model: null })
  const many = Array.from({ length: 21 }, (_, index) => ({ name: `m${index}.json`, bytes: Buffer.from('{}') }))
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  const hostile: [string, Buffer][] = [
    ['no JSON', Buffer.from('hello')],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['a list', json([1, 2])],
    ['null', json(null)],
    ['very deep', Buffer.from(deep.slice(0, 400_000))],
    ['very deep and whole', Buffer.from(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
    ['the zero character', json(minimal([{ ...plain, name: 'a\u0000b', dataType: int(0, 9) }]))],
    ['half of a pair', json(minimal([{ ...plain, desc: '\ud800', dataType: int(0, 9) }]))],
    ['a ZIP cut short', writeArchive(many.slice(0, 2)).subarray(0, 40)],
    ['too many files', writeArchive(many)],
    ['a bomb', writeArchive([{ name: 'model.json', bytes: Buffer.alloc(11 * 1024 * 1024, 0x20) }])],
    ['nothing in it', writeArchive([])],
    [
      'a name of Object',
      Buffer.from(
        '{"profile":{"productKey":"a"},"__proto__":{"properties":[1]},"properties":[{"identifier":"constructor"}]}',
      ),
    ],
  ]
  for (const [what, bytes] of hostile) {
    const dry = await upload(product.id, bytes, { dryRun: true })
    assert.equal(dry.status, 200, what)
    assert.ok(dry.envelope.data.problems.length > 0, what)
    assert.ok(
      dry.envelope.data.problems.every(({ message }) => message.length > 2 && !message.includes('thingModel.')),
      what,
    )
    const refused = await upload(product.id, bytes)
    assert.deepEqual([refused.status, refused.envelope.data.key], [422, 'thingModel.badFile'], what)
  }
  assert.equal((await upload(product.id, Buffer.alloc(600 * 1024, 0x20))).status, 413)
  assert.equal((await draftOf(product.id)).updatedAt, null)
})

test('two simultaneous imports leave one of the two models complete', async () => {
  const product = await make.product(app, { model: null })
  const models = ['A', 'B'].map((identifier) =>
    minimal(
      Array.from({ length: 50 }, (_, index) => ({
        ...plain,
        identifier: `${identifier}${index}`,
        dataType: int(0, 9),
      })),
    ),
  )
  const answers = await Promise.all(models.map((model) => upload(product.id, json(model))))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const { properties } = (await draftOf(product.id)).model
  assert.equal(properties.length, 50)
  assert.equal(new Set(properties.map(({ identifier }) => identifier[0])).size, 1)
})
