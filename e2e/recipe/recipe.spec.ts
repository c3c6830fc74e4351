import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { textFileLimits } from '@brigade/contract/recipe/language.model.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import { unsavedRecipeApi } from '@brigade/contract/recipe/unsaved.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { make } from '@brigade/server/testing/make.ts'
import { readTable } from '@brigade/server/platform/excel/read-table.ts'
import { writeTable } from '@brigade/server/platform/excel/write-table.ts'
import { limitedOven } from '@brigade/server/testing/recipe/limited-oven.ts'
import { makeKitchen, textsOf, type Kitchen } from '@brigade/server/testing/recipe/make-recipe.ts'
import { until } from '@brigade/server/testing/until.ts'
import type { Page } from 'playwright-core'
import { triedOnlyIn } from '../support/browser.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Recipes as an editor writes, translates and publishes them. */

let at: Console
let kitchen: Kitchen
before(async () => {
  at = await openConsole({ settings: {} })
  kitchen = await makeKitchen(at.app)
  await make.product(at.app, { en: 'Pausing oven', zh: '可暂停烤箱', model: combiOven })
})
after(() => at.stop())

const base = '/recipeManage/recipeList'
const editing = (id: string) => `${base}/RecipeEdit?id=${id}`
const detailOf = (id: string, tab = '') => `${base}/RecipeDetail?id=${id}${tab === '' ? '' : `&tab=${tab}`}`
const stage = (page: Page, n: number, name: string) => page.getByLabel(`Stage ${n}: ${name}`, { exact: true })
const save = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click()
const contentOf = async (id: string) => (await kitchen.detail(id)).content
/** The cells of a workbook as texts, row by row. */
async function sheetOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readTable(bytes, textFileLimits)) rows.push(cells.map(String))
  return rows
}
async function workbookOf([head = [], ...rows]: readonly string[][]): Promise<Buffer> {
  const columns = head.map((title, index) => ({
    head: { en: title, zh: title },
    type: 'text' as const,
    value: (cells: string[]) => cells[index] ?? '',
  }))
  return Buffer.concat(await writeTable('xlsx', columns, rows, { locale: 'en', timeZone: 'UTC' }).toArray())
}
const idIn = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? ''

