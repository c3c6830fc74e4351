import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { detailsText } from '../console/src/device/record/tab/tab.text.ts'
import { deviceListText } from '../console/src/device/view/device.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Page } from 'playwright-core'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from './support/assert-accessible.ts'
import { tried, type Language } from './support/browser.ts'
import { openConsole, type Console } from './support/open-console.ts'

/** The filter kinds that lists use, on real rows: by mouse and by keyboard, in the address, after a reload, and reset. */

let at: Console
const list = '/recipeManage/device/list'
const ids: Record<string, string> = {}

before(async () => {
  at = await openConsole()
  const named = async (key: string, name: string, kind: 'distributor' | 'agent' | 'customer', parentId?: string) => {
    const { id } = await make.organisation(at.app, { name, kind, ...(parentId === undefined ? {} : { parentId }) })
    ids[key] = id
    return id
  }
  const east = await named('east', 'East Kitchens', 'distributor')
  const agent = await named('agent', 'Hengwei Dining', 'agent', east)
  const bakery = await named('bakery', 'Old Lane Bakery', 'customer', agent)
  const hotel = await named('hotel', 'Grand Quay Hotel', 'customer')
  const steam = await make.product(at.app, { en: 'Steam 6', zh: '蒸烤 6' })
  const roast = await make.product(at.app, { en: 'Roast 10', zh: '烤箱 10' })
  Object.assign(ids, { steam: steam.id, steamSeries: steam.seriesId, roast: roast.id })
  const oven = (sn: string, wanted: Parameters<typeof make.device>[1]) => make.device(at.app, { sn, ...wanted })
  const bySteam = { productId: steam.id, productKey: steam.productKey }
  const byRoast = { productId: roast.id, productKey: roast.productKey }
  const xihu = { province: '330000', city: '330100', region: '330106' }
  const ningbo = { province: '330000', city: '330200', region: '330203' }
  const dongguan = { province: '440000', city: '441900' }
  const installedAt = Date.parse('2026-03-10T04:00:00Z')
  await oven('XIHU0001', { ...bySteam, ...xihu, organisationId: bakery, channelType: 'agent', channelId: agent })
  await oven('XIHU0002', { ...byRoast, ...xihu, organisationId: agent, channelType: 'distributor', channelId: east })
  await oven('NINGBO01', { ...byRoast, ...ningbo, organisationId: hotel, channelType: 'direct', installedAt })
  await oven('DONGGU01', { ...byRoast, ...dongguan, channelType: 'online' })
})
after(() => at.stop())

const words = inBoth({
  search: uiText.search,
  reset: uiText.reset,
  more: { en: /\d more/, zh: '展开' },
  clear: uiText.clear,
  product: { en: 'Product series and model', zh: '产品系列与型号' },
  customer: word.customer,
  department: { en: 'Department', zh: '所属部门' },
  channel: detailsText.channel,
  area: deviceListText.installedIn,
  nothing: uiText.nothingFound,
  zhejiang: { en: 'Zhejiang', zh: '浙江省' },
  hangzhou: { en: 'Hangzhou', zh: '杭州市' },
  xihu: { en: 'Xihu District', zh: '西湖区' },
  guangdong: { en: 'Guangdong', zh: '广东省' },
  dongguan: { en: 'Dongguan', zh: '东莞市' },
  agentType: { en: 'Agent', zh: '代理商' },
  direct: { en: 'Direct', zh: '直销' },
  distributor: { en: 'Distributor', zh: '经销商' },
  steam: { en: 'Steam 6', zh: '蒸烤 6' },
  zone: { en: 'Region', zh: '所在地区' },
  addedBetween: { en: 'Added between', zh: '添加时间' },
})

const serialNumbers = (page: Page) => page.locator('tbody a:not([aria-label])').allInnerTexts()
const rowsAre = (page: Page, wanted: readonly string[]) =>
  until(`the rows ${wanted.join(', ')}`, async () => {
    const shown = await serialNumbers(page)
    return shown.toSorted().join() === wanted.toSorted().join()
  })
const all = ['XIHU0001', 'XIHU0002', 'NINGBO01', 'DONGGU01']

