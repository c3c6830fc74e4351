import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import type { RequestOf } from '@brigade/contract/endpoint.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { seriesSorts } from '@brigade/contract/product/product.model.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'

let app: TestApp
let token: string

before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'administrator' }))
})
after(() => app.stop())

type Draft = RequestOf<typeof productApi.addSeries>
type Search = RequestOf<typeof productApi.listSeries>

const staffOf = async (organisationId: string) =>
  (await make.account(app, { role: 'administrator', organisationId })).token
const add = (draft: Draft, as = token) => app.ask(productApi.addSeries, draft, { token: as })
const list = async (search: Search, as = token, language = 'en') =>
  (await app.ask(productApi.listSeries, search, { token: as, language })).envelope.data
const remove = (ids: string[], language = 'en') => app.ask(productApi.removeSeries, { ids }, { token, language })
const rowOf = async (code: string, as = token) => {
  const row = (await list({ keyword: code, pageSize: 80 }, as)).list.find((each) => each.code === code)
  assert.ok(row, code)
  return row
}
async function update(code: string, change: Partial<RequestOf<typeof productApi.updateSeries>>) {
  const { id, name, kind, updatedAt } = await rowOf(code)
  return app.ask(productApi.updateSeries, { id, name, code, kind, updatedAt, ...change }, { token })
}

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

let number = 0
/** A draft with unique names. */
const draft = (given: Partial<Draft> = {}): Draft => {
  number += 1
  return { name: { en: `Deck ${number}`, zh: `层炉 ${number}` }, code: `DK-${number}`, kind: 'oven', ...given }
}

test('a series is stored as it was entered, and listed with no models and no devices yet', async () => {
  const { id } = (await add({ name: { en: ' Steam line ', zh: '蒸柜系列' }, code: 'ST-1', kind: 'oven' })).envelope.data
  const row = await rowOf('ST-1')
  assert.deepEqual(
    { ...row, createdAt: '', updatedAt: '' },
    {
      id,
      name: { en: 'Steam line', zh: '蒸柜系列' },
      code: 'ST-1',
      kind: 'oven',
      products: 0,
      devices: 0,
      createdAt: '',
      updatedAt: '',
    },
  )
  assert.equal(row.createdAt, row.updatedAt)
})

test('a name is needed in both languages, and a code is letters, digits and hyphens', async () => {
  const bad = { name: { en: '', zh: ' ' }, code: 'A B', kind: 'oven' } as const
  assert.deepEqual((await add(bad)).envelope.data.fields, {
    'name.en': 'This cannot be empty',
    'name.zh': 'This cannot be empty',
    code: 'Use up to 16 letters, digits or hyphens',
  })
})

test('a code and a name in either language are unique to one series, in any case of letters; of two at once one is kept', async () => {
  const first = draft({ name: { en: 'Harbour', zh: '海港' }, code: 'HB-1' })
  await add(first)
  const taken = async (given: Partial<Draft>) => (await add(draft(given))).envelope.data.fields
  assert.deepEqual(await taken({ code: 'hb-1' }), { code: 'Another series has this code' })
  assert.deepEqual(await taken({ name: { en: 'HARBOUR', zh: '另一个' } }), {
    'name.en': 'Another series has this name',
  })
  assert.deepEqual(await taken({ name: { en: 'Other', zh: '海港' } }), { 'name.zh': 'Another series has this name' })
  assert.deepEqual(await taken({ name: { en: 'Harbour', zh: '海港' }, code: 'HB-1' }), {
    code: 'Another series has this code',
    'name.zh': 'Another series has this name',
    'name.en': 'Another series has this name',
  })
  const same = draft()
  const answers = await Promise.all([1, 2, 3, 4].map(() => add(same)))
  assert.deepEqual(statusesOf(answers), [200, 422, 422, 422])
})

test('a change is kept, with a new version; one made from an older version is refused', async () => {
  await add(draft({ code: 'CH-1' }))
  const before = await rowOf('CH-1')
  assert.equal((await update('CH-1', { name: { en: 'Changed line', zh: '改名系列' } })).status, 200)
  const changed = await rowOf('CH-1')
  assert.deepEqual(changed.name, { en: 'Changed line', zh: '改名系列' })
  assert.ok(changed.updatedAt > before.updatedAt)
  const late = await update('CH-1', { name: { en: 'Too late', zh: '太迟' }, updatedAt: before.updatedAt })
  assert.deepEqual([late.status, late.envelope.data.key], [409, 'product.changedMeanwhile'])
  assert.equal((await rowOf('CH-1')).name.en, 'Changed line')
})

test('of many changes made from one version at once, one is kept', async () => {
  await add(draft({ code: 'CH-2' }))
  const { updatedAt } = await rowOf('CH-2')
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((nth) => update('CH-2', { name: { en: `Try ${nth}`, zh: `尝试 ${nth}` }, updatedAt })),
  )
  assert.deepEqual(statusesOf(answers), [200, 409, 409, 409, 409])
})

