import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLimits, type RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import { make } from '../testing/make.ts'
import { makeKitchen, roast, textsOf, type Kitchen } from '../testing/recipe/make-recipe.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { forgetOldRecipes } from './edit/change-recipes.ts'

let app: TestApp
let kitchen: Kitchen
/** More than a thousand drafts, so that one page is not enough. */
let ids: string[] = []
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
  const { id } = await kitchen.add()
  ids = [id, ...(await copyRecipe(id, recipeLimits.ids))]
})
after(() => app.stop())

/** Copies a draft with its texts: saving a thousand would take longer than the tested work. */
async function copyRecipe(id: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into recipe (organisation_id, category_id, product_ids, base_language, languages, servings, container, levels, preheat,
      stages, ingredients, ingredient_ids, modes, gaps, words, sha256, created_at, updated_at)
    select organisation_id, category_id, product_ids, base_language, languages, servings, container, levels, preheat,
      stages, ingredients, ingredient_ids, modes, gaps, words, sha256, created_at, updated_at
    from recipe, generate_series(1, ${count}) where id = ${id}::bigint returning id`.execute(app.db)
  const copies = rows.map((row) => row.id)
  await sql`
    insert into recipe_text (recipe_id, organisation_id, language, name, description, stages, bases)
    select copy.id, organisation_id, language, name, description, stages, bases
    from recipe_text, unnest(${copies}::bigint[]) as copy (id) where recipe_id = ${id}::bigint`.execute(app.db)
  return copies
}

const ask = (language = 'en') => ({ token: kitchen.token, language })
const page = async (search: Partial<RecipeSearch>, token = kitchen.token) =>
  (await app.ask(recipeApi.page, search, { token })).envelope.data
const count = async (search: Partial<RecipeSearch>) => (await page(search)).total
const state = (some: readonly string[], publish: boolean) =>
  app.ask(recipeApi.setState, { ids: [...some], publish, note: 'all' }, ask())

test('a batch has at most 1,000 recipes: one more is refused by each call, and nothing is changed', async () => {
  const { categoryId, productId } = kitchen
  const refused = [
    await state(ids, true),
    await app.ask(recipeApi.remove, { ids }, ask()),
    await app.ask(recipeApi.restore, { ids }, ask()),
    await app.ask(recipeApi.setCategory, { ids, categoryId }, ask()),
    await app.ask(recipeApi.setProducts, { ids, productIds: [productId] }, ask()),
  ]
  for (const { status, envelope } of refused)
    assert.deepEqual([status, Object.keys(envelope.data.fields ?? {})], [422, ['ids']])
  for (const endpoint of [recipeApi.export, recipeLanguageApi.exportTexts]) {
    const address = addressOf(app.url, endpoint, { ids: ids.join(',') })
    assert.equal((await fetch(address, { headers: { authorization: kitchen.token } })).status, 422, endpoint.path)
  }
  assert.equal(await count({ status: 'unpublished' }), 1001)
})

test('1,000 recipes are published, filed, exported, cancelled, deleted and restored in one call each', async () => {
  const thousand = ids.slice(0, recipeLimits.ids)
  const other = await makeKitchen(app)
  assert.equal((await state(thousand, true)).status, 200)
  assert.equal(await count({ status: 'published' }), 1000)
  await app.ask(recipeApi.setCategory, { ids: thousand, categoryId: other.categoryId }, ask())
  assert.equal(await count({ categoryId: other.categoryId, status: 'published' }), 1000)
  for (const endpoint of [recipeApi.export, recipeLanguageApi.exportTexts]) {
    const address = addressOf(app.url, endpoint, { ids: thousand.join(',') })
    const response = await fetch(address, { headers: { authorization: kitchen.token } })
    assert.equal(response.status, 200, endpoint.path)
    assert.ok((await response.arrayBuffer()).byteLength > 10_000)
  }
  assert.equal((await state(thousand, false)).status, 200)
  assert.equal((await app.ask(recipeApi.remove, { ids: thousand }, ask())).status, 200)
  assert.equal(await count({}), 1)
  assert.equal((await app.ask(recipeApi.restore, { ids: thousand }, ask())).status, 200)
  assert.equal(await count({ status: 'unpublished' }), 1001)
})

test('one recipe of a batch that is wrong is the refusal of all', async () => {
  const [one = '', two = ''] = ids
  const { id: unready } = await kitchen.add({ stages: [{ ...roast, fan: 85 }] })
  const unfit = await state([one, two, unready], true)
  assert.deepEqual([unfit.status, Object.keys(unfit.envelope.data.fields ?? {})], [422, ['ids.2.stages.0.fan']])
  const foreign = await makeKitchen(app, { organisationId: (await make.organisation(app)).id })
  const { id: unknown } = await foreign.add()
  const { token } = await make.account(app, {
    role: 'recipe-editor',
    organisationId: (await make.organisation(app)).id,
  })
  const beside = await makeKitchen(app, { organisationId: (await make.organisation(app)).id })
  const { id: own } = await beside.add()
  const mixed = await app.ask(
    recipeApi.setState,
    { ids: [own, unknown], publish: true, note: '' },
    { token: beside.token },
  )
  assert.equal(mixed.status, 404)
  assert.equal((await app.ask(recipeApi.remove, { ids: [own] }, { token })).status, 404)
  for (const id of [one, two]) assert.equal((await kitchen.detail(id)).status, 'unpublished')
  assert.equal((await beside.detail(own)).status, 'unpublished')
})

test('models are replaced, added and removed; none left, more than 50 and a model that is no oven are refused', async () => {
  const [id = ''] = ids
  const added: string[] = []
  for (let n = 0; n < 50; n += 1) added.push((await make.product(app, { model: null })).id)
  const assign = (how: 'replace' | 'add' | 'remove', productIds: string[]) =>
    app.ask(recipeApi.setProducts, { ids: [id], productIds, how }, ask())
  const now = async () => (await kitchen.detail(id)).content.productIds
  assert.equal((await assign('replace', added)).status, 200)
  assert.deepEqual(await now(), added)
  const tooMany = await assign('add', [kitchen.productId])
  const { code } = await kitchen.detail(id)
  assert.deepEqual(tooMany.envelope.data.fields, { 'ids.0': `${code} would have more than 50 models` })
  await assign('remove', added.slice(1))
  assert.deepEqual(await now(), added.slice(0, 1))
  const none = await assign('remove', added)
  assert.deepEqual(none.envelope.data.fields, { 'ids.0': `${code} would have no model left` })
  const { id: cooler } = await make.product(app, { kind: 'cooler' })
  assert.deepEqual((await assign('add', [cooler])).envelope.data.fields, {
    'productIds.0': 'There is no such oven model',
  })
  assert.deepEqual(await now(), added.slice(0, 1))
})

test('a delete is undone until the 30th day has ended, and not a moment later', async () => {
  const day = dayMs
  const [{ id: early }, { id: late }] = [await kitchen.add(), await kitchen.add()]
  const removedAt = app.clock.now()
  await app.ask(recipeApi.remove, { ids: [early, late] }, ask())
  const deletedAt = async (ms: number, some: readonly string[]) => {
    const at = new Date(ms).toISOString()
    await app.db.updateTable('recipe').set({ removedAt: at }).where('id', 'in', some).execute()
  }
  const restore = (id: string) => app.ask(recipeApi.restore, { ids: [id] }, ask())
  const listed = async () => (await page({ deleted: true })).list.map(({ id }) => id).toSorted()
  // A minute before the end, by the clock of the server.
  await deletedAt(removedAt - 30 * day + 60_000, [early, late])
  assert.deepEqual(await listed(), [early, late].toSorted())
  assert.equal(await forgetOldRecipes(app.db, app.clock.now()), 0)
  assert.equal((await restore(early)).status, 200)
  assert.equal((await kitchen.detail(early)).removedAt, null)
  // The minute passes.
  app.clock.advance(60_000)
  assert.deepEqual(await listed(), [])
  const refused = await restore(late)
  assert.deepEqual([refused.status, refused.envelope.msg], [404, 'It was deleted more than 30 days ago'])
  const inChinese = await app.ask(recipeApi.restore, { ids: [late] }, ask('zh'))
  assert.equal(inChinese.envelope.msg, '删除已超过 30 天，无法恢复')
  assert.equal(await forgetOldRecipes(app.db, app.clock.now()), 1)
  assert.equal((await kitchen.detail(early)).id, early)
})

test('recipes are found by creator, category and completeness; who wrote one above is not found by the name', async () => {
  const chef = await makeKitchen(app, { name: 'Chef Laurent' })
  const { id, code } = await chef.add({ publish: true, texts: { zh: textsOf('法式烤鸭') } })
  const found = async (search: Partial<RecipeSearch>, token = kitchen.token) =>
    (await page({ keyword: code, ...search }, token)).list.some((row) => row.id === id)
  const cases: [Partial<RecipeSearch>, Partial<RecipeSearch>][] = [
    [{ creator: 'laur' }, { creator: 'Laurant' }],
    [{ published: true }, { published: false }],
    [{ filed: true }, { filed: false }],
    [{ complete: 'zh' }, { complete: 'en' }],
    [{ gap: 'en' }, { gap: 'zh' }],
  ]
  for (const [right, wrong] of cases) {
    assert.equal(await found(right), true, JSON.stringify(right))
    assert.equal(await found(wrong), false, JSON.stringify(wrong))
  }
  const below = await makeKitchen(app, { organisationId: (await make.organisation(app)).id })
  assert.equal(await found({}, below.token), true)
  assert.equal((await below.detail(id)).creator, '')
  assert.equal(await found({ creator: 'Laurent' }, below.token), false)
})

test('a list row and the detail have every field of a recipe (spec 3)', async () => {
  const { id, code } = await kitchen.add({ publish: true })
  const [row] = (await page({ keyword: code })).list
  const detail = await kitchen.detail(id)
  assert.deepEqual(
    [row?.id, row?.names.zh, row?.pictureFileId, row?.products.map((one) => one.id), row?.category?.id],
    [id, '脆皮烤鸭', null, [kitchen.productId], kitchen.categoryId],
  )
  assert.deepEqual([row?.favourites, row?.downloads, row?.status, row?.languages], [0, 0, 'published', ['zh', 'en']])
  assert.ok(row?.creator !== '' && Date.parse(row?.updatedAt ?? '') > 0)
  assert.equal(detail.content.texts.zh?.description, '皮脆肉嫩')
  assert.deepEqual(
    detail.used.map(({ ingredientId, names, measure, unit }) => [ingredientId, names.en, measure, unit]),
    [[kitchen.ingredientId, 'Duck', 1500, 'g']],
  )
  assert.deepEqual(detail.content.preheat, { mode: 'none', temperatureC: null })
  const { key: _key, ...stage } = detail.content.stages[1] ?? assert.fail()
  const { key: _own, ...sent } = kitchen.draft().stages[1] ?? assert.fail()
  assert.deepEqual(stage, sent)
})
