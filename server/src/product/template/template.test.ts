import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import type { NetworkTemplate } from '@brigade/contract/product/template/template.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import sharp from 'sharp'
import { z } from 'zod'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { publishThingModel } from '../../thing-model/publish-thing-model.ts'

let app: TestApp
let token: string
let outside: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator', name: 'Writer' }))
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  outside = (await make.account(app, { role: 'administrator', organisationId })).token
})
after(() => app.stop())

let made = 0
const newId = () => `id${String((made += 1)).padStart(6, '0')}`
const info = () => emptyTemplate('params-info', combiOven, newId)
const control = () => emptyTemplate('device-control', combiOven, newId)

const saveInfo = (productId: string, updatedAt: string | null, content = info(), as = token) =>
  app.ask(templateApi.saveInfo, { productId, content, updatedAt }, { token: as })
const infoOf = async (productId: string, as = token) =>
  (await app.ask(templateApi.infoDetail, { productId }, { token: as })).envelope.data
const publishInfo = (productId: string, updatedAt: string, as = token) =>
  app.ask(templateApi.publishInfo, { productId, updatedAt }, { token: as })

test('each of the five is saved, read, published and listed', async () => {
  const { id: productId } = await make.product(app)
  const first = (await app.ask(templateApi.templates, { productId }, { token })).envelope.data
  assert.deepEqual(
    first.map(({ kind, status, updatedAt }) => [kind, status, updatedAt]),
    [
      ['distribution-network', 'none', null],
      ['params-info', 'none', null],
      ['device-control', 'none', null],
      ['params-edit', 'none', null],
      ['temperature-control', 'none', null],
    ],
  )
  const updatedAt = null
  const contents = {
    network: emptyTemplate('distribution-network', combiOven, newId),
    info: info(),
    control: control(),
    edit: emptyTemplate('params-edit', combiOven, newId),
    temperature: emptyTemplate('temperature-control', combiOven, newId),
  }
  const ask = { token }
  const saved = [
    await app.ask(templateApi.saveNetwork, { productId, content: contents.network, updatedAt }, ask),
    await app.ask(templateApi.saveInfo, { productId, content: contents.info, updatedAt }, ask),
    await app.ask(templateApi.saveControl, { productId, content: contents.control, updatedAt }, ask),
    await app.ask(templateApi.saveEdit, { productId, content: contents.edit, updatedAt }, ask),
    await app.ask(templateApi.saveTemperature, { productId, content: contents.temperature, updatedAt }, ask),
  ].map(({ envelope }) => envelope.data.updatedAt)
  const publish = [
    templateApi.publishNetwork,
    templateApi.publishInfo,
    templateApi.publishControl,
    templateApi.publishEdit,
    templateApi.publishTemperature,
  ]
  for (const [index, call] of publish.entries()) {
    const { status } = await app.ask(call, { productId, updatedAt: saved[index] ?? '' }, ask)
    assert.equal(status, 200, call.name)
  }
  const read = { productId }
  assert.deepEqual((await app.ask(templateApi.networkDetail, read, ask)).envelope.data.published, contents.network)
  assert.deepEqual((await app.ask(templateApi.infoDetail, read, ask)).envelope.data.published, contents.info)
  assert.deepEqual((await app.ask(templateApi.controlDetail, read, ask)).envelope.data.published, contents.control)
  assert.deepEqual((await app.ask(templateApi.editDetail, read, ask)).envelope.data.published, contents.edit)
  assert.deepEqual(
    (await app.ask(templateApi.temperatureDetail, read, ask)).envelope.data.published,
    contents.temperature,
  )
  const listed = (await app.ask(templateApi.templates, { productId }, { token })).envelope.data
  assert.deepEqual(new Set(listed.map(({ status }) => status)), new Set(['published']))
  assert.deepEqual(
    listed.flatMap(({ faults }) => faults),
    [],
  )
})

