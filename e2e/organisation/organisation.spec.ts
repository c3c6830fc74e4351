import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { accountHolding } from '../support/account-holding.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Staff of the platform manages distributors and agents beside customers. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
})
after(() => at.stop())

const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

const pressInRow = (page: Page, name: string, action: string) => press(rowOf(page, name), `${action} ${name}`)

async function choose(page: Page, label: string, typed: string, option: string) {
  await field(page.getByRole('dialog'), label).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a distributor and an agent are added, the agent is moved with a preview, disabled with a reason, and deleted', async () => {
  const { id: from } = await make.organisation(at.app, { kind: 'distributor', name: 'Nordwind' })
  await at.inWindow({ language: 'en', as: admin, start: '/customer' }, async (page) => {
    await tab(page, 'Distributors').click()
    await page.getByRole('heading', { level: 1, name: 'Distributors' }).waitFor()
    await press(page, 'Add distributor')
    await field(page, 'Name').fill('Westwind')
    await field(page, 'Code').fill('D-17')
    await press(page.getByRole('dialog'), 'Add distributor')
    await toast(page, 'Westwind is added').waitFor()
    await rowOf(page, 'Westwind').waitFor()

    await tab(page, 'Agents').click()
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    // The empty list offers it too.
    await page.getByRole('button', { name: 'Add agent', exact: true }).first().click()
    await field(page, 'Name').fill('South kitchens')
    await choose(page, 'Organisation', 'Nordwind', 'Nordwind · Distributor')
    await press(page.getByRole('dialog'), 'Add agent')
    await toast(page, 'South kitchens is added').waitFor()

    await rowOf(page, 'South kitchens').getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'South kitchens' }).waitFor()
    await press(page, 'Edit')
    await choose(page, 'Organisation', 'Westwind', 'Westwind · Distributor')
    await page.getByText('Westwind will see it. Nordwind will no longer see it.').waitFor()
    await press(page, 'Save changes')
    await toast(page, 'South kitchens is saved').waitFor()
    await page.getByRole('list', { name: 'Organisation', exact: true }).getByText('Westwind').waitFor()
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    assert.equal(await crumbs.getByRole('link', { name: 'Agents' }).getAttribute('href'), '/customer?kind=agent')

    await press(page, 'Disable')
    await field(page, 'Reason').fill('Moves to another town')
    await press(page.getByRole('dialog'), 'Disable')
    await page.getByText('Moves to another town').waitFor()
    await press(page, 'Enable')
    await page.getByText('Moves to another town').waitFor({ state: 'detached' })
    // After undo it is disabled for its previous reason.
    await press(toast(page, 'South kitchens is enabled'), 'Undo')
    await page.getByText('Moves to another town').waitFor()

    await page.goBack()
    await pressInRow(page, 'South kitchens', 'Delete')
    await press(page.getByRole('dialog'), 'Delete')
    await toast(page, 'South kitchens is deleted').waitFor()
  })
  const left = await at.app.ask(organisationCalls.distributor.detail, { id: from }, { token: admin.token })
  assert.equal(left.envelope.data.below, 0)
})

test('a distributor with customers below it is not deleted: the dialog lists what it still has', async () => {
  const { id } = await make.organisation(at.app, { kind: 'distributor', name: 'Has a customer' })
  await make.organisation(at.app, { name: 'Below it', parentId: id })
  await at.inWindow(
    { language: 'en', as: admin, start: '/customer?kind=distributor', tolerates: /409/ },
    async (page) => {
      await pressInRow(page, 'Has a customer', 'Delete')
      await press(page.getByRole('dialog'), 'Delete')
      await page.getByRole('dialog').getByText('Has a customer still has 1 organisation below it').waitFor()
    },
  )
})

test('an account that may see customers alone has no tabs, and the address of another kind shows customers', async () => {
  const as = await accountHolding(at.app, ['customer', 'customer.list'])
  await at.inWindow({ language: 'zh', as, start: '/customer?kind=agent' }, async (page) => {
    await page.getByRole('heading', { level: 1, name: '客户列表' }).waitFor()
    assert.equal(await page.getByRole('navigation', { name: '组织类型' }).count(), 0)
  })
})
