import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { ingredientKinds, type IngredientDraft } from '@brigade/contract/recipe/filing.model.ts'
import { measuredUnits, units } from '@brigade/contract/recipe/measure.rules.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { make } from '../../testing/make.ts'
import { makeKitchen, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const ask = () => ({ token: kitchen.token })
const category = async (id: string, token = kitchen.token) =>
  (await app.ask(filingApi.category, { id }, { token })).envelope.data
const ingredient = async (id: string, token = kitchen.token) =>
  (await app.ask(filingApi.ingredient, { id }, { token })).envelope.data

test('a category has a code, names in six languages and the number of its recipes (spec 3)', async () => {
  const names = { en: 'Bread', zh: '面包', de: 'Brot', fr: 'Pain', es: 'Pan', it: 'Pane' }
  const { envelope } = await app.ask(filingApi.addCategory, { names }, ask())
  assert.match(envelope.data.code, /^CAT-\d{4}$/)
  await kitchen.add({ categoryId: envelope.data.id })
  const row = await category(envelope.data.id)
  assert.deepEqual([row.names, row.recipes, row.pictureFileId], [names, 1, null])
  const select = async (keyword: string, language: string) =>
    (await app.ask(filingApi.selectCategory, { keyword }, { ...ask(), language })).envelope.data
  assert.deepEqual(await select('Brot', 'zh'), [{ id: row.id, name: '面包' }])
  assert.deepEqual(await select('面包', 'en'), [{ id: row.id, name: 'Bread' }])
})

test('one name is enough, and none is refused', async () => {
  const one = await app.ask(filingApi.addIngredient, { names: { it: 'Basilico' }, kind: 'mass', unit: 'g' }, ask())
  assert.equal(one.status, 200)
  const names = { en: '', zh: ' ' }
  const none = [
    await app.ask(filingApi.addCategory, { names }, ask()),
    await app.ask(filingApi.addIngredient, { names, kind: 'mass', unit: 'g' }, ask()),
  ]
  for (const { envelope } of none)
    assert.deepEqual(envelope.data.fields, { 'names.en': 'Enter the name in at least one language' })
})

test('categories stand by position, and one that is moved moves the others by one', async () => {
  const own = await makeKitchen(app, { organisationId: (await make.organisation(app, { kind: 'agent' })).id })
  const added = [own.categoryId]
  for (const en of ['Two', 'Three', 'Four'])
    added.push((await app.ask(filingApi.addCategory, { names: { en } }, { token: own.token })).envelope.data.id)
  const [one = '', two = '', three = '', four = ''] = added
  const order = async () => {
    const { list } = (await app.ask(filingApi.categories, { pageSize: 80 }, { token: own.token })).envelope.data
    return list.filter(({ isOwn }) => isOwn).map(({ id }) => id)
  }
  const move = async (id: string, position: number) => {
    const { names, pictureFileId, updatedAt } = await category(id, own.token)
    return app.ask(filingApi.updateCategory, { id, names, pictureFileId, updatedAt, position }, { token: own.token })
  }
  assert.deepEqual(await order(), [one, two, three, four])
  await move(four, 2)
  assert.deepEqual(await order(), [one, four, two, three])
  await move(one, 4)
  assert.deepEqual(await order(), [four, two, three, one])
  await move(two, 1)
  assert.deepEqual(await order(), [two, four, three, one])
  const positions = await Promise.all((await order()).map(async (id) => (await category(id, own.token)).position))
  assert.deepEqual(positions, [1, 2, 3, 4])
})

test('a category or an ingredient in use is not deleted, and the refusal says by how many recipes', async () => {
  const own = await makeKitchen(app)
  await own.add()
  await own.add({ publish: true })
  const spare = await app.ask(filingApi.addCategory, { names: { en: 'Spare' } }, ask())
  const ids = [spare.envelope.data.id, own.categoryId]
  const refused = await app.ask(filingApi.removeCategories, { ids }, ask())
  assert.deepEqual(
    [refused.status, refused.envelope.msg, refused.envelope.data.fields],
    [409, 'Poultry has 2 recipes', { 'ids.1': 'Poultry has 2 recipes' }],
  )
  assert.equal((await category(spare.envelope.data.id)).recipes, 0)
  const kept = await app.ask(filingApi.removeIngredients, { ids: [own.ingredientId] }, ask())
  assert.deepEqual([kept.status, kept.envelope.msg], [409, 'Duck is used by 2 recipes'])
  assert.equal((await ingredient(own.ingredientId)).recipes, 2)
  assert.equal((await app.ask(filingApi.removeCategories, { ids: [spare.envelope.data.id] }, ask())).status, 200)
})

test('the kind of an ingredient stays once a recipe uses it', async () => {
  const own = await makeKitchen(app)
  const change = async (kind: 'mass' | 'volume') => {
    const { names, allergens, updatedAt } = await ingredient(own.ingredientId)
    const unit = kind === 'mass' ? ('g' as const) : ('ml' as const)
    const body = { id: own.ingredientId, names, unit, allergens, updatedAt, kind }
    return app.ask(filingApi.updateIngredient, body, ask())
  }
  assert.equal((await change('volume')).status, 200)
  await own.add()
  const refused = await change('mass')
  assert.deepEqual(refused.envelope.data.fields, { kind: 'Its kind is fixed while recipes use it' })
  assert.equal((await change('volume')).status, 200)
})

test('of many changes made from one version at once, one is kept', async () => {
  const { updatedAt } = await ingredient(kitchen.ingredientId)
  const change = (en: string) => {
    const body = { id: kitchen.ingredientId, names: { en }, kind: 'mass' as const, unit: 'g' as const, updatedAt }
    return app.ask(filingApi.updateIngredient, body, ask())
  }
  const answers = await Promise.all(['A', 'B', 'C'].map(change))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('ingredients are found by name in any language, kind and allergen', async () => {
  const names = { en: 'Peanut oil', zh: '花生油' }
  const made = { names, kind: 'volume' as const, unit: 'ml' as const, allergens: ['peanuts' as const] }
  const { id } = (await app.ask(filingApi.addIngredient, made, ask())).envelope.data
  const found = async (search: object) =>
    (await app.ask(filingApi.ingredients, search, ask())).envelope.data.list.some((row) => row.id === id)
  assert.deepEqual(
    [await found({ keyword: '生油' }), await found({ keyword: 'nut O' }), await found({ keyword: '花油' })],
    [true, true, false],
  )
  assert.deepEqual([await found({ kind: 'volume' }), await found({ kind: 'mass' })], [true, false])
  assert.deepEqual([await found({ allergen: 'peanuts' }), await found({ allergen: 'milk' })], [true, false])
})

test('those of organisations above are seen and used, and changed by nobody below', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'customer' })
  const below = await makeKitchen(app, { organisationId })
  const { token } = below
  const seen = await category(kitchen.categoryId, token)
  assert.equal(seen.isOwn, false)
  const { names, pictureFileId, updatedAt } = seen
  const body = { id: seen.id, names, pictureFileId, updatedAt }
  assert.equal((await app.ask(filingApi.updateCategory, body, { token })).status, 404)
  assert.equal((await app.ask(filingApi.removeIngredients, { ids: [kitchen.ingredientId] }, { token })).status, 404)
  const uses = {
    categoryId: kitchen.categoryId,
    ingredients: [{ ingredientId: kitchen.ingredientId, unit: 'g' as const, measure: 1 }],
  }
  assert.ok((await below.add(uses)).id)
  const beside = await makeKitchen(app, { organisationId: (await make.organisation(app, { kind: 'customer' })).id })
  const foreign = await app.ask(filingApi.category, { id: below.categoryId }, { token: beside.token })
  assert.equal(foreign.status, 404)
})

