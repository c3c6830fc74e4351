import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appRecipeApi } from '@brigade/contract/recipe/app.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { make } from '../../testing/make.ts'
import { makeKitchen, textsOf, type Kitchen } from '../../testing/recipe/make-recipe.ts'
import { makePerson, type MadePerson } from '../../testing/person/make-person.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let kitchen: Kitchen
let person: MadePerson
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
  person = await makePerson(app)
})
after(() => app.stop())

async function ownOven(of: MadePerson, productId = kitchen.productId, organisationId?: string) {
  const oven = await make.device(app, { productId, ...(organisationId === undefined ? {} : { organisationId }) })
  await app.db
    .insertInto('deviceBinding')
    .values({ deviceId: oven.id, appUserId: of.id, role: 'owner', boundAt: new Date(app.clock.now()).toISOString() })
    .execute()
  return oven
}
const listed = async (query: object = {}, { token }: MadePerson = person) =>
  (await app.ask(appRecipeApi.appPage, { pageSize: 80, ...query }, { token })).envelope.data.list
const add = (name: string, publish = true) =>
  kitchen.add({ publish, texts: { zh: textsOf(name, '', { 1: '刷油' }), en: textsOf(`${name} in English`) } })

test('a person finds published recipes for their own ovens, in any language, and reads them in the app’s', async () => {
  const oven = await ownOven(person)
  const [shown, draft] = [await add('烤鸭'), await add('草稿', false)]
  const foreign = await makeKitchen(app, { organisationId: (await make.organisation(app)).id })
  const above = await foreign.add({ publish: true })
  const ids = (await listed()).map(({ id }) => id)
  assert.deepEqual([ids.includes(shown.id), ids.includes(draft.id), ids.includes(above.id)], [true, false, false])
  assert.deepEqual(
    (await listed({ keyword: '烤鸭' })).map(({ id }) => id),
    [shown.id],
  )
  const { envelope } = await app.ask(appRecipeApi.appDetail, { id: shown.id }, { token: person.token })
  const { name, stages, ovens, ingredients } = envelope.data
  assert.deepEqual([name, stages.length, ingredients[0]?.name], ['烤鸭 in English', 2, 'Duck'])
  assert.deepEqual(
    ovens.map(({ deviceId, state }) => [deviceId, state]),
    [[oven.id, null]],
  )
  const stranger = await makePerson(app)
  assert.equal((await app.ask(appRecipeApi.appDetail, { id: shown.id }, { token: stranger.token })).status, 404)
  assert.deepEqual(await listed({}, stranger), [])
})

test('a favourite counts once a person, and no longer when it is given up', async () => {
  const { id } = await add('最爱')
  const keep = (favourite: boolean) => app.ask(appRecipeApi.appFavourite, { id, favourite }, { token: person.token })
  const counted = async () => (await kitchen.detail(id)).favourites
  await keep(true)
  await keep(true)
  const second = await makePerson(app)
  await ownOven(second)
  await app.ask(appRecipeApi.appFavourite, { id, favourite: true }, { token: second.token })
  assert.equal(await counted(), 2)
  assert.deepEqual(
    (await listed({ favourite: true })).map((row) => [row.id, row.favourites]),
    [[id, 2]],
  )
  await keep(false)
  await keep(false)
  assert.equal(await counted(), 1)
  const totals = (await app.ask(recipeApi.statistic, {}, { token: kitchen.token })).envelope.data
  assert.equal(totals.favourites, 1)
})

test('a person sends a recipe to an own oven, and to no other', async () => {
  const oven = await ownOven(person)
  const { id } = await add('送')
  const sent = (deviceId: string) => app.ask(appRecipeApi.appSend, { id, deviceId }, { token: person.token })
  assert.equal((await sent(oven.id)).status, 200)
  const { ovens } = (await app.ask(appRecipeApi.appDetail, { id }, { token: person.token })).envelope.data
  assert.equal(ovens.find(({ deviceId }) => deviceId === oven.id)?.state, 'waiting')
  assert.equal((await sent((await make.device(app, { productId: kitchen.productId })).id)).status, 404)
  const cancelled = await add('取消')
  await app.ask(
    recipeApi.setState,
    { ids: [cancelled.id], publish: false, note: '', removeFromOvens: false },
    { token: kitchen.token },
  )
  assert.equal(
    (await app.ask(appRecipeApi.appSend, { id: cancelled.id, deviceId: oven.id }, { token: person.token })).status,
    404,
  )
})
