// @both-databases: arrays, searches and a trigger.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeSearch } from '@brigade/contract/recipe/recipe.model.ts'
import { make } from '../testing/make.ts'
import { makeKitchen, roast, textsOf, toCore, type Kitchen } from '../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { forgetOldRecipes } from './edit/change-recipes.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const ask = () => ({ token: kitchen.token })
const state = (ids: string[], publish: boolean, as = kitchen.token, language = 'en') =>
  app.ask(recipeApi.setState, { ids, publish, note: '' }, { token: as, language })
const page = async (search: Partial<RecipeSearch>, as = kitchen.token) =>
  (await app.ask(recipeApi.page, search, { token: as })).envelope.data
async function update(id: string, change: object) {
  const { content, updatedAt, category } = await kitchen.detail(id)
  const body = { ...content, categoryId: category?.id ?? kitchen.categoryId, id, updatedAt, ...change }
  return app.ask(recipeApi.update, body, ask())
}

test('saving writes a draft, which answers its code and stands in the list unpublished', async () => {
  const { id, code } = await kitchen.add()
  assert.match(code, /^RCP-\d{6}$/)
  const detail = await kitchen.detail(id)
  const { categoryId: _c, publish: _p, note: _n, ...content } = kitchen.draft()
  assert.deepEqual(detail.content, content)
  assert.deepEqual([detail.status, detail.publishedVersion, detail.isOwn], ['unpublished', null, true])
  assert.deepEqual(detail.used[0]?.amount, { of: 'g', value: 1500 })
  const { list } = await page({ keyword: code })
  assert.deepEqual(
    list.map((row) => [row.id, row.names, row.coverage.en?.state, row.coverage.de]),
    [[id, { zh: '脆皮烤鸭', en: 'Crisp duck' }, 'half', null]],
  )
})

test('what a draft names must be there: all that is missing is said at once', async () => {
  const { id: coolerId } = await make.product(app, { kind: 'cooler' })
  const missing = {
    categoryId: '999999',
    ingredients: [{ ingredientId: '999999', unit: 'g' as const, measure: 1 }],
    productIds: [kitchen.productId, coolerId],
    pictureFileId: 'x'.repeat(32),
  }
  const { status, envelope } = await app.ask(recipeApi.add, kitchen.draft(missing), ask())
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(envelope.data.fields ?? {}).toSorted(), [
    'categoryId',
    'ingredients.0.ingredientId',
    'pictureFileId',
    'productIds.1',
  ])
})

test('a recipe goes unpublished, published, with changes, published; it is cancelled and published again (spec 4)', async () => {
  const { id } = await kitchen.add()
  const now = async () => {
    const { status, publishedVersion } = await kitchen.detail(id)
    return [status, publishedVersion]
  }
  assert.equal((await state([id], true)).status, 200)
  assert.deepEqual(await now(), ['published', 1])
  await update(id, { servings: 6 })
  assert.deepEqual(await now(), ['changed', 1])
  await update(id, { servings: 4 })
  assert.deepEqual(await now(), ['published', 1])
  await update(id, { servings: 8, publish: true, note: 'for eight' })
  assert.deepEqual(await now(), ['published', 2])
  assert.equal((await state([id], false)).status, 200)
  assert.deepEqual(await now(), ['unpublished', null])
  assert.equal((await state([id], true)).status, 200)
  assert.deepEqual(await now(), ['published', 3])
  const history = (await app.ask(recipeApi.history, { id }, ask())).envelope.data
  assert.deepEqual(
    history.map(({ version, note, isCurrent }) => [version, note, isCurrent]),
    [
      [3, '', true],
      [2, 'for eight', false],
      [1, '', false],
    ],
  )
})

test('a version stays as it was published, whoever writes', async () => {
  const { id } = await kitchen.add({ publish: true })
  await assert.rejects(
    sql`update recipe_version set note = 'x' where recipe_id = ${id}::bigint`.execute(app.db),
    /stays/,
  )
})

