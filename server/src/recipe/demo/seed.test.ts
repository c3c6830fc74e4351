import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { createLog } from '../../platform/log.ts'
import { make } from '../../testing/make.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'
import { seedDemoOvenRecipes } from './demo-oven-recipes.seed.ts'
import { seedDemoRecipes } from './demo-recipes.seed.ts'

let app: TestApp
let token: string
const seed = () => seedDemoRecipes({ ...app, log: createLog({ level: 'silent' }) })
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  ;({ token } = await make.account(app, { role: 'recipe-editor' }))
  await seed()
})
after(() => app.stop())

const page = async () => (await app.ask(recipeApi.page, { pageSize: 80 }, { token })).envelope.data.list

test('the demo has thirty recipes with pictures, published, changed since and unpublished, that fit our ovens', async () => {
  const rows = await page()
  const states = Map.groupBy(rows, ({ status }) => status)
  assert.deepEqual(
    [states.get('published')?.length, states.get('changed')?.length, states.get('unpublished')?.length],
    [24, 2, 4],
  )
  assert.equal(new Set(rows.map(({ pictureFileId }) => pictureFileId)).size, 30)
  assert.ok(rows.every(({ products, pictureFileId }) => products.length === 3 && pictureFileId !== null))
  for (const { id } of rows) {
    const { check } = (await app.ask(recipeApi.detail, { id }, { token })).envelope.data
    assert.deepEqual(check, { problems: [], notes: [] })
  }
  const categories = (await app.ask(filingApi.categories, { pageSize: 80 }, { token })).envelope.data.list
  assert.deepEqual(
    categories.map(({ names, recipes }) => [Object.keys(names).length, recipes > 0]),
    categories.map(() => [6, true]),
  )
})

test('a second start adds nothing, and what was deleted stays away', async () => {
  const [first] = await page()
  await app.ask(recipeApi.setState, { ids: [first?.id ?? ''], publish: false, note: '' }, { token })
  await app.ask(recipeApi.remove, { ids: [first?.id ?? ''] }, { token })
  await seed()
  assert.equal((await page()).length, 29)
})

test('the recipes that the demo’s ovens got are rows: no figure without them, none before an oven was there, none cooked, and a second start adds none', async () => {
  const hotel = await make.organisation(app, { name: 'Grand Quay Hotel' })
  const kept = await make.device(app, { productId: await productOf('a1BX10Pro'), productKey: 'a1BX10Pro' })
  const recent = await make.device(app, { productId: await productOf('a1BX10Pro'), productKey: 'a1BX10Pro' })
  const daysAgo = (days: number) => new Date(app.clock.now() - days * dayMs).toISOString()
  const activated = (id: string, activatedAt: string) =>
    app.db.updateTable('device').set({ activatedAt }).where('id', '=', id).execute()
  await activated(kept.id, daysAgo(90))
  await activated(recent.id, daysAgo(2))
  const past = () => seedDemoOvenRecipes({ ...app, settings: { demoDays: 30 } })
  await past()
  const countOf = async (table: 'recipeDownload' | 'recipeCooked' | 'recipeDevice') =>
    Number(
      (
        await app.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const counted = [await countOf('recipeDownload'), await countOf('recipeCooked'), await countOf('recipeDevice')]
  assert.ok((counted[0] ?? 0) > 0 && (counted[2] ?? 0) > 0)
  // Cooked recipes come only from the past of the ovens.
  assert.equal(counted[1], 0)
  const { first } = await app.db
    .selectFrom('recipeDownload')
    .select(({ fn }) => fn.min('confirmedAt').as('first'))
    .where('deviceId', '=', recent.id)
    .executeTakeFirstOrThrow()
  assert.ok(first !== null && first > daysAgo(2))
  await past()
  assert.deepEqual(
    [await countOf('recipeDownload'), await countOf('recipeCooked'), await countOf('recipeDevice')],
    counted,
  )
  const rows = await page()
  const sum = (of: 'downloads' | 'cooked' | 'onOvens') => rows.reduce((all, row) => all + row[of], 0)
  assert.deepEqual([sum('downloads'), sum('cooked'), sum('onOvens')], counted)
  const totals = (await app.ask(recipeApi.statistic, {}, { token })).envelope.data
  assert.deepEqual([totals.downloads, totals.cooked], counted.slice(0, 2))
  assert.ok(kept.id)
  // The recipes of the hotel's set were published before the set was made, and the set is made once.
  const sets = (await app.ask(ovenRecipeApi.targets, { organisationId: hotel.id }, { token })).envelope.data.list
  assert.deepEqual(
    new Set(sets.map(({ recipe }) => recipe.names.en)),
    new Set(['Croissants', 'Potato gratin', 'Roast chicken with thyme']),
  )
  assert.ok(sets.every(({ ovens, held, createdBy }) => ovens === 0 && held === 0 && createdBy !== ''))
})

const productOf = async (productKey: string) =>
  (await app.db.selectFrom('product').select('id').where('productKey', '=', productKey).executeTakeFirstOrThrow()).id