function tools(page: Page, language: Language) {
  const w = words[language]
  const filters = page.getByRole('search')
  const field = (label: string) => filters.getByRole('combobox', { name: label, exact: true })
  const option = (name: string) => page.getByRole('option', { name, exact: true })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  return {
    w,
    filters,
    field,
    option,
    press,
    search: () => filters.getByRole('button', { name: w.search, exact: true }).click(),
    reset: () => filters.getByRole('button', { name: w.reset }).click(),
    /** Waits until the field has this value. */
    expectText: (label: string, text: string) =>
      until(`${label} says ${text}`, async () => (await field(label).inputValue()) === text),
    /** The option under the keyboard, once it is this one. */
    on: (label: string, name: string) =>
      until(`the keyboard is on ${name}`, async () => {
        const id = await field(label).getAttribute('aria-activedescendant')
        return id !== null && (await page.locator(`[id="${id}"]`).innerText()).startsWith(name)
      }),
    /** The filters' part of the address. */
    query: () => Object.fromEntries(new URL(page.url()).searchParams),
  }
}

for (const { language, spoken } of tried('zh')) {
  const inList = async (work: (page: Page, tool: ReturnType<typeof tools>) => Promise<void>, start = list) => {
    const person = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: person, start }, async (page) => {
      const tool = tools(page, language)
      await tool.filters.waitFor()
      const more = tool.filters.getByRole('button', { name: tool.w.more })
      if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
      await work(page, tool)
    })
  }
  /** After a search: the address, the rows, the words after a reload and for a colleague, and all back after a reset. */
  const holds = async (
    page: Page,
    tool: ReturnType<typeof tools>,
    wanted: { query: Record<string, string | undefined>; rows: readonly string[]; label: string; text: string },
  ) => {
    await tool.search()
    await rowsAre(page, wanted.rows)
    assert.deepEqual(tool.query(), wanted.query)
    await tool.expectText(wanted.label, wanted.text)
    await page.reload()
    await rowsAre(page, wanted.rows)
    await tool.expectText(wanted.label, wanted.text)
    await tool.reset()
    await rowsAre(page, all)
    await tool.expectText(wanted.label, '')
    assert.deepEqual(tool.query(), {})
  }

  test(`an address in three levels is chosen by mouse and by keyboard, in ${spoken}`, () =>
    inList(async (page, tool) => {
      const { w, field, option, press } = tool
      const { area: label } = w
      await field(label).click()
      await option(w.zhejiang).click()
      await option(w.hangzhou).click()
      await assertAccessible(page, `the areas, open, in ${spoken}`)
      await option(w.xihu).click()
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      const whole = [w.zhejiang, w.hangzhou, w.xihu].join(' / ')
      await holds(page, tool, {
        query: { province: '330000', city: '330100', region: '330106' },
        rows: ['XIHU0001', 'XIHU0002'],
        label,
        text: whole,
      })

      // With the keyboard: right enters a level, left returns, Enter chooses a node of any level.
      await field(label).focus()
      await press('ArrowDown')
      await option(w.guangdong).waitFor()
      await press('Home')
      while (!(await active(page, field(label))).startsWith(w.guangdong)) await press('ArrowDown')
      await press('ArrowRight', 'ArrowLeft')
      await tool.on(label, w.guangdong)
      await press('ArrowRight')
      while (!(await active(page, field(label))).startsWith(w.dongguan)) await press('ArrowDown')
      // It has no districts: right leads nowhere.
      await press('ArrowRight', 'Enter')
      await holds(page, tool, {
        query: { province: '440000', city: '441900' },
        rows: ['DONGGU01'],
        label,
        text: `${w.guangdong} / ${w.dongguan}`,
      })

      // Typing finds nodes of any level; Escape leaves everything unchanged, Backspace clears.
      await field(label).focus()
      await page.keyboard.type('zzz')
      await page.getByText(w.nothing).waitFor()
      await press('Escape')
      await tool.expectText(label, '')
      await page.keyboard.type(w.zhejiang.slice(0, 3))
      await tool.on(label, w.zhejiang)
      await assertAccessible(page, `the areas found, in ${spoken}`)
      await press('Enter')
      await tool.expectText(label, w.zhejiang)
      await tool.search()
      await rowsAre(page, ['XIHU0001', 'XIHU0002', 'NINGBO01'])
      assert.deepEqual(tool.query(), { province: '330000' })
      await field(label).focus()
      await press('Backspace')
      await tool.expectText(label, '')
      await press('Enter')
      await rowsAre(page, all)
    }))

  test(`a department is chosen down the tree of organisations, in ${spoken}`, () =>
    inList(async (page, tool) => {
      const { w, field, option, press } = tool
      const { department: label } = w
      const [platform = ''] = await topNames()
      await field(label).click()
      await option(platform).click()
      await option('East Kitchens').click()
      await option('Hengwei Dining').click()
      await option('Old Lane Bakery').waitFor()
      await assertAccessible(page, `the departments, open, in ${spoken}`)
      await press('Escape')
      const path = { department1: await topId(), department2: ids['east'], department3: ids['agent'] }
      await holds(page, tool, {
        query: path,
        rows: ['XIHU0001', 'XIHU0002'],
        label,
        text: [platform, 'East Kitchens', 'Hengwei Dining'].join(' / '),
      })
      await field(label).focus()
      await page.keyboard.type('lane')
      await tool.on(label, 'Old Lane Bakery')
      await press('Enter')
      await tool.expectText(label, [platform, 'East Kitchens', 'Hengwei Dining', 'Old Lane Bakery'].join(' / '))
      await holds(page, tool, {
        query: { ...path, department4: ids['bakery'] },
        rows: ['XIHU0001'],
        label,
        text: [platform, 'East Kitchens', 'Hengwei Dining', 'Old Lane Bakery'].join(' / '),
      })
    }))

  test(`a channel is its type, and the seller of it, in ${spoken}`, () =>
    inList(async (page, tool) => {
      const { w, field, option, press } = tool
      const { channel: label } = w
      await field(label).click()
      await option(w.direct).click()
      await holds(page, tool, { query: { channelType: 'direct' }, rows: ['NINGBO01'], label, text: w.direct })
      await field(label).click()
      await option(w.distributor).click()
      await option('East Kitchens').waitFor()
      await assertAccessible(page, `the channels, open, in ${spoken}`)
      await option('East Kitchens').click()
      await holds(page, tool, {
        query: { channelType: 'distributor', channelId: ids['east'] },
        rows: ['XIHU0002'],
        label,
        text: `${w.distributor} / East Kitchens`,
      })
      await field(label).focus()
      await page.keyboard.type('hengwei')
      await tool.on(label, 'Hengwei Dining')
      await press('Enter')
      await holds(page, tool, {
        query: { channelType: 'agent', channelId: ids['agent'] },
        rows: ['XIHU0001'],
        label,
        text: `${w.agentType} / Hengwei Dining`,
      })
    }))

  test(`a product is its series and its model, in ${spoken}`, () =>
    inList(async (page, tool) => {
      const { w, field, option, press } = tool
      const { product: label } = w
      const series = await seriesName(language)
      await field(label).click()
      await option(series).click()
      await option(w.steam).waitFor()
      await assertAccessible(page, `the products, open, in ${spoken}`)
      await press('Escape')
      await holds(page, tool, { query: { seriesId: ids['steamSeries'] }, rows: ['XIHU0001'], label, text: series })
      await field(label).focus()
      await page.keyboard.type(w.steam)
      await tool.on(label, w.steam)
      await press('Enter')
      await holds(page, tool, {
        query: { seriesId: ids['steamSeries'], productId: ids['steam'] },
        rows: ['XIHU0001'],
        label,
        text: `${series} / ${w.steam}`,
      })
    }))

  test(`a customer is found by a part of the name, in ${spoken}`, () =>
    inList(async (page, tool) => {
      const { w, field, option, press } = tool
      const { customer: label } = w
      await field(label).click()
      await option('Old Lane Bakery').waitFor()
      await assertAccessible(page, `the customers, open, in ${spoken}`)
      await page.keyboard.type('quay')
      await tool.on(label, 'Grand Quay Hotel')
      assert.equal(await option('Old Lane Bakery').count(), 0)
      await press('Enter')
      await holds(page, tool, {
        query: { customerId: ids['hotel'] },
        rows: ['NINGBO01'],
        label,
        text: 'Grand Quay Hotel',
      })
      await field(label).click()
      await option('Old Lane Bakery').click()
      await tool.expectText(label, 'Old Lane Bakery')
      await tool.filters.getByRole('button', { name: w.clear }).click()
      await tool.expectText(label, '')
    }))

  test(`customers are narrowed by zone, department and the days of their making, in ${spoken}`, async () => {
    const person = await make.account(at.app, { role: 'administrator' })
    const { token } = person
    const add = (name: string, zone: { province: string; city: string }, parentId?: string) =>
      at.app.ask(customerApi.add, { name, ...zone, ...(parentId === undefined ? {} : { parentId }) }, { token })
    await add(`Noodles ${language}`, { province: '330000', city: '330200' }, ids['east'])
    await add(`Dumplings ${language}`, { province: '440000', city: '441900' })
    await at.inWindow({ language, as: person, start: '/customer' }, async (page) => {
      const tool = tools(page, language)
      const { w, field, press } = tool
      const found = (names: readonly string[]) =>
        until(`the customers ${names.join(', ')}`, async () => {
          const shown = await serialNumbers(page)
          return names.every((name) => shown.includes(name)) && !shown.includes('Grand Quay Hotel')
        })
      await field(w.zone).focus()
      await page.keyboard.type(w.dongguan)
      await tool.on(w.zone, w.dongguan)
      await press('Enter')
      await tool.expectText(w.zone, `${w.guangdong} / ${w.dongguan}`)
      await tool.search()
      await found([`Dumplings ${language}`])
      assert.deepEqual(tool.query(), { province: '440000', city: '441900' })
      await tool.reset()
      await field(w.department).focus()
      await page.keyboard.type('east')
      await tool.on(w.department, 'East Kitchens')
      await press('Enter')
      await tool.search()
      await found([`Noodles ${language}`, 'Old Lane Bakery'])
      assert.deepEqual(tool.query(), { department1: await topId(), department2: ids['east'] })
      // The fifth filter is folded; the range filters together with the others.
      await tool.filters.getByRole('button', { name: w.more }).click()
      await tool.filters.getByLabel(w.addedBetween).click()
      await page.getByRole('button', { name: /^(Today|今天)$/ }).click()
      await press('Escape')
      await tool.search()
      await found([`Noodles ${language}`])
      const { startTime = '', endTime = '' } = tool.query()
      assert.ok(Date.parse(startTime) <= at.app.clock.now() && at.app.clock.now() <= Date.parse(endTime))
    })
  })

  test(`an address that skips levels or names a deleted entry shows a message, in ${spoken}`, () =>
    inList(async (page, tool) => {
      const { w } = tool
      await rowsAre(page, ['XIHU0001'])
      await tool.expectText(w.area, [w.zhejiang, w.hangzhou].join(' / '))
      await tool.expectText(w.product, [await seriesName(language), w.steam].join(' / '))
      await page.goto(`${at.app.url}${list}?department1=999999`)
      await tool.expectText(w.department, language === 'en' ? 'No longer there' : '已不存在')
    }, `${list}?city=330100&productId=${ids['steam']}`))
}

