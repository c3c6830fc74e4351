// @both-databases: filters and orders of a list are SQL.
// @icu: search and order depend on the locale.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { productSorts, type ProductRow } from '@brigade/contract/product/product.model.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { refrigerator } from '@brigade/contract/thing-model/ready-made/refrigerator.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { saveDraft } from '../thing-model/edit-draft.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Search = RequestOf<typeof productApi.list>
const staffOf = async (organisationId: string) =>
  (await make.account(app, { role: 'administrator', organisationId })).token
const list = async (search: Search, as = token, language = 'en') =>
  (await app.ask(productApi.list, search, { token: as, language })).envelope.data
const ids = async (search: Search) => (await list({ pageSize: 80, ...search })).list.map(({ id }) => id)
const detail = async (id: string, as = token) => (await app.ask(productApi.detail, { id }, { token: as })).envelope.data
const draftOf = (productId: string, model = combiOven) =>
  saveDraft(app.db, { productId, model, accountId: null, at: app.clock.now() })
const functionsOf = ({ properties, events, services }: typeof combiOven) =>
  properties.length + events.length + services.length

test('products of the first start are listed with all that a row shows, the newest first', async () => {
  const { list: rows, total } = await list({})
  assert.equal(total, rows.length)
  const oven = rows.find(({ productKey }) => productKey === 'a1BX20T')
  assert.deepEqual(
    { ...oven, id: '', createdAt: '', updatedAt: '', series: { ...oven?.series, id: '' } },
    {
      id: '',
      productKey: 'a1BX20T',
      name: { en: 'BX-20 T', zh: 'BX-20 T 推车式蒸烤箱' },
      kind: 'oven',
      series: { id: '', name: { en: 'BX combi steam ovens', zh: 'BX 系列万能蒸烤箱' } },
      imageFileId: null,
      nodeType: 'direct',
      networkType: '4g',
      protocol: 'alink',
      status: 'published',
      version: { version: 1, name: '1.0.0' },
      hasDraft: false,
      devices: 0,
      createdAt: '',
      updatedAt: '',
    },
  )
})

test('each filter leaves its matches, and filters combine', async () => {
  const series = await make.series(app, { kind: 'cooler' })
  const make1 = (wanted: Parameters<typeof make.product>[1]) =>
    make.product(app, { seriesId: series.id, kind: 'cooler', ...wanted })
  const gateway = await make1({ nodeType: 'gateway', networkType: 'ethernet', protocol: 'modbusTcp' })
  const rtu = await make1({ protocol: 'modbusRtu', networkType: 'rs485', model: null })
  const plain = await make1({})
  await app.db.updateTable('product').set({ enabled: false }).where('id', '=', plain.id).execute()
  const of = (search: Search) => ids({ seriesId: series.id, ...search })
  assert.deepEqual(await of({}), [plain.id, rtu.id, gateway.id])
  assert.deepEqual(await of({ nodeType: 'gateway' }), [gateway.id])
  assert.deepEqual(await of({ networkType: 'rs485' }), [rtu.id])
  assert.deepEqual(await of({ protocol: 'modbusTcp' }), [gateway.id])
  assert.deepEqual(await of({ status: 'draft' }), [rtu.id])
  assert.deepEqual(await of({ status: 'published' }), [gateway.id])
  assert.deepEqual(await of({ status: 'disabled' }), [plain.id])
  assert.deepEqual(await of({ kind: 'oven' }), [])
  assert.deepEqual(await of({ kind: 'cooler', protocol: 'alink', networkType: 'wifi' }), [plain.id])
  assert.deepEqual(await of({ kind: 'cooler', protocol: 'alink', networkType: '4g' }), [])
})

test('one character or more of a name or the key finds a model, patterns matched literally', async () => {
  const { id } = await make.product(app, { en: 'Krümel 50% plus', zh: '曲奇_炉', productKey: 'a1kRuM77' })
  for (const keyword of ['krümel', '曲奇', '曲', 'KRUM7', '50%', '奇_']) assert.deepEqual(await ids({ keyword }), [id])
  assert.deepEqual(await ids({ keyword: 'Kr_mel' }), [])
})

