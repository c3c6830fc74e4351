import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation on the tree of the menu, nor in what opens over it; in both themes. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

/** A page that is built, so that each of its actions is offered. */
const row = (page: Page) =>
  page.locator('[role=row][aria-level="2"]').filter({ hasText: '/recipeManage/device/list' }).first()

/** Checks the page once nothing is loading. */
async function look(page: Page, name: string, within?: string) {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

for (const { language, spoken } of languagesForAxe) {
  test(`the menu's tree, forms and dialogs are accessible, in ${spoken}`, async () => {
    const admin = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: admin, start: '/system/menu' }, async (page) => {
      await row(page).waitFor()
      await look(page, 'tree')
      await row(page).getByRole('button').last().click()
      await page.getByRole('menuitem').first().waitFor()
      await look(page, 'actions of a row')
      await page.keyboard.press('Escape')
      await row(page).click()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      await look(page, 'edit')
      await close(page)
      // Disabling is the first, and moving the second, after the two visible actions.
      for (const [nth, name] of [
        [0, 'disable'],
        [1, 'move'],
      ] as const) {
        await row(page).getByRole('button').last().click()
        await page.locator('[role=menuitem]:not([aria-disabled=true])').nth(nth).click()
        await page.getByRole('dialog').waitFor()
        await look(page, name)
        await close(page)
      }
      await page.goto(`${at.app.url}/system/menu?keyword=nowhere`)
      await page.locator('[class*=still]').waitFor()
      await look(page, 'nothing found')
    })
  })
}
