import { after, before, test } from 'node:test'
import { ovenRecipeApi } from '@brigade/contract/recipe/oven.endpoints.ts'
import { ovenAnswers } from '@brigade/contract/recipe/oven-document.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import type { FakeDevice } from '@brigade/server/testing/fake-device.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { makeKitchen, roast, textsOf } from '@brigade/server/testing/recipe/make-recipe.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import { until } from '@brigade/server/testing/until.ts'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/**
 * Axe finds no violation on recipes on ovens, in the dialogs before sending and cooking, and on an oven that waits; in
 * both themes.
 */

let at: Console
let as: MadeAccount
let recipe = ''
let oven = ''
let bare = ''
before(async () => {
  at = await openConsole()
  const { app } = at
  as = await make.account(app, { role: 'administrator' })
  const { token } = as
  const kitchen = await makeKitchen(app)
  const product = await make.product(app, { en: 'Keeping oven', zh: '可存菜谱烤箱' })
  const texts = { zh: textsOf('脆皮烤鸭', '皮脆', { 2: '刷麦芽糖水' }), en: textsOf('Crisp duck', '', { 2: 'Brush' }) }
  const stages = [roast, { ...roast, key: 2, pauseBefore: true, temperatureC: 230 }]
  const made = await kitchen.add({ texts, stages, productIds: [product.id], publish: true })
  recipe = made.id
  const { productKey, id: productId } = product
  const device = await make.device(app, { productId, productKey, name: 'Left oven' })
  oven = device.id
  await make.device(app, { name: 'Another' })
  const old = await make.product(app, { model: { properties: [], events: [], services: [] } })
  bare = (await make.device(app, { productId: old.id, productKey: old.productKey })).id
  const send = { recipeIds: [recipe], deviceIds: [oven], password: testPassword }
  await app.ask(ovenRecipeApi.send, send, { token })
  const { id: organisationId } = await make.organisation(app)
  const set = { recipeIds: [recipe], organisationIds: [organisationId], how: 'add' as const, password: testPassword }
  await app.ask(ovenRecipeApi.saveTargets, set, { token })
  const link = await connectMade(app, device)
  await link.report({
    WorkState: workStateNumber.cooking,
    ChamberTemp: 181,
    SetTemp: 180,
    CurStage: 2,
    StageCount: 2,
    [recipeFunctions.cooking]: made.code,
    [recipeFunctions.cookingVersion]: 1,
    [recipeFunctions.paused]: 1,
    [recipeFunctions.stageEnds]: [{ Stage: 1, By: 0, Seconds: 1200, CoreTemp: 40 }],
  })
  await hold(app, link, { code: made.code, token })
})
after(() => at.stop())

/** The oven reports the recipe in its list, so that it can be cooked and removed. */
async function hold(app: TestApp, link: FakeDevice, { code, token }: Readonly<{ code: string; token: string }>) {
  const { payload } = await link.receive(`service/${recipeFunctions.list}`)
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(payload))
  const data = { Total: 1, Room: 8, Recipes: [{ Id: code, Version: 1, Own: 0 }] }
  await link.send(`thing/service/${recipeFunctions.list}_reply`, { id, code: ovenAnswers.done, data })
  await until('it to be held', async () => {
    const { list } = (await app.ask(ovenRecipeApi.ovenRows, { deviceId: oven }, { token })).envelope.data
    return list.some(({ state }) => state === 'held')
  })
}

async function look(page: Page, name: string, seen: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

const base = '/recipeManage/recipeList'
const ofOven = (id: string, tab: string) => `/recipeManage/device/list/detail?id=${id}&tab=${tab}`

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on recipes on ovens, in ${spoken}`, async () => {
    await at.inWindow({ language, as, start: `${base}/RecipeDetail?id=${recipe}&tab=ovens` }, async (page) => {
      await look(page, 'ovens of a recipe', 'tbody a')
      await page.locator('main [class*=inset] > button').first().click()
      const dialog = page.locator('[role=dialog]')
      await look(page, 'ovens to send to', '[role=dialog] tbody input[type=checkbox]')
      for (const box of await dialog.locator('tbody input[type=checkbox]').all()) await box.check()
      await look(page, 'what does not fit', '[role=dialog] h4')
      await dialog.locator('button[class*=primary]').click()
      await look(page, 'the password before sending', '[role=dialog] input[type=password]')
      await page.keyboard.press('Escape')
      await page.goto(at.app.url + ofOven(oven, 'recipes'))
      await look(page, 'recipes of an oven', 'tbody a')
      await page.locator('tbody button').first().click()
      await look(page, 'the start of a recipe', '[role=dialog] input[type=password]')
      await page.keyboard.press('Escape')
      await page.locator('tbody button').last().click()
      await look(page, 'taking a recipe from an oven', '[role=dialog] input[type=password]')
      await page.keyboard.press('Escape')
      await page.goto(at.app.url + ofOven(bare, 'recipes'))
      await look(page, 'an oven that keeps none', 'main [role=status] b')
      await page.goto(at.app.url + ofOven(oven, 'overview'))
      await look(page, 'an oven that waits', 'main [role=alert]')
      await page.goto(at.app.url + base)
      await page.locator('tbody input[type=checkbox]').first().check()
      await look(page, 'recipes with what can be sent', 'tbody a')
      await page.reload()
      await page.locator('button', { hasText: /^(Automatic recipes|自动下发菜谱)$/ }).click()
      await look(page, 'sets of organisations', '[role=dialog] tbody a')
      await page.locator('[role=dialog] tbody button').first().click()
      await look(page, 'taking a set back', '[role=dialog] input[type=password]')
    })
  })