test('every order is kept through all pages, none left out and none twice, either way', async () => {
  for (let nth = 0; nth < 24; nth += 1) {
    const product = await make.product(app, { model: null })
    for (let device = 0; device < nth % 3; device += 1) await make.device(app, { productId: product.id })
  }
  const { total } = await list({})
  for (const sort of productSorts) {
    for (const language of ['en', 'zh']) {
      const walk = async (order: NonNullable<Search['sort']>) => {
        const rows: ProductRow[] = []
        for (let pageNum = 1; rows.length < total; pageNum += 1) {
          const page = await list({ sort: order, pageNum }, token, language)
          assert.ok(page.list.length > 0)
          rows.push(...page.list)
        }
        return rows
      }
      const up = await walk(sort)
      const down = await walk(`-${sort}`)
      assert.equal(new Set(up.map(({ id }) => id)).size, total)
      assert.deepEqual(
        down.map(({ id }) => id),
        up.map(({ id }) => id).toReversed(),
      )
      // Texts are sorted by the database's collation, which differs from JavaScript's.
      const values = up.map((row) => (sort === 'name' ? 0 : row[sort]))
      assert.ok(
        values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value),
        sort,
      )
    }
  }
})

test('names are ordered as the caller reads them', async () => {
  const series = await make.series(app)
  const first = await make.product(app, { seriesId: series.id, en: 'Aa', zh: '乙' })
  const second = await make.product(app, { seriesId: series.id, en: 'Bb', zh: '丙' })
  const order = async (language: string) =>
    (await list({ seriesId: series.id, sort: 'name' }, token, language)).list.map(({ id }) => id)
  assert.deepEqual(await order('en'), [first.id, second.id])
  await app.db.updateTable('product').set({ name: '甲 1' }).where('id', '=', second.id).execute()
  await app.db.updateTable('product').set({ name: '甲 2' }).where('id', '=', first.id).execute()
  assert.deepEqual(await order('zh'), [second.id, first.id])
})

test('a status follows what is published, and disabled takes precedence over either', async () => {
  const product = await make.product(app, { model: null })
  const status = async () => (await detail(product.id)).status
  assert.equal(await status(), 'draft')
  await publishThingModel(app.db, {
    productId: product.id,
    model: combiOven,
    note: '',
    publishedBy: null,
    at: app.clock.now(),
  })
  assert.equal(await status(), 'published')
  await app.db.updateTable('product').set({ enabled: false }).where('id', '=', product.id).execute()
  assert.equal(await status(), 'disabled')
})

test('there is a draft if it differs from the published one, in whatever order its keys are', async () => {
  const product = await make.product(app, { model: null })
  const seen = async () => {
    const { version, hasDraft, functions, draftFunctions } = await detail(product.id)
    return [version?.version ?? null, hasDraft, functions, draftFunctions]
  }
  assert.deepEqual(await seen(), [null, false, 0, 0])
  await draftOf(product.id, { properties: [], events: [], services: [] })
  assert.deepEqual(await seen(), [null, false, 0, 0])
  await draftOf(product.id)
  assert.deepEqual(await seen(), [null, true, 0, functionsOf(combiOven)])
  await publishThingModel(app.db, {
    productId: product.id,
    model: combiOven,
    note: '',
    publishedBy: null,
    at: app.clock.now(),
  })
  const { properties, events, services, ...others } = combiOven
  await draftOf(product.id, { ...others, services, events, properties })
  assert.equal((await seen())[1], false)
  await draftOf(product.id, refrigerator)
  assert.deepEqual(await seen(), [1, true, functionsOf(combiOven), functionsOf(refrigerator)])
  assert.equal((await list({ keyword: product.productKey })).list[0]?.hasDraft, true)
})

test('drafts are shown to the platform’s staff alone', async () => {
  const product = await make.product(app)
  await draftOf(product.id, refrigerator)
  const as = await staffOf((await make.organisation(app)).id)
  const { hasDraft, draftFunctions, functions } = await detail(product.id, as)
  assert.deepEqual([hasDraft, draftFunctions, functions], [false, 0, functionsOf(combiOven)])
  assert.equal((await list({ keyword: product.productKey }, as)).list[0]?.hasDraft, false)
})