test('the kind of a series may change until it has a model', async () => {
  const { id } = (await add(draft({ code: 'KD-1' }))).envelope.data
  assert.equal((await update('KD-1', { kind: 'cooler' })).status, 200)
  await make.product(app, { seriesId: id, kind: 'cooler', model: null })
  const refused = await update('KD-1', { kind: 'oven' })
  assert.deepEqual([refused.status, refused.envelope.data.key], [409, 'product.seriesKindFixed'])
  assert.equal((await update('KD-1', { name: { en: 'Kind stays', zh: '类别不变' } })).status, 200)
})

test('a model that is added while the kind changes never has another kind than its series', async () => {
  for (let nth = 0; nth < 10; nth += 1) {
    const code = `RACE-${nth}`
    const { id } = (await add(draft({ code }))).envelope.data
    const product = {
      name: { en: `Race ${nth}`, zh: `竞争 ${nth}` },
      seriesId: id,
      nodeType: 'direct',
      networkType: 'wifi',
      protocol: 'alink',
    } as const
    const [changed, added] = await Promise.all([
      update(code, { kind: 'cooler' }),
      app.ask(productApi.add, product, { token }),
    ])
    assert.equal(added.status, 200)
    const { kind } = (await app.ask(productApi.detail, { id: added.envelope.data.id }, { token })).envelope.data
    assert.equal(kind, changed.status === 200 ? 'cooler' : 'oven')
  }
})

test('series go together or not at all: one with a model is named, one that is not there stops it too', async () => {
  const ids = []
  for (const code of ['RM-1', 'RM-2', 'RM-3']) ids.push((await add(draft({ code }))).envelope.data.id)
  const [first = '', second = '', third = ''] = ids
  await make.product(app, { seriesId: second, model: null })
  const { name } = await rowOf('RM-2')
  const refused = await remove([first, second, third])
  assert.deepEqual([refused.status, refused.envelope.msg], [409, `${name.en} still has models`])
  assert.deepEqual(refused.envelope.data.fields, { 'ids.1': `${name.en} still has models` })
  assert.equal((await remove([first, second], 'zh')).envelope.msg, `“${name.zh}”下还有型号`)
  assert.equal((await remove([first, '999999'])).status, 404)
  assert.equal((await list({ keyword: 'RM-', pageSize: 80 })).total, 3)
  assert.equal((await remove([first, third, third])).status, 200)
  assert.equal((await list({ keyword: 'RM-' })).total, 1)
})

test('only the platform’s own staff writes, whatever a role of others holds', async () => {
  await add(draft({ code: 'PO-1' }))
  const { id, name, code, kind, updatedAt } = await rowOf('PO-1')
  for (const organisationKind of ['distributor', 'customer'] as const) {
    const as = await staffOf((await make.organisation(app, { kind: organisationKind })).id)
    for (const answer of [
      await add(draft(), as),
      await app.ask(productApi.updateSeries, { id, name, code, kind, updatedAt }, { token: as }),
      await app.ask(productApi.removeSeries, { ids: [id] }, { token: as }),
    ]) {
      assert.deepEqual([answer.status, answer.envelope.data.key], [403, 'session.notAuthorised'])
    }
    assert.equal((await rowOf('PO-1', as)).updatedAt, updatedAt)
  }
})

test('one character or more of a name or the code finds a series, patterns matched literally', async () => {
  await add(draft({ name: { en: 'Nordic 100% line', zh: '北欧_系列' }, code: 'NOR-9' }))
  for (const keyword of ['nordic', '北欧', '欧', 'OR-9', '100%', '欧_'])
    assert.deepEqual(
      (await list({ keyword })).list.map(({ code }) => code),
      ['NOR-9'],
      keyword,
    )
  assert.deepEqual((await list({ keyword: 'N__dic' })).list, [])
})

/** Three series with one, two and three models, and five devices at a customer, two of them in the first. */
async function fleet(mark: string) {
  const { id: distributor } = await make.organisation(app, { kind: 'distributor' })
  const { id: customer } = await make.organisation(app, { kind: 'customer', parentId: distributor })
  const { id: other } = await make.organisation(app, { kind: 'customer' })
  const products = []
  for (const [index, devices] of [2, 3, 0].entries()) {
    const code = `${mark}${index + 1}`
    const kind = index === 2 ? 'cooler' : 'oven'
    const { id: seriesId } = (await add(draft({ code, kind }))).envelope.data
    for (let nth = 0; nth <= index; nth += 1) {
      const product = await make.product(app, { seriesId, kind, model: null })
      if (nth > 0) continue
      products.push(product)
      for (let device = 0; device < devices; device += 1)
        await make.device(app, { kind, productId: product.id, organisationId: customer })
    }
  }
  const [first, second] = products
  assert.ok(first && second)
  await make.device(app, { productId: first.id, organisationId: customer, installed: false })
  for (let nth = 0; nth < 4; nth += 1) await make.device(app, { productId: first.id, organisationId: other })
  return { distributor: await staffOf(distributor), customer: await staffOf(customer), other: await staffOf(other) }
}