for (const { language } of triedOnlyIn('en')) {
  test('three stages with a pause in two languages are refused for a model at the field, mended and published', async () => {
    await at.inWindow({ language, as: kitchen, start: `${base}/RecipeAdd` }, async (page) => {
      await save(page)
      await page.getByText('Enter the name in the base language').first().waitFor()
      await field(page, 'Name').fill('Crisp roast duck')
      await page.getByText('16 / 48').waitFor()
      await page.getByText('Choose a category', { exact: true }).last().waitFor()
      await field(page, 'Category').click()
      await page.getByRole('option', { name: 'Poultry' }).click()
      await page.getByRole('button', { name: 'Choose models' }).click()
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Pausing oven' }).check()
      await page.keyboard.press('Escape')
      await field(page, 'Add ingredient').click()
      await page.getByRole('option', { name: 'Duck' }).click()
      await page.getByLabel('Amount of Duck').fill('2200')
      for (const pattern of ['Steam', 'Heat preservation']) {
        await page.getByRole('button', { name: 'Add stage' }).click()
        await page.getByRole('menuitem', { name: pattern, exact: true }).click()
      }
      // A pattern fills in its usual values.
      assert.equal(await stage(page, 2, 'humidity').inputValue(), '100')
      await stage(page, 2, 'Pause before this to add an ingredient').click()
      await page.getByText('Stage 2: describe what to do at the pause, in the base language').first().waitFor()
      await page.getByLabel('Words of stage 2, English').fill('Brush with maltose')
      await stage(page, 3, 'fan').fill('45')
      await page.getByText('Pausing oven: Stage 3, fan: in steps of 10 %').first().waitFor()
      assert.equal(await stage(page, 3, 'fan').getAttribute('aria-invalid'), 'true')
      await page.getByRole('button', { name: 'Add a language' }).click()
      await page.getByRole('menuitem', { name: /Chinese/ }).click()
      await field(page, 'Name').fill('脆皮烤鸭')
      await page.getByText('4 / 16').waitFor()
      await page.getByLabel('Words of stage 2, Chinese').fill('刷麦芽糖水')
      await save(page, 'Save and publish')
      assert.match(page.url(), /RecipeAdd/)
      // One press sets the nearest value that the model accepts.
      await page.getByRole('button', { name: 'Set to 50 %' }).click()
      assert.equal(await stage(page, 3, 'fan').inputValue(), '50')
      await page.getByText('Ready to publish').waitFor()
      await save(page, 'Save and publish')
      await page.waitForURL(/RecipeDetail/)
      await page.getByRole('heading', { level: 1, name: 'Crisp roast duck' }).waitFor()
      const { status, content } = await kitchen.detail(idIn(page))
      assert.equal(status, 'published')
      assert.deepEqual(content.texts.zh?.stages, { 2: '刷麦芽糖水' })
      assert.equal(content.stages.length, 3)
    })
  })

  test('each model that refuses is named at its field, and the sign of an estimated time is explained by text', async () => {
    const refusing = [
      await make.product(at.app, { en: 'Cool oven', zh: '低温烤箱', model: limitedOven({ maxC: 150, stages: 1 }) }),
      await make.product(at.app, { en: 'Mild oven', zh: '中温烤箱', model: limitedOven({ maxC: 180, stages: 1 }) }),
    ]
    const { id } = await kitchen.add({
      texts: { en: textsOf('Duck'), zh: textsOf('鸭') },
      baseLanguage: 'en',
      productIds: [kitchen.productId, ...refusing.map((product) => product.id)],
      preheat: { mode: 'custom', temperatureC: 200 },
    })
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (page) => {
      const stages = page.getByRole('region', { name: 'Stages' })
      await stages.getByText('Cool oven: It preheats to 30 to 150 °C, in steps of 1 °C').waitFor()
      await stages.getByText('Mild oven: It preheats to 30 to 180 °C, in steps of 1 °C').waitFor()
      await stages.getByText('Cool oven: It supports at most 1 stage').waitFor()
      await stages.getByText('Mild oven: It supports at most 1 stage').waitFor()
      const models = page.getByRole('group', { name: 'Models' })
      assert.deepEqual(await models.getByRole('listitem').allInnerTexts(), [
        'Cool oven: It supports at most 1 stage (and 3 more)',
        'Mild oven: It supports at most 1 stage (and 1 more)',
      ])
      // The second stage ends by its core: the sign's meaning is readable without a pointer.
      await stages.getByText(/^Stage 2: minutes ≈ \d+$/).waitFor()
      await stages.getByText(/^≈ Estimated for a medium-sized piece/).waitFor()
      await stage(page, 2, 'core temperature').fill('130')
      await stages.getByText('≈ ? No time can be estimated from these values.').waitFor()
      await page.goto(`${at.app.url}${detailOf(id)}`)
      await page.getByText(/estimated for a medium-sized piece/).waitFor()
    })
  })

  test('a category is found by its name however many there are, and stays named', async () => {
    const own = await makeKitchen(at.app, { organisationId: (await make.organisation(at.app)).id })
    const names = Array.from({ length: 205 }, (_, index) => `Shelf ${index + 1}`)
    for (const en of names) await at.app.ask(filingApi.addCategory, { names: { en } }, { token: own.token })
    const { id } = await own.add({ texts: { en: textsOf('Jam'), zh: textsOf('果酱') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: own, start: editing(id) }, async (page) => {
      await field(page, 'Category').fill('Shelf 205')
      await page.getByRole('option', { name: 'Shelf 205' }).click()
      await save(page)
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.reload()
      await until('it is named', async () => (await field(page, 'Category').inputValue()) === 'Shelf 205')
      // Opened, it offers the others too.
      await field(page, 'Category').click()
      await page.getByRole('option', { name: 'Shelf 1', exact: true }).waitFor()
    })
  })

  test('degrees Fahrenheit come back as they were typed; a problem leads to its field, and one press corrects it', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Scone'), zh: textsOf('司康') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (page) => {
      const units = page.getByRole('group', { name: 'Units of amounts' })
      await units.getByRole('button', { name: 'British' }).click()
      const temperature = stage(page, 1, 'temperature')
      assert.equal(await temperature.inputValue(), '356')
      await temperature.fill('350')
      await page
        .getByText(/Stage 1, temperature: in steps of 1 °C/)
        .first()
        .waitFor()
      await save(page)
      await page.getByText('Saved', { exact: true }).waitFor()
      assert.deepEqual([(await contentOf(id)).stages[0]?.temperatureC, await temperature.inputValue()], [176.7, '350'])
      await page.locator('footer').getByRole('button', { name: 'Stage 1, temperature', exact: true }).click()
      await temperature.and(page.locator(':focus')).waitFor()
      await page.getByRole('button', { name: 'Set to 177 °C' }).click()
      await page.getByText('Ready to publish').waitFor()
      await units.getByRole('button', { name: 'Metric' }).click()
      assert.equal(await temperature.inputValue(), '177')
    })
  })

  test('the detail shows the ingredients for other servings, and the list is a table or cards', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Gumbo'), zh: textsOf('秋葵汤') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: detailOf(id) }, async (page) => {
      const duck = page.getByRole('row').filter({ hasText: 'Duck' })
      await duck.getByText('1,500 g').waitFor()
      await field(page, 'For how many').fill('7')
      await duck.getByText('2,625 g').waitFor()
      assert.equal((await contentOf(id)).ingredients[0]?.measure, 1500)
      await page.goto(`${at.app.url}${base}?keyword=Gumbo`)
      await page.getByRole('row').filter({ hasText: 'Gumbo' }).waitFor()
      const look = page.getByRole('group', { name: 'List view' })
      await look.getByRole('button', { name: 'Cards' }).click()
      await page.getByRole('row').first().waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Gumbo' }).waitFor()
      await look.getByRole('button', { name: 'Table' }).click()
      await page.getByRole('row').filter({ hasText: 'Gumbo' }).waitFor()
    })
  })

  test('stages change places, are dragged on the curve and moved by keys; each is a step to undo', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Duck'), zh: textsOf('鸭') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (page) => {
      const temperature = stage(page, 1, 'temperature')
      assert.equal(await temperature.inputValue(), '180')
      const point = page.getByRole('slider', { name: 'Point of stage 1' })
      await point.focus()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Shift+ArrowRight')
      assert.deepEqual([await temperature.inputValue(), await stage(page, 1, 'minutes').inputValue()], ['181', '30'])
      await page.keyboard.press('PageDown')
      await page.getByRole('slider', { name: 'Point of stage 2' }).and(page.locator(':focus')).waitFor()
      const line = page.locator('[data-handle=temperature]').first()
      const box = await line.boundingBox()
      assert.ok(box)
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await page.mouse.move(middle.x, middle.y)
      await page.mouse.down()
      await page.mouse.move(middle.x, middle.y - 15, { steps: 5 })
      await page.mouse.up()
      assert.ok(Number(await temperature.inputValue()) > 200)
      await page.keyboard.press('Control+z')
      assert.equal(await temperature.inputValue(), '181')
      await temperature.focus()
      await page.keyboard.press('Alt+ArrowDown')
      assert.equal(await stage(page, 2, 'temperature').inputValue(), '181')
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('Control+z')
      assert.deepEqual([await temperature.inputValue(), await stage(page, 1, 'minutes').inputValue()], ['180', '20'])
      await page.keyboard.press('Control+y')
      assert.equal(await temperature.inputValue(), '181')
    })
  })

  test('a draft survives a closed page, and is there until it is saved or discarded', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Soup'), zh: textsOf('汤') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (page) => {
      await field(page, 'Servings').fill('12')
      await page.getByText('Unsaved changes').waitFor()
      await page.reload()
      await page.getByText('were restored').waitFor()
      assert.equal(await field(page, 'Servings').inputValue(), '12')
      await page.getByRole('button', { name: 'Discard' }).click()
      assert.equal(await field(page, 'Servings').inputValue(), '4')
      await field(page, 'Servings').fill('6')
      await save(page)
      await page.getByText('Saved', { exact: true }).waitFor()
      await page.reload()
      await field(page, 'Servings').waitFor()
      assert.equal(await page.getByText('were restored').count(), 0)
      assert.equal((await contentOf(id)).servings, 6)
    })
  })

  test('what was typed on one device goes on on another, and is nowhere once it is saved there', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Stew'), zh: textsOf('炖菜') }, baseLanguage: 'en' })
    const isKept = async () =>
      (await at.app.ask(unsavedRecipeApi.unsaved, { id }, { token: kitchen.token })).envelope.data !== null
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (desk) => {
      await field(desk, 'Servings').fill('12')
      await until('the server has it', isKept)
      await at.inWindow({ language, as: kitchen, start: editing(id) }, async (tablet) => {
        await tablet.getByText('were restored').waitFor()
        assert.equal(await field(tablet, 'Servings').inputValue(), '12')
        await field(tablet, 'Servings').fill('14')
        await save(tablet)
        await tablet.getByText('Saved', { exact: true }).waitFor()
      })
      await until('it is kept no more', async () => !(await isKept()))
      await desk.reload()
      await field(desk, 'Servings').waitFor()
      assert.equal(await field(desk, 'Servings').inputValue(), '14')
      assert.equal(await desk.getByText('were restored').count(), 0)
    })
  })

  test('an amount does not drift when the units change there and back, and to taste has none', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Stock'), zh: textsOf('高汤') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (page) => {
      const amount = page.getByLabel('Amount of Duck')
      assert.equal(await amount.inputValue(), '1500')
      await page.getByRole('group', { name: 'Units of amounts' }).getByRole('button', { name: 'British' }).click()
      assert.equal(await amount.inputValue(), '3.31')
      await page.getByRole('group', { name: 'Units of amounts' }).getByRole('button', { name: 'Metric' }).click()
      assert.equal(await amount.inputValue(), '1500')
      assert.equal(await page.getByText('Unsaved changes').count(), 0)
      await page.getByLabel('Unit of Duck').selectOption('toTaste')
      assert.equal(await amount.count(), 0)
      await save(page)
      await page.getByText('Saved', { exact: true }).waitFor()
      assert.deepEqual((await contentOf(id)).ingredients[0], {
        ingredientId: kitchen.ingredientId,
        unit: 'toTaste',
        measure: null,
      })
    })
  })

  test('a published recipe is changed, compared with its version, and restored', async () => {
    const { id } = await kitchen.add({
      publish: true,
      texts: { en: textsOf('Roast'), zh: textsOf('烤') },
      baseLanguage: 'en',
    })
    await at.inWindow({ language, as: kitchen, start: editing(id) }, async (page) => {
      await stage(page, 1, 'temperature').fill('200')
      await save(page)
      await page.getByText('Published, with changes').waitFor()
      await page.goto(at.app.url + detailOf(id, 'versions'))
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      const compared = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Stage 1, temperature' })
      await compared.getByText('180').waitFor()
      await compared.getByText('200').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Restore into the draft' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Restore into the draft' }).click()
      await page.getByText('The version is in the draft').waitFor()
      assert.equal((await contentOf(id)).stages[0]?.temperatureC, 180)
    })
  })

  test('of two editors at once one is told, and what only one of them changed is all kept', async () => {
    const { id } = await kitchen.add({ texts: { en: textsOf('Pie'), zh: textsOf('派') }, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: editing(id), tolerates: /409/ }, async (page) => {
      await stage(page, 1, 'temperature').fill('190')
      const { content, updatedAt, category } = await kitchen.detail(id)
      const theirs = {
        ...content,
        id,
        updatedAt,
        servings: 40,
        levels: 3,
        categoryId: category?.id ?? kitchen.categoryId,
      }
      await at.app.ask(recipeApi.update, { ...theirs, publish: false, note: '' }, { token: kitchen.token })
      await field(page, 'Servings').fill('50')
      await save(page)
      const clash = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this' })
      await clash.getByText('40').waitFor()
      await clash.getByText('Levels').waitFor()
      await clash.getByRole('button').last().click()
      await save(page)
      await page.getByText('Saved', { exact: true }).waitFor()
      const { servings, levels, stages } = await contentOf(id)
      assert.deepEqual([servings, levels, stages[0]?.temperatureC], [50, 3, 190])
    })
  })

  test('a mixed batch says that it is impossible; a delete is undone', async () => {
    const name = (en: string) => ({ texts: { en: textsOf(en), zh: textsOf('批') }, baseLanguage: 'en' as const })
    await kitchen.add({ publish: true, ...name('Batch one') })
    const two = await kitchen.add(name('Batch two'))
    await at.inWindow({ language, as: kitchen, start: `${base}?keyword=Batch` }, async (page) => {
      for (const each of ['Batch one', 'Batch two'])
        await page.getByRole('checkbox', { name: `Select ${each}` }).check()
      const publish = page.getByRole('button', { name: 'Publish', exact: true })
      assert.equal(
        await publish.getAttribute('aria-description'),
        'Published and unpublished recipes are selected: this is impossible',
      )
      await page.getByRole('checkbox', { name: 'Select Batch one' }).uncheck()
      await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('1 recipe deleted').waitFor()
      await page.getByRole('link', { name: 'Batch two', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: 'Batch two', exact: true }).waitFor()
      // It can be restored later too, from the list of deleted recipes.
      await kitchen.remove([two.id])
      await page.goto(`${at.app.url}${base}?keyword=Batch&deleted=true`)
      const row = page.getByRole('row').filter({ hasText: 'Batch two' })
      await row.getByText('Deleted', { exact: true }).waitFor()
      await row.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('1 recipe restored').waitFor()
      await row.waitFor({ state: 'detached' })
      assert.equal((await kitchen.detail(two.id)).removedAt, null)
    })
  })

  test('a translation goes out as xlsx and comes in again; the next gap is found by its key', async () => {
    const texts = { en: textsOf('Bread', '', { 1: 'Steam first' }), zh: textsOf('面包') }
    const { id } = await kitchen.add({ texts, baseLanguage: 'en' })
    await at.inWindow({ language, as: kitchen, start: `${base}/RecipeLanguage?keyword=Bread` }, async (page) => {
      await page.getByRole('checkbox', { name: 'Select Bread' }).check()
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Excel workbook (.xlsx)' }).click()
      const rows = await sheetOf(await readFile(await (await coming).path()))
      const changed = rows.map((cells) => cells.map((cell) => (cell === 'Steam first' ? 'Steam well first' : cell)))
      assert.notDeepEqual(changed, rows)
      await page.getByRole('button', { name: 'Import texts' }).click()
      await page.locator('input[type=file]').setInputFiles({
        name: 'texts.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: await workbookOf(changed),
      })
      await page.getByRole('dialog').getByText('1 text changes').waitFor()
      await page.getByRole('dialog').getByText('Steam well first').waitFor()
      assert.equal((await contentOf(id)).texts.en?.stages['1'], 'Steam first')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await until('the job is done', async () => (await contentOf(id)).texts.en?.stages['1'] === 'Steam well first')
      await page.goto(`${at.app.url}${base}/RecipeLanguage?id=${id}&language=zh`)
      await page.getByText('1 gap').waitFor()
      await page.keyboard.press('Alt+n')
      await page.keyboard.type('先蒸')
      await page.getByText('Complete', { exact: true }).waitFor()
      await save(page)
      await page.getByText('Saved', { exact: true }).waitFor()
      assert.equal((await contentOf(id)).texts.zh?.stages['1'], '先蒸')
    })
  })
}
