import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole } from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'

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
      const parent = page.getByRole('combobox', { name: /Belongs to|所属组织/ })
      await parent.fill('Brigade')
      await page.getByRole('option').first().click()
      await look(page, 'a move of an agent', 'form [role=status] p')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^(Leave|离开)$/ }).click()
      await page.getByRole('button', { name: /^(Disable|停用)$/ }).click()
      await look(page, 'disabling an agent', '[role=dialog] input')
    })
  })
