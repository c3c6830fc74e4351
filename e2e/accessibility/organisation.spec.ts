import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, openUserMenu, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on the screens of distributors and agents, in both themes. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

async function look(page: Page, name: string, seen: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on agents: none, a list, the form, a move and a disabled one, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as, start: '/customer?kind=agent&keyword=nobody' }, async (page) => {
      await look(page, 'no agents', 'main nav a[aria-current=page]')
      const { id } = await make.organisation(at.app, { kind: 'distributor', name: `Axe ${language}` })
      const agent = await make.organisation(at.app, { kind: 'agent', name: `Agent ${language}`, parentId: id })
      await page.goto(`${at.app.url}/customer?kind=agent`)
      await look(page, 'agents', 'main tbody tr')
      await page.goto(`${at.app.url}/customer/detail?kind=agent&id=${agent.id}`)
      await look(page, 'an agent', 'main h1')
      await page.getByRole('button', { name: /^(Edit|编辑)$/ }).click()
      const parent = page.getByRole('combobox', { name: /Organisation|所属组织/ })
      await parent.fill('Brigade')
      await page.getByRole('option').first().click()
      await look(page, 'a move of an agent', 'form [role=status] p')
      await page.getByText(/^(Only these|仅限所选型号)$/).click()
      await page.getByRole('checkbox').last().uncheck()
      await look(page, 'models withdrawn from an agent', 'fieldset ul li')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(Leave|离开)$/ }).click()
      await page.getByRole('button', { name: /^(Disable|停用)$/ }).click()
      await look(page, 'disabling an agent', '[role=dialog] input')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(More|更多)$/ }).click()
      await page.getByRole('menuitem', { name: /^(Open their console|进入其后台)$/ }).click()
      await look(page, 'opening a console', '[role=dialog] textarea')
      await page.goto(`${at.app.url}/customer/detail?kind=agent&tab=models&id=${agent.id}`)
      await look(page, 'carried models', 'main tbody tr')
    })
  })

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on an opened console, and on who opened one’s own, in ${spoken}`, async () => {
    const { id } = await make.organisation(at.app, { name: `Opened ${language}` })
    const as = await make.account(at.app, { role: 'customer-administrator', organisationId: id })
    const opener = await make.account(at.app, { role: 'administrator' })
    const code = async () => {
      await at.app.ask(sessionApi.checkPassword, { password: testPassword }, opener)
      const wish = { organisationId: id, reason: 'Looking at an alarm' }
      return (await at.app.ask(sessionApi.openConsole, wish, opener)).envelope.data.code
    }
    await at.inWindow({ language, as: opener, start: `/login?code=${await code()}` }, async (page) => {
      await look(page, 'an opened console', 'main h1')
      await page.getByText(/You are in the console of|您已进入/).waitFor()
    })
    await at.inWindow({ language, as, start: '/recipeManage/device/list' }, async (page) => {
      await openUserMenu(page, language === 'en' ? 'Who opened this console' : '后台进入记录')
      await look(page, 'who opened the console', '[role=dialog] tbody tr')
    })
  })
