import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { triedOnlyIn } from './support/browser.ts'
import { focusedRow } from './support/list-keys.ts'
import { openConsole, type Console } from './support/open-console.ts'

/** Every list by keys, a row beside its list, and where the focus goes. Shown on ovens and customers; chinese.spec.ts walks all lists. */

let at: Console
let admin: MadeAccount
const ovenList = '/recipeManage/device/list'
const many = 12
const ovens: Awaited<ReturnType<typeof make.device>>[] = []
let ids: readonly string[] = []
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
  for (let number = 1; number <= many; number += 1)
    ovens.push(await make.device(at.app, { sn: `KEYS${String(number).padStart(3, '0')}`, name: `Oven ${number}` }))
  ids = ovens.map(({ id }) => id)
})
after(() => at.stop())

/** Sorted by number: the first row is the first that was made. */
const sorted = `${ovenList}?sort=sn`
const rowsAre = (page: Page, count: number) =>
  until(`${count} rows`, async () => (await page.locator('tbody tr[data-row]').count()) === count)
const rowIs = (page: Page, id: string | undefined) =>
  until(`row ${id} has the focus`, async () => (await focusedRow(page)) === id)
const peeked = (page: Page) => new URL(page.url()).searchParams.get('peek')
const details = (page: Page, number: number) =>
  page.getByRole('region', { name: `Details of KEYS${String(number).padStart(3, '0')}` })

