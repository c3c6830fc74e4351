import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { make } from '../../testing/make.ts'
import { makeKitchen, roast, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const ask = (language = 'en') => ({ token: kitchen.token, language })
const state = (ids: string[], publish: boolean, note = '', language = 'en') =>
  app.ask(recipeApi.setState, { ids, publish, note }, ask(language))
const history = async (id: string) => (await app.ask(recipeApi.history, { id }, ask())).envelope.data
async function update(id: string, change: object, token = kitchen.token) {
  const { content, updatedAt, category } = await kitchen.detail(id)
  const body = { ...content, categoryId: category?.id ?? kitchen.categoryId, id, updatedAt, ...change }
  return app.ask(recipeApi.update, body, { token })
}

test('each publication is kept with its note, its author and a fingerprint: equal content has an equal one', async () => {
  const { id } = await kitchen.add()
  await state([id], true, '首版')
  await state([id], false)
  await state([id], true, 'again')
  await update(id, { servings: 9, publish: true, note: 'for nine' })
  const rows = await history(id)
  assert.deepEqual(
    rows.map(({ version, note, isCurrent }) => [version, note, isCurrent]),
    [
      [3, 'for nine', true],
      [2, 'again', false],
      [1, '首版', false],
    ],
  )
  const [third, second, first] = rows.map(({ sha256 }) => sha256)
  assert.match(first ?? '', /^[0-9a-f]{64}$/)
  assert.deepEqual([first === second, first === third], [true, false])
  assert.ok(rows.every(({ publishedBy }) => publishedBy !== ''))
  await assert.rejects(sql`update recipe_version set content = '{}' where recipe_id = ${id}::bigint`.execute(app.db))
})

test('a batch that is empty or has nothing to do says so in both languages', async () => {
  const { id } = await kitchen.add()
  const inChinese = await state([], true, '', 'zh')
  assert.deepEqual(inChinese.envelope.data.fields, { ids: '请先选择数据' })
  for (const publish of [false, true]) {
    if (publish) await state([id], true)
    const same = await state([id], publish)
    assert.deepEqual([same.status, same.envelope.msg], [409, 'They already have this status'])
  }
})

test('a published one with changes is published again beside one without: it alone has a new version', async () => {
  const [same, changed] = [await kitchen.add({ publish: true }), await kitchen.add({ publish: true })]
  await update(changed.id, { servings: 12 })
  assert.equal((await state([same.id, changed.id], true)).status, 200)
  const versions = [await history(same.id), await history(changed.id)].map((rows) => rows.length)
  assert.deepEqual(versions, [1, 2])
})

test('what is only a note refuses nothing: a name too long for a panel, an unusual temperature, a gap in a translation', async () => {
  const long = { zh: textsOf('慢烤'), en: textsOf('Slow roast of forty characters in all, ok') }
  const stages = [{ ...roast, pattern: 'STEAM' as const, temperatureC: 200 }]
  const { id } = await kitchen.add({ stages, texts: long, languages: ['zh', 'en', 'de'] })
  const { problems, notes } = (await kitchen.detail(id)).check
  assert.deepEqual(problems, [])
  assert.deepEqual(notes.map(({ path }) => path).toSorted(), ['stages.0.temperatureC', 'texts.de', 'texts.en.name'])
  assert.equal((await state([id], true)).status, 200)
})

test('an edit that publishes needs the right to publish too, and without it nothing is saved', async () => {
  const { id } = await kitchen.add()
  const { token } = await make.account(app, { operationCodes: ['recipe:update', 'recipe:view'] })
  const refused = await update(id, { servings: 30, publish: true }, token)
  assert.deepEqual(
    [refused.status, refused.envelope.msg],
    [403, 'This also needs a permission that you lack: Recipes: Publish (recipe:publish)'],
  )
  assert.equal((await kitchen.detail(id)).content.servings, 4)
  assert.equal((await update(id, { servings: 30 }, token)).status, 200)
})

test('a caller changes recipes of organisations below, which stay theirs', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'distributor' })
  const below = await makeKitchen(app, { organisationId })
  const { id } = await below.add()
  assert.equal((await update(id, { servings: 7, publish: true })).status, 200)
  const seen = await below.detail(id)
  assert.deepEqual([seen.status, seen.content.servings, seen.isOwn], ['published', 7, true])
  assert.equal((await kitchen.detail(id)).organisation?.id, organisationId)
})

test('a version is printed as it was, beside the draft as it is; the published one comes first, and the draft while none is', async () => {
  const { id } = await kitchen.add({ publish: true })
  await update(id, { servings: 11, texts: { zh: textsOf('新名') } })
  const print = async (version?: number) =>
    (
      await app.ask(
        recipeApi.print,
        { id, language: 'zh' as const, ...(version === undefined ? {} : { version }) },
        ask(),
      )
    ).envelope.data
  const [draft, first] = [await print(0), await print(1)]
  assert.deepEqual(await print(), first)
  assert.deepEqual([draft.name, draft.content.servings, draft.version], ['新名', 11, null])
  assert.deepEqual([first.name, first.content.servings, first.version], ['脆皮烤鸭', 4, 1])
  assert.equal((await app.ask(recipeApi.print, { id, language: 'zh', version: 5 }, ask())).status, 404)
  const { id: unpublished } = await kitchen.add()
  const only = await app.ask(recipeApi.print, { id: unpublished, language: 'zh' }, ask())
  assert.equal(only.envelope.data.version, null)
})

test('a draft from a file may be without a category, and one whose model was deleted stays: neither is published, and the reason is at the field', async () => {
  const { id } = await kitchen.add()
  const { id: gone } = await make.product(app)
  const { id: other } = await kitchen.add({ productIds: [kitchen.productId, gone] })
  await app.db.updateTable('recipe').set({ categoryId: null }).where('id', '=', id).execute()
  await app.db.deleteFrom('product').where('id', '=', gone).execute()
  const refused = await state([id, other], true)
  assert.deepEqual(refused.envelope.data.fields, {
    'ids.0.categoryId': 'Choose a category',
    'ids.1.productIds.1': 'There is no such oven model',
  })
  const paths = async (one: string) => (await kitchen.detail(one)).check.problems.map(({ path }) => path)
  assert.deepEqual([await paths(id), await paths(other)], [['categoryId'], ['productIds.1']])
  assert.equal((await kitchen.detail(id)).status, 'unpublished')
})
