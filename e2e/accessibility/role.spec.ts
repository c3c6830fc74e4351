import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation on the screens of roles: the list, its sheet and questions, and the permissions. */

let at: Console
let support = ''
before(async () => {
  at = await openConsole()
  const { id } = await at.app.db.selectFrom('role').select('id').where('key', '=', 'support').executeTakeFirstOrThrow()
  support = id
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
  test(`axe finds nothing in light or dark where roles are kept, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: '/system/role' }, async (page) => {
      await look(page, 'roles', 'tbody a', 'html')
      await page.locator('main h1 ~ button').first().click()
      await look(page, 'a new role', '[role=dialog] fieldset')
      await close(page)
      await page.goto(`${at.app.url}/system/role?id=${support}`)
      await look(page, 'permissions', '[role=treegrid] input', 'html')
      await page.locator('[role=treegrid] [aria-level="1"] [role=group] button').first().click()
      await page.locator('[role=treegrid] [aria-level="1"] [role=group] button').last().click()
      await look(page, 'permissions with something changed', '[role=treegrid] input', 'html')
      await page.locator('main button', { hasText: language === 'en' ? /^Save$/ : /^保存$/ }).click()
      await look(page, 'what is saved', '[role=dialog] li')
    })
  })
}