for (const { language } of triedOnlyIn('en')) {
  test('j and k walk the rows across the pages, x chooses, Enter opens, and the way back leads to the row', async () => {
    await at.inWindow({ language, as: admin, start: sorted }, async (page) => {
      await rowsAre(page, 10)
      await page.keyboard.press('j')
      await rowIs(page, ids[0])
      await page.keyboard.press('j')
      await rowIs(page, ids[1])
      await page.keyboard.press('x')
      const box = page.getByRole('checkbox', { name: 'Select KEYS002' })
      assert.ok(await box.isChecked())
      await page.keyboard.press('k')
      await rowIs(page, ids[0])
      await page.keyboard.press('End')
      await rowIs(page, ids[9])
      assert.ok(await page.locator(`tr[data-row="${ids[9]}"]`).isVisible())
      await page.keyboard.press('j')
      await rowIs(page, ids[10])
      assert.equal(new URL(page.url()).searchParams.get('pageNum'), '2')
      await page.keyboard.press('k')
      await rowIs(page, ids[9])
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === `${ovenList}/detail`)
      // The heading of the list stands until that of the device comes.
      await page.getByRole('heading', { level: 1, name: 'Oven 10' }).waitFor()
      await until(
        'the focus on the page',
        async () => (await page.evaluate('document.activeElement.tagName')) !== 'BODY',
      )
      await page.goBack()
      await rowIs(page, ids[9])
    })
  })

  test('letters that are typed are no shortcuts, and nobody needs them who switches them off', async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: sorted }, async (page) => {
      await rowsAre(page, 10)
      await page.keyboard.press('/')
      await page.keyboard.type('jxo?')
      assert.equal(await page.getByLabel('Name, SN or MAC').inputValue(), 'jxo?')
      assert.equal(await focusedRow(page), '')
      await page.getByRole('button', { name: 'Reset' }).click()
      await rowsAre(page, 10)
      await page.keyboard.press('?')
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await sheet.getByText('Show its details beside the list, or close them').first().waitFor()
      await assertAccessible(page, 'the keys of a list')
      await sheet.getByRole('checkbox').uncheck()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.locator('tbody tr[data-row]').first().focus()
      await page.keyboard.press('x')
      await page.keyboard.press('j')
      await page.keyboard.press('ArrowDown')
      await rowIs(page, ids[1])
      assert.equal(await page.locator('tbody input:checked').count(), 0)
      await until('the account has it', async () => {
        const { envelope } = await at.app.ask(sessionApi.habits, {}, { token: person.token })
        return envelope.data['console']?.hasPlainKeys === false
      })
    })
  })

  test('a click shows a row beside the list, live and in the address, and the way back closes it', async () => {
    const [oven] = ovens
    assert.ok(oven)
    const connection = await connectMade(at.app, oven)
    await at.inWindow({ language, as: admin, start: sorted }, async (page) => {
      await rowsAre(page, 10)
      const row = page.locator(`tr[data-row="${ids[0]}"]`)
      await row.getByRole('checkbox').click()
      assert.equal(peeked(page), null)
      await row.locator('td').nth(2).click()
      await details(page, 1).getByText('Open faults').waitFor()
      assert.equal(peeked(page), ids[0])
      await details(page, 1).getByText('Online since').waitFor()
      const [shown, beside] = [await row.locator('td').nth(1).boundingBox(), await details(page, 1).boundingBox()]
      assert.ok(shown !== null && beside !== null && shown.x + shown.width <= beside.x)
      await assertAccessible(page, 'a row beside its list', 'html')
      await connection.leave()
      await details(page, 1).getByText('Offline since').waitFor()
      await page.keyboard.press('j')
      await details(page, 2).waitFor()
      await rowIs(page, ids[1])
      await details(page, 2).getByRole('button', { name: 'Next row (j)' }).click()
      await details(page, 3).waitFor()
      await page.goBack()
      await details(page, 3).waitFor({ state: 'detached' })
      assert.equal(peeked(page), null)
      await page.goto(`${at.app.url}${sorted}&peek=${ids[4]}`)
      await details(page, 5).getByRole('link', { name: 'Open', exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await details(page, 5).waitFor({ state: 'detached' })
      await rowIs(page, ids[4])
      await page.goto(`${at.app.url}${sorted}&peek=999999`)
      await page.getByText('This row is not on this page of the list').waitFor()
    })
  })

  test('on a narrow screen the row is shown in a sheet, which takes the keys', async () => {
    await at.inWindow({ language, as: admin, start: sorted, width: 900 }, async (page) => {
      await rowsAre(page, 10)
      await page.locator(`tr[data-row="${ids[0]}"] td`).nth(2).click()
      await page.getByRole('dialog', { name: 'KEYS001' }).waitFor()
      await page.keyboard.press('j')
      await page.getByRole('dialog', { name: 'KEYS002' }).getByText('Open faults').waitFor()
      await assertAccessible(page, 'a row in a sheet')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await rowIs(page, ids[1])
    })
  })

  test('what is removed gives the focus to what stands in its place', async () => {
    for (const name of ['Alder', 'Birch', 'Cedar']) await make.organisation(at.app, { name: `${name} kitchen` })
    await at.inWindow({ language, as: admin, start: '/customer?keyword=kitchen&sort=name' }, async (page) => {
      await rowsAre(page, 3)
      const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} kitchen` })
      const cedar = String(await row('Cedar').getAttribute('data-row'))
      await row('Birch').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await rowsAre(page, 2)
      await rowIs(page, cedar)
      await page.keyboard.press('x')
      await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
      await page.getByText('1 selected').waitFor({ state: 'detached' })
      assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BODY')
    })
  })

  test('an export says how many rows it has, and has these', async () => {
    const exported = async () =>
      (await at.app.ask(jobApi.list, {}, { token: admin.token })).envelope.data.list
        .filter(({ kind, status }) => kind === 'device.export' && status === 'succeeded')
        .map(({ done }) => done)
    await at.inWindow({ language, as: admin, start: `${sorted}&keyword=KEYS00` }, async (page) => {
      await rowsAre(page, 9)
      await page.getByRole('button', { name: 'Export all 9 found' }).click()
      await page.getByRole('menuitem').first().click()
      await until('all found', async () => (await exported()).join() === '9')
      await page.getByRole('checkbox', { name: 'Select KEYS004' }).check()
      await page.getByRole('button', { name: 'Export 1 selected' }).click()
      await page.getByRole('menuitem').first().click()
      await until('the one chosen', async () => (await exported()).toSorted((a, b) => a - b).join() === '1,9')
    })
  })
}
