import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listActionText } from '../../console/src/device/list/list.text.ts'
import { deviceListText } from '../../console/src/device/view/device.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { tried } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/**
 * Filters, orders and groups of a list, tested on the list of ovens: they apply at once, stay in sight, and are removed
 * one by one.
 */

let at: Console
const ovenList = '/recipeManage/device/list'

before(async () => {
  at = await openConsole()
  const { app } = at
  const quay = await make.organisation(app, { name: 'Quay Hotel' })
  const bakery = await make.organisation(app, { name: 'Lane Bakery' })
  const steam = await make.product(app, { en: 'Steam 6', zh: '蒸烤 6' })
  const now = app.clock.now()
  const over = { installedAt: now - 400 * dayMs, warrantyDays: 365 }
  const within = { installedAt: now - 10 * dayMs, warrantyDays: 365 }
  const oven = async (sn: string, wanted: Parameters<typeof make.device>[1], version?: string) => {
    const { id } = await make.device(app, { sn, ...wanted })
    if (version === undefined) return
    const reportedAt = new Date(now).toISOString()
    await app.db.insertInto('deviceModule').values({ deviceId: id, module: 'default', version, reportedAt }).execute()
  }
  await oven('QUAY01', { organisationId: quay.id, ...over }, '1.10.0')
  await oven('QUAY02', { organisationId: quay.id, ...over, installedAt: now - 500 * dayMs }, '1.9.0')
  await oven('QUAY03', { organisationId: quay.id, ...within, productId: steam.id, productKey: steam.productKey })
  await oven('LANE01', { organisationId: bakery.id, ...over, installedAt: now - 450 * dayMs }, '1.2.0')
  await oven('LANE02', { organisationId: bakery.id })
  await app.db
    .updateTable('deviceState')
    .set({ online: true, workState: 2 })
    .where('organisationId', '=', bakery.id)
    .execute()
})
after(() => at.stop())

const words = inBoth({
  keyword: word.nameSnOrMac,
  warranty: deviceListText.warranty,
  over: { en: 'Out of warranty', zh: '已过保' },
  in: { en: 'In warranty', zh: '保内' },
  applied: uiText.appliedFilters,
  remove: { en: 'Remove Warranty', zh: '删除 质保' },
  share: { en: /^Cooking 2 ?, 40%$/, zh: /^烹饪中 2 ?， ?40%$/ },
  moreActions: word.more,
  curve: deviceListText.curve,
  filters: uiText.filter,
  sheet: uiText.filters,
  filtersSet: { en: 'Filters (1)', zh: '筛选（1）' },
  found: { en: (n: number) => `${n} found`, zh: (n: number) => `找到 ${n} 条` },
  sort: uiText.sort,
  firmwareDown: { en: 'Firmware, descending', zh: '固件版本，降序' },
  done: word.done,
  selected: { en: '1 selected', zh: '已选 1 项' },
  removeKeyword: { en: 'Remove Name, SN or MAC', zh: '删除 名称、序列号或 MAC' },
  notApplied: uiText.notApplied,
  totals: deviceListText.totals,
  cooking: { en: 'Cooking', zh: '烹饪中' },
  all: deviceListText.all,
  more: { en: /\d more/, zh: '展开' },
  groupBy: listActionText.groupBy,
  customer: word.customer,
  model: listActionText.byProduct,
  none: listActionText.ungrouped,
  groups: listActionText.groupsByCustomer,
  firmware: word.firmware,
  state: word.state,
})

const serialNumbers = (page: Page) => page.locator('tbody a:not([aria-label])').allInnerTexts()
const shows = (page: Page, wanted: readonly string[]) =>
  until(`the rows ${wanted.join(', ')}`, async () => (await serialNumbers(page)).join() === wanted.join())
const showsAny = (page: Page, wanted: readonly string[]) =>
  until(
    `the rows ${wanted.join(', ')} in any order`,
    async () => (await serialNumbers(page)).toSorted().join() === wanted.toSorted().join(),
  )
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