test('a batch of published and unpublished recipes is impossible, and one without ids says to select first (spec 4, 5)', async () => {
  const [one, two] = [await kitchen.add({ publish: true }), await kitchen.add()]
  for (const publish of [true, false]) {
    const { status, envelope } = await state([one.id, two.id], publish)
    assert.deepEqual(
      [status, envelope.msg],
      [409, 'Published and unpublished recipes are selected: this is impossible'],
    )
  }
  assert.equal(
    (await state([one.id, two.id], true, kitchen.token, 'zh')).envelope.msg,
    '所选菜谱发布状态不一致，无法操作',
  )
  assert.equal((await kitchen.detail(two.id)).status, 'unpublished')
  const { categoryId, productId } = kitchen
  const empty = [
    await state([], true),
    await app.ask(recipeApi.remove, { ids: [] }, ask()),
    await app.ask(recipeApi.setCategory, { ids: [], categoryId }, ask()),
    await app.ask(recipeApi.setProducts, { ids: [], productIds: [productId] }, ask()),
  ]
  for (const { envelope } of empty) assert.deepEqual(envelope.data.fields, { ids: 'Select data first' })
})

test('what cannot be published is said all at once: pauses without words and stages that do not fit, by model', async () => {
  const stages = [
    { ...roast, pauseBefore: true },
    { ...toCore, fan: 85 },
  ]
  const texts = { zh: textsOf('脆皮烤鸭') }
  const { id } = await kitchen.add({ stages, texts })
  const { status, envelope } = await state([id], true)
  assert.equal(status, 422)
  const fields = envelope.data.fields ?? {}
  assert.ok(fields['ids.0.texts.zh.stages.1'])
  assert.match(fields['ids.0.stages.1.fan'] ?? '', /^Model \d+: Stage 2, fan: in steps of 10 %$/)
  // The form shows the same refusal at its field, and nothing is saved.
  const before = await kitchen.detail(id)
  const refused = await update(id, { publish: true, servings: 9 })
  assert.equal(refused.status, 422)
  assert.ok(refused.envelope.data.fields?.['stages.1.fan'])
  assert.deepEqual(await kitchen.detail(id), before)
  assert.ok(
    before.check.problems.some(({ path, product }) => path === 'stages.1.fan' && product?.id === kitchen.productId),
  )
})

test('saving with publish needs the right to publish', async () => {
  const { token } = await make.account(app, { operationCodes: ['recipe:create', 'recipe:view'] })
  const { status, envelope } = await app.ask(recipeApi.add, kitchen.draft({ publish: true }), { token })
  assert.deepEqual(
    [status, envelope.msg],
    [403, 'This also needs a permission that you lack: Recipes: Publish (recipe:publish)'],
  )
})

