import { hourMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acts } from '../console/src/acts.ts'
import { detailText } from '../console/src/device/view/detail.text.ts'
import { shellText } from '../console/src/shell/shell.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import sharp from 'sharp'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { MenuEntry } from '@brigade/contract/session/session.model.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { accountHolding } from './support/account-holding.ts'
import { tried } from './support/browser.ts'
import { arrived, field, openConsole, openUserMenu } from './support/open-console.ts'
import type { Console } from './support/open-console.ts'

/** The frame of every screen: menu, header, palette, own account, and the pages of refusals. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator' })
  await make.device(at.app, { sn: 'SHELL0001', name: '湖滨一号炉' })
})
after(() => at.stop())

const ovenList = '/recipeManage/device/list'

const words = inBoth({
  other: { en: '中文', zh: 'EN' },
  otherSearch: { en: '查询', zh: 'Search' },
  mainMenu: shellText.mainMenu,
  refresh: uiText.refresh,
  loadingPage: shellText.loadingPage,
  reload: shellText.reload,
  otherBuild: shellText.otherBuild,
  parts: { en: 'Spare parts purchase', zh: '配件购买' },
  chunkFailed: { en: 'Part of the page did not load within 120 seconds', zh: '页面资源在 120 秒内未能加载完成' },
  networkFailed: { en: 'Network error, please try again later', zh: '网络异常，请稍后重试' },
  breadcrumb: shellText.breadcrumb,
  data: { en: 'Data', zh: '数据中心' },
  ovens: { en: 'Ovens', zh: '烤箱管理' },
  coolers: word.refrigeration,
  faults: { en: 'Faults', zh: '故障管理' },
  recipes: { en: 'Recipes', zh: '菜谱管理' },
  firmware: { en: 'Firmware', zh: '固件升级' },
  products: { en: 'Products', zh: '产品管理' },
  messages: { en: 'Messages', zh: '消息中心' },
  appUsers: { en: 'App users', zh: '应用用户' },
  customers: { en: 'Customers', zh: '客户管理' },
  system: { en: 'System', zh: '系统管理' },
  fold: shellText.foldMenu,
  unfold: shellText.unfoldMenu,
  keyword: word.nameSnOrMac,
  notFound: shellText.notFoundTitle,
  back: shellText.back,
  noAuth: shellText.noAuthTitle,
  toStart: shellText.toStart,
  palette: shellText.paletteTitle,
  coolerList: { en: 'Refrigeration devices', zh: '制冷设备' },
  personalInfo: shellText.personalInfo,
  name: { en: 'Name', zh: '姓名' },
  phone: { en: 'Phone', zh: '手机号码' },
  save: word.save,
  saved: { en: 'Saved', zh: '保存成功' },
  wrongType: { en: 'Wrong upload format: use jpg, png or gif', zh: '上传格式错误，请选择 jpg、png 或 gif 图片' },
  tooBig: { en: 'The picture is larger than 1 MB', zh: '图片大小超过 1 MB' },
  usePicture: uiText.usePicture,
  rotate: uiText.rotate,
  remove: word.remove,
  toDark: shellText.toDark,
  intake: { en: 'waiting to be saved since', zh: '有设备消息未能写入' },
})

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`the menu shows what the account may see and what is there, in ${spoken}`, async () => {
    // The account has no right to see faults.
    const coolers = await accountHolding(at.app, ['data', 'data.statistics', 'cooler', 'cooler.list', 'cooler.detail'])
    await at.inWindow({ language, as: coolers, start: '/iceDevice/list' }, async (page) => {
      const menu = page.getByRole('navigation', { name: w.mainMenu })
      await menu.getByRole('link').waitFor()
      assert.deepEqual(await menu.getByRole('button').allInnerTexts(), [w.data, w.coolers])
      assert.equal(await menu.getByRole('link').getAttribute('aria-current'), 'page')
    })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const menu = page.getByRole('navigation', { name: w.mainMenu })
      await menu.locator('a[href="/recipeManage/device/UninstallList"]').waitFor()
      const groups = [
        w.data,
        w.ovens,
        w.coolers,
        w.faults,
        w.recipes,
        w.products,
        w.firmware,
        w.messages,
        w.appUsers,
        w.customers,
        w.system,
      ]
      assert.deepEqual(await menu.getByRole('button').allInnerTexts(), groups)
      await menu.getByRole('button', { name: w.coolers }).click()
      await menu.locator('a[href="/iceDevice/list"]').click()
      await arrived(page, '/iceDevice/list')
    })
  })

  test(`the menu folds to 64 px at the toggle and under 992 px, in ${spoken}`, async () => {
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const menu = page.locator('aside')
      const isWide = (px: number) => until(`a menu of ${px} px`, async () => (await menu.boundingBox())?.width === px)
      await isWide(220)
      await page.getByRole('button', { name: w.fold }).click()
      await isWide(64)
      await page.reload()
      await isWide(64)
      // In a folded menu, a group opens its screens beside the menu.
      await menu.getByRole('button', { name: w.coolers }).click()
      await page.getByRole('menuitem').first().click()
      await arrived(page, '/iceDevice/list')
      await page.getByRole('button', { name: w.unfold }).click()
      await isWide(220)
      await page.setViewportSize({ width: 980, height: 800 })
      await isWide(64)
      await page.setViewportSize({ width: 1200, height: 800 })
      await isWide(220)
    })
  })

  test(`the breadcrumb stays readable beside the unfolded menu, at 992 px too, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: 'Evening kitchen' })
    await at.inWindow({ language, as: person, start: `${ovenList}/detail?id=${oven.id}` }, async (page) => {
      const crumbs = page.getByRole('navigation', { name: w.breadcrumb })
      const last = crumbs.locator('[aria-current="page"]')
      await crumbs.getByText('Evening kitchen').waitFor()
      for (const width of [992, 1016, 1040, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await until(`a breadcrumb at ${width} px`, async () => {
          const [whole, own] = await Promise.all([crumbs.boundingBox(), last.boundingBox()])
          return whole !== null && own !== null && own.width >= 80 && own.x + own.width <= whole.x + whole.width + 0.5
        })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      }
    })
  })

  test(`the page of a device that is not installed is marked in its own list, in ${spoken}`, async () => {
    const pages = [
      ['oven', '/recipeManage/device/list', '/recipeManage/device/UninstallList'],
      ['cooler', '/iceDevice/list', '/iceDevice/UninstallList'],
    ] as const
    for (const [kind, list, stock] of pages) {
      for (const installed of [true, false]) {
        const device = await make.device(at.app, { kind, installed })
        await at.inWindow({ language, as: person, start: `${list}/detail?id=${device.id}` }, async (page) => {
          const own = installed ? list : stock
          const menu = page.getByRole('navigation', { name: w.mainMenu })
          const marked = menu.locator('a[aria-current="page"]')
          await until('it to be marked', async () => (await marked.getAttribute('href')) === own)
          assert.equal(await marked.count(), 1)
          const crumbs = page.getByRole('navigation', { name: w.breadcrumb })
          assert.equal(await crumbs.getByRole('link').last().getAttribute('href'), own)
        })
      }
    }
  })

  test(`one try that the network cuts is told at Refresh, on every screen of the menu that has it, in ${spoken}`, async () => {
    const { envelope } = await at.app.ask(sessionApi.menus, {}, { token: person.token })
    const urlsIn = (menus: readonly MenuEntry[]): string[] =>
      menus.flatMap(({ url, isMainMenu, childList }) => [
        ...(url.startsWith('/') && isMainMenu === 'Y' ? [url] : []),
        ...urlsIn(childList),
      ])
    const lists = [ovenList, '/customer', '/system/menu', '/product/model', '/fault/list']
    // TEST_ONLY_SCREENS limits the files that try many screens to these.
    const wanted = process.env['TEST_ONLY_SCREENS']?.split(',')
    const urls = urlsIn(envelope.data).filter(
      (url) => wanted === undefined || lists.includes(url) || wanted.includes(url),
    )
    const told: string[] = []
    const look = { language, as: person, start: ovenList, tolerates: /ERR_|Failed to fetch/ }
    await at.inWindow(look, async (page) => {
      for (const url of urls) {
        if (url.startsWith('/data/dataWatch')) continue
        await page.goto(at.app.url + url)
        await page.getByRole('main').locator('h1, table, section').first().waitFor()
        await page.waitForLoadState('load')
        const refresh = page.getByRole('main').getByRole('button', { name: w.refresh, exact: true }).first()
        await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        if ((await refresh.count()) === 0) continue
        // The first try of each read after a click is cut. A read of the page's own may come in between, and be cut in its place.
        const cut = new Set<string>()
        await page.route('**/api/web/**', async (route) => {
          const request = route.request()
          const isFirst = request.method() === 'GET' && !cut.has(request.url())
          if (isFirst) cut.add(request.url())
          await (isFirst ? route.abort() : route.continue())
        })
        const alert = page.getByRole('alert').getByText(w.networkFailed).first()
        const isTold = async (): Promise<boolean> => {
          cut.clear()
          await refresh.click()
          return alert.waitFor({ timeout: 5000 }).then(
            () => true,
            () => false,
          )
        }
        assert.ok((await isTold()) || (await isTold()) || (await isTold()), url)
        await page.unroute('**/api/web/**')
        told.push(url)
      }
    })
    for (const list of lists) assert.ok(told.includes(list), `${list} is not among ${told.join()}`)
  })

  test(`a part of the page that has not loaded after 120 seconds counts as failed, and can be loaded again, in ${spoken}`, async () => {
    const look = { language, as: person, start: ovenList, tolerates: /ERR_|Failed to fetch/ }
    await at.inWindow(look, async (page) => {
      await page.clock.install()
      await page.goto(at.app.url + ovenList)
      await page.getByRole('search').getByLabel(w.keyword).waitFor()
      await page.waitForLoadState('load')
      const { promise: over, resolve: end } = Promise.withResolvers<undefined>()
      let asked = 0
      let isHeld = true
      await page.route('**/assets/*.js', async (route) => {
        if (!isHeld) return route.continue()
        asked += 1
        await over
        // The reloaded page has no such request any more.
        return route.abort().catch(() => undefined)
      })
      await page.evaluate(
        "history.pushState(null, '', '/system/partsPurchase'); dispatchEvent(new PopStateEvent('popstate'))",
      )
      await until('the chunk to be asked for', () => asked > 0)
      await page.getByRole('progressbar', { name: w.loadingPage }).waitFor()
      await page.clock.fastForward(119_000)
      assert.equal(await page.getByText(w.chunkFailed).count(), 0)
      await page.clock.fastForward(1500)
      await page.getByText(w.chunkFailed).waitFor()
      // The late parts stay blocked, so that the button stays; those of the reloaded page load.
      isHeld = false
      await page.getByRole('button', { name: w.reload }).click()
      await page.getByRole('heading', { name: w.parts }).waitFor()
      end(undefined)
    })
  })

  test(`switching the language keeps the input, from ${spoken}`, async () => {
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await page.getByRole('search').getByLabel(w.keyword).fill('half typ')
      await page.getByRole('button', { name: w.other, exact: true }).click()
      await page.getByRole('button', { name: w.otherSearch, exact: true }).waitFor()
      assert.equal(await page.getByRole('search').getByRole('textbox').first().inputValue(), 'half typ')
      assert.equal(await page.evaluate('document.documentElement.lang'), language === 'en' ? 'zh-CN' : 'en')
      await page.reload()
      await page.getByRole('button', { name: w.otherSearch, exact: true }).waitFor()
    })
  })

  test(`the theme is chosen and remembered, in ${spoken}`, async () => {
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const theme = () => page.evaluate('document.documentElement.dataset.theme')
      assert.equal(await theme(), 'light')
      await page.getByRole('button', { name: w.toDark }).click()
      assert.equal(await theme(), 'dark')
      await page.reload()
      assert.equal(await theme(), 'dark')
    })
  })

  test(`an address that does not exist shows a message and leads back, in ${spoken}`, async () => {
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goto(`${at.app.url}/no/such/page`)
      await page.getByRole('heading', { name: w.notFound }).waitFor()
      await page.getByText('/no/such/page').first().waitFor()
      await page.getByRole('button', { name: w.back, exact: true }).click()
      await arrived(page, ovenList)
    })
    await at.inWindow({ language, start: '/no/such/page' }, async (page) => {
      await page.getByRole('heading', { name: w.notFound }).waitFor()
    })
  })

  test(`a banner shows since when intake has been stalled, appears and disappears without a reload, and is visible only to the platform, in ${spoken}`, async () => {
    const { db } = at.app
    const oldestAt = new Date('2026-01-02T03:04:05Z').toISOString()
    const standstill = { processId: 'planted', oldestAt, notedAt: new Date(Date.now() + hourMs).toISOString() }
    const customer = await make.organisation(at.app, { kind: 'customer' })
    const outsider = await make.account(at.app, {
      role: 'administrator',
      name: 'Outsider',
      organisationId: customer.id,
    })
    await at.inWindow({ language, as: outsider }, async (elsewhere) => {
      let requested = 0
      elsewhere.on('request', (request) => {
        if (request.url().endsWith(noticeApi.notices.path)) requested += 1
      })
      await elsewhere.goto(at.app.url + ovenList)
      // The session is loaded by now, so the request for the banner of the platform's staff would have been sent.
      await elsewhere.locator('header').getByText('Outsider').waitFor()
      await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        const banner = page.getByRole('status').filter({ hasText: w.intake })
        assert.equal(await banner.count(), 0)
        await db.insertInto('intakeStandstill').values(standstill).execute()
        await banner.waitFor()
        assert.match(await banner.innerText(), /2026-01-0\d \d\d:04:05/)
        // No other account sees the warning or requests it.
        assert.deepEqual([await elsewhere.getByText(w.intake).count(), requested], [0, 0])
        await db.deleteFrom('intakeStandstill').execute()
        await banner.waitFor({ state: 'detached' })
      })
    })
  })

  test(`a page whose server has another build says so after a while, and reloads only when its person wants it, in ${spoken}`, async () => {
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const offered = page.getByText(w.otherBuild)
      const refresh = page.getByRole('button', { name: w.refresh }).first()
      await refresh.waitFor()
      await page.clock.install()
      // As an update of the server makes it: every answer names another build.
      let isUpdated = true
      await page.route('**/api/**', async (route) => {
        if (route.request().headers()['accept'] === 'text/event-stream') return route.continue()
        const response = await route.fetch()
        const headers = { ...response.headers(), ...(isUpdated && { 'brigade-console': 'index-other' }) }
        return route.fulfill({ response, headers })
      })
      const answer = page.waitForResponse((response) => response.headers()['brigade-console'] === 'index-other')
      await refresh.click()
      await answer
      assert.equal(await offered.count(), 0, 'both builds answer while an update takes over')
      await page.clock.fastForward(25_000)
      await offered.waitFor()
      isUpdated = false
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: w.reload }).click()])
      await arrived(page, ovenList)
      assert.equal(await offered.count(), 0)
    })
  })

  test(`a page without the required right leads to /noAuth, in ${spoken}`, async () => {
    const coolers = await accountHolding(at.app, ['cooler', 'cooler.list'])
    await at.inWindow({ language, as: coolers, start: ovenList }, async (page) => {
      await arrived(page, '/noAuth')
      await page.getByRole('heading', { name: w.noAuth }).waitFor()
      await page.getByRole('button', { name: w.toStart }).click()
      await arrived(page, '/iceDevice/list')
    })
  })

  test(`Ctrl-K finds screens, devices and actions, in ${spoken}`, async () => {
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      const palette = page.getByRole('dialog', { name: w.palette })
      const options = palette.getByRole('option')
      await page.keyboard.press('Control+k')
      await palette.waitFor()
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill('湖滨')
      await options.filter({ hasText: 'SHELL0001' }).waitFor()
      await page.keyboard.press('Enter')
      await arrived(page, `${ovenList}/detail`)
      await page.getByRole('heading', { name: '湖滨一号炉' }).waitFor()
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(language === 'en' ? 'refrig' : '制冷')
      await options.first().waitFor()
      await page.keyboard.press('Enter')
      await arrived(page, '/iceDevice/list')
    })
  })

  test(`one's own profile and picture are changed, a wrong file is refused, in ${spoken}`, async () => {
    const own = await make.account(at.app, { role: 'administrator', name: 'Before' })
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    await at.inWindow({ language, as: own, start: ovenList }, async (page) => {
      await openUserMenu(page, w.personalInfo)
      const sheet = page.getByRole('dialog', { name: w.personalInfo })
      const file = sheet.locator('input[type=file]')
      await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') })
      await sheet.getByText(w.wrongType).waitFor()
      await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(1_048_577) })
      await sheet.getByText(w.tooBig).waitFor()
      await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
      await page.getByRole('button', { name: w.rotate }).click()
      await page.getByRole('button', { name: w.usePicture }).click()
      await sheet.getByRole('button', { name: w.remove }).waitFor()
      await field(sheet, w.name).fill('After')
      await field(sheet, w.phone).fill(language === 'en' ? '13900000001' : '13900000002')
      await sheet.getByRole('button', { name: w.save }).click()
      await page.getByText(w.saved, { exact: true }).waitFor()
      await sheet.waitFor({ state: 'detached' })
      await page.locator('header').getByText('After').waitFor()
      await page.reload()
      await page.locator('header').getByText('After').waitFor()
      await page.locator('header img[src^="blob:"]').waitFor()
    })
  })
}

/** The addresses of the menu entries that belong to an account. */
const openPaths = (menus: readonly MenuEntry[]): ReadonlySet<string> =>
  new Set(
    menus.flatMap(({ url, isPermission, childList }) => [
      ...(isPermission === 'Y' ? [url] : []),
      ...openPaths(childList),
    ]),
  )

