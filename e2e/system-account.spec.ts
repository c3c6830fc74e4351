import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { signIn } from '@brigade/server/testing/sign-in.ts'
import { until } from '@brigade/server/testing/until.ts'
import { field, openConsole, type Console } from './support/open-console.ts'

/** Accounts as an administrator keeps them. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Zhao Ming' })
})
after(() => at.stop())

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

test('an account is made with a password that is shown once, is edited, signed out, disabled and deleted', async () => {
  await at.inWindow({ as: admin, start: '/system/account' }, async (page) => {
    await press(page, 'Add account')
    const sheet = dialog(page, 'Add account')
    await press(sheet, 'Add account')
    await sheet.getByText('Use 3 to 60 lowercase letters', { exact: false }).waitFor()
    await field(sheet, 'Sign-in name').fill('li.wei')
    await field(sheet, 'Name').fill('Li Wei')
    await field(sheet, 'Role').click()
    await page.getByRole('option', { name: 'Support', exact: true }).click()
    await press(sheet, 'Add account')
    const given = dialog(page, 'Password of Li Wei')
    const password = await given.getByRole('code').innerText()
    assert.equal(password, at.app.settings.presetPassword)
    await press(given, 'Done')
    await signIn(at.app, 'li.wei', password)

    await rowOf(page, 'Li Wei').getByRole('link', { name: 'Li Wei', exact: true }).click()
    await page.getByText('must be changed at sign-in', { exact: false }).waitFor()
    await press(page, 'Edit')
    const editing = dialog(page, 'Edit account')
    await field(editing, 'Mobile number').fill('13800138000')
    await press(editing, 'Save')
    await page.getByText('13800138000').waitFor()

    await press(page, 'End')
    const ending = dialog(page, 'End this session?')
    await field(ending, 'Your sign-in password').fill(testPassword)
    await press(ending, 'End')
    await page.getByText('No active sessions.').waitFor()

    await press(page, 'Disable')
    const disabling = dialog(page, 'Disable Li Wei?')
    await press(disabling, 'Disable')
    await disabling.getByText('Enter a reason').waitFor()
    await field(disabling, 'Reason').fill('On leave')
    await field(disabling, 'Your sign-in password').fill(testPassword)
    await press(disabling, 'Disable')
    await page.getByText('Disabled: On leave').waitFor()

    await press(page, 'More actions')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const deleting = dialog(page, 'Delete Li Wei?')
    await field(deleting, 'Your sign-in password').fill(testPassword)
    await press(deleting, 'Delete')
    await toast(page, 'Li Wei was deleted').waitFor()
    await rowOf(page, 'Zhao Ming').waitFor()
    // The list shows its last data until it has been read again.
    await rowOf(page, 'Li Wei').waitFor({ state: 'detached' })
  })
})

test('an act that concerns an administrator requires the own password and is announced to the other administrators', async () => {
  const other = await make.account(at.app, { role: 'administrator', name: 'Anna Berg' })
  await at.inWindow({ as: admin, start: `/system/account?id=${other.id}`, tolerates: /422/ }, async (page) => {
    await press(page, 'Reset password')
    const question = dialog(page, 'Reset the password of Anna Berg?')
    await field(question, 'Your sign-in password').fill('Wrong2026')
    await press(question, 'Reset password')
    await question.getByText('Wrong password, try again').waitFor()
    await field(question, 'Your sign-in password').fill(testPassword)
    await press(question, 'Reset password')
    await press(dialog(page, 'Password of Anna Berg'), 'Done')
  })
  const third = await make.account(at.app, { role: 'administrator' })
  await at.app.ask(
    accountApi.setEnabled,
    { id: other.id, enabled: false, reason: 'On leave', password: testPassword },
    admin,
  )
  // The reset from before may be announced to the third too; the newest message is about the disabling.
  await until('the disabling to be announced', async () => {
    const { list } = (await at.app.ask(messageApi.bell, {}, { token: third.token })).envelope.data
    return list.some(({ words }) => words.en.content.includes('disabled administrator'))
  })
  await at.inWindow({ as: third, start: '/system/account' }, async (page) => {
    await page.getByRole('button', { name: /^Inbox, \d+ unread/ }).click()
    await page
      .getByRole('button', { name: /Administrator / })
      .first()
      .click()
    await page.getByText('disabled administrator', { exact: false }).waitFor()
  })
})