test('of two who edit one category at once, one is told and nothing is lost', async () => {
  const { envelope } = await app.ask(filingApi.addCategory, { names: { en: 'Soup' } }, ask())
  const { id } = envelope.data
  const { updatedAt } = await category(id)
  const change = (en: string) =>
    app.ask(filingApi.updateCategory, { id, names: { en }, pictureFileId: null, updatedAt }, ask())
  const answers = await Promise.all(['Soups', 'Broths'].map(change))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const kept = answers[0]?.status === 200 ? 'Soups' : 'Broths'
  assert.deepEqual((await category(id)).names, { en: kept })
})

test('the selects have own ones and those from above, an ingredient with its kind and usual unit, in the reader’s language', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'customer' })
  const below = await makeKitchen(app, { organisationId })
  const beside = await makeKitchen(app, { organisationId: (await make.organisation(app, { kind: 'customer' })).id })
  const as = { token: below.token, language: 'zh' }
  const categories = (await app.ask(filingApi.selectCategory, {}, as)).envelope.data
  const names = { zh: '黑蒜', en: 'Black garlic' }
  const added = await app.ask(filingApi.addIngredient, { names, kind: 'count', unit: 'piece' }, ask())
  const found = (await app.ask(filingApi.selectIngredient, { keyword: '黑蒜' }, as)).envelope.data
  assert.deepEqual(found, [{ id: added.envelope.data.id, name: '黑蒜', kind: 'count', unit: 'piece' }])
  const ids = categories.map(({ id }) => id)
  assert.deepEqual(
    [ids.includes(below.categoryId), ids.includes(kitchen.categoryId), ids.includes(beside.categoryId)],
    [true, true, false],
  )
})

