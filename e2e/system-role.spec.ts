import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { accountHolding } from './support/account-holding.ts'
import { arrived, field, openConsole, type Console } from './support/open-console.ts'

/** Roles as an administrator keeps them, from a new one to a right that is withdrawn while somebody works. */

let at: Console
let admin: MadeAccount
let distributor = ''
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
  distributor = (await make.organisation(at.app, { kind: 'distributor', name: 'Nordkantine' })).id
})
after(() => at.stop())

const dialog = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name })
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })
const box = (page: Page, path: string): Locator => page.getByRole('checkbox', { name: path, exact: true })
const mixed = (page: Page, path: string): Locator => page.locator(`input:indeterminate[aria-label="${path}"]`)
const level = (page: Page, path: string, name: string): Locator =>
  page.getByRole('group', { name: `Access to ${path}`, exact: true }).getByRole('button', { name, exact: true })
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const permissionsOf = (id: string) => `/system/role?id=${id}`

async function more(page: Page, role: string, action: string): Promise<Locator> {
  await rowOf(page, role).getByRole('button', { name: 'More' }).click()
  return page.getByRole('menuitem', { name: action, exact: true })
}

/** A role that holds these codes, made through the calls. */
async function madeRole(
  enName: string,
  codes: readonly string[],
  kinds: ('platform' | 'distributor')[] = ['platform'],
) {
  const by = { token: admin.token }
  const { id } = (await at.app.ask(roleApi.add, { name: enName.slice(0, 16), enName, kinds }, by)).envelope.data
  await permit(id, { added: codes })
  return id
}

async function permit(id: string, codes: { added?: readonly string[]; removed?: readonly string[] }) {
  const by = { token: admin.token }
  const { updatedAt, rows } = (await at.app.ask(roleApi.menus, { id }, by)).envelope.data
  const idsOf = (wanted: readonly string[] = []) =>
    rows.filter(({ operationCode }) => wanted.includes(operationCode)).map((row) => row.id)
  const body = { id, updatedAt, added: idsOf(codes.added), removed: idsOf(codes.removed) }
  assert.equal((await at.app.ask(roleApi.updateMenus, body, by)).status, 200)
}

async function accountWith(roleId: string, organisationId?: string): Promise<MadeAccount> {
  const account = await make.account(at.app, { role: 'support', organisationId })
  await at.app.db.updateTable('account').set({ roleId }).where('id', '=', account.id).execute()
  return account
}

test('a role for the support staff of a distributor is made, previewed and saved; its holder sees exactly that', async () => {
  let id = ''
  await at.inWindow({ as: admin, start: '/system/role' }, async (page) => {
    await press(page, 'Add role')
    const sheet = dialog(page, 'Add role')
    await field(sheet, 'Name in English').fill('Field support')
    await field(sheet, 'Name in Chinese').fill('现场客服')
    await sheet.getByRole('checkbox', { name: 'Distributor' }).check()
    await sheet.getByRole('checkbox', { name: 'Platform' }).uncheck()
    await press(sheet, 'Add role')
    await toast(page, 'Field support is added').getByRole('button', { name: 'Set permissions' }).click()
    await heading(page, 'Permissions of Field support')
    id = new URL(page.url()).searchParams.get('id') ?? ''
    await page.getByText('Empty menu').waitFor()

    await level(page, 'Ovens', 'View').click()
    await box(page, 'Ovens').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await box(page, 'Ovens › Device list › Export').check()
    await mixed(page, 'Ovens').waitFor()
    const menu = page.getByRole('navigation', { name: 'Menu in the preview' })
    await menu.getByRole('button', { name: 'Not installed' }).waitFor()
    assert.deepEqual(await menu.getByRole('button').allInnerTexts(), ['Ovens', 'Device list', 'Not installed'])
    const buttons = page.getByRole('list', { name: 'Buttons' })
    await buttons.getByText('Export').waitFor()
    assert.deepEqual(await buttons.allInnerTexts(), ['Export'])

    await press(page, 'Save')
    const question = dialog(page, 'Save the permissions of Field support')
    await question.getByText('Added: 6 permissions').waitFor()
    await question.getByText('No account has this role now.').waitFor()
    await press(question, 'Save')
    await toast(page, 'The permissions of Field support are saved').waitFor()
  })
  const staff = await accountWith(id, distributor)
  await at.inWindow({ as: staff }, async (page) => {
    await arrived(page, '/recipeManage/device/list')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'Not installed' }).waitFor()
    assert.deepEqual(await menu.getByRole('link').allInnerTexts(), ['Device list', 'Not installed'])
    await page.getByRole('button', { name: 'Export' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add device' }).count(), 0)
  })
})

