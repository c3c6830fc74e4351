import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { plantFleet, takeAnew } from '../statistics/statistics-world.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on the start page, its tabs and panels. */

let at: Console
before(async () => {
  at = await openConsole()
  await plantFleet(at.app)
  await takeAnew(at.app)
})
after(() => at.stop())

const start = '/data/statistics'
const figures = (page: Page) =>
  page
    .getByRole('region', { name: /^(Figures|指标)$/ })
    .getByRole('group')
    .first()
    .waitFor()
const drawn = async (page: Page) => {
  await figures(page)
  await page.locator('[role=img] > svg').first().waitFor()
}

const looks: readonly Readonly<{ name: string; address: string; until: (page: Page) => Promise<unknown> }>[] = [
  { name: 'overview', address: start, until: drawn },
  { name: 'devices', address: `${start}?tab=devices`, until: drawn },
  {
    name: 'tables',
    address: `${start}?tab=faults`,
    until: async (page) => {
      await drawn(page)
      // Pressed, a button has another name.
      const buttons = page.getByRole('button', { name: /^(Show as a table|以表格查看)$/ })
      while ((await buttons.count()) > 0) await buttons.first().click()
      await page.getByRole('table').first().waitFor()
    },
  },
  {
    name: 'an own range',
    address: `${start}?tab=users&range=own`,
    until: (page) =>
      page
        .getByLabel(/^(First and last day|起止日期)$/)
        .first()
        .waitFor(),
  },
  {
    name: 'the formula of a figure',
    address: start,
    until: async (page) => {
      await figures(page)
      await page.getByRole('button', { name: /^(What “Online share” counts|“在线率”的统计口径)/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'a target',
    address: start,
    until: async (page) => {
      await figures(page)
      await page.getByRole('button', { name: /^(What “Online share” counts|“在线率”的统计口径)/ }).click()
      await page.getByRole('button', { name: /^(Set a target|设置目标值)$/ }).click()
      await page
        .getByRole('dialog')
        .getByLabel(/^(Target|目标值)/)
        .waitFor()
    },
  },
  {
    name: 'keywords',
    address: `${start}?tab=searches`,
    until: (page) => page.getByRole('row').filter({ hasText: 'roast duck' }).waitFor(),
  },
  { name: 'runs', address: `${start}?tab=runs`, until: (page) => page.locator('tbody td').first().waitFor() },
]

for (const { language, spoken } of languagesForAxe)
  for (const { name, address, until } of looks)
    test(`statistics, ${name}: no violation of axe's rules, in ${spoken}`, async () => {
      const admin = await make.account(at.app, { role: 'administrator' })
      await at.inWindow({ language, as: admin, start: address }, async (page) => {
        await until(page)
        await assertAccessible(page, name)
      })
    })
