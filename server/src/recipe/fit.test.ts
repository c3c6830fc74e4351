import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { make } from '../testing/make.ts'
import { limitedOven } from '../testing/recipe/limited-oven.ts'
import { makeKitchen, roast, toCore, type Kitchen } from '../testing/recipe/make-recipe.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let app: TestApp
let kitchen: Kitchen
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  kitchen = await makeKitchen(app)
})
after(() => app.stop())

const ask = (language = 'en') => ({ token: kitchen.token, language })
const oven = async (en: string, zh: string, limits: Parameters<typeof limitedOven>[0]) =>
  (await make.product(app, { en, zh, model: limitedOven(limits) })).id
const fieldsOf = async (id: string, language: string) => {
  const body = { ids: [id], publish: true, note: '' }
  const { status, envelope } = await app.ask(recipeApi.setState, body, ask(language))
  assert.equal(status, 422)
  return envelope.data.fields
}

/**
 * The content is hotter than one of the models below can heat, has more stages than another allows, and a pause that a
 * third one lacks.
 */
const hot = {
  stages: [
    { ...roast, temperatureC: 230 },
    { ...toCore, pauseBefore: true },
  ],
  preheat: { mode: 'custom', temperatureC: 240 },
} as const satisfies Partial<RecipeContent>

test('a recipe for three models names each that refuses, with stage, field and limit, in both languages', async () => {
  const productIds = [
    kitchen.productId,
    await oven('Cool', '低温', { maxC: 200 }),
    await oven('Short', '单段', { stages: 1, maxC: 220 }),
    await oven('Plain', '简易', { without: ['Pause'] }),
  ]
  const texts = { zh: { name: '烤鸭', description: '', stages: { 2: '刷糖水' } } }
  const { id } = await kitchen.add({ ...hot, texts, languages: ['zh'], productIds })
  assert.deepEqual(await fieldsOf(id, 'en'), {
    'ids.0.stages.0.temperatureC':
      'Cool: Stage 1, temperature: 30 to 200 °C is allowed; Short: Stage 1, temperature: 30 to 220 °C is allowed',
    'ids.0.preheat.temperatureC':
      'Cool: It preheats to 30 to 200 °C, in steps of 1 °C; Short: It preheats to 30 to 220 °C, in steps of 1 °C',
    'ids.0.stages': 'Short: It supports at most 1 stage',
    'ids.0.stages.1.pauseBefore': 'Plain: Stage 2, pause to add an ingredient: not supported',
  })
  assert.deepEqual(await fieldsOf(id, 'zh'), {
    'ids.0.stages.0.temperatureC':
      '低温：阶段 1 温度：允许范围为 30 至 200 °C；单段：阶段 1 温度：允许范围为 30 至 220 °C',
    'ids.0.preheat.temperatureC':
      '低温：该型号预热温度为 30 至 200 °C，步长 1 °C；单段：该型号预热温度为 30 至 220 °C，步长 1 °C',
    'ids.0.stages': '单段：该型号最多 1 个阶段',
    'ids.0.stages.1.pauseBefore': '简易：阶段 2 加料暂停：该型号不支持',
  })
  const { problems } = (await kitchen.detail(id)).check
  assert.deepEqual(
    problems
      .filter(({ path }) => path === 'preheat.temperatureC')
      .map(({ product, message }) => [product?.id, message]),
    [
      [productIds[1], 'Cool: It preheats to 30 to 200 °C, in steps of 1 °C'],
      [productIds[2], 'Short: It preheats to 30 to 220 °C, in steps of 1 °C'],
    ],
  )
  // With the models that take it, the same recipe is published.
  const { content, updatedAt, category } = await kitchen.detail(id)
  const body = { ...content, id, updatedAt, categoryId: category?.id ?? null, productIds: [kitchen.productId] }
  assert.equal((await app.ask(recipeApi.update, { ...body, publish: true }, ask())).status, 200)
})

test('of more than five models that refuse one field, five are named and the others counted', async () => {
  const productIds: string[] = []
  for (let n = 1; n <= 7; n += 1) productIds.push(await oven(`Oven ${n}`, `烤箱 ${n}`, { maxC: 200 }))
  const { id } = await kitchen.add({ stages: [{ ...roast, temperatureC: 230 }], productIds })
  const field = 'ids.0.stages.0.temperatureC'
  assert.match((await fieldsOf(id, 'en'))?.[field] ?? '', /^Oven 1: .*; Oven 5: [^;]*; 2 more$/)
  assert.match((await fieldsOf(id, 'zh'))?.[field] ?? '', /^烤箱 1：.*；烤箱 5：[^；]*；另有 2 项$/)
})

test('a model without a published thing model takes no programs, and a recipe for it is not published', async () => {
  const { id: bare } = await make.product(app, { en: 'Bare', zh: '空白', model: null })
  const { id } = await kitchen.add({ productIds: [kitchen.productId, bare] })
  assert.deepEqual(await fieldsOf(id, 'en'), { 'ids.0.productIds': 'Bare: It does not support programs' })
})
