import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { ovenWithPast } from '../support/device-with-past.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation in what opens over a screen, nor on screens without data; in both themes and languages. */

let at: Console
let oven: { id: string }
let offline: { id: string }
let bare: { id: string }
let cooler: { id: string }
before(async () => {
  at = await openConsole()
  const { app } = at
  ;({ oven } = await ovenWithPast(app, '面包房左炉'))
  const left = await make.device(app, { name: 'Bakery, right' })
  const gone = await connectMade(app, left)
  await gone.report({ WorkState: 1, ChamberTemp: 24 })
  await gone.leave()
  offline = left
  const { id: productId, productKey } = await make.product(app, { model: null })
  bare = await make.device(app, { productId, productKey, installed: false })
  const chilled = await make.device(app, { kind: 'cooler', name: '一号冷柜' })
  const cold = await connectMade(app, chilled)
  await cold.report({ WorkState: 1, CabinetTemp: 4.2, EvaporatorTemp: -8, SetPoint: 4, DoorState: 0 })
  cooler = chilled
})
after(() => at.stop())

const ovenList = '/recipeManage/device/list'
const coolerList = '/iceDevice/list'

/** Checks the page once this is visible and nothing is loading. */
async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within ?? 'html')
}

async function close(page: Page, opened: string) {
  await page.keyboard.press('Escape')
  await page.locator(`${opened} >> visible=true`).first().waitFor({ state: 'detached' })
}

async function walkList(page: Page) {
  await page.locator('form[role=search] button[aria-expanded]').click()
  await page.locator('form[role=search] input[aria-haspopup=listbox]').first().click()
  await look(page, 'choices of a filter', '[role=option]')
  await close(page, '[role=option]')
  await page.locator('form[role=search] button[aria-haspopup=dialog]').click()
  // It covers buttons of the page in half, so it alone is checked.
  await look(page, 'calendar', '[role=dialog] table button', '[role=dialog]')
  await close(page, '[role=dialog]')
  await page.locator('tbody button[aria-haspopup=menu]').first().click()
  await look(page, 'actions of a row', '[role=menuitem]')
  await close(page, '[role=menuitem]')
  await page.locator('header button[aria-haspopup=menu]').click()
  await look(page, 'user menu', '[role=menuitem]')
  await page.locator('[role=menuitem] >> visible=true').last().click()
  await look(page, 'confirmation of signing out', '[role=dialog]')
  await close(page, '[role=dialog]')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nowhere')
  await look(page, 'palette, nothing found', '[role=dialog] [role=status]')
}

async function walkDetail(page: Page) {
  const open = ({ id }: { id: string }, tab: string, list = ovenList) =>
    page.goto(`${at.app.url}${list}/detail?id=${id}&tab=${tab}`)
  await open(oven, 'overview')
  const setting = page.locator('[data-anchor=set-SetTemp]')
  await setting.fill('900')
  await setting.press('Tab')
  await look(page, 'a value out of range', '[aria-invalid=true]')
  await setting.fill('210')
  await page.locator('#command input[type=password]').press('Enter')
  await look(page, 'confirmation without a password', 'input[type=password][aria-invalid=true]')
  await page.locator(`a[href="${ovenList}"] >> visible=true`).first().click()
  await look(page, 'leaving with a value not sent', '[role=dialog]')
  await open(oven, 'history')
  await page.locator('main button[aria-pressed=false]').first().click()
  await page.locator('main button[aria-haspopup=dialog]').first().click()
  await look(page, 'choice of properties', '[role=dialog] input[type=checkbox]')
  await open(oven, 'messages')
  await page.locator('tbody td button').first().click()
  await look(page, 'a message', '[role=dialog] pre')
  await open(offline, 'overview')
  await look(page, 'an oven that is offline', '#command b')
  await open(bare, 'overview')
  await look(page, 'an oven without a model, never online', '#command b')
  await open(cooler, 'overview', coolerList)
  await look(page, 'a cooler', 'canvas')
  await open({ id: '99999' }, 'overview')
  await look(page, 'no such device', 'main [role=alert]')
}

for (const { language, spoken } of languagesForAxe) {
  test(`axe finds nothing in light or dark in what opens over a list, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: ovenList }, walkList)
  })

  test(`axe finds nothing in light or dark in what opens over a device, nor where there is nothing to show, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: ovenList }, walkDetail)
  })
}
