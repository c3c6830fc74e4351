import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/**
 * Axe finds no violation where functions of a thing model are listed, edited and tried; in both themes and languages.
 */

let at: Console
let manager: MadeAccount
let oven = ''
let modbus = ''
let bare = ''
before(async () => {
  at = await openConsole()
  manager = await make.account(at.app, { role: 'product-manager' })
  const send = (productId: string) => at.app.ask(thingModelApi.start, { productId, from: 'modbus-dtu' }, manager)
  oven = (await make.product(at.app)).id
  bare = (await make.product(at.app, { model: null })).id
  modbus = (await make.product(at.app, { model: null, protocol: 'modbusRtu' })).id
  await send(modbus)
  const [first] = combiOven.properties
  if (first === undefined) throw new Error('The ready-made model has no properties')
  const definition = { ...first, identifier: 'NoRegister', name: { en: 'NoRegister', zh: '无寄存器' } }
  await at.app.ask(thingModelApi.addProperty, { productId: modbus, definition }, manager)
  const identifiers = ['WaterTotal', 'RunHours']
  await at.app.ask(thingModelApi.removeProperties, { productId: oven, identifiers }, manager)
})
after(() => at.stop())

const open = (page: Page, id: string) => page.goto(`${at.app.url}/product/model/draft?id=${id}`)

/** Checks the page once this is visible and nothing is loading. */
async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}

async function walk(page: Page) {
  await look(page, 'a draft without functions', 'h2')
  await page.locator('main button[aria-haspopup=menu]').last().click()
  await look(page, 'kinds of function to add', '[role=menuitem]')
  await page.getByRole('menuitem').nth(2).click()
  await page.locator('[role=dialog] fieldset button').last().click()
  await page.locator('[role=dialog] button[type=submit]').click()
  await look(page, 'a service that needs correcting', '[role=dialog] [aria-invalid=true]')

  await open(page, oven)
  await look(page, 'the functions of a draft, some removed', 'tr[data-row]')
  await page.locator('tbody input[type=checkbox]').first().check()
  await look(page, 'a function selected', 'tr[aria-selected=true]')
  await page.locator('tbody input[type=checkbox]').first().uncheck()
  await page.locator('main input[data-first-filter]').fill('nowhere')
  await look(page, 'no function found', 'main [role=status]')

  await page.goto(`${at.app.url}/product/model/draft?id=${oven}&function=Stages`)
  await page.locator('tr[data-row=Stages] button:not([data-grip])').first().click()
  const tester = page.locator('[role=dialog] aside')
  await tester.locator('fieldset button').click()
  await look(page, 'a list of structures, tried', '[role=dialog] [data-verdict=allowed]')
  await tester.locator('button[aria-pressed=false]').last().click()
  await tester.locator('textarea').fill('{')
  await look(page, 'a value that is no JSON', '[role=dialog] [data-verdict=refused]')
  await tester.locator('button[aria-pressed=false]').first().click()
  await look(page, 'a function as JSON', '[role=dialog] aside pre')

  await open(page, modbus)
  await look(page, 'the functions of a Modbus model, one without its register', 'tr[data-row=NoRegister]')
  await page.locator('tr[data-row=NoRegister] button:not([data-grip])').first().click()
  await page.locator('[role=dialog] fieldset fieldset button').first().waitFor()
  await look(page, 'an enumeration', '[role=dialog] aside')
}

for (const { language, spoken } of languagesForAxe) {
  test(`axe finds nothing in light or dark where functions are listed, edited and tried, in ${spoken}`, async () => {
    const start = `/product/model/draft?id=${bare}`
    await at.inWindow({ language, as: manager, start }, walk)
  })
}
