import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { makeKitchen, roast, textsOf, type Kitchen } from '@brigade/server/testing/recipe/make-recipe.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from '../support/browser.ts'
import { arrived, field, openConsole, type Console } from '../support/open-console.ts'

/** Categories, ingredients, the page for the kitchen wall, files of recipes and the palette. */

let at: Console
let kitchen: Kitchen
before(async () => {
  at = await openConsole()
  kitchen = await makeKitchen(at.app)
})
after(() => at.stop())

const base = '/recipeManage/recipeList'
const ask = () => ({ token: kitchen.token })
const categoryNames = async () =>
  (await at.app.ask(filingApi.categories, { pageSize: 80, sort: 'position' }, ask())).envelope.data.list.map(
    ({ names }) => names.zh,
  )

for (const { language } of triedOnlyIn('zh')) {
  test('categories are put in order by keys and by dragging, and lead to their recipes', async () => {
    for (const zh of ['烘焙', '水产']) await at.app.ask(filingApi.addCategory, { names: { zh } }, ask())
    await kitchen.add()
    await at.inWindow({ language, as: kitchen, start: '/recipeManage/recipeTypeList' }, async (page) => {
      const grip = (name: string) => page.getByRole('button', { name: `移动“${name}”：拖动，或按 Alt 加上下方向键` })
      await grip('水产').focus()
      await page.keyboard.press('Alt+ArrowUp')
      await page.getByText('“水产”已移至第 2 位，共 3 位').waitFor({ state: 'attached' })
      await until('the order by keys', async () => (await categoryNames()).join() === '禽类,水产,烘焙')
      const [from, to] = [await grip('烘焙').boundingBox(), await grip('禽类').boundingBox()]
      assert.ok(from && to)
      await page.mouse.move(from.x + 10, from.y + 10)
      await page.mouse.down()
      await page.mouse.move(to.x + 10, to.y - 6, { steps: 8 })
      await page.mouse.up()
      await until('the order by dragging', async () => (await categoryNames()).join() === '烘焙,禽类,水产')
      const row = page.getByRole('row').filter({ hasText: '禽类' })
      await row.getByRole('link', { name: '1', exact: true }).click()
      await arrived(page, base)
      await page.getByRole('link', { name: '脆皮烤鸭' }).first().waitFor()
    })
  })

  test('an ingredient has a name in any of six languages and its allergens, and its kind stays once it is used', async () => {
    await at.inWindow({ language, as: kitchen, start: '/recipeManage/IngredientsList' }, async (page) => {
      await page.getByRole('button', { name: '新增食材' }).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('button', { name: '保存' }).click()
      await sheet.getByText('请至少填写一种语言的名称').waitFor()
      await field(sheet, '中文').fill('花生酱')
      await field(sheet, '德文').fill('Erdnussbutter')
      await sheet.getByRole('checkbox', { name: '花生' }).check()
      await sheet.getByRole('button', { name: '保存' }).click()
      await sheet.waitFor({ state: 'detached' })
      const row = page.getByRole('row').filter({ hasText: '花生酱' })
      await row.getByText('Erdnussbutter').waitFor()
      await page.getByRole('row').filter({ hasText: '鸭' }).getByRole('button', { name: '编辑' }).click()
      await sheet.getByText('已有菜谱使用，不能更改').waitFor()
    })
  })

  test('the page for the kitchen wall is one A4 page in the language chosen, however much stands on it', async () => {
    const stages = Array.from({ length: 14 }, (_, index) => ({ ...roast, key: index + 1, pauseBefore: true }))
    const notes = Object.fromEntries(
      stages.map(({ key }) => [key, `Haut ${key} mal einstechen und mit Sud bestreichen`]),
    )
    const ids: string[] = []
    for (let n = 1; n <= 40; n += 1) {
      const names = { zh: `食材 ${n}`, de: `Zutat ${n}` }
      const added = await at.app.ask(filingApi.addIngredient, { names, kind: 'mass', unit: 'g' }, ask())
      ids.push(added.envelope.data.id)
    }
    const texts = { zh: textsOf('全鸭宴', '', notes), de: textsOf('Entenmenü', 'Knusprig', notes) }
    const ingredients = ids.map((ingredientId) => ({ ingredientId, unit: 'g' as const, measure: 100 }))
    const { id } = await kitchen.add({ stages, ingredients, texts, languages: ['zh', 'de'] })
    await at.inWindow({ language, as: kitchen, start: `${base}/RecipeDetail?id=${id}&tab=print` }, async (page) => {
      const sheet = page.locator('main article')
      await sheet.getByText('全鸭宴').waitFor()
      await page.getByRole('combobox', { name: '语言' }).click()
      await page.getByRole('option', { name: '德文' }).click()
      await sheet.getByRole('heading', { name: 'Entenmenü' }).waitFor()
      for (const word of ['Zutaten', 'Schritte', 'Portionen', 'Braten', 'Zutat 40'])
        await sheet.getByText(word, { exact: true }).first().waitFor()
      await sheet.getByText('Pause davor:').first().waitFor()
      const isWhole = await page.evaluate(
        `[...document.querySelectorAll('article')].every((sheet) => sheet.scrollHeight <= sheet.clientHeight)`,
      )
      assert.equal(isWhole, true)
      await page.emulateMedia({ media: 'print' })
      const pdf = await page.pdf({ preferCSSPageSize: true })
      assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length, 1)
    })
  })

  test('recipes go out as a file of ours and come in again; what is the same stays as it is', async () => {
    await kitchen.add({ texts: { zh: textsOf('白切鸡'), en: textsOf('White cut chicken') } })
    await at.inWindow({ language, as: kitchen, start: `${base}?keyword=白切` }, async (page) => {
      await page.getByRole('checkbox', { name: '选择 白切鸡' }).check()
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: '更多', exact: true }).first().click()
      await page.getByRole('menuitem', { name: '导出菜谱' }).click()
      const name = 'own.recipes.json'
      const buffer = await readFile(await (await coming).path())
      const importing = async (bytes: Buffer) => {
        await page.getByRole('button', { name: '导入', exact: true }).first().click()
        await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: bytes })
      }
      await importing(buffer)
      const dialog = page.getByRole('dialog')
      await dialog.getByText('新增 0，更新 0，无变化 1').waitFor()
      await page.keyboard.press('Escape')
      await importing(Buffer.from(buffer.toString('utf8').replace('White cut chicken', 'Poached chicken')))
      const counts = dialog.getByText('新增 0，更新 1，无变化 0')
      await counts.waitFor()
      await page.context().setOffline(true)
      await dialog.getByRole('button', { name: '导入', exact: true }).click()
      await dialog.getByRole('alert').waitFor()
      assert.equal(await counts.isVisible(), true, 'what was read stays')
      await page.context().setOffline(false)
      await dialog.getByRole('button', { name: '导入', exact: true }).click()
      await page.getByText('菜谱已导入').waitFor()
      await importing(Buffer.from('{"format":"other"}'))
      await dialog.getByText('不是有效的菜谱文件').waitFor()
    })
  })

  test('Ctrl-K finds a recipe by a part of its name in any language, or of its code', async () => {
    const { code } = await kitchen.add({ texts: { zh: textsOf('香橙鸭胸'), en: textsOf('Orange duck breast') } })
    await at.inWindow({ language, as: kitchen, start: '/recipeManage/recipeTypeList' }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const typed of ['橙鸭', 'nge duck', code]) {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill(typed)
        await page.getByRole('option', { name: '香橙鸭胸' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('橙鸭')
      await page.getByRole('option', { name: '香橙鸭胸' }).click()
      await arrived(page, `${base}/RecipeDetail`)
      await page.getByRole('heading', { level: 1, name: '香橙鸭胸' }).waitFor()
    })
  })
}
