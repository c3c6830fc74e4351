import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { codeNow, giveTwoStep, requireTwoStep } from '@brigade/server/testing/sign-in.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { fillSignIn, openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation in the second step of signing in, and in its setup. */

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

for (const { language, spoken } of languagesForAxe) {
  test(`axe finds nothing in light or dark in the second step of signing in, in ${spoken}`, async () => {
    const has = await make.account(at.app, { role: 'administrator' })
    await giveTwoStep(at.app, has.id)
    await at.inWindow({ language, start: '/login', tolerates: /422/ }, async (page) => {
      await fillSignIn(at, page, has.account, testPassword)
      await look(page, 'second step', 'input[name=step-code]', 'html')
      await page.locator('input[name=step-code]').press('Enter')
      await look(page, 'second step, nothing typed', '[aria-invalid=true]', 'html')
      await page.locator('form button[type=submit] ~ div button').first().click()
      await look(page, 'second step, with a recovery code', 'input[name=recovery-code]', 'html')
      await page.locator('input[name=recovery-code]').fill('AAAAA-AAAA9')
      await page.locator('input[name=recovery-code]').press('Enter')
      await look(page, 'second step, refused', '[aria-invalid=true]', 'html')
    })
    const lacks = await make.account(at.app, { role: 'support' })
    await requireTwoStep(at.app, lacks.id)
    await at.inWindow({ language, start: '/login' }, async (page) => {
      await fillSignIn(at, page, lacks.account, testPassword)
      await look(page, 'setting up', 'svg[role=img]', 'html')
      const secret = (await page.locator('div:has(> button) > code').innerText()).replaceAll(' ', '')
      await page.locator('input[name=step-code]').fill(codeNow(at.app, secret))
      await page.locator('input[name=step-code]').press('Enter')
      await look(page, 'recovery codes', 'li code', 'html')
    })
  })

  test(`axe finds nothing in light or dark in one's own two-step sign-in, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await giveTwoStep(at.app, as.id)
    await at.inWindow({ language, as, start: '/system/account' }, async (page) => {
      await page.locator('header button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem').first().click()
      const buttons = page.locator('[role=dialog] section button')
      await look(page, 'own two-step sign-in', '[role=dialog] section button')
      for (const [nth, name] of ['another app', 'new recovery codes', 'switching off'].entries()) {
        await buttons.nth(nth).click()
        await look(page, name, '[role=dialog] input[type=password]')
        await page.keyboard.press('Escape')
        await page.locator('input[type=password] >> visible=true').first().waitFor({ state: 'detached' })
      }
    })
  })
}
