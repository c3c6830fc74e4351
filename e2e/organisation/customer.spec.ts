import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { CustomerDraft } from '@brigade/contract/customer/customer.model.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried, type Language } from '../support/browser.ts'
import { arrived, field, openConsole, type Console } from '../support/open-console.ts'

/** Customers as a support person works with them; every later list, detail and form follows this pattern. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator', name: 'Lin Wei' })
})
after(() => at.stop())

const words = inBoth({
  menuGroup: { en: 'Customers', zh: '客户管理' },
  menuList: { en: 'Customer list', zh: '客户列表' },
  add: { en: 'Add customer', zh: '新增客户' },
  edit: word.edit,
  save: word.saveChanges,
  cancel: word.cancel,
  name: { en: 'Name', zh: '客户名称' },
  principal: { en: 'Person in charge', zh: '负责人' },
  contact: word.contact,
  note: word.note,
  empty: { en: 'This cannot be empty', zh: '不能为空' },
  tooLong: { en: 'Use at most 120 characters', zh: '最多 120 个字符' },
  taken: { en: 'A customer with this name already exists there', zh: '该组织下已有同名客户' },
  added: { en: (name: string) => `${name} is added`, zh: (name: string) => `已新增“${name}”` },
  saved: { en: (name: string) => `${name} is saved`, zh: (name: string) => `已保存“${name}”` },
  leaveAsk: uiText.leaveTitle,
  stay: uiText.stay,
  leave: uiText.leave,
  changedSince: { en: /Somebody has changed this customer/, zh: /该客户已被他人修改/ },
  takenOver: { en: 'Changed by them and merged: Contact.', zh: '对方修改并已合并：联系方式。' },
  theirs: uiText.clashTheirs,
  yours: uiText.clashMine,
  keepMine: uiText.keepMine,
  enabled: word.enabled,
  disabled: word.disabled,
  disable: word.disable,
  reason: { en: 'Reason', zh: '停用原因' },
  nowDisabled: { en: (name: string) => `${name} is disabled`, zh: (name: string) => `已停用“${name}”` },
  refresh: uiText.refresh,
  networkFailed: { en: 'Network error, please try again later', zh: '网络异常，请稍后重试' },
  concerned: {
    en: '1 account is signed out at once and cannot sign in until enabled again. 1 device keeps working and reporting.',
    zh: '1 个账号将立即退出登录，重新启用前无法登录；1 台设备照常运行和上报。',
  },
  undo: word.undo,
  tryAgain: uiText.tryAgain,
  undone: word.undone,
  delete: word.delete,
  deleteMany: { en: (count: number) => `Delete ${count} customers`, zh: (count: number) => `删除 ${count} 个客户` },
  stays: {
    en: (name: string) => `${name} still has devices and stays.`,
    zh: (name: string) => `${name}名下还有设备，将予以保留。`,
  },
  stillHas: { en: /still has 1 device/, zh: /名下还有 1 台设备/ },
  manyDeleted: { en: (count: number) => `${count} customers deleted`, zh: (count: number) => `已删除 ${count} 个客户` },
  whyNot: { en: 'Still has 1 device: a customer with devices cannot be deleted', zh: '名下还有 1 台设备，无法删除' },
  keyword: { en: 'Name, principal or contact', zh: '名称、负责人或联系方式' },
  filtered: uiText.filteredEmpty,
  clear: word.clearFilters,
  missing: { en: 'There is no such customer', zh: '客户不存在' },
  back: { en: 'Back to the customers', zh: '返回客户列表' },
  devices: word.devices,
  search: uiText.search,
  zone: { en: 'Region', zh: '所在地区' },
  department: { en: 'Department', zh: '所属部门' },
  zoneTyped: { en: 'xihu', zh: '西湖' },
  zoneHit: { en: /Xihu District.*Hangzhou/, zh: /西湖区.*杭州市/ },
  zoneShown: { en: 'Xihu District, Hangzhou, Zhejiang', zh: '浙江省杭州市西湖区' },
})

let made = 0
/** A customer with a name of its own, created through the public call. */
async function customer(draft: Partial<CustomerDraft> = {}): Promise<{ id: string; name: string }> {
  const name = draft.name ?? `Bistro ${String((made += 1)).padStart(3, '0')}`
  const { envelope } = await at.app.ask(customerApi.add, { ...draft, name }, { token: admin.token })
  return { id: envelope.data.id, name }
}
const detailOf = async (id: string) =>
  (await at.app.ask(customerApi.detail, { id }, { token: admin.token })).envelope.data

