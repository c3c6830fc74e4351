import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deviceListText } from '../../console/src/device/view/device.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { loseNotices } from '@brigade/server/testing/cluster/lose-notices.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { liveBegun } from '../support/live-calls.ts'
import { arrived, openConsole, fixCaptcha, type Console } from '../support/open-console.ts'

/** Features of every list, tested on the list of ovens: filters in the address, pages, columns, the keyboard. */

let at: Console
const ovenList = '/recipeManage/device/list'
const many = 27
before(async () => {
  at = await openConsole()
  for (let number = 1; number <= many; number += 1)
    await make.device(at.app, { sn: `PAGE${String(number).padStart(4, '0')}`, name: `Paged ${number}` })
  const busy = await make.device(at.app, { sn: 'BUSY0001' })
  const device = await connectMade(at.app, busy)
  await device.report({ WorkState: workStateNumber.cooking, ChamberTemp: 180 })
})
after(() => at.stop())

const words = inBoth({
  keyword: word.nameSnOrMac,
  search: uiText.search,
  reset: uiText.reset,
  connection: word.connection,
  workState: deviceListText.workState,
  offline: word.offline,
  online: word.online,
  waits: { en: /1 just changed/, zh: /1 台刚有变化/ },
  load: deviceListText.load,
  cooking: { en: 'Cooking', zh: '烹饪中' },
  of: uiText.of,
  page2: { en: 'Page 2', zh: '第 2 页' },
  rowsPerPage: uiText.rowsPerPage,
  columns: uiText.columns,
  mac: word.mac,
  address: word.installedAddress,
  compact: uiText.densityCompact,
  roomy: uiText.densityRoomy,
  name: word.deviceName,
  totals: deviceListText.totals,
})

const serialNumbers = (page: Page) => page.locator('tbody a:not([aria-label])').allInnerTexts()
const rowsAre = (page: Page, count: number) =>
  until(`${count} rows`, async () => (await page.locator('tbody tr:has(a)').count()) === count)