const noText = { en: '', zh: '' }

/** Agent and reader hold other rights over other screens; the platform's administrator holds all. */
async function threeAccounts() {
  const agency = await make.organisation(at.app, { kind: 'agent', name: 'Acting agency' })
  return {
    platform: person,
    agent: await make.account(at.app, { role: 'agent-administrator', organisationId: agency.id }),
    reader: await accountHolding(at.app, ['data', 'oven', 'oven.list', 'cooler', 'cooler.list']),
  }
}

test('the palette offers exactly the acts that the screens offer, of the whole table, to a platform, an agent and a reader', async () => {
  assert.equal(new Set(acts.map(({ key }) => key)).size, acts.length)
  for (const locale of ['en', 'zh'] as const)
    assert.equal(new Set(acts.map(({ label }) => label[locale])).size, acts.length, `two acts of one name in ${locale}`)
  const screens = Map.groupBy(acts, ({ href }) => href)
  const offered: Record<string, readonly string[]> = {}
  for (const [name, as] of Object.entries(await threeAccounts())) {
    await at.inWindow({ language: 'en', as, start: ovenList }, async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: shellText.paletteTitle.en })
      // The table comes with the palette, after what the page has already; all three may see its first act.
      await palette.locator('[id="palette-oven.offline"]').waitFor()
      const options = await palette.getByRole('option').all()
      const listed = await Promise.all(options.map((option) => option.getAttribute('id')))
      const own = acts.filter(({ key }) => listed.includes(`palette-${key}`)).map(({ key }) => key)
      offered[name] = own
      const menus = (await at.app.ask(sessionApi.menus, {}, as)).envelope.data
      for (const [href, ofScreen] of screens) {
        if (!openPaths(menus).has(new URL(href, at.app.url).pathname)) {
          // The screen is closed to the account, as the test of /noAuth shows: nothing is offered there.
          assert.deepEqual(
            own.filter((key) => ofScreen.some((act) => act.key === key)),
            [],
            href,
          )
          continue
        }
        await page.goto(at.app.url + href)
        await page.getByRole('heading', { level: 1 }).waitFor()
        const expected = ofScreen.filter(({ key }) => own.includes(key)).map(({ key }) => key)
        await until(`${name} is offered ${expected.join(', ') || 'nothing'} at ${href}`, async () => {
          const shown = await Promise.all(
            ofScreen.map(async ({ key, label, button, isPlace }) => {
              const words = (button ?? label).en
              const named = words === word.export.en ? /^Export/ : words
              const count = isPlace === true ? 1 : await page.getByRole('button', { name: named, exact: true }).count()
              return count > 0 ? [key] : []
            }),
          )
          return JSON.stringify(shown.flat()) === JSON.stringify(expected)
        })
      }
    })
  }
  // The walk would hold for three accounts that may do nothing, too.
  assert.deepEqual(offered['platform']?.toSorted(), acts.map(({ key }) => key).toSorted())
  assert.deepEqual(offered['reader'], ['oven.offline', 'cooler.offline'])
  assert.ok(offered['agent']?.includes('customer.add') && !offered['agent'].includes('product.add'))
})