for (const { language, spoken } of tried('en')) {
  const w = words[language]
  const inList = async (start: string, work: (page: Page) => Promise<void>) => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start }, work)
  }
  const filters = (page: Page) => page.getByRole('search')
  const chips = (page: Page) => filters(page).getByRole('list', { name: w.applied })
  const total = (page: Page, name: string) => page.getByRole('group', { name: w.totals }).getByRole('button', { name })
  const totalIs = (page: Page, name: string, count: number) =>
    until(`${name} says ${count}`, async () => new RegExp(`\\b${count}\\b`).test(await total(page, name).innerText()))

  test(`which customers have ovens out of warranty takes two clicks, and a group opens its rows, in ${spoken}`, async () => {
    await inList(ovenList, async (page) => {
      await showsAny(page, ['QUAY01', 'QUAY02', 'QUAY03', 'LANE01', 'LANE02'])
      await page.getByRole('group', { name: w.warranty }).getByRole('button', { name: w.over }).click()
      await page.getByRole('group', { name: w.groupBy }).getByRole('button', { name: w.customer }).click()
      const rows = page.getByRole('region', { name: w.groups }).first().locator('tbody tr')
      await until('two customers', async () => (await rows.count()) === 2)
      assert.deepEqual(
        (await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*|\n+/).filter(Boolean)),
        [
          ['Quay Hotel', '2'],
          ['Lane Bakery', '1'],
        ],
      )
      assert.deepEqual(query(page), { warranty: 'over', group: 'customer' })
      await page.reload()
      await until('two customers again', async () => (await rows.count()) === 2)
      await assertAccessible(page, `ovens by customer, in ${spoken}`)
      await page.getByRole('link', { name: 'Quay Hotel' }).click()
      await showsAny(page, ['QUAY01', 'QUAY02'])
      await chips(page).getByText('Quay Hotel').waitFor()
      assert.equal(query(page)['group'], undefined)
      await page.getByRole('group', { name: w.groupBy }).getByRole('button', { name: w.model }).click()
      await until('one model', async () => (await page.locator('tbody tr a').count()) === 1)
      await page.getByRole('group', { name: w.groupBy }).getByRole('button', { name: w.none }).click()
      await showsAny(page, ['QUAY01', 'QUAY02'])
    })
  })

  test(`a choice applies at once, totals count within it, and its chip takes it back, in ${spoken}`, async () => {
    await inList(ovenList, async (page) => {
      await totalIs(page, w.all, 5)
      await filters(page).getByRole('button', { name: w.more }).click()
      await filters(page).getByRole('combobox', { name: w.warranty }).click()
      await page.getByRole('option', { name: w.over, exact: true }).click()
      await showsAny(page, ['QUAY01', 'QUAY02', 'LANE01'])
      await totalIs(page, w.all, 3)
      await totalIs(page, w.cooking, 1)
      await total(page, w.cooking).click()
      await shows(page, ['LANE01'])
      assert.equal(await total(page, w.cooking).getAttribute('aria-pressed'), 'true')
      // The figures of the other states stay equal to the result of a click on them.
      await totalIs(page, w.all, 3)
      await chips(page).getByText(w.over).waitFor()
      await chips(page).getByRole('button', { name: w.remove }).click()
      await showsAny(page, ['LANE01', 'LANE02'])
      assert.deepEqual(query(page), { online: 'true', state: 'cooking' })
    })
  })

  test(`a text is marked until it applies, after a pause or at Enter, in ${spoken}`, async () => {
    await inList(ovenList, async (page) => {
      await showsAny(page, ['QUAY01', 'QUAY02', 'QUAY03', 'LANE01', 'LANE02'])
      const field = filters(page).getByLabel(w.keyword)
      await field.fill('lane')
      await filters(page).getByText(w.notApplied).waitFor()
      await showsAny(page, ['LANE01', 'LANE02'])
      await filters(page).getByText(w.notApplied).waitFor({ state: 'detached' })
      await field.fill('quay')
      await page.keyboard.press('Enter')
      await showsAny(page, ['QUAY01', 'QUAY02', 'QUAY03'])
      await chips(page).getByRole('button', { name: w.removeKeyword }).click()
      await until('an empty field', async () => (await field.inputValue()) === '')
      assert.deepEqual(query(page), {})
    })
  })

  test(`the list is ordered by state, customer, warranty and firmware at their heads, in ${spoken}`, async () => {
    await inList(ovenList, async (page) => {
      const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button')
      await head(w.firmware).click()
      await shows(page, ['LANE01', 'QUAY02', 'QUAY01', 'QUAY03', 'LANE02'])
      await head(w.firmware).click()
      await shows(page, ['QUAY01', 'QUAY02', 'LANE01', 'LANE02', 'QUAY03'])
      assert.deepEqual(query(page), { sort: '-firmware' })
      await head(w.warranty).click()
      await shows(page, ['QUAY02', 'LANE01', 'QUAY01', 'QUAY03', 'LANE02'])
      await head(w.state).click()
      await shows(page, ['LANE01', 'LANE02', 'QUAY01', 'QUAY02', 'QUAY03'])
      await head(w.customer).click()
      await until('the bakery first', async () => (await serialNumbers(page))[0]?.startsWith('LANE') === true)
    })
  })

  test(`a figure and its share are read apart, in ${spoken}`, async () => {
    await inList(ovenList, async (page) => {
      await totalIs(page, w.all, 5)
      await page.getByRole('group', { name: w.totals }).getByRole('button', { name: w.share }).waitFor()
    })
  })

  test(`on a phone a row is two lines with its actions behind one button, and one sheet has the filters and the order, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start: ovenList, width: 390 }, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await showsAny(page, ['QUAY01', 'QUAY02', 'QUAY03', 'LANE01', 'LANE02'])
      const row = page.getByRole('row').filter({ hasText: 'LANE01' })
      for (const text of [w.cooking, 'Lane Bakery']) await row.getByText(text).waitFor()
      const [box, head] = [await row.boundingBox(), await page.getByRole('row').nth(1).boundingBox()]
      assert.ok((box?.height ?? 0) <= 72, 'two lines')
      assert.ok((head?.y ?? 844) + (head?.height ?? 0) <= 844, 'the first row is on the first screen')
      assert.equal(await row.getByRole('button').count(), 1)
      await row.getByRole('button', { name: `${w.moreActions} LANE01`, exact: true }).click()
      await page.getByRole('menuitem', { name: w.curve }).waitFor()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: w.filters, exact: true }).click()
      const sheet = page.getByRole('dialog', { name: w.sheet })
      await sheet.getByText(w.found(5)).waitFor()
      await sheet.getByRole('combobox', { name: w.warranty }).click()
      await page.getByRole('option', { name: w.over, exact: true }).click()
      await sheet.getByText(w.found(3)).waitFor()
      await sheet.getByRole('combobox', { name: w.sort }).click()
      await page.getByRole('option', { name: w.firmwareDown, exact: true }).click()
      await assertAccessible(page, `the sheet of filters, in ${spoken}`)
      await sheet.getByRole('button', { name: w.done, exact: true }).click()
      await sheet.waitFor({ state: 'detached' })
      await shows(page, ['QUAY01', 'QUAY02', 'LANE01'])
      assert.deepEqual(query(page), { warranty: 'over', sort: '-firmware' })
      await page.getByRole('button', { name: w.filtersSet, exact: true }).waitFor()
      await chips(page).getByRole('button', { name: w.remove }).click()
      await page.getByRole('button', { name: w.filters, exact: true }).waitFor()
      await row.getByRole('checkbox').check()
      await page.getByText(w.selected, { exact: true }).waitFor()
      await assertAccessible(page, `ovens on a phone, in ${spoken}`)
    })
  })
}
