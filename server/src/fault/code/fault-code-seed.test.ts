import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOf } from '@brigade/contract/fault/fault.model.ts'
import type { EventFunction, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { findProperty } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { findPublished } from '../../thing-model/thing-model.store.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { seedFaultCodes } from './fault-code.seed.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

/** The seeded products that report for themselves, with their published models. */
async function seededProducts() {
  const rows = await app.db
    .selectFrom('product')
    .innerJoin('productSeed', 'productSeed.productKey', 'product.productKey')
    .where('product.nodeType', '=', 'direct')
    .select(['product.id', 'product.kind', 'product.productKey'])
    .execute()
  return Promise.all(
    rows.map(async ({ id, kind, productKey }) => {
      const model = (await findPublished(app.db, id))?.model
      assert.ok(model, `${productKey} has a published model`)
      return { id, kind, productKey, model }
    }),
  )
}

/** The codes that an event can report: the items of its enumeration, else those of the kind; an alert has none. */
function codesOf({ type, outputData }: EventFunction, kind: 'oven' | 'cooler'): readonly string[] {
  const enumeration = outputData.flatMap(({ dataType }) => (dataType.type === 'enum' ? [dataType] : []))[0]
  if (enumeration !== undefined && type === 'error') return enumeration.items.map(({ value }) => String(value))
  return type === 'error' ? faultsOf[kind].map(({ code }) => code) : ['']
}

const reportedBy = ({ events }: ThingModel, kind: 'oven' | 'cooler') =>
  events
    .filter(({ type }) => type === 'error' || type === 'alert')
    .flatMap((event) => codesOf(event, kind).map((code) => `${event.identifier} ${code}`))

const codesOfProduct = (productId: string) =>
  app.db.selectFrom('faultCode').selectAll().where('productId', '=', productId).execute()

test('each code that a seeded product can report is described in Chinese and English, and no other is', async () => {
  const products = await seededProducts()
  assert.deepEqual(new Set(products.map(({ kind }) => kind)), new Set(['oven', 'cooler']))
  for (const { id, kind, productKey, model } of products) {
    const rows = await codesOfProduct(id)
    const described = rows.map(({ identifier, code }) => `${identifier} ${code}`)
    assert.deepEqual(described.toSorted(), reportedBy(model, kind).toSorted(), productKey)
    for (const { name, enName, reason, enReason, remedy, enRemedy, ...row } of rows) {
      const what = `${productKey} ${row.identifier} ${row.code}`
      for (const chinese of [name, reason, remedy]) assert.match(chinese, /\p{Script=Han}/u, what)
      for (const english of [enName, enReason, enRemedy]) assert.match(english, /^[A-Z][^\p{Script=Han}]+$/u, what)
    }
  }
})

test('the names of seeded faults are those by which devices and simulator know them', async () => {
  for (const { id, kind } of await seededProducts()) {
    const rows = (await codesOfProduct(id)).filter(({ identifier }) => identifier === 'Fault')
    const named = rows.map(({ code, name, enName }) => ({ code, en: enName, zh: name }))
    assert.deepEqual(
      named.toSorted((a, b) => a.code.localeCompare(b.code)),
      faultsOf[kind],
    )
  }
})

test('a property that ends a seeded alarm is one that the product reports', async () => {
  for (const { id, productKey, model } of await seededProducts())
    for (const { identifier, endsWhen } of await codesOfProduct(id))
      if (endsWhen !== null)
        assert.ok(findProperty(model, endsWhen.identifier), `${productKey} ${identifier} ${endsWhen.identifier}`)
})

test('a seeded description that somebody deleted or changed stays so after the next start', async () => {
  const [product] = await seededProducts()
  const id = product?.id ?? ''
  const before = await codesOfProduct(id)
  const of = (code: string) => before.find((row) => row.code === code)?.id ?? ''
  await app.db.deleteFrom('faultCode').where('id', '=', of('E01')).execute()
  await app.db.updateTable('faultCode').set({ enName: 'Renamed' }).where('id', '=', of('E02')).execute()
  await seedFaultCodes(app)
  const after = await codesOfProduct(id)
  assert.equal(after.length, before.length - 1)
  assert.equal(after.find(({ code }) => code === 'E02')?.enName, 'Renamed')
})
