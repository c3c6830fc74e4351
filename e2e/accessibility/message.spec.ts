import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on messages, pushes and their ways out, in both themes. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on messages, a push, robots, webhooks, the bell and notifications, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    const words = {
      en: { title: 'Clean the gaskets', content: 'Once a week.' },
      zh: { title: '请清洁密封条', content: '每周一次。' },
    }
    const { token } = as
    await at.inWindow({ language, as, start: '/message/push' }, async (page) => {
      await look(page, 'no push tasks, and nobody reached', 'main [role=status]')
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new push, counted', '[role=dialog] [role=status] p')
      await page.locator('[role=dialog] button[type=submit]').click()
      await look(page, 'a push without a text', '[role=dialog] [aria-invalid=true]')
      const table = Buffer.from(`Account\n${as.account}\nnobody\n`)
      await page
        .locator('[role=dialog] fieldset button[type=button]')
        .filter({ hasText: /file|文件/ })
        .click()
      await look(page, 'a list to choose', '[role=dialog] input[type=file] >> xpath=..')
      await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: table })
      await look(page, 'a list that was read', '[role=dialog] tbody td')
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog] tbody td').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      const audience = { to: 'staff' as const }
      const task = { type: 'alarm' as const, words, audience, pushAt: null, validUntil: null }
      await at.app.ask(taskApi.addTask, task, { token })
      await until('the push to be sent', async () => {
        const { envelope } = await at.app.ask(taskApi.tasks, { state: 'sent' }, { token })
        return envelope.data.total > 0
      })
      await page.goto(`${at.app.url}/message/push`)
      await look(page, 'push tasks', 'tbody a')
      await page.locator('tbody a').first().click()
      await look(page, 'a message with its deliveries', '[role=dialog] tbody td')
      await page.keyboard.press('Escape')
      await look(page, 'messages', 'main tbody td')
      await page.locator('header button[aria-haspopup=dialog][aria-expanded]').first().click()
      // It covers a part of the screen behind it, which was already checked.
      await look(page, 'the bell', 'ul li button[aria-expanded]', 'ul:has(> li button[aria-expanded])')
    })
    const robot = {
      maker: 'wecom' as const,
      name: 'Kitchen group',
      addressSecret: 'https://robots.example.com/send?key=1',
      locale: 'en' as const,
    }
    await at.app.ask(targetApi.saveRobot, robot, { token })
    await at.app.ask(targetApi.saveWebhook, { name: 'Ticket desk', address: 'https://hooks.example.com/1' }, { token })
    await at.inWindow({ language, as, start: '/message/push?tab=robots' }, async (page) => {
      await look(page, 'group robots', 'main tbody td')
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new group robot', '[role=dialog] input')
    })
    await at.inWindow({ language, as, start: '/message/push?tab=webhooks' }, async (page) => {
      await look(page, 'webhooks', 'main tbody td')
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new webhook', '[role=dialog] input')
    })
    await at.inWindow({ language, as, start: '/' }, async (page) => {
      await page.locator('header button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem').nth(3).click()
      await look(page, 'how one is notified', '[role=dialog] form')
      await page.locator('[role=dialog] [role=group] button').nth(1).click()
      await look(page, 'own notifications', '[role=dialog] tbody td')
    })
  })