const active = async (page: Page, field: ReturnType<Page['locator']>): Promise<string> => {
  const id = await until(
    'something is under the keyboard',
    async () => (await field.getAttribute('aria-activedescendant')) ?? undefined,
  )
  return page.locator(`[id="${id}"]`).innerText()
}

const topId = async (): Promise<string> => {
  const { id } = await at.app.db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}
const topNames = async (): Promise<string[]> => {
  const rows = await at.app.db.selectFrom('organisation').select('name').where('kind', '=', 'platform').execute()
  return rows.map(({ name }) => name)
}
const seriesName = async (language: Language): Promise<string> => {
  const { enName, name } = await at.app.db
    .selectFrom('productSeries')
    .select(['enName', 'name'])
    .where('id', '=', ids['steamSeries'] ?? '')
    .executeTakeFirstOrThrow()
  return { en: enName, zh: name }[language]
}

test('text typed right after Reset, before the address has followed, stays', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  await at.inWindow({ as: person, start: '/customer?keyword=quay' }, async (page) => {
    const field = page.getByRole('search').getByRole('textbox').first()
    await until('the filter of the address', async () => (await field.inputValue()) === 'quay')
    // Everything happens in one task of the page, so that nothing comes in between.
    await page.evaluate(`(() => {
      const input = document.querySelector('[role=search] input')
      for (const button of input.form.querySelectorAll('button')) if (button.textContent === 'Reset') button.click()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'lane')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })()`)
    await page.waitForURL((url) => !url.searchParams.has('keyword'))
    assert.equal(await field.inputValue(), 'lane')
    await page.goBack()
    await until('the filter of the address before', async () => (await field.inputValue()) === 'quay')
  })
})

test('an address with a filter value that there is not says so, shows the rows without it, and is mended by one press', async () => {
  const person = await make.account(at.app, { role: 'administrator' })
  await at.inWindow({ as: person, start: `${list}?state=melted&colour=red&keyword=a&keyword=b` }, async (page) => {
    const said = page.getByRole('status').filter({ hasText: 'Not understood in the address' })
    await said.waitFor()
    for (const part of ['state=melted', 'colour=red', 'keyword=a, b'])
      assert.ok((await said.innerText()).includes(part), `${part}: ${await said.innerText()}`)
    await said.getByRole('button', { name: 'Remove from the address' }).click()
    await page.waitForURL((url) => url.search === '')
    await said.waitFor({ state: 'detached' })
    await page.goto(`${at.app.url}${list}?online=true&tab=none&counted=3`)
    await page.getByRole('search').waitFor()
    assert.equal(await said.count(), 0)
  })
})
