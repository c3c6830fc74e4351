import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { field, openConsole, openUserMenu, type Console } from '../support/open-console.ts'

/** Carried models of sellers, and the console of an organisation that staff from above open. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
})
after(() => at.stop())

const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })

test('a model is withdrawn from a distributor with a sell-off date, which its tab then shows', async () => {
  const { id } = await make.organisation(at.app, { kind: 'distributor', name: 'Nordwind' })
  const kept = await make.product(at.app, { en: 'Kept oven', zh: '保留烤箱' })
  const gone = await make.product(at.app, { en: 'Old oven', zh: '旧款烤箱' })
  await make.device(at.app, { productId: gone.id, organisationId: id })
  await at.inWindow(
    { language: 'en', as: admin, start: `/customer/detail?kind=distributor&id=${id}` },
    async (page) => {
      await press(page, 'Edit')
      const sheet = page.getByRole('dialog')
      await sheet.getByText('Only these', { exact: true }).click()
      await field(sheet, 'Find a model').fill('old oven')
      await sheet.getByRole('checkbox', { name: 'Old oven', exact: true }).uncheck()
      await sheet.getByText('1 model is withdrawn from this organisation').waitFor()
      // Without the day nothing is saved, and the input stays.
      await press(sheet, 'Save changes')
      await sheet.getByText('Enter the last day on which the withdrawn models may be sold').waitFor()
      await sheet.getByLabel('Sell-off of withdrawn models until').click()
      const day = new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 10)
      await page.getByRole('button', { name: 'Next month' }).click()
      await page.locator('table button:not([data-outside]):not([disabled])').nth(14).click()
      await press(sheet, 'Save changes')
      await toast(page, 'Nordwind is saved').waitFor()
      await page.getByRole('link', { name: 'Carried models', exact: true }).click()
      const row = page.getByRole('row').filter({ hasText: 'Old oven' })
      await row.getByText('Selling off').waitFor()
      assert.ok(day > '2026')
    },
  )
  const { data } = (await at.app.ask(carriedCalls.distributor.carried, { id }, admin)).envelope
  assert.ok(data.productIds?.includes(kept.id))
  const found = data.list.find(({ product }) => product.id === gone.id)
  assert.deepEqual([found?.state, found?.devices], ['selling-off', 1])
  assert.match(found?.sellOffDate ?? '', /-15$/)
})

test('staff from above opens a console with a reason and the password, sees the name of its organisation, and leaves it', async () => {
  const { id } = await make.organisation(at.app, { name: 'Grand Quay' })
  const theirs = await make.account(at.app, { role: 'customer-administrator', organisationId: id })
  const { sn } = await make.device(at.app, { organisationId: id })
  await make.device(at.app, { sn: 'NOTTHEIRS1' })
  const start = `/customer/detail?id=${id}`
  await at.inWindow({ language: 'en', as: admin, start, tolerates: /422/ }, async (page) => {
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Open their console' }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Reason').fill('The oven does not report')
    await field(dialog, 'Your sign-in password').fill('Wrong12345')
    await press(dialog, 'Open their console')
    await dialog.getByText('Wrong password, try again').waitFor()
    await field(dialog, 'Your sign-in password').fill(testPassword)
    await press(dialog, 'Open their console')
    const banner = page.getByRole('status').filter({ hasText: 'You are in the console of Grand Quay' })
    await banner.waitFor()
    await page.goto(`${at.app.url}/recipeManage/device/list`)
    await page.getByRole('link', { name: sn, exact: true }).waitFor()
    assert.equal(await page.getByText('NOTTHEIRS1').count(), 0)
    // A reload stays in it; the own profile is not there.
    await page.reload()
    await banner.waitFor()
    await page.locator('header button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: 'Leave' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Change password' }).count(), 0)
    await page.keyboard.press('Escape')
    await press(banner, 'Leave')
    await page.getByRole('heading', { level: 1, name: 'Grand Quay' }).waitFor()
    await banner.waitFor({ state: 'detached' })
  })
  const { list } = (await at.app.ask(sessionApi.openings, {}, theirs)).envelope.data
  assert.deepEqual([list.length, list[0]?.reason], [1, 'The oven does not report'])
  assert.ok(list[0]?.endedAt)
})

test('administrators are notified and refuse it, and a further attempt shows the refusal', async () => {
  const { id } = await make.organisation(at.app, { name: 'Refuses it' })
  const theirs = await make.account(at.app, { role: 'customer-administrator', organisationId: id, name: 'Lin' })
  await at.app.ask(sessionApi.checkPassword, { password: testPassword }, admin)
  const wish = { organisationId: id, reason: 'Looking at an alarm' }
  const { code } = (await at.app.ask(sessionApi.openConsole, wish, admin)).envelope.data
  await at.app.ask(sessionApi.signInByCompanyCode, { code }, admin)
  await at.inWindow({ language: 'en', as: theirs }, async (page) => {
    await page.getByRole('button', { name: 'Inbox, 1 unread' }).click()
    await page.getByText('Brigade opened your console').waitFor()
    await page.keyboard.press('Escape')
    await openUserMenu(page, 'Who opened this console')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('row').filter({ hasText: 'Looking at an alarm' }).getByText('Still open').waitFor()
    await dialog.getByRole('switch').click()
    await toast(page, 'Nobody from above can open this console now').waitFor()
  })
  await at.inWindow(
    { language: 'en', as: admin, start: `/customer/detail?id=${id}`, tolerates: /422/ },
    async (page) => {
      await press(page, 'More')
      await page.getByRole('menuitem', { name: 'Open their console' }).click()
      const dialog = page.getByRole('dialog')
      await field(dialog, 'Reason').fill('Once more')
      await field(dialog, 'Your sign-in password').fill(testPassword)
      await press(dialog, 'Open their console')
      await dialog.getByText('The administrators of this organisation do not allow anybody').waitFor()
    },
  )
})
