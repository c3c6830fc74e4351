import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { makeKitchen, roast, textsOf } from '@brigade/server/testing/recipe/make-recipe.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on recipes, their editor, languages, categories and ingredients, in both themes. */

let at: Console
let id = ''
before(async () => {
  at = await openConsole()
  const kitchen = await makeKitchen(at.app)
  const texts = { zh: textsOf('脆皮烤鸭', '皮脆', { 1: '干', 2: '刷' }), en: textsOf('Crisp duck') }
  const stages = [roast, { ...roast, key: 2, pauseBefore: true, temperatureC: 230 }]
  id = (await kitchen.add({ texts, stages })).id
})
after(() => at.stop())

async function look(page: Page, name: string, seen: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

const base = '/recipeManage/recipeList'

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on the screens of recipes, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: base }, async (page) => {
      await look(page, 'recipes', 'tbody a')
      await page.locator('tbody input[type=checkbox]').first().check()
      await look(page, 'recipes, one selected', 'tbody a')
      await page.goto(`${at.app.url}${base}/RecipeEdit?id=${id}`)
      await look(page, 'the editor', 'footer button')
      await page.locator('[data-path="stages.0.temperatureC"] input').fill('275')
      await look(page, 'the editor with a problem', '[data-path="stages.0.temperatureC"] [aria-invalid]')
      await page.locator('main button[aria-haspopup=menu]').first().click()
      await look(page, 'a menu of the editor', '[role=menu]')
      await page.keyboard.press('Escape')
      await page.goto(`${at.app.url}${base}/RecipeAdd`)
      await page.locator('footer button').nth(1).click()
      await look(page, 'a new recipe with all that is missing', '[aria-invalid=true]')
      for (const tab of ['recipe', 'versions', 'print']) {
        await page.goto(`${at.app.url}${base}/RecipeDetail?id=${id}&tab=${tab}`)
        await look(page, `a recipe, ${tab}`, tab === 'print' ? 'main article' : 'main table')
      }
      await page.goto(`${at.app.url}${base}/RecipeLanguage`)
      await look(page, 'coverage', 'tbody a')
      await page.goto(`${at.app.url}${base}/RecipeLanguage?id=${id}&language=en`)
      await look(page, 'one language beside the base', 'main textarea')
      await page.goto(`${at.app.url}/recipeManage/recipeTypeList`)
      await look(page, 'categories', 'tbody td')
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new category', '[role=dialog] form')
      await page.keyboard.press('Escape')
      await page.goto(`${at.app.url}/recipeManage/IngredientsList`)
      await look(page, 'ingredients', 'tbody a')
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new ingredient', '[role=dialog] form')
    })
  })