test('devices of a series are those installed within the caller’s organisations', async () => {
  const { distributor, customer, other } = await fleet('FL')
  const counts = async (as: string) =>
    (await list({ keyword: 'FL', sort: 'code' }, as)).list.map(({ products, devices }) => [products, devices])
  assert.deepEqual(await counts(token), [
    [1, 6],
    [2, 3],
    [3, 0],
  ])
  for (const as of [distributor, customer]) {
    assert.deepEqual(await counts(as), [
      [1, 2],
      [2, 3],
      [3, 0],
    ])
  }
  assert.deepEqual(await counts(other), [
    [1, 4],
    [2, 0],
    [3, 0],
  ])
})

test('the top shows at most ten series, those with most devices of the caller first, with how many are online', async () => {
  const { customer, other } = await fleet('TP')
  const top = async (as: string) => (await app.ask(productApi.topSeries, {}, { token: as })).envelope.data
  const first = await rowOf('TP1')
  await app.db
    .updateTable('deviceState')
    .set({ online: true })
    .where('productId', 'in', app.db.selectFrom('product').select('id').where('seriesId', '=', first.id))
    .execute()
  assert.deepEqual(
    (await top(customer)).map(({ devices, online }) => [devices, online]),
    [
      [3, 0],
      [2, 2],
    ],
  )
  assert.deepEqual(await top(other), [{ id: first.id, name: first.name, kind: 'oven', devices: 4, online: 4 }])
  for (let nth = 0; nth < 11; nth += 1) await make.device(app, { productId: (await make.product(app)).id })
  const all = await top(token)
  assert.equal(all.length, 10)
  assert.deepEqual(
    all.map(({ devices }) => devices),
    all.map(({ devices }) => devices).toSorted((a, b) => b - a),
  )
})

test('totals count series and models by kind, and the caller’s devices', async () => {
  const { customer } = await fleet('TT')
  const { all, oven, cooler } = (await app.ask(productApi.seriesTotals, {}, { token: customer })).envelope.data
  assert.deepEqual([all.devices, oven.devices, cooler.devices], [5, 5, 0])
  assert.equal(oven.series, (await list({ kind: 'oven' })).total)
  assert.equal(cooler.products, (await app.ask(productApi.list, { kind: 'cooler' }, { token })).envelope.data.total)
  assert.deepEqual([all.series, all.products], [oven.series + cooler.series, oven.products + cooler.products])
})

test('every order is kept through all pages, none left out and none twice, either way', async () => {
  const { total } = await list({})
  assert.ok(total > 20)
  for (const sort of seriesSorts) {
    for (const language of ['en', 'zh']) {
      const walk = async (order: NonNullable<Search['sort']>) => {
        const rows = []
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
        sort,
      )
      // Texts are sorted by the database's collation, which differs from JavaScript's.
      const values = up.map((row) => (sort === 'name' || sort === 'code' ? 0 : row[sort]))
      assert.ok(
        values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value),
        sort,
      )
    }
  }
  const [newest] = (await list({})).list
  const [byTime] = (await list({ sort: '-createdAt' })).list
  assert.equal(newest?.id, byTime?.id)
})

test('names are ordered as the caller reads them', async () => {
  await add(draft({ name: { en: 'Zz order A', zh: 'Zz 顺序 2' }, code: 'ZO-1' }))
  await add(draft({ name: { en: 'Zz order B', zh: 'Zz 顺序 1' }, code: 'ZO-2' }))
  const codes = async (language: string) =>
    (await list({ keyword: 'ZO-', sort: 'name' }, token, language)).list.map(({ code }) => code)
  assert.deepEqual(await codes('en'), ['ZO-1', 'ZO-2'])
  assert.deepEqual(await codes('zh'), ['ZO-2', 'ZO-1'])
})

test('series of one kind are there to choose from, by code', async () => {
  const all = (await app.ask(productApi.selectSeries, {}, { token })).envelope.data
  const coolers = (await app.ask(productApi.selectSeries, { kind: 'cooler' }, { token })).envelope.data
  assert.deepEqual(
    coolers,
    all.filter(({ kind }) => kind === 'cooler'),
  )
  assert.ok(coolers.length > 0 && coolers.length < all.length)
})

test('a device shows the new name of a series at once', async () => {
  const { id } = (await add(draft({ code: 'NM-1' }))).envelope.data
  const product = await make.product(app, { seriesId: id })
  const device = await make.device(app, { productId: product.id })
  const shown = async () =>
    (await app.ask(deviceCalls.oven.detail, { id: device.id }, { token })).envelope.data.series.name.en
  assert.notEqual(await shown(), 'Renamed line')
  await update('NM-1', { name: { en: 'Renamed line', zh: '新名系列' } })
  await until('the new name', async () => (await shown()) === 'Renamed line')
})