test('devices are those installed within the caller’s organisations; all that are registered the platform alone sees', async () => {
  const { id: distributor } = await make.organisation(app, { kind: 'distributor' })
  const { id: agent } = await make.organisation(app, { kind: 'agent', parentId: distributor })
  const { id: customer } = await make.organisation(app, { parentId: agent })
  const { id: other } = await make.organisation(app)
  const { id: productId, productKey } = await make.product(app)
  for (const organisationId of [customer, customer, distributor, other]) {
    await make.device(app, { productId, organisationId })
  }
  await make.device(app, { productId, organisationId: customer, installed: false })
  const counts = async (as: string) => {
    const { devices, registered } = await detail(productId, as)
    assert.equal((await list({ keyword: productKey, sort: '-devices' }, as)).list[0]?.devices, devices)
    return [devices, registered]
  }
  assert.deepEqual(await counts(token), [4, 5])
  assert.deepEqual(await counts(await staffOf(distributor)), [3, 0])
  assert.deepEqual(await counts(await staffOf(agent)), [2, 0])
  assert.deepEqual(await counts(await staffOf(customer)), [2, 0])
  assert.deepEqual(await counts(await staffOf(other)), [1, 0])
})

test('a detail contains how many templates and languages are published', async () => {
  const { id: productId } = await make.product(app)
  const at = new Date(app.clock.now()).toISOString()
  const published = { published: '{}', publishedAt: at }
  await app.db
    .insertInto('productTemplate')
    .values([
      { productId, kind: 'params-info', updatedAt: at, ...published },
      { productId, kind: 'params-edit', updatedAt: at, draft: '{}', ...published },
      { productId, kind: 'device-control', updatedAt: at, draft: '{}' },
    ])
    .execute()
  await app.db
    .insertInto('productLanguage')
    .values([
      { productId, language: 'de', draft: '{}', updatedAt: at, ...published },
      { productId, language: 'fr', draft: '{}', updatedAt: at },
    ])
    .execute()
  const { templates, languages } = await detail(productId)
  assert.deepEqual([templates, languages], [2, 1])
})

test('a model that is not there is refused', async () => {
  const { status, envelope } = await app.ask(productApi.detail, { id: '999999' }, { token })
  assert.deepEqual([status, envelope.data.key], [404, 'product.unknown'])
})

test('disabled models are not offered', async () => {
  const kept = await make.product(app)
  const disabled = await make.product(app, { seriesId: kept.seriesId })
  await app.db.updateTable('product').set({ enabled: false }).where('id', '=', disabled.id).execute()
  const series = (await app.ask(productApi.select, {}, { token })).envelope.data.find(({ id }) => id === kept.seriesId)
  assert.deepEqual(series?.products, [{ id: kept.id, name: kept.name }])
})

test('choices are named in both languages, by their values', async () => {
  const choices = async (call: 'productTypes' | 'nodeTypes' | 'protocolTypes' | 'networkingModes' | 'clickActions') =>
    (await app.ask(productApi[call], {}, { token })).envelope.data
  assert.deepEqual(await choices('productTypes'), [
    { value: 'oven', name: { en: 'Oven', zh: '烤箱' } },
    { value: 'cooler', name: { en: 'Refrigeration', zh: '制冷设备' } },
  ])
  const values = async (call: Parameters<typeof choices>[0]) => (await choices(call)).map(({ value }) => value)
  assert.deepEqual(await values('nodeTypes'), ['direct', 'gateway', 'sub-device'])
  assert.deepEqual(await values('protocolTypes'), ['alink', 'modbusRtu', 'modbusTcp'])
  assert.deepEqual(await values('networkingModes'), ['hotspot', 'smart-config', 'bluetooth', 'qr-code', 'cable'])
  assert.deepEqual(await values('clickActions'), ['set', 'call', 'open-edit', 'open-info'])
})
