import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { codeNow } from '@brigade/server/testing/sign-in.ts'
import { until } from '@brigade/server/testing/until.ts'
import { arrived, field, fillSignIn, openConsole, type Console } from '../support/open-console.ts'

/**
 * Follows an administrator from a role to the log: a distributor's support staff gets its rights, and their use is
 * checked.
 */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
})
after(() => at.stop())

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()

/** For a distributor, with two-step sign-in; that it is made on the screen is shown by the tests of roles. */
async function supportRole(): Promise<string> {
  const by = { token: admin.token }
  const draft = { name: '现场客服', enName: 'Field support', kinds: ['distributor' as const], requiresTwoStep: true }
  const { id } = (await at.app.ask(roleApi.add, draft, by)).envelope.data
  await grant(id, { added: 'oven:view' })
  return id
}

async function grant(id: string, change: Readonly<{ added?: string; removed?: string }>): Promise<void> {
  const by = { token: admin.token }
  const { updatedAt, rows } = (await at.app.ask(roleApi.menus, { id }, by)).envelope.data
  const rowsOf = (code: string | undefined) =>
    rows.filter(({ operationCode }) => operationCode === code).map((row) => row.id)
  const body = { id, updatedAt, added: rowsOf(change.added ?? '-'), removed: rowsOf(change.removed ?? '-') }
  assert.equal((await at.app.ask(roleApi.updateMenus, body, by)).status, 200)
}

/** Answers the password that is shown once. */
async function addAccount(page: Page): Promise<string> {
  // The empty list offers it too.
  await page.getByRole('button', { name: 'Add account', exact: true }).first().click()
  const sheet = dialog(page, 'Add account')
  await field(sheet, 'Organisation').click()
  await field(sheet, 'Organisation').fill('Nordkantine')
  await page.getByRole('option', { name: 'Nordkantine' }).click()
  await field(sheet, 'Sign-in name').fill('kim.lund')
  await field(sheet, 'Name').fill('Kim Lund')
  await field(sheet, 'Role').click()
  await page.getByRole('option', { name: 'Field support', exact: true }).click()
  await press(sheet, 'Add account')
  const given = dialog(page, 'Password of Kim Lund')
  const password = await given.getByRole('code').innerText()
  await press(given, 'Done')
  return password
}

async function replacePreset(page: Page, preset: string, fresh: string): Promise<void> {
  await fillSignIn(at, page, 'kim.lund', preset)
  const own = dialog(page, 'Choose your own password')
  await field(own, 'Current password').fill(preset)
  await field(own, 'New password').fill(fresh)
  await field(own, 'New password again').fill(fresh)
  await own.locator('button[type=submit]').click()
  await arrived(page, '/login')
}

async function setUpTwoStep(page: Page, password: string): Promise<void> {
  await fillSignIn(at, page, 'kim.lund', password)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  const secret = (await page.locator('div:has(> button) > code').innerText()).replaceAll(' ', '')
  await field(page, 'Code').fill(codeNow(at.app, secret))
  await page.keyboard.press('Enter')
  await press(page, 'I saved them')
  await arrived(page, '/recipeManage/device/list')
}

test('an account of a distributor signs in first with two-step sign-in, sees its part alone, and the log records the whole story', async () => {
  const { id: organisationId } = await make.organisation(at.app, { kind: 'distributor', name: 'Nordkantine' })
  const { sn } = await make.device(at.app, { organisationId })
  const other = await make.device(at.app, {})
  const roleId = await supportRole()
  let preset = ''
  await at.inWindow({ as: admin, start: '/system/account?tab=distributor' }, async (page) => {
    preset = await addAccount(page)
  })
  await at.inWindow({ start: '/login' }, async (page) => {
    await replacePreset(page, preset, 'Fresh2026')
    await setUpTwoStep(page, 'Fresh2026')
    await page.getByRole('link', { name: sn, exact: true }).waitFor()
    assert.equal(await page.getByText(other.sn).count(), 0)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    assert.deepEqual(await menu.getByRole('link').allInnerTexts(), ['Device list', 'Not installed'])
    for (const name of ['Add device', 'Export', 'Import'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    await page.goto(`${at.app.url}/system/account`)
    await arrived(page, '/noAuth')
    // The right is withdrawn while they look at the list.
    await page.goto(`${at.app.url}/recipeManage/device/list`)
    await page.getByRole('link', { name: sn, exact: true }).waitFor()
    await grant(roleId, { removed: 'oven:view' })
    await arrived(page, '/noAuth')
    await page.getByText(sn).waitFor({ state: 'detached' })
    await until('the menu to be empty', async () => (await menu.getByRole('link').count()) === 0)
  })
  await at.inWindow({ as: admin, start: `/customer/detail?kind=distributor&id=${organisationId}` }, async (page) => {
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Open their console' }).click()
    await field(page.getByRole('dialog'), 'Reason').fill('They miss their ovens')
    await field(page.getByRole('dialog'), 'Your sign-in password').fill(testPassword)
    await press(page.getByRole('dialog'), 'Open their console')
    const banner = page.getByRole('status').filter({ hasText: 'You are in the console of Nordkantine' })
    await banner.waitFor()
    await press(banner, 'Leave')
    await page.getByRole('heading', { level: 1, name: 'Nordkantine' }).waitFor()
  })
  await at.inWindow({ as: admin, start: '/system/account?tab=distributor' }, async (page) => {
    await page.getByRole('link', { name: 'Kim Lund', exact: true }).click()
    await field(page, 'Find a permission').fill('oven:reset')
    const row = page.getByRole('row').filter({ hasText: 'oven:reset' })
    await row.getByText('Not granted to the role').waitFor()
    await row.getByText('Ovens / Device list').waitFor()
  })
  await at.inWindow({ as: admin, start: '/system/log?pageSize=25' }, async (page) => {
    await page.getByRole('row').nth(1).waitFor()
    const rows = (await page.getByRole('row').allInnerTexts()).slice(1).toReversed()
    const story = [
      ['Add a role', admin.account],
      ['Change the permissions of a role', admin.account],
      ['Add an account', admin.account],
      ['Sign in', 'kim.lund'],
      ['Change own password', 'kim.lund'],
      ['Sign in: second step', 'kim.lund'],
      ['Change the permissions of a role', admin.account],
      ['Code for the console of an organisation', admin.account],
      ['Sign in with a company code', admin.account],
      ['Sign out', admin.account],
    ]
    let from = 0
    for (const [act = '', by = ''] of story) {
      const found = rows.findIndex((row, index) => index >= from && row.includes(act) && row.includes(by))
      assert.ok(found >= from, `${act} by ${by} in ${JSON.stringify(rows)}`)
      from = found + 1
    }
  })
})
