import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recipeLanguageApi } from '@brigade/contract/recipe/language.endpoints.ts'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { recipeLanguages, recipeLimits, type RecipeStatus } from '@brigade/contract/recipe/recipe.model.ts'
import { OvenDocument } from '@brigade/contract/recipe/oven-document.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import type { Fleet } from '@brigade/simulator/fleet.ts'
import { createLog } from '../../platform/log.ts'
import { testPassword } from '../../testing/make-account.ts'
import { make } from '../../testing/make.ts'
import { ovenOf, sentTo, startOvenApp, startOvens } from '../../testing/recipe/oven-app.ts'
import type { TestApp } from '../../testing/start-app.ts'
import { until } from '../../testing/until.ts'
import { seedDemoRecipes } from '../demo/demo-recipes.seed.ts'

let app: TestApp
let fleet: Fleet | undefined
before(async () => {
  app = await startOvenApp()
  await make.account(app, { role: 'recipe-editor' })
  await seedDemoRecipes({ ...app, log: createLog({ level: 'silent' }) })
})
after(async () => {
  await fleet?.stop()
  await app.stop()
})

/** Topic and payload, and the at most five bytes before them and two of the packet's id. */
const packetBytes = (topic: string, payload: string) => Buffer.byteLength(topic) + Buffer.byteLength(payload) + 9

/** Each recipe in six languages, with names as long as they may be, and published so. */
async function translateAll(
  rows: readonly Readonly<{ id: string; status: RecipeStatus }>[],
  token: string,
): Promise<void> {
  for (const { id } of rows) {
    const { list } = (await app.ask(recipeLanguageApi.languages, { id }, { token })).envelope.data
    const base = list.find(({ isBase }) => isBase)?.texts ?? assert.fail()
    const stages = Object.fromEntries(
      Object.keys(base.stages).map((key) => [key, 'ü'.repeat(recipeLimits.description)]),
    )
    const missing = recipeLanguages.filter((language) => list.every((row) => row.language !== language))
    for (const language of missing) {
      const { updatedAt } = (await app.ask(recipeLanguageApi.languages, { id }, { token })).envelope.data
      const texts = { name: `${language} ${'n'.repeat(45)}`, description: base.description, stages }
      const saved = await app.ask(recipeLanguageApi.saveTexts, { id, language, texts, updatedAt }, { token })
      assert.equal(saved.status, 200)
    }
  }
  // Recipes that ever were published and others are not published in one batch.
  for (const batch of Map.groupBy(rows, ({ status }) => status === 'unpublished').values()) {
    const requested = { ids: batch.map(({ id }) => id), publish: true, note: '' }
    assert.equal((await app.ask(recipeApi.setState, requested, { token })).status, 200)
  }
}

test('an oven whose SDK drops messages over 2,048 bytes gets every recipe of the demo in six languages; no PUBLISH is over 1,000', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  const product = await app.db
    .selectFrom('product')
    .select(['id', 'productKey'])
    .where('productKey', '=', 'a1BX06Pro')
    .executeTakeFirstOrThrow()
  // A name as long as SDKs take.
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey, sn: 'L'.repeat(32) })
  const rows = (await app.ask(recipeApi.page, { pageSize: 80 }, { token })).envelope.data.list
  assert.equal(rows.length, 30)
  await translateAll(rows, token)
  fleet = startOvens(app, [oven], { receiveBytes: 2048, panel: recipeLanguages.join(',') })
  const simulated = ovenOf(fleet, oven)
  // There are no recipes made at the oven.
  simulated.reset?.()
  await until('its panel to be known', async () => {
    const { envelope } = await app.ask(ovenRecipeApi.oven, { deviceId: oven.id }, { token })
    return envelope.data.languages.length === recipeLanguages.length || undefined
  })
  await app.ask(
    ovenRecipeApi.send,
    { recipeIds: rows.map(({ id }) => id), deviceIds: [oven.id], password: testPassword },
    { token },
  )
  await until('all to be kept', () => sentTo(simulated).size === rows.length || undefined, 30_000)
  const sent = await app.db
    .selectFrom('deviceMessage')
    .select(['topic', 'payload'])
    .where('deviceId', '=', oven.id)
    .where('direction', '=', 'down')
    .where('topic', 'like', `%${recipeFunctions.save}`)
    .execute()
  assert.equal(sent.length, rows.length)
  const longest = Math.max(...sent.map(({ topic, payload }) => packetBytes(topic, payload ?? '')))
  assert.ok(longest <= ovenRecipeLimits.publishBytes, `${longest} bytes`)
  for (const [code, { document }] of sentTo(simulated)) {
    const { languages, texts } = OvenDocument.parse(JSON.parse(document))
    assert.deepEqual(
      [languages.toSorted(), Object.values(texts).every(({ name }) => name !== '')],
      [recipeLanguages.toSorted(), true],
      code,
    )
  }
  // A message that carried the recipe itself would have been dropped.
  const shortest = Math.min(...[...sentTo(simulated).values()].map(({ document }) => Buffer.byteLength(document)))
  assert.ok(shortest > 2048, `${shortest} bytes`)
})