test('an act of the palette is done on its screen, once; an impossible one says why; equal names are told apart, with states', async () => {
  const [first] = [
    await make.device(at.app, { sn: 'TWIN0001', name: 'Twin oven' }),
    await make.device(at.app, { sn: 'TWIN0002', name: 'Twin oven' }),
  ]
  const own = await make.account(at.app, { role: 'administrator' })
  const { id: productId } = await make.product(at.app)
  const described = { severity: 'major', category: 'other', partNumber: '', reason: noText, remedy: noText } as const
  const code = { id: null, updatedAt: null, productId, identifier: 'Fault', code: 'Q7', name: { en: 'Lamp', zh: '灯' } }
  assert.equal((await at.app.ask(faultCodeApi.saveCode, { ...described, ...code }, own)).status, 200)
  await at.inWindow({ language: 'en', as: own, start: `${ovenList}/detail?id=${first.id}` }, async (page) => {
    await page.getByRole('heading', { name: 'Twin oven' }).waitFor()
    const palette = page.getByRole('dialog', { name: words.en.palette })
    const typed = palette.getByRole('combobox')
    const options = palette.getByRole('option')
    await page.keyboard.press('Control+k')
    const command = palette.locator('[id="palette-oven.command"]')
    assert.equal(await command.getAttribute('aria-disabled'), 'true')
    await command.getByText(detailText.offlineNow.en).waitFor()
    await command.click({ force: true })
    assert.equal(await palette.count(), 1)
    await typed.fill('Twin')
    await until('both ovens', async () => (await options.filter({ hasText: 'TWIN000' }).count()) === 2)
    const found = await options.allInnerTexts()
    assert.equal(new Set(found).size, found.length)
    assert.ok(found.filter((text) => text.includes('Offline')).length === 2, found.join())

    await typed.fill('add customer')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Add customer' })
    await sheet.waitFor()
    await arrived(page, '/customer')
    await until('the address asks no longer', () => Promise.resolve(new URL(page.url()).hash === ''))
    await page.reload()
    await page.getByRole('button', { name: 'Add customer' }).first().waitFor()
    assert.equal(await sheet.count(), 0)

    // The act of the screen that is open is done at once.
    await page.keyboard.press('Control+k')
    await typed.fill('add customer')
    await page.keyboard.press('Enter')
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    await palette.getByRole('group', { name: shellText.paletteRecent.en }).getByText('Twin oven').waitFor()
    await typed.fill('offline ovens')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === ovenList && url.searchParams.get('online') === 'false')

    await page.keyboard.press('Control+k')
    await typed.fill('Q7')
    await options.filter({ hasText: 'Q7 Lamp' }).click()
    await page.waitForURL((url) => url.pathname === '/fault/code')
    await page.getByRole('row').filter({ hasText: 'Lamp' }).waitFor()

    await page.keyboard.press('Control+k')
    await typed.fill('sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: shellText.signOut.en }).click()
    await arrived(page, '/login')
    assert.equal(await page.evaluate("localStorage.getItem('brigade.recent')"), null)
  })
})
