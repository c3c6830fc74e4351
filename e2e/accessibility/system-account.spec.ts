import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation on the screens of accounts: the list, its sheet, one account and its questions. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

/** Checks the page once this is visible and nothing is loading. */
async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog] >> visible=true').first().waitFor({ state: 'detached' })
}

for (const { language, spoken } of languagesForAxe) {
  test(`axe finds nothing in light or dark where accounts are kept, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    const { id } = await make.account(at.app, { role: 'support' })
    await at.app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', id).execute()
    const job = {
      kind: 'customer.export' as const,
      params: '{}',
      locale: 'en' as const,
      timeZone: 'UTC',
      fileName: 'x',
    }
    const createdAt = new Date(at.app.clock.now()).toISOString()
    await at.app.db
      .insertInto('job')
      .values({ accountId: id, ...job, createdAt, leaseUntil: null })
      .execute()
    await at.inWindow({ language, as, start: '/system/account' }, async (page) => {
      await look(page, 'accounts', 'tbody a', 'html')
      await page.locator('main h1 ~ button').first().click()
      await look(page, 'a new account', '[role=dialog] form')
      await close(page)
      await page.goto(`${at.app.url}/system/account?id=${id}`)
      await look(page, 'one account', 'table', 'html')
      const disable = language === 'en' ? 'Disable' : '停用'
      await page.getByRole('button', { name: disable, exact: true }).click()
      await look(page, 'what is asked', '[role=dialog] textarea')
      await close(page)
      // Somebody with unfinished work is deleted.
      await page.goto(`${at.app.url}/system/account?id=${id}`)
      await page.locator('main button[aria-haspopup=menu]').first().click()
      await page.getByRole('menuitem', { name: language === 'en' ? 'Delete' : '删除', exact: true }).click()
      await look(page, 'what is left behind', '[role=dialog] li')
    })
  })
}
