import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Page } from 'playwright-core'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { tried } from './support/browser.ts'
import { openConsole, type Console } from './support/open-console.ts'

/** A person's table settings and saved filters belong to the account, not to the browser. */

let at: Console
const ovenList = '/recipeManage/device/list'
const many = 27
before(async () => {
  at = await openConsole()
  for (let number = 1; number <= many; number += 1)
    await make.device(at.app, { sn: `HABIT${String(number).padStart(3, '0')}`, name: `Oven ${number}` })
})
after(() => at.stop())

const words = inBoth({
  columns: uiText.columns,
  mac: word.mac,
  address: word.installedAddress,
  name: word.deviceName,
  up: { en: 'Move Model up', zh: '上移 产品型号' },
  model: word.model,
  standard: uiText.columnsStandard,
  compact: uiText.densityCompact,
  roomy: uiText.densityRoomy,
  rows: uiText.rowsPerPage,
  keyword: word.nameSnOrMac,
  search: uiText.search,
  saved: uiText.savedFilters,
  on: { en: (name: string) => `Saved filters: ${name}`, zh: (name: string) => `常用筛选：${name}` },
  none: { en: 'None yet.', zh: '暂无。' },
  nothingSet: uiText.nothingToSave,
  filterName: uiText.filterName,
  save: word.save,
  replace: uiText.replace,
  rename: uiText.rename,
  there: { en: (name: string) => `“${name}” already exists`, zh: (name: string) => `“${name}”已存在` },
  removed: { en: (name: string) => `“${name}” removed`, zh: (name: string) => `已删除“${name}”` },
  remove: { en: (name: string) => `Remove ${name}`, zh: (name: string) => `删除 ${name}` },
  undo: word.undo,
  nameNeeded: uiText.nameNeeded,
  sort: word.deviceName,
})

const rowsAre = (page: Page, count: number) =>
  until(`${count} rows`, async () => (await page.locator('tbody tr:has(a)').count()) === count)
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts()
const queryOf = (page: Page) => new URL(page.url()).searchParams
const habitsOf = async (token: string) =>
  (await at.app.ask(sessionApi.habits, {}, { token })).envelope.data['device.oven']

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`columns, their order, row height and page size follow the account to another browser, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    let chosen: string[] = []
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await rowsAre(page, 10)
      const standard = await heads(page)
      assert.ok(standard.includes(w.address) && !standard.includes(w.mac))
      await page.getByRole('button', { name: w.columns }).click()
      const choice = page.getByRole('dialog', { name: w.columns })
      await choice.getByLabel(w.mac, { exact: true }).check()
      await choice.getByLabel(w.address, { exact: true }).uncheck()
      // With the keyboard: the pressed button keeps the focus when its line moves.
      await choice.getByRole('button', { name: w.up }).focus()
      await page.keyboard.press('Enter')
      const isFocused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")')
      await until('the button has the focus again', async () => (await isFocused()) === w.up)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w.compact }).click()
      await page.getByRole('group', { name: w.rows }).getByRole('button', { name: '25' }).click()
      await rowsAre(page, 25)
      chosen = await heads(page)
      assert.ok(chosen.includes(w.mac) && !chosen.includes(w.address))
      assert.ok(chosen.indexOf(w.model) < chosen.indexOf(w.name), chosen.join())
      await until('the server has it', async () => (await habitsOf(person.token))?.pageSize === 25)
    })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await rowsAre(page, 25)
      assert.deepEqual(await heads(page), chosen)
      assert.equal(queryOf(page).get('pageSize'), null)
      await page.getByRole('button', { name: w.roomy }).waitFor()
      // The address takes precedence over the saved preference.
      await page.goto(`${at.app.url}${ovenList}?pageSize=10&pageNum=2`)
      await rowsAre(page, 10)
      await page.getByRole('button', { name: w.columns }).click()
      await page.getByRole('button', { name: w.standard }).click()
      await page.keyboard.press('Escape')
      const back = await heads(page)
      assert.ok(back.includes(w.address) && !back.includes(w.mac) && back.indexOf(w.name) < back.indexOf(w.model))
    })
  })

  test(`a filter is saved under a name, found in another browser, applied, replaced and removed, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const name = language === 'en' ? 'Ten to nineteen' : '夜班：一号厨房'
    const other = language === 'en' ? 'The teens' : '白班'
    const panelIn = (page: Page) => page.getByRole('dialog', { name: w.saved })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await rowsAre(page, 10)
      const panel = panelIn(page)
      await page.getByRole('button', { name: w.saved }).click()
      await panel.getByText(w.none).waitFor()
      await panel.getByText(w.nothingSet).waitFor()
      await assertAccessible(page, `empty saved filters, ${spoken}`)
      await page.keyboard.press('Escape')
      await page.getByRole('search').getByLabel(w.keyword).fill('HABIT01')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('keyword') === 'HABIT01')
      await page.getByRole('columnheader', { name: w.sort, exact: true }).getByRole('button').click()
      await page.waitForURL((url) => url.searchParams.get('sort') === 'name')
      await page.getByRole('button', { name: w.saved }).click()
      await panel.getByRole('button', { name: w.save, exact: true }).click()
      await panel.getByText(w.nameNeeded).waitFor()
      await panel.getByLabel(w.filterName).fill(name)
      await page.keyboard.press('Enter')
      // The button shows the active filter.
      await page.getByRole('button', { name: w.on(name), exact: true }).waitFor()
    })
    await at.inWindow({ language, as: person, start: `${ovenList}?pageNum=2` }, async (page) => {
      const panel = panelIn(page)
      await rowsAre(page, 10)
      // With the keyboard: open, down to the name, Enter.
      await page.getByRole('button', { name: w.saved }).press('Enter')
      await panel.getByRole('button', { name, exact: true }).waitFor()
      await assertAccessible(page, `saved filters, ${spoken}`)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('keyword') === 'HABIT01')
      assert.deepEqual(Object.fromEntries(queryOf(page)), { keyword: 'HABIT01', sort: 'name' })
      await page.getByRole('button', { name: w.on(name), exact: true }).waitFor()
      assert.equal(await page.getByRole('search').getByLabel(w.keyword).inputValue(), 'HABIT01')
      await page.goBack()
      await page.waitForURL((url) => url.searchParams.get('pageNum') === '2')
      await page.getByRole('button', { name: w.saved }).waitFor()

      // Another query under the same name: the dialog announces the replacement before it is saved.
      await page.goto(`${at.app.url}${ovenList}?online=false`)
      await page.getByRole('button', { name: w.saved }).click()
      await panel.getByLabel(w.filterName).fill(name.toUpperCase())
      await panel.getByText(w.there(name)).waitFor()
      await panel.getByRole('button', { name: w.replace, exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: w.on(name.toUpperCase()), exact: true }).click()
      await panel.getByLabel(w.filterName).fill(other)
      await panel.getByRole('button', { name: w.rename, exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: w.on(other), exact: true }).click()
      await panel.getByRole('button', { name: w.remove(other) }).waitFor()
      assert.equal(await panel.getByRole('listitem').count(), 1)
      await panel.getByRole('button', { name: w.remove(other) }).click()
      await page.getByText(w.removed(other)).waitFor()
      await panel.getByText(w.none).waitFor()
      await page.getByRole('button', { name: w.undo, exact: true }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: w.on(other), exact: true }).waitFor()
      await page.reload()
      await page.getByRole('button', { name: w.on(other), exact: true }).waitFor()
    })
  })
}