test('the published template is unchanged while a draft is written beside it', async () => {
  const { id: productId } = await make.product(app)
  const first = info()
  const { updatedAt } = (await saveInfo(productId, null, first)).envelope.data
  const drafted = await infoOf(productId)
  assert.deepEqual([drafted.draft, drafted.published, drafted.publishedBy], [first, null, null])
  assert.deepEqual(drafted.drafted, { at: updatedAt, by: 'Writer' })
  await publishInfo(productId, updatedAt)
  const published = await infoOf(productId)
  assert.deepEqual([published.draft, published.published, published.drafted], [null, first, null])
  assert.equal(published.publishedBy?.by, 'Writer')

  const second = info()
  await saveInfo(productId, published.updatedAt, second)
  const changed = await infoOf(productId)
  assert.deepEqual([changed.draft, changed.published], [second, first])
  // After a return to the published content there is no draft any more, and nothing to publish.
  await saveInfo(productId, changed.updatedAt, first)
  const back = await infoOf(productId)
  assert.equal(back.draft, null)
  const nothing = await publishInfo(productId, back.updatedAt ?? '')
  assert.deepEqual([nothing.status, nothing.envelope.data.key], [409, 'product.nothingToPublish'])
})

test('a draft made from a version that is no longer the last is refused, and so is its publishing', async () => {
  const { id: productId } = await make.product(app)
  const first = (await saveInfo(productId, null)).envelope.data.updatedAt
  const content = info()
  const second = (await saveInfo(productId, first, content)).envelope.data.updatedAt
  assert.ok(second > first)
  for (const refused of [
    await saveInfo(productId, first),
    await saveInfo(productId, null),
    await publishInfo(productId, first),
  ]) {
    assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'product.changedMeanwhile'])
  }
  assert.deepEqual((await infoOf(productId)).draft, content)
})

test('of many drafts made from one version at once, one is kept', async () => {
  const { id: productId } = await make.product(app)
  const atOnce = async (updatedAt: string | null) => {
    const contents = Array.from({ length: 6 }, info)
    const answers = await Promise.all(contents.map((content) => saveInfo(productId, updatedAt, content)))
    const kept = answers.findIndex(({ status }) => status === 200)
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
    assert.deepEqual((await infoOf(productId)).draft, contents[kept])
    return answers[kept]?.envelope.data.updatedAt ?? ''
  }
  await atOnce(await atOnce(null))
})

test('a template that names functions missing in the published thing model is kept as a draft and not published', async () => {
  const { id: productId } = await make.product(app)
  const without = {
    ...combiOven,
    properties: combiOven.properties
      .filter(({ identifier }) => identifier !== 'ChamberTemp')
      .map((property) => (property.identifier === 'Light' ? { ...property, accessMode: 'r' as const } : property)),
  }
  const publication = { productId, model: without, note: '', publishedBy: null, at: app.clock.now() }
  await publishThingModel(app.db, publication)
  const content = control()
  const light = content.controls.findIndex(({ identifier }) => identifier === 'Light')
  const { updatedAt } = (await app.ask(templateApi.saveControl, { productId, content, updatedAt: null }, { token }))
    .envelope.data
  const faults = [
    { path: 'headline', identifier: 'ChamberTemp', reason: 'missing' },
    { path: `controls.${light}.identifier`, identifier: 'Light', reason: 'notWritable' },
  ]
  const detail = await app.ask(templateApi.controlDetail, { productId }, { token })
  assert.deepEqual(detail.envelope.data.faults, faults)
  const refused = await app.ask(templateApi.publishControl, { productId, updatedAt }, { token })
  assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'product.templateFaults'])
  assert.equal(refused.envelope.msg, '2 functions do not fit the published thing model')
  assert.deepEqual(refused.envelope.data.fields, {
    headline: 'Not in the published thing model',
    [`controls.${light}.identifier`]: 'Cannot be set',
  })
  // Once the thing model has the functions, the same draft can be published; when they are removed again, the faults
  // are shown beside the published content.
  await publishThingModel(app.db, { ...publication, model: combiOven })
  assert.equal((await app.ask(templateApi.publishControl, { productId, updatedAt }, { token })).status, 200)
  await publishThingModel(app.db, publication)
  const listed = (await app.ask(templateApi.templates, { productId }, { token })).envelope.data
  assert.deepEqual(listed.find(({ kind }) => kind === 'device-control')?.faults, faults)
})

