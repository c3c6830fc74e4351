import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import sharp from 'sharp'
import { z } from 'zod'
import { make } from '../testing/make.ts'
import { testPassword } from '../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { makeKitchen } from '../testing/recipe/make-recipe.ts'
import { until } from '../testing/until.ts'
import { saveDraft } from '../thing-model/edit-draft.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'product-manager' }))
})
after(() => app.stop())

type Draft = RequestOf<typeof productApi.add>
const staffOf = async (organisationId: string) =>
  (await make.account(app, { role: 'administrator', organisationId })).token
const add = (draft: Draft, as = token) => app.ask(productApi.add, draft, { token: as })
const detail = async (id: string) => (await app.ask(productApi.detail, { id }, { token })).envelope.data
const remove = (id: string, productKey: string, as = token) =>
  app.ask(productApi.remove, { id, productKey }, { token: as })
const copy = (body: RequestOf<typeof productApi.copy>, as = token) => app.ask(productApi.copy, body, { token: as })
const secretOf = (id: string, { as = token, password = testPassword } = {}) =>
  app.ask(productApi.secret, { id, password }, { token: as })

/** The model in its present state, with a change, as the form sends it. */
async function update(id: string, change: Partial<RequestOf<typeof productApi.update>> = {}, as = token) {
  const { name, series, nodeType, networkType, protocol, imageFileId, note, enabled, updatedAt } = await detail(id)
  const fields = { name, seriesId: series.id, nodeType, networkType, protocol, imageFileId, note, enabled, updatedAt }
  return app.ask(productApi.update, { id, ...fields, ...change }, { token: as })
}

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

let number = 0
/** A draft in a separate series. */
async function draft(given: Partial<Draft> = {}): Promise<Draft> {
  number += 1
  const seriesId = given.seriesId ?? (await make.series(app)).id
  return {
    name: { en: `Added ${number}`, zh: `新增 ${number}` },
    nodeType: 'direct',
    networkType: 'wifi',
    protocol: 'alink',
    ...given,
    seriesId,
  }
}
const added = async (given: Partial<Draft> = {}) => (await add(await draft(given))).envelope.data.id

const Uploaded = z.object({ data: z.object({ id: z.string().optional() }) })

