import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { testDatabase } from '../testing/database.ts'
import { make } from '../testing/make.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { publishThingModel } from '../thing-model/publish-thing-model.ts'
import { seedProducts } from './product.seed.ts'
import { insertProduct } from './product.store.ts'
import { insertSeries } from './series/series.store.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

test('ovens and refrigerators are there from the start, each with a published thing model', async () => {
  const { envelope } = await app.ask(productApi.select, {}, { token })
  const seeded = envelope.data.filter((series) => ['BX combi steam ovens', 'RC refrigeration'].includes(series.name.en))
  assert.deepEqual(
    seeded.map((series) => [series.kind, series.products.length]),
    [
      ['oven', 3],
      ['cooler', 4],
    ],
  )
  for (const { kind, products } of seeded) {
    for (const { id } of products) {
      const published = (await app.ask(thingModelApi.published, { productId: id }, { token })).envelope.data
      assert.equal(published.version, 1)
      const identifiers = published.model.properties.map(({ identifier }) => identifier)
      assert.ok(identifiers.includes(kind === 'oven' ? 'ChamberTemp' : 'CabinetTemp'), id)
    }
  }
})

test('a second start neither doubles products nor publishes again', async () => {
  const first = (await app.ask(productApi.select, {}, { token })).envelope.data
  await seedProducts(app)
  assert.deepEqual((await app.ask(productApi.select, {}, { token })).envelope.data, first)
  const [series] = first
  const id = series?.products[0]?.id ?? ''
  assert.equal((await app.ask(thingModelApi.published, { productId: id }, { token })).envelope.data.version, 1)
})

test('products that were deleted or changed stay so at the next start', async () => {
  await using database = await testDatabase()
  const given = { db: database.db, clock: app.clock }
  await seedProducts(given)
  await database.db.deleteFrom('product').where('productKey', '=', 'a1RC150U').execute()
  await database.db.updateTable('product').set({ enName: 'Renamed' }).where('productKey', '=', 'a1RC700').execute()
  await seedProducts(given)
  const rows = await database.db.selectFrom('product').select(['productKey', 'enName']).execute()
  assert.equal(rows.length, 6)
  assert.equal(rows.find(({ productKey }) => productKey === 'a1RC700')?.enName, 'Renamed')
})

test('a record that people made under a name, code or key of ours is theirs: the start continues without ours', async () => {
  await using database = await testDatabase()
  const { db } = database
  const at = app.clock.now()
  await insertSeries(db, { code: 'Z', kind: 'oven', name: { en: 'bx combi steam ovens', zh: '我们的' } }, at)
  const theirs = await insertSeries(db, { code: 'rc', kind: 'cooler', name: { en: 'Ours', zh: '冷柜' } }, at)
  const fields = {
    seriesId: theirs,
    kind: 'cooler',
    nodeType: 'direct',
    networkType: 'wifi',
    protocol: 'alink',
  } as const
  const draft = { ...fields, imageFileId: null, note: '', productSecret: null }
  await insertProduct(db, { ...draft, productKey: 'x1', name: { en: 'rc-700 refrigerator', zh: '一' } }, at)
  await insertProduct(db, { ...draft, productKey: 'a1RC700F', name: { en: 'Two', zh: '二' } }, at)
  await seedProducts({ db, clock: app.clock })
  const rows = await db.selectFrom('product').select('productKey').orderBy('productKey').execute()
  assert.deepEqual(
    rows.map(({ productKey }) => productKey),
    ['a1RC150U', 'a1RC700F', 'a1RC900M', 'x1'],
  )
})

test('one kind is chosen alone', async () => {
  const { envelope } = await app.ask(productApi.select, { kind: 'cooler' }, { token })
  assert(envelope.data.length > 0 && envelope.data.every((series) => series.kind === 'cooler'))
})

test('the newest ten versions are kept, any of them can be read, and none but those', async () => {
  const product = await make.product(app)
  const publication = { productId: product.id, model: combiOven, note: '', publishedBy: null, at: app.clock.now() }
  const versions = []
  for (let number = 0; number < 11; number += 1) versions.push(await publishThingModel(app.db, publication))
  assert.deepEqual(versions, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const read = (version?: number) => app.ask(thingModelApi.published, { productId: product.id, version }, { token })
  assert.equal((await read()).envelope.data.version, 12)
  assert.equal((await read(3)).envelope.data.version, 3)
  assert.equal((await read(2)).status, 404)
  assert.equal(
    (await app.ask(thingModelApi.published, { productId: '999999' }, { token })).envelope.data.key,
    'thingModel.unpublished',
  )
})

test('two accounts that publish at once get a version each', async () => {
  const product = await make.product(app)
  const publication = { productId: product.id, model: combiOven, note: '', publishedBy: null, at: app.clock.now() }
  const versions = await Promise.all([1, 2, 3, 4].map(() => publishThingModel(app.db, publication)))
  assert.deepEqual(
    versions.toSorted((a, b) => a - b),
    [2, 3, 4, 5],
  )
})

test('a device of a product made a moment ago is listed under its name', async () => {
  await app.ask(deviceCalls.oven.list, {}, { token })
  const product = await make.product(app, { zh: '新型号', en: 'Newest' })
  const device = await make.device(app, { productId: product.id })
  const { envelope } = await app.ask(deviceCalls.oven.detail, { id: device.id }, { token })
  assert.deepEqual(envelope.data.product.name, { en: 'Newest', zh: '新型号' })
})
