import { after, before, test } from 'node:test'
import { importText } from '../../console/src/thing-model/transfer/transfer.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { thingModelApi } from '@brigade/contract/thing-model/thing-model.endpoints.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe, type Language } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'
import { done, draftThatBreaks, publishedOven, typedChamber, usedOven } from '../support/published-oven.ts'

/**
 * Axe finds no violation where a thing model is published, compared, restored, imported, exported and read; in both
 * themes and languages.
 */

let at: Console
let admin: MadeAccount
/** Published, with a draft that breaks; with a draft that lacks registers; without anything. */
let oven: string
let modbus: string
let empty: string
before(async () => {
  at = await openConsole()
  const { app } = at
  admin = await make.account(app, { role: 'administrator', name: 'Lin Wei' })
  const product = await publishedOven(app)
  const { device } = await usedOven(app, admin.token, product)
  await device.leave()
  await draftThatBreaks(app, admin.token, product.id)
  oven = product.id
  ;({ id: modbus } = await make.product(app, { protocol: 'modbusRtu', model: null }))
  await done(app, admin.token, thingModelApi.addProperty, { productId: modbus, definition: typedChamber })
  ;({ id: empty } = await make.product(app, { model: null }))
})
after(() => at.stop())

const labels = inBoth({
  publish: word.publish,
  import: word.import,
  export: word.export,
  paste: importText.paste,
  check: importText.check,
  another: importText.another,
})
const draftPage = (id: string) => `/product/model/draft?id=${id}`
const tabOf = (id: string, tab: string) => `/product/model/detail?id=${id}&tab=${tab}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const row = '[role=dialog] tbody tr'
/** An open panel covers half of the page behind it, so only the panel is checked. */
const opened = '[role=dialog]'

async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}
async function close(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator(opened).first().waitFor({ state: 'detached' })
}
const fileOf = (properties: readonly unknown[]) => ({
  name: 'model.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ profile: { productKey: 'a1Test' }, properties, events: [], services: [] })),
})

async function walkPublish(page: Page, language: Language) {
  await press(page, labels[language].publish)
  await look(page, 'publish dialog', row, opened)
  await page.locator('[role=dialog] input[name=name]').fill('not a name')
  await page.locator('[role=dialog] input[type=checkbox]').check()
  await page.locator('[role=dialog] button[type=submit]').click()
  await look(page, 'publish dialog, wrong name', '[role=dialog] [role=alert]', opened)
  await close(page)
}

async function walkTransfer(page: Page, language: Language) {
  const w = labels[language]
  await press(page, w.export)
  await look(page, 'export formats', '[role=dialog] li', opened)
  await close(page)
  await press(page, w.import)
  await look(page, 'import dialog', opened)
  const good = { identifier: 'A', name: 'A', accessMode: 'r', required: false, dataType: { type: 'date', specs: {} } }
  await page.locator('input[type=file]').setInputFiles(fileOf([good]))
  await look(page, 'import dialog, checked', row)
  await press(page, w.another)
  await page.locator('input[type=file]').setInputFiles(fileOf([{ ...good, identifier: 'a b' }]))
  await look(page, 'import dialog, problems', row)
  await press(page, w.another)
  await press(page, w.paste)
  await press(page, w.check)
  await look(page, 'import dialog, nothing pasted', '[aria-invalid=true]')
  await close(page)
}

for (const { language, spoken } of languagesForAxe) {
  const walk = (start: string, work: (page: Page) => Promise<void>) => at.inWindow({ language, as: admin, start }, work)

  test(`axe finds nothing where a draft is published, imported and exported, in ${spoken}`, async () => {
    await walk(draftPage(oven), async (page) => {
      await walkPublish(page, language)
      await walkTransfer(page, language)
    })
  })

  test(`axe finds nothing where a draft is incomplete, in ${spoken}`, async () => {
    await walk(draftPage(modbus), async (page) => {
      await press(page, labels[language].publish)
      await look(page, 'publish dialog, incomplete', row, opened)
    })
  })

  test(`axe finds nothing on versions and functions, and where there are none, in ${spoken}`, async () => {
    await walk(tabOf(oven, 'versions'), async (page) => {
      await look(page, 'versions', 'tbody tr')
      const actions = page.locator('tbody tr').first().getByRole('button')
      await actions.nth(0).click()
      await look(page, 'comparison', row, opened)
      await close(page)
      await actions.nth(1).click()
      await look(page, 'restoring', opened)
      await close(page)
      await actions.nth(2).click()
      await look(page, 'export of a version', '[role=dialog] li', opened)
    })
    await walk(tabOf(oven, 'functions'), async (page) => {
      await look(page, 'published functions', 'tbody tr')
      await page.locator('tbody button').nth(1).click()
      await look(page, 'a published function', opened)
      await close(page)
      await page.locator('tbody button').last().click()
      await look(page, 'a published service', row)
    })
    await walk(tabOf(empty, 'versions'), (page) => look(page, 'no versions', 'main [role=status]'))
    await walk(tabOf(empty, 'functions'), (page) => look(page, 'no functions', 'main [role=status]'))
  })
}