test('of two who edit one recipe at once, one is told and nothing is lost', async () => {
  const { id } = await kitchen.add()
  const { content, updatedAt } = await kitchen.detail(id)
  const change = (servings: number) =>
    app.ask(recipeApi.update, { ...content, id, updatedAt, servings, categoryId: kitchen.categoryId }, ask())
  const answers = await Promise.all([change(10), change(11), change(12)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  const kept = answers.findIndex(({ status }) => status === 200)
  assert.equal((await kitchen.detail(id)).content.servings, 10 + kept)
})

test('a published recipe is not deleted, and neither is anything beside it; a delete is undone for 30 days', async () => {
  const [one, two] = [await kitchen.add({ publish: true }), await kitchen.add()]
  const remove = (ids: string[]) => app.ask(recipeApi.remove, { ids }, ask())
  const restore = (ids: string[]) => app.ask(recipeApi.restore, { ids }, ask())
  const refused = await remove([one.id, two.id])
  assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [409, ['ids.0']])
  assert.equal((await kitchen.detail(two.id)).id, two.id)
  assert.equal((await remove([two.id])).status, 200)
  const gone = await app.ask(recipeApi.detail, { id: two.id }, ask())
  assert.equal(gone.status, 404)
  assert.equal((await page({ keyword: two.code })).total, 0)
  const deleted = async (as = kitchen.token) => (await page({ deleted: true, keyword: two.code }, as)).list
  assert.deepEqual(
    (await deleted()).map(({ id, removedAt }) => [id, removedAt === null]),
    [[two.id, false]],
  )
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const below = await make.account(app, { role: 'recipe-editor', organisationId })
  assert.deepEqual(await deleted(below.token), [])
  assert.equal((await restore([two.id])).status, 200)
  assert.equal((await kitchen.detail(two.id)).code, two.code)
  await remove([two.id])
  await sql`update recipe set removed_at = removed_at - interval '31 days' where id = ${two.id}::bigint`.execute(app.db)
  assert.equal((await restore([two.id])).status, 404)
  assert.deepEqual(await deleted(), [])
  // Afterwards it is deleted for good, and nothing else with it.
  assert.equal(await forgetOldRecipes(app.db, app.clock.now()), 1)
  assert.equal(await forgetOldRecipes(app.db, app.clock.now()), 0)
  assert.equal((await kitchen.detail(one.id)).status, 'published')
})

test('the category is filing and changes at once; applicable models belong to the version', async () => {
  const [one, two] = [await kitchen.add({ publish: true }), await kitchen.add()]
  const ids = [one.id, two.id]
  const other = await makeKitchen(app)
  const filed = await app.ask(recipeApi.setCategory, { ids, categoryId: other.categoryId }, ask())
  assert.equal(filed.status, 200)
  assert.deepEqual(
    [(await kitchen.detail(one.id)).status, (await kitchen.detail(one.id)).category?.id],
    ['published', other.categoryId],
  )
  const assign = async (how: 'replace' | 'add' | 'remove', productIds: string[]) =>
    app.ask(recipeApi.setProducts, { ids, productIds, how }, ask())
  assert.deepEqual((await assign('add', [other.productId])).envelope.data, { changed: 1 })
  const detail = await kitchen.detail(one.id)
  assert.deepEqual([detail.status, detail.content.productIds], ['changed', [kitchen.productId, other.productId]])
  await assign('remove', [other.productId])
  assert.equal((await kitchen.detail(one.id)).status, 'published')
  const none = await assign('remove', [kitchen.productId])
  assert.deepEqual([none.status, Object.keys(none.envelope.data.fields ?? {})], [422, ['ids.0', 'ids.1']])
})

test('a duplicate keeps all but counts and versions', async () => {
  const { id } = await kitchen.add({ publish: true })
  const { envelope } = await app.ask(recipeApi.duplicate, { id }, ask())
  const [one, two] = [await kitchen.detail(id), await kitchen.detail(envelope.data.id)]
  assert.deepEqual(two.content, one.content)
  assert.deepEqual([two.status, two.publishedVersion, two.category], ['unpublished', null, one.category])
  assert.notEqual(two.uid, one.uid)
})

test('two versions are compared row by row, and one is restored into the draft', async () => {
  const { id } = await kitchen.add({ publish: true })
  await update(id, { servings: 8, stages: [roast], texts: { zh: textsOf('脆皮烤鸭') }, publish: true })
  const compare = async (before: number, after: number) =>
    (await app.ask(recipeApi.compare, { id, before, after }, ask())).envelope.data.rows
      .filter(({ isChanged }) => isChanged)
      .map(({ path }) => path)
  const changed = await compare(1, 2)
  for (const path of ['servings', 'stages', 'stages.2.mode', 'texts.zh.description', 'texts.en.name'])
    assert.ok(changed.includes(path), path)
  assert.deepEqual(await compare(0, 2), [])
  const { updatedAt } = await kitchen.detail(id)
  const restored = await app.ask(recipeApi.restoreVersion, { id, version: 1, updatedAt }, ask())
  assert.equal(restored.status, 200)
  assert.deepEqual(await compare(0, 1), [])
  assert.deepEqual([(await kitchen.detail(id)).status, (await kitchen.detail(id)).publishedVersion], ['changed', 2])
})

test('recipes are found by code, by any two characters of a name in any language, and by each filter', async () => {
  const texts = { zh: textsOf('蒜香排骨'), en: textsOf('Garlic ribs'), de: textsOf('Knoblauchrippen') }
  const { id, code } = await kitchen.add({ languages: ['zh', 'en', 'de'], texts, stages: [roast] })
  const found = async (search: Partial<RecipeSearch>) => (await page(search)).list.some((row) => row.id === id)
  for (const keyword of ['蒜香', '香排', 'lic r', 'GARLIC', 'auchr', code.slice(-6)])
    assert.ok(await found({ keyword }), keyword)
  assert.equal(await found({ keyword: '蒜排' }), false)
  const other = await makeKitchen(app)
  const cases: [Partial<RecipeSearch>, Partial<RecipeSearch>][] = [
    [{ categoryId: kitchen.categoryId }, { categoryId: other.categoryId }],
    [{ productId: kitchen.productId }, { productId: other.productId }],
    [{ ingredientId: kitchen.ingredientId }, { ingredientId: other.ingredientId }],
    [{ status: 'unpublished' }, { status: 'published' }],
    [{ mode: 'timed' }, { mode: 'core' }],
    [{ startTime: '2020-01-01T00:00:00Z' }, { endTime: '2020-01-01T00:00:00Z' }],
    [{ creator: '' }, { creator: 'nobody of this name' }],
  ]
  for (const [right, wrong] of cases) {
    assert.equal(await found({ ...right, keyword: code }), true, JSON.stringify(right))
    assert.equal(await found({ ...wrong, keyword: code }), false, JSON.stringify(wrong))
  }
  assert.equal(await found({ keyword: code, gap: 'de' }), false)
  await kitchen.add({ texts: { zh: textsOf('清蒸鲈鱼') } })
  assert.ok((await page({ gap: 'en' })).total > 0)
})

test('the figures are those of the list without filters', async () => {
  const { envelope } = await app.ask(recipeApi.statistic, {}, ask())
  const { all, published, changed, unpublished, gaps } = envelope.data
  assert.equal(all, published + changed + unpublished)
  assert.equal(all, (await page({})).total)
  assert.equal(published, (await page({ status: 'published' })).total)
  assert.equal(gaps.en, (await page({ gap: 'en' })).total)
})

test('an organisation sees published recipes of those above as they were published, and changes none of them', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const below = await makeKitchen(app, { organisationId })
  const { id, code } = await kitchen.add()
  assert.equal((await page({ keyword: code }, below.token)).total, 0)
  await state([id], true)
  const { id: model } = await make.product(app)
  const texts = { zh: textsOf('未公开的名称', '', { 1: '低湿风干' }) }
  await update(id, { servings: 12, productIds: [model], texts })
  assert.equal((await page({ keyword: '未公开' }, below.token)).total, 0)
  const [row] = (await page({ keyword: code }, below.token)).list
  assert.deepEqual([row?.names.zh, row?.status, row?.isOwn], ['脆皮烤鸭', 'published', false])
  assert.deepEqual(
    row?.products.map((product) => product.id),
    [kitchen.productId],
  )
  const seen = await below.detail(id)
  assert.equal(seen.content.servings, 4)
  const refused = await app.ask(recipeApi.remove, { ids: [id] }, { token: below.token })
  assert.equal(refused.status, 404)
  const own = await app.ask(recipeApi.duplicate, { id }, { token: below.token })
  assert.equal((await below.detail(own.envelope.data.id)).content.servings, 4)
  // Organisations beside it and below it see only their own recipes.
  const { id: siblingId } = await make.organisation(app, { kind: 'distributor' })
  const beside = await makeKitchen(app, { organisationId: siblingId })
  const requested = await app.ask(recipeApi.detail, { id: own.envelope.data.id }, { token: beside.token })
  assert.equal(requested.status, 404)
  assert.equal((await kitchen.detail(own.envelope.data.id)).organisation?.id, organisationId)
})

test('a printed recipe is in one language, and what is missing in it is English, then the base', async () => {
  const { id } = await kitchen.add()
  const print = async (language: 'en' | 'zh' | 'de') =>
    (await app.ask(recipeApi.print, { id, language }, ask())).envelope.data
  const [zh, de] = [await print('zh'), await print('de')]
  assert.deepEqual([zh.name, zh.descriptions, zh.used[0]?.name], ['脆皮烤鸭', ['低湿风干', ''], '鸭'])
  assert.deepEqual([de.name, de.description, de.used[0]?.name], ['Crisp duck', '皮脆肉嫩', 'Duck'])
})

test('a draft is checked without being saved', async () => {
  const { categoryId: _c, publish: _p, note: _n, ...content } = kitchen.draft({ stages: [{ ...roast, fan: 85 }] })
  const { envelope } = await app.ask(recipeApi.check, { ...content, texts: { zh: textsOf('脆皮烤鸭') } }, ask())
  assert.deepEqual(
    envelope.data.problems.map(({ path }) => path),
    ['stages.0.fan'],
  )
  assert.ok(envelope.data.notes.some(({ path }) => path === 'texts.en'))
})
