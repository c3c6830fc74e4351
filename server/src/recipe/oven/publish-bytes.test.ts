import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { ovenRecipeLimits } from '@brigade/contract/recipe/oven.model.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
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

test('an oven whose SDK drops messages over 2,048 bytes gets every recipe of the demo in its six languages; no PUBLISH is over 1,000', async () => {
  const { token } = await make.account(app, { role: 'administrator' })
  const product = await app.db
    .selectFrom('product')
    .select(['id', 'productKey'])
    .where('productKey', '=', 'a1BX06Pro')
    .executeTakeFirstOrThrow()
  // A name as long as SDKs take.
  const oven = await make.device(app, { productId: product.id, productKey: product.productKey, sn: 'L'.repeat(32) })
  const rows = (await app.ask(recipeApi.page, { pageSize: 80, status: 'published' }, { token })).envelope.data.list
  fleet = startOvens(app, [oven], { receiveBytes: 2048 })
  // Nobody has made anything at it.
  ovenOf(fleet, oven).reset?.()
  await app.ask(
    ovenRecipeApi.send,
    { recipeIds: rows.map(({ id }) => id), deviceIds: [oven.id], password: testPassword },
    { token },
  )
  const simulated = ovenOf(fleet, oven)
  await until('all to be kept', () => sentTo(simulated).size === rows.length || undefined, 20_000)
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
  const languages = new Set<string>()
  for (const { document } of sentTo(simulated).values())
    for (const language of OvenDocument.parse(JSON.parse(document)).languages) languages.add(language)
  assert.ok(languages.size >= 1)
  // Documents of any language are under the same address: what the message is long by is not what it says.
  const documents = await app.db.selectFrom('recipeDocument').select('bytes').execute()
  assert.ok(documents.some(({ bytes }) => bytes.length > 2048))
})