test('preferences are applied at first paint, and while the server does not answer', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  await at.inWindow({ as: person, start: ovenList }, async (page) => {
    await rowsAre(page, 10)
    await page.getByRole('group', { name: words.en.rows }).getByRole('button', { name: '25' }).click()
    await rowsAre(page, 25)
    await until('the server has it', async () => (await habitsOf(person.token))?.pageSize === 25)
    await page.route('**/api/account/habit/list', (route) => route.abort())
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/device/page'))
        requested.push(new URL(request.url()).searchParams.get('pageSize') ?? '')
    })
    await page.goto(at.app.url + ovenList)
    await rowsAre(page, 25)
    assert.deepEqual([...new Set(requested)], ['25'])
  })
})

test('leaving the page in the same moment loses nothing', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  await at.inWindow({ as: person, start: ovenList }, async (page) => {
    await rowsAre(page, 10)
    await page
      .locator('header')
      .getByText(/Test \d+/)
      .waitFor()
    await page.getByRole('button', { name: words.en.compact }).click()
    await page.goto(`${at.app.url}/api/docs`)
    await until('the server has it', async () => (await habitsOf(person.token))?.isCompact === true)
  })
})

test('choices made while the server is unavailable are sent when it is back, and to the same account only', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  const next = await make.account(at.app, { role: 'administrator' })
  await at.inWindow({ as: person, start: ovenList }, async (page) => {
    await rowsAre(page, 10)
    await page.route('**/api/account/habit/save', (route) => route.abort())
    await page.getByRole('button', { name: words.en.compact }).click()
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/habit/save'))
    // Another account in the same browser neither sees it nor keeps it.
    const own = await page.evaluate('localStorage.getItem("brigade.session")')
    const { data: menus } = (await at.app.ask(sessionApi.menus, {}, { token: next.token })).envelope
    const theirs = JSON.stringify({ token: next.token, menus, mustChangePassword: false })
    await page.unroute('**/api/account/habit/save')
    await page.reload()
    await until('the server has it', async () => (await habitsOf(person.token))?.isCompact === true)
    await page.route('**/api/account/habit/save', (route) => route.abort())
    await page.getByRole('group', { name: words.en.rows }).getByRole('button', { name: '25' }).click()
    await page.waitForEvent('requestfailed', (request) => request.url().includes('/habit/save'))
    await page.unroute('**/api/account/habit/save')
    await page.evaluate(`localStorage.setItem('brigade.session', ${JSON.stringify(theirs)})`)
    await page.goto(at.app.url + ovenList)
    await page.getByRole('button', { name: words.en.compact }).waitFor()
    await rowsAre(page, 10)
    assert.equal(await habitsOf(next.token), undefined)
    assert.ok(typeof own === 'string')
  })
})

test('a choice in one tab applies in the other', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  await at.inWindow({ as: person, start: ovenList }, async (page) => {
    await rowsAre(page, 10)
    const second = await page.context().newPage()
    await second.goto(at.app.url + ovenList)
    await second.getByRole('button', { name: words.en.compact }).click()
    await page.getByRole('button', { name: words.en.roomy }).waitFor()
  })
})
