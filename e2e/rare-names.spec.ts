import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { field, openConsole, openUserMenu, type Console } from './support/open-console.ts'

/** Characters that a browser counts twice are counted once, as the server counts them. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

test('a form takes a name of as many rare Han characters as of any others, and says when there are more', async () => {
  const cook = await make.account(at.app, { role: 'support', name: 'Li Wei' })
  const name = '𠮷'.repeat(40)
  await at.inWindow({ as: cook }, async (page) => {
    await openUserMenu(page, 'Personal info')
    const sheet = page.getByRole('dialog', { name: 'Personal info' })
    const typed = field(sheet, 'Name')
    await typed.fill('')
    // A paste is used, because the browser cuts text that exceeds its own limit.
    await typed.focus()
    await page.keyboard.insertText(`${name}𠮷`)
    await sheet.getByText('Use at most 40 characters').waitFor()
    await page.keyboard.press('Backspace')
    await sheet.getByText('Use at most 40 characters').waitFor({ state: 'detached' })
    assert.equal(await typed.inputValue(), name)
    await field(sheet, 'Phone').fill('13800000009')
    await sheet.getByRole('button', { name: 'Save', exact: true }).click()
    await sheet.waitFor({ state: 'detached' })
  })
  const stored = await until('the name to be stored', async () => {
    const row = await at.app.db.selectFrom('account').select('name').where('id', '=', cook.id).executeTakeFirstOrThrow()
    return row.name === 'Li Wei' ? undefined : row.name
  })
  assert.equal(stored, name)
})