async function picture(kind: string, as = token): Promise<string> {
  const bytes = await sharp({ create: { width: 700, height: 600, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'oven.png')
  const response = await fetch(app.url + fileApi.upload.path, {
    method: 'POST',
    headers: { authorization: as },
    body: form,
  })
  return Uploaded.parse(await response.json()).data.id ?? ''
}

/** The value after a round trip through JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
async function modelOf(productId: string) {
  const row = await app.db
    .selectFrom('thingModel')
    .select(['model', 'version'])
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row
}

test('a model is stored as it was entered, of the kind of its series, in development and enabled', async () => {
  const series = await make.series(app, { kind: 'cooler' })
  const imageFileId = await picture('product')
  const { id } = (
    await add({
      name: { en: ' RC-900 ', zh: 'RC-900 双门冷柜' },
      seriesId: series.id,
      nodeType: 'gateway',
      networkType: 'rs485',
      protocol: 'modbusRtu',
      imageFileId,
      note: ' 900 l ',
      productKey: 'a1XtmY88Yz2',
      productSecret: 'bR5uCv7Kx2Qd9LmE',
    })
  ).envelope.data
  const product = await detail(id)
  assert.deepEqual(
    { ...product, createdAt: '', updatedAt: '' },
    {
      id,
      productKey: 'a1XtmY88Yz2',
      name: { en: 'RC-900', zh: 'RC-900 双门冷柜' },
      kind: 'cooler',
      series: { id: series.id, name: series.name },
      imageFileId,
      nodeType: 'gateway',
      networkType: 'rs485',
      protocol: 'modbusRtu',
      status: 'draft',
      version: null,
      hasDraft: false,
      devices: 0,
      createdAt: '',
      updatedAt: '',
      note: '900 l',
      enabled: true,
      functions: 0,
      draftFunctions: 0,
      templates: 0,
      languages: 0,
      registered: 0,
    },
  )
  assert.equal((await secretOf(id)).envelope.data.productSecret, 'bR5uCv7Kx2Qd9LmE')
})

test('a key and a secret that are not entered are made', async () => {
  const [first, second] = [await added(), await added()]
  for (const id of [first, second]) {
    assert.match((await detail(id)).productKey, /^a1[A-Za-z0-9]{9}$/)
    assert.match((await secretOf(id)).envelope.data.productSecret, /^[A-Za-z0-9]{16}$/)
  }
  assert.notEqual((await detail(first)).productKey, (await detail(second)).productKey)
})

test('a key is one product’s alone, of two at once too; keys and secrets are letters and digits', async () => {
  const answers = await Promise.all(
    (await Promise.all([1, 2, 3].map(() => draft({ productKey: 'a1Together1' })))).map((each) => add(each)),
  )
  assert.deepEqual(statusesOf(answers), [200, 422, 422])
  assert.deepEqual(answers.find(({ status }) => status === 422)?.envelope.data.fields, {
    productKey: 'Another product has this key',
  })
  const bad = await add(await draft({ productKey: 'a-1', productSecret: 'short' }))
  assert.deepEqual(bad.envelope.data.fields, {
    productKey: 'A product key has 4 to 20 letters or digits',
    productSecret: 'A product secret has 8 to 64 letters or digits',
  })
})

test('models of one series have names of their own in either language; another series may have the same', async () => {
  const first = await draft({ name: { en: 'BX-12', zh: '十二盘' } })
  await add(first)
  const taken = async (name: Draft['name'], seriesId = first.seriesId) =>
    (await add(await draft({ name, seriesId }))).envelope.data.fields
  const words = 'Another model of the series has this name'
  assert.deepEqual(await taken({ en: 'bx-12', zh: '别的' }), { 'name.en': words })
  assert.deepEqual(await taken({ en: 'Other', zh: '十二盘' }), { 'name.zh': words })
  assert.deepEqual(await taken({ en: 'BX-12', zh: '十二盘' }), { 'name.zh': words, 'name.en': words })
  assert.equal(await taken(first.name, (await make.series(app)).id), undefined)
  const same = await draft({ name: { en: 'Twice', zh: '两次' } })
  const answers = await Promise.all([1, 2, 3].map(() => add(same)))
  assert.deepEqual(statusesOf(answers), [200, 422, 422])
})

test('a series that is not there and a picture that is none of a product are refused at their fields', async () => {
  const avatar = await picture('avatar')
  const refused = async (given: Partial<Draft>) => (await add(await draft(given))).envelope.data.fields
  assert.deepEqual(await refused({ seriesId: '999999' }), { seriesId: 'There is no such product series' })
  const words = { imageFileId: 'The picture no longer exists, upload it again' }
  assert.deepEqual(await refused({ imageFileId: avatar }), words)
  assert.deepEqual(await refused({ imageFileId: 'f'.repeat(32) }), words)
})

test('a model may start from a ready-made thing model, as its draft', async () => {
  const id = await added({ startFrom: 'refrigerator' })
  assert.deepEqual(await modelOf(id), { model: plain(refrigerator), version: null })
  const { hasDraft, status } = await detail(id)
  assert.deepEqual([hasDraft, status], [true, 'draft'])
  assert.equal(await modelOf(await added()), undefined)
})

test('a change is kept, with a new version; one made from an older version is refused, of two at once one', async () => {
  const id = await added()
  const before = await detail(id)
  const change = {
    name: { en: 'Changed', zh: '改过' },
    networkType: '4g',
    note: 'New note',
    enabled: false,
    imageFileId: await picture('product'),
  } as const
  assert.equal((await update(id, change)).status, 200)
  const after = await detail(id)
  assert.deepEqual(after, { ...before, ...change, status: 'disabled', updatedAt: after.updatedAt })
  assert.ok(after.updatedAt > before.updatedAt)
  const late = await update(id, { note: 'Late', updatedAt: before.updatedAt })
  assert.deepEqual([late.status, late.envelope.data.key], [409, 'product.changedMeanwhile'])
  const answers = await Promise.all(
    [1, 2, 3, 4].map((nth) => update(id, { note: `At once ${nth}`, updatedAt: after.updatedAt })),
  )
  assert.deepEqual(statusesOf(answers), [200, 409, 409, 409])
})

test('a model without devices may change its node type, protocol and kind; with one these stay, and the rest may change', async () => {
  const id = await added()
  const cooler = await make.series(app, { kind: 'cooler' })
  const change = { seriesId: cooler.id, nodeType: 'gateway', protocol: 'modbusTcp' } as const
  assert.equal((await update(id, change)).status, 200)
  assert.equal((await detail(id)).kind, 'cooler')
  await make.device(app, { productId: id, kind: 'cooler', installed: false })
  const oven = await make.series(app)
  const refused = await update(id, { seriesId: oven.id, nodeType: 'direct', protocol: 'alink' })
  const words = 'This is fixed once the model has devices'
  assert.deepEqual(
    [refused.status, refused.envelope.data.fields],
    [409, { seriesId: words, nodeType: words, protocol: words }],
  )
  const sibling = await make.series(app, { kind: 'cooler' })
  assert.equal((await update(id, { seriesId: sibling.id, networkType: 'ethernet', enabled: false })).status, 200)
})

test('a device shows the new name of its model at once', async () => {
  const id = await added()
  const device = await make.device(app, { productId: id })
  const shown = async () =>
    (await app.ask(deviceCalls.oven.detail, { id: device.id }, { token })).envelope.data.product.name.en
  assert.notEqual(await shown(), 'Renamed model')
  await update(id, { name: { en: 'Renamed model', zh: '新型号名' } })
  await until('the new name', async () => (await shown()) === 'Renamed model')
})

test('a model is deleted with its thing model when its key is typed again, but not while it has a device, installed or not', async () => {
  const id = await added({ startFrom: 'combi-oven' })
  const { productKey, name } = await detail(id)
  const wrong = await remove(id, productKey.toLowerCase() + 'x')
  assert.deepEqual([wrong.status, wrong.envelope.data.fields], [422, { productKey: 'This is not the product’s key' }])
  const device = await make.device(app, { productId: id, installed: false })
  const refused = await remove(id, productKey)
  assert.deepEqual([refused.status, refused.envelope.msg], [409, `${name.en} still has devices`])
  await app.db.deleteFrom('device').where('id', '=', device.id).execute()
  assert.equal((await remove(id, productKey)).status, 200)
  assert.equal((await app.ask(productApi.detail, { id }, { token })).status, 404)
  assert.equal(await modelOf(id), undefined)
  assert.equal((await remove(id, productKey)).status, 404)
})

test('a model is not deleted while a draft or a published version of a recipe is for it, and the refusal counts these recipes', async () => {
  const kitchen = await makeKitchen(app)
  const { id: other } = await make.product(app)
  const { name, productKey } = await detail(kitchen.productId)
  const refusal = async (language: string) => {
    const requested = { id: kitchen.productId, productKey }
    const { status, envelope } = await app.ask(productApi.remove, requested, { token, language })
    return [status, envelope.msg]
  }
  const [{ id: draftId }, { id }] = [await kitchen.add(), await kitchen.add({ publish: true })]
  assert.deepEqual(await refusal('en'), [409, `2 recipes are still assigned to ${name.en}`])
  assert.deepEqual(await refusal('zh'), [409, `还有 2 个菜谱适用于“${name.zh}”`])
  await kitchen.remove([draftId])
  const moved = { ids: [id], productIds: [other], how: 'replace' as const }
  assert.equal((await app.ask(recipeApi.setProducts, moved, { token: kitchen.token })).status, 200)
  assert.deepEqual(await refusal('en'), [409, `1 recipe is still assigned to ${name.en}`])
  await app.ask(recipeApi.setState, { ids: [id], publish: true, note: '' }, { token: kitchen.token })
  assert.equal((await remove(kitchen.productId, productKey)).status, 200)
})

test('a recipe that is saved while its model is deleted is either kept with it or refused', async () => {
  const kitchen = await makeKitchen(app)
  for (let nth = 0; nth < 8; nth += 1) {
    const { id, productKey } = await make.product(app)
    const draft = kitchen.draft({ productIds: [id] })
    const [gone, saved] = await Promise.all([
      remove(id, productKey),
      app.ask(recipeApi.add, draft, { token: kitchen.token }),
    ])
    assert.deepEqual([gone.status, saved.status], saved.status === 200 ? [409, 200] : [200, 422])
  }
})

test('a device that is added while its model is deleted is either kept with it or refused', async () => {
  for (let nth = 0; nth < 8; nth += 1) {
    const id = await added()
    const { productKey } = await detail(id)
    const [gone, device] = await Promise.all([
      remove(id, productKey),
      make.device(app, { productId: id }).catch(() => undefined),
    ])
    assert.equal(gone.status, device === undefined ? 200 : 409)
  }
})

test('a copy has the fields, the picture and the thing model of the other as a draft, under a key and a secret of its own', async () => {
  const imageFileId = await picture('product')
  const id = await added({ imageFileId, networkType: '4g', note: 'To be copied', productSecret: 'first0000secret' })
  const original = await detail(id)
  const name = { en: 'The copy', zh: '副本' }
  const { id: copied } = (await copy({ id, name })).envelope.data
  const product = await detail(copied)
  assert.deepEqual(product, {
    ...original,
    id: copied,
    name,
    productKey: product.productKey,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  })
  assert.notEqual(product.productKey, original.productKey)
  assert.notEqual((await secretOf(copied)).envelope.data.productSecret, 'first0000secret')
  assert.equal(await modelOf(copied), undefined)
  assert.deepEqual((await copy({ id, name })).envelope.data.fields, {
    'name.zh': 'Another model of the series has this name',
    'name.en': 'Another model of the series has this name',
  })
  assert.equal((await copy({ id: '999999', name })).status, 404)
})

test('a copy starts from the draft of the other, otherwise from its published version', async () => {
  const published = await make.product(app)
  const fromPublished = (await copy({ id: published.id, name: { en: 'P', zh: '已' } })).envelope.data.id
  assert.deepEqual(await modelOf(fromPublished), { model: plain(combiOven), version: null })
  const draftModel = { ...combiOven, services: [] }
  await saveDraft(app.db, { productId: published.id, model: draftModel, accountId: null, at: app.clock.now() })
  const fromDraft = (await copy({ id: published.id, name: { en: 'D', zh: '草' } })).envelope.data.id
  assert.deepEqual(await modelOf(fromDraft), { model: plain(draftModel), version: null })
})

test('a copy has the templates and languages of the other as drafts: from their draft, otherwise from the published version', async () => {
  const { id: productId } = await make.product(app)
  const at = new Date(app.clock.now()).toISOString()
  const published = { published: '{"of":"published"}', publishedAt: at }
  await app.db
    .insertInto('productTemplate')
    .values([
      { productId, kind: 'params-info', updatedAt: at, ...published },
      { productId, kind: 'params-edit', updatedAt: at, draft: '{"of":"draft"}', ...published },
    ])
    .execute()
  await app.db
    .insertInto('productLanguage')
    .values({ productId, language: 'de', updatedAt: at, draft: '{"of":"draft"}', ...published })
    .execute()
  const { id: copied } = (await copy({ id: productId, name: { en: 'T', zh: '模' } })).envelope.data
  const templates = await app.db
    .selectFrom('productTemplate')
    .select(['kind', 'draft', 'published'])
    .where('productId', '=', copied)
    .orderBy('kind')
    .execute()
  assert.deepEqual(templates, [
    { kind: 'params-edit', draft: { of: 'draft' }, published: null },
    { kind: 'params-info', draft: { of: 'published' }, published: null },
  ])
  const languages = await app.db
    .selectFrom('productLanguage')
    .select(['language', 'draft', 'published'])
    .where('productId', '=', copied)
    .execute()
  assert.deepEqual(languages, [{ language: 'de', draft: { of: 'draft' }, published: null }])
})

test('a copy that is refused leaves nothing behind', async () => {
  const { id, name } = await make.product(app)
  const count = async () =>
    (await app.db.selectFrom('product').select('id').execute()).length +
    (await app.db.selectFrom('thingModel').select('id').execute()).length
  const before = await count()
  assert.equal((await copy({ id, name })).status, 422)
  assert.equal((await copy({ id, name: { en: 'K', zh: '键' }, productKey: 'a1BX06Pro' })).status, 422)
  assert.equal(await count(), before)
})

test('a secret is shown for one’s own password; a missing one is made once, the same for all callers', async () => {
  const { id } = await make.product(app)
  const wrong = await secretOf(id, { password: 'Wrong2026' })
  assert.deepEqual([wrong.status, wrong.envelope.data.key], [422, 'session.wrongPassword'])
  const answers = await Promise.all([1, 2, 3].map(() => secretOf(id)))
  const [first] = answers.map(({ envelope }) => envelope.data.productSecret)
  assert.match(first ?? '', /^[A-Za-z0-9]{16}$/)
  for (const { envelope } of answers) assert.equal(envelope.data.productSecret, first)
  const log = await app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .select(['request', 'response'])
    .where('operation', '=', 'secret')
    .execute()
  assert.ok(log.length >= 4)
  const logged = JSON.stringify(log)
  assert.ok(!logged.includes(first ?? 'x') && !logged.includes(testPassword) && !logged.includes('Wrong2026'))
  const kept = await app.db.selectFrom('product').select('productSecret').where('id', '=', id).executeTakeFirst()
  assert.ok(kept?.productSecret && !kept.productSecret.includes(first ?? ''))
})

test('only the platform’s own staff writes, copies and sees secrets, whatever a role of others holds', async () => {
  const id = await added()
  const before = await detail(id)
  for (const kind of ['distributor', 'agent', 'customer'] as const) {
    const parentId = kind === 'agent' ? (await make.organisation(app, { kind: 'distributor' })).id : undefined
    const organisation = await make.organisation(app, { kind, ...(parentId === undefined ? {} : { parentId }) })
    const as = await staffOf(organisation.id)
    for (const answer of [
      await add(await draft(), as),
      await update(id, { note: 'Not mine' }, as),
      await remove(id, before.productKey, as),
      await copy({ id, name: { en: 'Theirs', zh: '他们的' } }, as),
      await secretOf(id, { as }),
    ]) {
      assert.deepEqual([answer.status, answer.envelope.data.key], [403, 'session.notAuthorised'])
    }
    assert.equal(await picture('product', as), '')
    assert.notEqual(await picture('avatar', as), '')
  }
  assert.deepEqual(await detail(id), before)
})

test('a picture of a product is shown to every signed-in account', async () => {
  const id = await picture('product')
  const read = (as: string) => fetch(addressOf(app.url, fileApi.read, { id }), { headers: { authorization: as } })
  const as = await staffOf((await make.organisation(app)).id)
  const response = await read(as)
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp'])
  assert.equal((await read('nobody')).status, 401)
})