test('without a published thing model every function is missing', async () => {
  const { id: productId } = await make.product(app, { model: null })
  const { updatedAt } = (await saveInfo(productId, null)).envelope.data
  const refused = await publishInfo(productId, updatedAt)
  assert.equal(refused.envelope.data.key, 'product.templateFaults')
  const faults = (await infoOf(productId)).faults
  assert.ok(faults.length > 20 && faults.every(({ reason }) => reason === 'missing'))
})

test('a picture of a step is one that was uploaded as a guide and is there still', async () => {
  const { id: productId } = await make.product(app)
  const upload = async (kind: 'guide' | 'product') => {
    const form = new FormData()
    form.append('kind', kind)
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'step.png')
    const response = await fetch(app.url + fileApi.upload.path, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
    return z.object({ data: z.object({ id: z.string() }) }).parse(await response.json()).data.id
  }
  const withPictures = (...pictures: readonly string[]): z.output<typeof NetworkTemplate> => {
    const { modes } = emptyTemplate('distribution-network', combiOven, newId)
    const step = (index: number, imageFileId: string | undefined) =>
      imageFileId === undefined ? {} : { imageFileId: pictures[index] ?? '' }
    return {
      modes: modes.map((mode) => ({
        ...mode,
        steps: mode.steps.map((each, index) => ({ ...each, ...step(index, pictures[index]) })),
      })),
    }
  }
  const save = (content: z.output<typeof NetworkTemplate>) =>
    app.ask(templateApi.saveNetwork, { productId, content, updatedAt: null }, { token })
  const guide = await upload('guide')
  const refused = await save(withPictures(guide, await upload('product'), 'neverthere00000000000000000000000'))
  assert.equal(refused.status, 422)
  assert.deepEqual(Object.keys(refused.envelope.data.fields ?? {}), [
    'content.modes.0.steps.1.imageFileId',
    'content.modes.0.steps.2.imageFileId',
  ])
  assert.equal((await save(withPictures(guide, guide))).status, 200)
})

test('content that breaks a rule is refused at its field', async () => {
  const { id: productId } = await make.product(app)
  const broken = { groups: [{ id: 'group1', title: { en: 'Group', zh: '分组' }, items: [] }] }
  const none = await saveInfo(productId, null, broken)
  assert.deepEqual(
    [none.status, none.envelope.data.fields],
    [422, { 'content.groups.0.items': 'Add at least one entry' }],
  )
  const [group] = info().groups
  assert.ok(group)
  const twice = await saveInfo(productId, null, { groups: [group, group] })
  assert.deepEqual(twice.envelope.data.fields, { 'content.groups': 'This element is listed twice' })
})

test('a product that is not there has no templates', async () => {
  const productId = '999999'
  for (const answer of [
    await saveInfo(productId, null),
    await publishInfo(productId, new Date().toISOString()),
    await app.ask(templateApi.infoDetail, { productId }, { token }),
    await app.ask(templateApi.templates, { productId }, { token }),
  ]) {
    assert.deepEqual([answer.status, answer.envelope.data.key], [404, 'product.unknown'])
  }
})

test('templates are written by the platform’s staff alone, and others see the published ones', async () => {
  const { id: productId } = await make.product(app)
  const first = info()
  const { updatedAt } = (await saveInfo(productId, null, first)).envelope.data
  for (const refused of [
    await saveInfo(productId, updatedAt, info(), outside),
    await publishInfo(productId, updatedAt, outside),
  ]) {
    assert.deepEqual([refused.status, refused.envelope.data.key], [403, 'session.notAuthorised'])
  }
  const statusFor = async (as: string) =>
    (await app.ask(templateApi.templates, { productId }, { token: as })).envelope.data[1]?.status
  const before = await infoOf(productId, outside)
  assert.deepEqual([before.draft, before.published, before.updatedAt], [null, null, null])
  assert.equal(await statusFor(outside), 'none')
  await publishInfo(productId, updatedAt)
  await saveInfo(productId, updatedAt)
  const now = await infoOf(productId, outside)
  assert.deepEqual([now.draft, now.published, now.drafted], [null, first, null])
  // The publisher belongs to another organisation, and these accounts do not see its accounts.
  assert.equal(now.publishedBy?.by, '')
  assert.deepEqual([await statusFor(outside), await statusFor(token)], ['published', 'changed'])
})