test('the usual unit of an ingredient measures its kind, and each allergen is named once', async () => {
  const tried = async (wanted: Pick<IngredientDraft, 'kind' | 'unit'> & Partial<IngredientDraft>) => {
    const names = { en: `Tried ${wanted.kind} ${wanted.unit} ${wanted.allergens?.join(' ') ?? ''}` }
    const { status, envelope } = await app.ask(filingApi.addIngredient, { names, allergens: [], ...wanted }, ask())
    return status === 200 ? 'taken' : Object.keys(envelope.data.fields ?? {}).join(' ')
  }
  const of = { g: 'mass', ml: 'volume', piece: 'count' } as const
  for (const unit of [...measuredUnits, 'toTaste' as const])
    for (const kind of ingredientKinds) {
      const fits = unit === 'toTaste' || of[units[unit].of] === kind
      assert.equal(await tried({ kind, unit }), fits ? 'taken' : 'unit', `${kind} in ${unit}`)
    }
  const kind = { kind: 'mass', unit: 'g' } as const
  assert.equal(await tried({ ...kind, allergens: ['milk', 'eggs'] }), 'taken')
  assert.equal(await tried({ ...kind, allergens: ['milk', 'eggs', 'milk'] }), 'allergens')
})

test('a name stands once in a language, among an organisation’s own and those above it, whatever its case and width; what stood twice before stays', async () => {
  const { id: organisationId } = await make.organisation(app, { kind: 'agent' })
  const below = await makeKitchen(app, { organisationId })
  const beside = await makeKitchen(app, { organisationId: (await make.organisation(app, { kind: 'agent' })).id })
  const add = (names: IngredientDraft['names'], { token }: { token: string }) =>
    app.ask(filingApi.addIngredient, { names, kind: 'mass', unit: 'g' }, { token })
  const refused = async (names: IngredientDraft['names'], who: { token: string }) =>
    Object.keys((await add(names, who)).envelope.data.fields ?? {})
  assert.equal((await add({ en: 'Sea salt', zh: '海盐', de: 'Salz' }, kitchen)).status, 200)
  assert.deepEqual(await refused({ en: 'ＳＥＡ salt', zh: '粗盐' }, kitchen), ['names.en'])
  assert.deepEqual(await refused({ en: 'Coarse salt', zh: '海盐', de: 'salz' }, below), ['names.de', 'names.zh'])
  assert.deepEqual(await refused({ en: 'Salz' }, below), [])
  // A neighbour's ingredients are not visible.
  assert.equal((await add({ en: 'Own herb' }, below)).status, 200)
  assert.equal((await add({ en: 'Own herb' }, beside)).status, 200)
  const category = async (names: IngredientDraft['names']) =>
    (await app.ask(filingApi.addCategory, { names }, ask())).envelope.data
  await category({ en: 'Salads' })
  assert.equal((await app.ask(filingApi.addCategory, { names: { en: 'SALADS' } }, ask())).status, 422)
  // Both kitchens have a duck from before: another field can be edited, and a new equal name is refused.
  const [first, second] = [await makeKitchen(app), await makeKitchen(app)]
  const duck = await ingredient(second.ingredientId)
  const change = { ...duck, names: duck.names, kind: 'mass' as const, unit: 'kg' as const }
  const body = ({ id, names, kind, unit, allergens, updatedAt }: typeof change) => ({
    id,
    names,
    kind,
    unit,
    allergens,
    updatedAt,
  })
  assert.equal((await app.ask(filingApi.updateIngredient, body(change), ask())).status, 200)
  assert.equal((await ingredient(first.ingredientId)).names.en, duck.names.en)
  const now = await ingredient(second.ingredientId)
  const renamed = await app.ask(
    filingApi.updateIngredient,
    body({ ...change, updatedAt: now.updatedAt, names: { en: 'Sea salt' } }),
    ask(),
  )
  assert.deepEqual(Object.keys(renamed.envelope.data.fields ?? {}), ['names.en'])
})

test('of equal names given at once one is kept', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      app.ask(filingApi.addIngredient, { names: { en: 'Given at once' }, kind: 'mass', unit: 'g' }, ask()),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422, 422, 422],
  )
})

test('an ingredient may stand in a recipe twice, and each use keeps its amount: read, compared, printed, published and exported', async () => {
  const salt = (measure: number, unit: 'g' | 'tsp' = 'g') => ({ ingredientId: kitchen.ingredientId, unit, measure })
  const { id } = await kitchen.add({ ingredients: [salt(200), salt(2, 'tsp')], publish: true })
  const detail = await kitchen.detail(id)
  assert.equal(detail.status, 'published')
  assert.deepEqual(detail.content.ingredients, [salt(200), salt(2, 'tsp')])
  const draft = kitchen.draft({ ingredients: [salt(200), salt(3, 'tsp')] })
  assert.equal((await app.ask(recipeApi.update, { ...draft, id, updatedAt: detail.updatedAt }, ask())).status, 200)
  const { rows } = (await app.ask(recipeApi.compare, { id, before: 1, after: 0 }, ask())).envelope.data
  const changed = rows.filter(({ isChanged }) => isChanged).map(({ path, before, after }) => [path, before, after])
  assert.deepEqual(changed, [[`ingredients.${kitchen.ingredientId}:2.measure`, '2', '3']])
  const printed = (await app.ask(recipeApi.print, { id, language: 'en' }, ask())).envelope.data
  assert.deepEqual(
    printed.used.map(({ unit, measure }) => [unit, measure]),
    [
      ['g', 200],
      ['tsp', 2],
    ],
  )
})
