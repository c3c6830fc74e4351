import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publishedPassword } from '@brigade/server/platform/settings.ts'
import { signIn } from '@brigade/server/testing/sign-in.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { field, openConsole, type Console } from './support/open-console.ts'

/** The badge of an installation with demo data, and starting empty. */

let at: Console
before(async () => {
  at = await openConsole({ settings: { DEMO: 'on' } })
})
after(() => at.stop())

const as = async (account: string) => ({ token: await signIn(at.app, account, publishedPassword) })
/** Saves pictures of a run for people who look at them. */
const pictures = process.env['DEMO_PICTURES']

test('a badge says that data is invented, also in a folded menu and on a phone, and only an administrator is offered to remove it', async () => {
  await at.inWindow({ as: await as('operations'), language: 'zh', scheme: 'dark', width: 390 }, async (page) => {
    await page.getByRole('button', { name: '展开菜单', exact: true }).click()
    await page.getByRole('button', { name: '演示数据', exact: true }).click()
    const panel = page.getByRole('dialog', { name: '演示数据', exact: true })
    await panel.getByText('均为虚构', { exact: false }).waitFor()
    await panel.getByText('管理员可清空', { exact: false }).waitFor()
    assert.equal(await panel.getByRole('button').count(), 0)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone.png` })
    await assertAccessible(page, 'the panel of the demo on a phone')
  })
  await at.inWindow({ as: await as('admin'), width: 1440 }, async (page) => {
    await page.getByRole('button', { name: 'Collapse menu', exact: true }).click()
    await page.getByRole('button', { name: 'Demo data', exact: true }).click()
    await page.getByRole('dialog', { name: 'Demo data', exact: true }).getByText('Start empty…').waitFor()
  })
})

test('the sign-in page says the account of the demo, fills it in, and keeps its name on a phone', async () => {
  for (const width of [390, 1440])
    await at.inWindow({ start: '/login', width }, async (page) => {
      await page
        .getByRole('note')
        .filter({ hasText: `admin / ${publishedPassword}` })
        .waitFor()
      await page.getByText('Brigade', { exact: true }).locator('visible=true').first().waitFor()
      await page.getByRole('button', { name: 'Fill in', exact: true }).click()
      assert.equal(await field(page, 'Account').inputValue(), 'admin')
      assert.equal(await field(page, 'Password').inputValue(), publishedPassword)
      await assertAccessible(page, `the sign-in page of a demo at ${width} px`)
    })
})

test('starting empty says what goes and what stays, asks for the password, shows its progress, and takes the badge away', async () => {
  await at.inWindow({ as: await as('admin'), width: 1440, tolerates: /40[13]|422/ }, async (page) => {
    const badge = page.getByRole('button', { name: 'Demo data', exact: true })
    await badge.click()
    const panel = page.getByRole('dialog', { name: 'Demo data', exact: true })
    await panel.getByText('invented', { exact: false }).waitFor()
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/panel.png` })
    await assertAccessible(page, 'the panel of the demo')
    await panel.getByRole('button', { name: 'Start empty…', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove demo data and start empty?', exact: true })
    await dialog.getByText('56 devices', { exact: true }).waitFor()
    await dialog.getByText('9 sign-ins', { exact: true }).waitFor()
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/dialog.png` })
    await assertAccessible(page, 'the confirmation of starting empty')
    await field(dialog, 'Your sign-in password').fill('Wrong2026')
    await dialog.getByRole('button', { name: 'Start empty', exact: true }).click()
    await dialog
      .getByText('password is wrong', { exact: false })
      .or(dialog.getByText('Wrong password', { exact: false }))
      .first()
      .waitFor()
    await field(dialog, 'Your sign-in password').fill(publishedPassword)
    await dialog.getByRole('button', { name: 'Start empty', exact: true }).click()
    await page.getByRole('button', { name: 'Removing demo data', exact: false }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Demo data removed' }).waitFor({ timeout: 60_000 })
    await badge.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Removing demo data', exact: false }).count(), 0)
    await page.goto(`${at.app.url}/customer`)
  })
  const devices = await at.app.db.selectFrom('device').select('id').execute()
  assert.deepEqual(devices, [])
})