const queryOf = (page: Page) => new URL(page.url()).searchParams

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`the address holds the filters: reload, back and a new window show the same rows, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await rowsAre(page, 10)
      await page.getByRole('search').getByLabel(w.keyword).fill('page002')
      await page.keyboard.press('Enter')
      await rowsAre(page, 8)
      const shown = await serialNumbers(page)
      assert.ok(shown.every((sn) => sn.startsWith('PAGE002')))
      await page.reload()
      await rowsAre(page, 8)
      assert.deepEqual(await serialNumbers(page), shown)
      assert.equal(await page.getByRole('search').getByLabel(w.keyword).inputValue(), 'page002')
      const address = page.url().slice(at.app.url.length)
      await page.getByRole('link', { name: 'PAGE0025', exact: true }).click()
      await arrived(page, `${ovenList}/detail`)
      await page.goBack()
      await rowsAre(page, 8)
      assert.deepEqual(await serialNumbers(page), shown)
      await page.goBack()
      await rowsAre(page, 10)
      assert.equal(await page.getByRole('search').getByLabel(w.keyword).inputValue(), '')
      const colleague = await make.account(at.app, { role: 'administrator' })
      await at.inWindow({ language, as: colleague, start: address }, async (other) => {
        await rowsAre(other, 8)
        assert.deepEqual(await serialNumbers(other), shown)
      })
    })
  })

  test(`pages of 10, 25, 50 or 80 rows, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: `${ovenList}?keyword=Paged` }, async (page) => {
      await rowsAre(page, 10)
      await page.getByText(`1–10 ${w.of} ${many}`).waitFor()
      const first = await serialNumbers(page)
      await page.getByRole('button', { name: w.page2 }).click()
      await page.getByText(`11–20 ${w.of} ${many}`).waitFor()
      assert.deepEqual(
        (await serialNumbers(page)).filter((sn) => first.includes(sn)),
        [],
      )
      const sizes = page.getByRole('group', { name: w.rowsPerPage })
      assert.deepEqual(await sizes.getByRole('button').allInnerTexts(), ['10', '25', '50', '80'])
      await sizes.getByRole('button', { name: '25' }).click()
      await rowsAre(page, 25)
      assert.equal(queryOf(page).get('pageSize'), '25')
      await sizes.getByRole('button', { name: '80' }).click()
      await rowsAre(page, many)
    })
  })

  test(`a filter by state selects online devices, and choosing offline clears the state, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await rowsAre(page, 10)
      const filters = page.getByRole('search')
      const choose = async (label: string, option: string) => {
        await filters.getByRole('combobox', { name: label }).click()
        await page.getByRole('option', { name: option, exact: true }).click()
      }
      await choose(w.workState, w.cooking)
      await filters.getByRole('button', { name: w.search, exact: true }).click()
      await rowsAre(page, 1)
      assert.deepEqual([queryOf(page).get('state'), queryOf(page).get('online')], ['cooking', 'true'])
      assert.deepEqual(await serialNumbers(page), ['BUSY0001'])
      await choose(w.connection, w.offline)
      await filters.getByRole('button', { name: w.search, exact: true }).click()
      await rowsAre(page, 10)
      assert.deepEqual([queryOf(page).get('state'), queryOf(page).get('online')], [null, 'false'])
      await filters.getByRole('button', { name: w.reset }).click()
      await page.waitForURL((url) => url.searchParams.get('online') === null)
      // The totals set the same filters.
      await page.getByRole('group', { name: w.totals }).getByRole('button', { name: w.cooking }).click()
      await rowsAre(page, 1)
      assert.deepEqual([queryOf(page).get('state'), queryOf(page).get('online')], ['cooking', 'true'])
    })
  })

  test(`a device that is not installed appears online in its row, and is offered to be sorted in, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const stock = await make.device(at.app, { name: `Stock ${language}`, installed: false })
    const start = `/recipeManage/device/UninstallList?keyword=${stock.sn}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      const row = page.locator('tbody tr').filter({ hasText: stock.sn })
      await row.getByText(w.offline).waitFor()
      await liveBegun(page, '/device/live')
      const device = await connectMade(at.app, stock)
      await row.getByText(w.online, { exact: true }).waitFor()
      await page.getByText(w.waits).waitFor()
      await page.getByRole('button', { name: w.load, exact: true }).click()
      await page.getByText(w.waits).waitFor({ state: 'detached' })
      await row.getByText(w.online, { exact: true }).waitFor()
      await device.leave()
      await row.getByText(w.offline).waitFor()
    })
  })

  test(`a list that lost its stream reads the missed changes as soon as it has another, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const device = await make.device(at.app, { name: 'Before the gap' })
    const start = `${ovenList}?keyword=${device.sn}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      await page.getByText('Before the gap').waitFor()
      await liveBegun(page, '/device/live')
      // The update sends no notice; the server then misses notices itself, and ends all streams.
      await at.app.db.updateTable('device').set({ name: 'After the gap' }).where('id', '=', device.id).execute()
      await loseNotices(at.app)
      await page.getByText('After the gap').waitFor()
    })
  })

  test(`the choice of columns and the row height are remembered for the person, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await rowsAre(page, 10)
      const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
      const rowHeight = async () => (await page.locator('tbody tr').first().boundingBox())?.height ?? 0
      const roomy = await rowHeight()
      assert.deepEqual([await head(w.mac).count(), await head(w.address).count()], [0, 1])
      await page.getByRole('button', { name: w.columns }).click()
      const choice = page.getByRole('dialog', { name: w.columns })
      await choice.getByLabel(w.mac, { exact: true }).check()
      await choice.getByLabel(w.address, { exact: true }).uncheck()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w.compact }).click()
      await page.reload()
      await rowsAre(page, 10)
      await page.getByRole('button', { name: w.roomy }).waitFor()
      assert.deepEqual([await head(w.mac).count(), await head(w.address).count()], [1, 0])
      assert.ok((await rowHeight()) < roomy)
    })
  })

  test(`the keyboard alone signs in and opens the first device, in ${spoken}`, async () => {
    // A user who may see only ovens lands on the list of ovens.
    const person = await make.account(at.app, { operationCodes: ['oven:view'] })
    await at.inWindow({ language, start: '/login' }, async (page) => {
      await fixCaptcha(at, page)
      await page.keyboard.type(person.account)
      await page.keyboard.press('Tab')
      await page.keyboard.type(testPassword)
      await tabTo(page, `document.activeElement.name === 'code'`)
      await page.keyboard.type('HKMR')
      await page.keyboard.press('Enter')
      await arrived(page, ovenList)
      await rowsAre(page, 10)
      const [first] = await serialNumbers(page)
      await tabTo(page, `document.activeElement.closest('tbody') !== null && document.activeElement.tagName === 'A'`)
      // The focus is visible.
      assert.notEqual(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none')
      await page.keyboard.press('Enter')
      await arrived(page, `${ovenList}/detail`)
      await page
        .getByText(first ?? '?')
        .first()
        .waitFor()
    })
  })
}

/** Presses Tab until the condition holds; fails after a walk through the whole page. */
async function tabTo(page: Page, condition: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(condition)) === true) return
  }
  assert.fail(`No Tab leads to where ${condition}`)
}
