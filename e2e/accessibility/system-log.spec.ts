import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on the operation log, an open line, the app log, and a list without rows; in both themes. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

/** Checks the page once nothing is loading. */
async function look(page: Page, name: string) {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

for (const { language, spoken } of languagesForAxe) {
  test(`the logs are accessible, in ${spoken}`, async () => {
    const admin = await make.account(at.app, { role: 'administrator' })
    const draft = { name: `夜班${spoken}`, enName: `Night ${spoken}`, kinds: ['platform' as const] }
    await at.app.ask(roleApi.add, draft, { token: admin.token })
    await at.inWindow({ language, as: admin, start: '/system/log?module=role' }, async (page) => {
      const row = page.getByRole('table').first().getByRole('row').nth(1)
      await row.waitFor()
      await look(page, 'operations')
      await row.getByRole('button').last().click()
      await page.getByRole('dialog').locator('pre').first().waitFor()
      await look(page, 'an operation')
      await page.goto(`${at.app.url}/system/log?tab=app`)
      await page.locator('[class*=still]').waitFor()
      await look(page, 'app log without rows')
    })
  })
}