const dialog = (page: Page, name?: string): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name, exact: true })
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page) => page.locator('tbody tr td a[data-cut]').allInnerTexts()
const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })
const foundBy = (keyword: string) => `/customer?keyword=${encodeURIComponent(keyword)}`
const window = (language: Language, start: string, work: (page: Page) => Promise<void>, as = admin) =>
  at.inWindow({ language, as, start }, work)

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`adds a customer: a wrong field is reported when it loses focus, and the server's refusal is shown at its field, in ${spoken}`, async () => {
    const there = await customer()
    await window(language, '/customer', async (page) => {
      await page.getByRole('button', { name: w.add }).click()
      const sheet = dialog(page, w.add)
      const name = field(sheet, w.name)
      await name.waitFor()
      await until('the keyboard is in the first field', () => page.evaluate("document.activeElement?.name === 'name'"))
      await page.keyboard.press('Tab')
      await sheet.getByText(w.empty).waitFor()
      await field(sheet, w.note).fill('x'.repeat(121))
      await name.fill(there.name)
      await sheet.getByText(w.tooLong).waitFor()
      await sheet.getByRole('button', { name: w.add }).click()
      await sheet.getByText(w.tooLong).waitFor()
      await field(sheet, w.note).fill('Closed on Mondays')
      await sheet.getByRole('button', { name: w.add }).click()
      await sheet.getByText(w.taken).waitFor()
      assert.equal(await name.getAttribute('aria-invalid'), 'true')
      assert.equal(await field(sheet, w.note).inputValue(), 'Closed on Mondays')
      await name.fill(`${there.name} new`)
      await sheet.getByText(w.taken).waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await toast(page, w.added(`${there.name} new`)).waitFor()
      await sheet.waitFor({ state: 'detached' })
      await rowOf(page, `${there.name} new`).waitFor()
    })
  })

  test(`an edit that two make at once is refused, shows both, and loses neither, in ${spoken}`, async () => {
    const { id, name } = await customer({ principal: 'Ada', contact: '100' })
    await window(language, foundBy(name), async (page) => {
      await rowOf(page, name).getByRole('button', { name: w.edit }).click()
      const sheet = dialog(page)
      await field(sheet, w.principal).fill('Mine')
      await field(sheet, w.note).fill('A note of mine')
      const { updatedAt, parent: _parent, ...now } = await detailOf(id)
      const { principal: _principal, province, city, region, address, note } = now
      const other = { id, name, principal: 'Other', contact: '200', province, city, region, address, note, updatedAt }
      at.app.clock.advance(1000)
      await at.app.ask(customerApi.update, other, { token: admin.token })
      await sheet.getByRole('button', { name: w.save }).click()
      const clash = sheet.getByRole('alert')
      await clash.getByText(w.changedSince).waitFor()
      await clash.getByText(w.takenOver).waitFor()
      const differences = await clash.locator('dl').innerText()
      for (const part of [w.principal, w.theirs, 'Other', w.yours, 'Mine']) assert.ok(differences.includes(part), part)
      assert.equal(await field(sheet, w.note).inputValue(), 'A note of mine')
      await clash.getByRole('button', { name: w.keepMine }).click()
      assert.equal(await field(sheet, w.contact).inputValue(), '200')
      await sheet.getByRole('button', { name: w.save }).click()
      await toast(page, w.saved(name)).waitFor()
      const after = await detailOf(id)
      assert.deepEqual([after.principal, after.contact, after.note], ['Mine', '200', 'A note of mine'])
    })
  })

  test(`leaving a form with unsaved input requires a confirmation, in ${spoken}`, async () => {
    const { name } = await customer()
    await window(language, '/iceDevice/list', async (page) => {
      await page.getByRole('button', { name: w.menuGroup }).click()
      await page.getByRole('link', { name: w.menuList }).click()
      await page.getByRole('search').getByLabel(w.keyword).waitFor()
      await rowOf(page, name).getByRole('button', { name: w.edit }).click()
      const sheet = dialog(page).filter({ has: page.getByRole('button', { name: w.save }) })
      await field(sheet, w.principal).fill('Half a name')
      await page.keyboard.press('Escape')
      const question = dialog(page, w.leaveAsk)
      await question.getByRole('button', { name: w.stay }).click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await field(sheet, w.principal).inputValue(), 'Half a name')
      await page.goBack()
      await question.getByRole('button', { name: w.stay }).click()
      assert.equal(await field(sheet, w.principal).inputValue(), 'Half a name')
      await sheet.getByRole('button', { name: w.cancel }).click()
      await question.getByRole('button', { name: w.leave }).click()
      await until('both are closed', async () => (await dialog(page).count()) === 0)
      await rowOf(page, name).getByRole('button', { name: w.edit }).click()
      assert.equal(await field(dialog(page), w.principal).inputValue(), '')
      await page.keyboard.press('Escape')
      await until('it closes without asking', async () => (await dialog(page).count()) === 0)
    })
  })

  test(`disables a customer after listing who is affected, and undoes it, in ${spoken}`, async () => {
    const { id, name } = await customer()
    await make.account(at.app, { role: 'customer-administrator', organisationId: id })
    await make.device(at.app, { organisationId: id })
    await window(language, foundBy(name), async (page) => {
      await rowOf(page, name).getByText(w.enabled).waitFor()
      // If counting fails, the dialog shows it and offers a retry; nothing can be confirmed without the counts.
      let counts = 0
      page.on('request', (request) => {
        if (request.url().endsWith(customerApi.concerned.path)) counts += 1
      })
      await page.route(`**${customerApi.concerned.path}`, (route) => route.fulfill({ status: 500, body: '{}' }), {
        times: 1,
      })
      await rowOf(page, name).getByRole('button', { name: w.disable }).click()
      await dialog(page).getByRole('alert').getByRole('button', { name: w.tryAgain }).click()
      await dialog(page).getByText(w.concerned).waitFor()
      assert.equal((await detailOf(id)).enabled, true)
      await field(page, w.reason).fill('Season is over')
      await dialog(page).getByRole('button', { name: w.disable, exact: true }).click()
      await rowOf(page, name).getByText(w.disabled).waitFor()
      assert.equal(counts, 2, 'counted once more after it was confirmed')
      assert.equal((await detailOf(id)).enabled, false)
      await toast(page, w.nowDisabled(name)).getByRole('button', { name: w.undo }).click()
      await toast(page, w.undone).waitFor()
      await rowOf(page, name).getByText(w.enabled).waitFor()
      assert.equal((await detailOf(id)).enabled, true)
    })
  })

  test(`deletes several customers, lists those that cannot be deleted, and refuses one that got a device meanwhile, in ${spoken}`, async () => {
    const prefix = `Batch ${language}`
    const [one, two, three] = [
      await customer({ name: `${prefix} 1` }),
      await customer({ name: `${prefix} 2` }),
      await customer({ name: `${prefix} 3` }),
    ]
    await make.device(at.app, { organisationId: three.id })
    await window(language, foundBy(prefix), async (page) => {
      await rowOf(page, three.name).getByRole('button', { name: w.delete }).hover()
      await page.getByText(w.whyNot).waitFor()
      for (const { name } of [one, two, three]) await rowOf(page, name).getByRole('checkbox').check()
      await page.getByRole('button', { name: w.delete, exact: true }).first().click()
      const question = dialog(page, w.deleteMany(2))
      await question.getByText(one.name).waitFor()
      assert.ok((await question.innerText()).includes(w.stays(three.name)))
      await make.device(at.app, { organisationId: two.id })
      await question.getByRole('button', { name: w.deleteMany(2) }).click()
      await question.getByRole('alert').getByText(w.stillHas).waitFor()
      assert.equal((await detailOf(one.id)).name, one.name)
      await question.getByRole('button', { name: w.cancel }).click()
    })
    const [four, five] = [await customer({ name: `${prefix} 4` }), await customer({ name: `${prefix} 5` })]
    await window(language, foundBy(prefix), async (page) => {
      for (const { name } of [four, five]) await rowOf(page, name).getByRole('checkbox').check()
      await page.getByRole('button', { name: w.delete, exact: true }).first().click()
      await dialog(page)
        .getByRole('button', { name: w.deleteMany(2) })
        .click()
      await toast(page, w.manyDeleted(2)).waitFor()
      await until('they are gone', async () => (await rowOf(page, four.name).count()) === 0)
      assert.deepEqual((await names(page)).toSorted(), [one.name, two.name, three.name])
    })
  })

  test(`a page past the end leads to the last page, and rows that cannot be refreshed stay with a message, in ${spoken}`, async () => {
    const prefix = `Paged ${language}`
    const { name: oldest } = await customer({ name: `${prefix} 0` })
    for (let n = 1; n <= 10; n += 1) await customer({ name: `${prefix} ${n}` })
    const look = { language, as: admin, start: `${foundBy(prefix)}&pageNum=9`, tolerates: /ERR_|Failed to fetch/ }
    await at.inWindow(look, async (page) => {
      await rowOf(page, oldest).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('pageNum'), '2')
      // The only row of the page disappears: the list shows the page before, and never reports that nothing was found.
      await rowOf(page, oldest).getByRole('button', { name: w.delete }).click()
      await dialog(page).getByRole('button', { name: w.delete, exact: true }).click()
      await until('the first page is there', async () => (await names(page)).length === 10)
      assert.equal(new URL(page.url()).searchParams.get('pageNum') ?? '1', '1')

      await page.context().setOffline(true)
      await page.getByRole('button', { name: w.refresh }).click()
      await page.getByRole('alert').getByText(w.networkFailed).first().waitFor()
      assert.equal((await names(page)).length, 10)
      await page.context().setOffline(false)
    })
  })

  test(`filters are kept in the address: detail and back, tabs, and clearing them, in ${spoken}`, async () => {
    const { id, name } = await customer({ principal: `Only ${language}` })
    const oven = await make.device(at.app, { organisationId: id })
    const cooler = await make.device(at.app, { organisationId: id, kind: 'cooler' })
    await window(language, '/customer', async (page) => {
      const filters = page.getByRole('search')
      await filters.getByLabel(w.keyword).fill(`only ${language}`)
      await page.keyboard.press('Enter')
      await until('one row', async () => (await names(page)).join() === name)
      await rowOf(page, name).getByRole('link', { name, exact: true }).click()
      await arrived(page, '/customer/detail')
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByRole('link', { name: new RegExp(`^${w.devices}`) }).click()
      await page.getByRole('link', { name: oven.sn, exact: true }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('tab'), 'devices')
      await page.getByRole('main').getByRole('group').getByRole('button').nth(1).click()
      await page.getByRole('link', { name: cooler.sn, exact: true }).click()
      await arrived(page, '/iceDevice/list/detail')
      await page.goBack()
      await page.getByRole('link', { name: cooler.sn, exact: true }).waitFor()
      await page.goBack()
      await page.getByRole('link', { name: oven.sn, exact: true }).waitFor()
      await page.goBack()
      await page.getByText(w.principal).first().waitFor()
      await page.goBack()
      await until('the filter holds', async () => (await names(page)).join() === name)
      assert.equal(await filters.getByLabel(w.keyword).inputValue(), `only ${language}`)
      await filters.getByLabel(w.keyword).fill('nobody of that name')
      await page.keyboard.press('Enter')
      await page.getByText(w.filtered).waitFor()
      await page.getByRole('button', { name: w.clear }).click()
      await until('all rows', async () => (await names(page)).length > 1)
    })
  })

  test(`sets the zone of a customer by typing its name, shows it in the list, and finds the customer by zone and department, in ${spoken}`, async () => {
    const parent = await make.organisation(at.app, { kind: 'distributor', name: `Zone seller ${language}` })
    const { name } = await customer({ parentId: parent.id })
    await customer({ parentId: parent.id })
    const choose = async (page: Page, place: Locator, label: string, typed: string, hit: RegExp) => {
      await field(place, label).click()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: hit }).first().click()
    }
    await window(language, foundBy(name), async (page) => {
      await rowOf(page, name).getByRole('button', { name: w.edit }).click()
      await choose(page, dialog(page), w.zone, w.zoneTyped, w.zoneHit)
      await dialog(page).getByRole('button', { name: w.save }).click()
      await rowOf(page, name).getByText(w.zoneShown).waitFor()
      const filters = page.getByRole('search')
      await field(filters, w.keyword).fill('')
      await choose(page, filters, w.department, parent.name, new RegExp(parent.name))
      await filters.getByRole('button', { name: w.search }).click()
      await until('both of the seller', async () => (await names(page)).length === 2)
      await choose(page, filters, w.zone, w.zoneTyped, w.zoneHit)
      await filters.getByRole('button', { name: w.search }).click()
      await until('the one in the zone', async () => (await names(page)).join() === name)
      const requested = new URL(page.url()).searchParams
      assert.deepEqual(
        [requested.get('province'), requested.get('city'), requested.get('region')],
        ['330000', '330100', '330106'],
      )
    })
  })

  test(`an unknown customer is a page with a message and a way back, in ${spoken}`, async () => {
    await window(language, '/customer/detail?id=999999', async (page) => {
      await page.getByRole('heading', { level: 1, name: w.missing }).waitFor()
      await page.getByRole('button', { name: w.back }).click()
      await arrived(page, '/customer')
    })
  })
}