test('a right that is withdrawn while somebody works is gone at their next request', async () => {
  const id = await madeRole('Night shift', ['oven:view', 'cooler:view'])
  const worker = await accountWith(id)
  await at.inWindow({ as: worker, start: '/recipeManage/device/list', tolerates: /403/ }, async (work) => {
    await heading(work, 'Oven devices')
    await at.inWindow({ as: admin, start: permissionsOf(id) }, async (page) => {
      await level(page, 'Ovens', 'None').click()
      await press(page, 'Save')
      const question = dialog(page)
      await question.getByText(/^Removed: \d+ permissions/).waitFor()
      await question.getByText('1 account has this role').waitFor()
      await press(question, 'Save')
      await toast(page, 'The permissions of Night shift are saved').waitFor()
    })
    // The list may already have polled by itself.
    void press(work, 'Refresh').catch(() => undefined)
    await arrived(work, '/noAuth')
  })
})

test('an account cannot grant rights that it lacks: such rows are locked, and a copy is made without them', async () => {
  const own = await accountHolding(at.app, [
    'system.role',
    'system.role/role:create',
    'system.role/role:permit',
    'oven.list',
    'oven.detail',
    'oven.uninstalled',
  ])
  const id = await madeRole('Workshop', ['cooler:view'])
  await at.inWindow({ as: own, start: permissionsOf(id) }, async (page) => {
    await box(page, 'Customers').waitFor()
    assert.equal(await box(page, 'Customers').getAttribute('aria-disabled'), 'true')
    assert.match(
      (await box(page, 'Customers').getAttribute('aria-description')) ?? '',
      /neither grant it nor take it away/,
    )
    await level(page, 'Ovens', 'All').click()
    await mixed(page, 'Ovens › Device list').waitFor()
    await box(page, 'Ovens › Device list').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await box(page, 'Ovens › Device list › Delete').getAttribute('aria-disabled'), 'true')
    await press(page, 'Discard')
    await page.getByRole('link', { name: 'Back to the roles' }).click()
    await rowOf(page, 'Workshop').getByRole('button', { name: 'Copy' }).click()
    await press(dialog(page), 'Create copy')
    await toast(page, 'without').getByRole('button', { name: 'Set permissions' }).waitFor()
    await toast(page, 'Workshop copy is added without').waitFor()
  })
})

test('if somebody else saved the same role first, both versions are shown and the own ticks are kept', async () => {
  const id = await madeRole('Fryer team', ['oven:view'])
  await at.inWindow({ as: admin, start: permissionsOf(id), tolerates: /409/ }, async (page) => {
    await level(page, 'Refrigeration', 'View').click()
    await permit(id, { added: ['customer:view'] })
    await press(page, 'Save')
    await press(dialog(page), 'Save')
    const clash = page.getByRole('alert')
    await clash.getByText('Customer list (added)').first().waitFor()
    await press(clash, 'Keep mine')
    await press(page, 'Save')
    await press(dialog(page), 'Save')
    await toast(page, 'The permissions of Fryer team are saved').waitFor()
  })
  const { rows } = (await at.app.ask(roleApi.menus, { id }, { token: admin.token })).envelope.data
  const held = new Set(rows.filter(({ isHeld }) => isHeld).map(({ operationCode }) => operationCode))
  assert.deepEqual(held, new Set(['oven:view', 'cooler:view', 'customer:view']))
})

test('disabling shows how many accounts are affected and can be undone; built-in roles are restored', async () => {
  const id = await madeRole('Seasonal', ['oven:view'])
  await accountWith(id)
  const support = await at.app.db
    .selectFrom('role')
    .select('id')
    .where('key', '=', 'recipe-editor')
    .executeTakeFirstOrThrow()
  await permit(support.id, { added: ['customer:view'] })
  await at.inWindow({ as: admin, start: '/system/role?pageSize=80' }, async (page) => {
    await (await more(page, 'Seasonal', 'Disable')).click()
    await dialog(page, 'Disable Seasonal').getByText('1 account cannot see or do anything').waitFor()
    await press(dialog(page), 'Disable')
    await rowOf(page, 'Seasonal').getByText('Disabled').waitFor()
    await toast(page, 'Seasonal is disabled').getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Seasonal').getByText('Enabled').waitFor()
    await (await more(page, 'Recipe editor', 'Restore')).click()
    await press(dialog(page, 'Restore Recipe editor'), 'Restore')
    await toast(page, 'Recipe editor is restored to its default').waitFor()
  })
  const { rows } = (await at.app.ask(roleApi.menus, { id: support.id }, { token: admin.token })).envelope.data
  assert.ok(!rows.some(({ operationCode, isHeld }) => isHeld && operationCode === 'customer:view'))
})
