import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { bindToUser } from '../support/bound-device.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/**
 * Axe finds no violation where devices are listed, drawn on a map, imported and exported; in both themes and languages.
 */

let at: Console
before(async () => {
  at = await openConsole()
  const placed = { province: '330000', city: '330100', region: '330106', installedAt: at.app.clock.now() }
  const installed = await make.device(at.app, { sn: 'AXE-0001', name: '面包房左炉', ...placed })
  await bindToUser(at.app, installed.id)
  await make.device(at.app, { sn: 'AXE-0002', place: 'Hamburg' })
  await make.device(at.app, { sn: 'AXE-0003', installed: false })
})
after(() => at.stop())

/** Checks the page once this is visible and nothing is loading. */
async function look(page: Page, name: string, seen: string): Promise<void> {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}
async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog] >> visible=true').first().waitFor({ state: 'detached' })
}
/** Clicks an item in the "more" menu of the first row, counted from its end. */
async function more(page: Page, fromEnd: number): Promise<void> {
  await page.locator('tbody button[aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem').nth(-fromEnd).click()
}
const list = '/recipeManage/device/list'
const uninstalled = '/recipeManage/device/UninstallList'
const uninstalledCoolers = '/iceDevice/UninstallList'
const open = '[role=dialog]'

for (const { language, spoken } of languagesForAxe) {
  test(`axe finds nothing in light or dark on the lists and the map of devices, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: `${list}?keyword=AXE-0001` }, async (page) => {
      await page.locator('tbody input[type=checkbox]').first().check()
      await look(page, 'a device selected', 'tbody tr')
      await page.goto(`${at.app.url}${list}?view=map`)
      await look(page, 'map', 'canvas')
      await page.goto(`${at.app.url}${list}?view=map&province=330000`)
      await look(page, 'map of a province', 'canvas')
      await page.goto(`${at.app.url}${list}?view=map&keyword=NOWHERE`)
      await look(page, 'map without devices', 'canvas')
      await page.goto(at.app.url + uninstalled)
      await look(page, 'uninstalled devices', 'tbody tr')
      await page.goto(at.app.url + uninstalledCoolers)
      await look(page, 'no uninstalled devices', 'main b')
    })
  })

  test(`axe finds nothing in light or dark in forms and questions about devices, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: `${list}?keyword=AXE-0001` }, async (page) => {
      await page.locator('tbody tr button[aria-label]').nth(1).click()
      await look(page, 'editing', `${open} input[name=name]`)
      await close(page)
      // Delete, new secret, disable, uninstall, unbind, transfer, counted from the end of the menu.
      for (const [fromEnd, name] of [
        'deleting',
        'a new secret',
        'disabling',
        'uninstalling',
        'unbinding',
        'transfer',
      ].entries()) {
        await more(page, fromEnd + 1)
        await look(page, name, `${open} button`)
        await close(page)
      }
      await page.goto(at.app.url + uninstalled)
      await page.locator('tbody tr button[aria-label]').first().click()
      await look(page, 'installing', `${open} button[type=submit]`)
      await close(page)
      const buttons = page.locator('h1 ~ button')
      await buttons.nth(1).click()
      await look(page, 'import', `${open} ol`)
      await close(page)
      await buttons.first().click()
      await page.getByRole('menuitem').first().click()
      await look(page, 'triples behind the password', `${open} input[type=password]`)
      await close(page)
      await buttons.last().click()
      await page.locator(`${open} button[type=submit]`).click()
      await look(page, 'adding with wrong fields', `${open} [aria-invalid=true]`)
      await page.locator('input[name=sn]').fill(`AXE-${language}`)
      await page.locator(`${open} input[name=name]`).fill('Third')
      await page.locator(`${open} input[aria-haspopup=listbox]`).first().click()
      await page.getByRole('option').first().click()
      await page.locator(`${open} button[type=submit]`).click()
      await look(page, 'credentials told once', `${open} dd.mono`)
    })
  })
}