test('staff of a distributor see its own customers only, and buttons only where they hold the code', async () => {
  const distributor = await make.organisation(at.app, { kind: 'distributor', name: 'East' })
  const agent = await make.organisation(at.app, { kind: 'agent', parentId: distributor.id })
  const own = await customer({ name: 'Under the agent', parentId: agent.id })
  const foreign = await customer({ name: 'Under the platform' })
  const seller = await make.account(at.app, { role: 'administrator', organisationId: distributor.id })
  await window(
    'en',
    '/customer',
    async (page) => {
      await rowOf(page, own.name).waitFor()
      assert.deepEqual(await names(page), [own.name])
      await page.goto(`${at.app.url}/customer/detail?id=${foreign.id}`)
      await page.getByRole('heading', { level: 1, name: words.en.missing }).waitFor()
    },
    seller,
  )
  const reader = await make.account(at.app, { operationCodes: ['customer:view'], organisationId: distributor.id })
  await window(
    'en',
    '/customer',
    async (page) => {
      await rowOf(page, own.name).waitFor()
      assert.equal(await page.getByRole('button', { name: words.en.add }).count(), 0)
      assert.equal(await page.locator('tbody button').count(), 0)
      assert.equal(await page.getByRole('checkbox').count(), 0)
      await page.goto(`${at.app.url}/customer/detail?id=${own.id}`)
      await page.getByRole('heading', { level: 1, name: own.name }).waitFor()
      assert.equal(await page.getByRole('link', { name: /^Devices/ }).count(), 0)
      assert.equal(await page.getByRole('button', { name: words.en.edit }).count(), 0)
    },
    reader,
  )
})
