import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shellText } from '../console/src/shell/shell.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import { noticeApi } from '@brigade/contract/system/notice.endpoints.ts'
import type { Page, Route } from 'playwright-core'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from './support/browser.ts'
import { arrived, field, openConsole, type Console } from './support/open-console.ts'

/** Loading of page chunks that are late or missing, and leaving a page with unsaved work. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

/** The browser's own error about a missing chunk. */
const missingPart = /Failed to fetch dynamically imported module/
const ovenList = '/recipeManage/device/list'

/** Delays a part of the page until it is released. */
async function holdBack(page: Page, part: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**/assets/${part}-*.js`, async (route: Route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('text typed right after Ctrl-K is in the palette, however late its part is loaded', async () => {
  await make.device(at.app, { sn: 'EARLY0001', name: 'Early' })
  await at.inWindow({ as: person }, async (page) => {
    const letGo = await holdBack(page, 'palette')
    await page.goto(at.app.url + ovenList)
    await page.getByRole('link', { name: 'EARLY0001', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Earliest')
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type('y0001')
    letGo()
    const palette = page.getByRole('dialog', { name: 'Search or jump to' })
    await palette.getByRole('combobox').waitFor()
    await until('all of it is there', async () => (await palette.getByRole('combobox').inputValue()) === 'Earliy0001')
    // The page below received no key: "/" would have focused its filter.
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    // Once it is loaded it opens at once, and nothing is lost either.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('EARLY0001')
    await palette.getByRole('option').filter({ hasText: 'EARLY0001' }).waitFor()
    assert.equal(await palette.getByRole('combobox').inputValue(), 'EARLY0001')
  })
})

test('a part that an update removed is fetched by reloading the page, once', async () => {
  const oven = await make.device(at.app, { sn: 'GONE0001', name: 'Gone' })
  const detail = `${ovenList}/detail?id=${oven.id}`
  await at.inWindow({ as: person, start: ovenList, tolerates: missingPart }, async (page) => {
    await page.getByRole('link', { name: 'GONE0001', exact: true }).waitFor()
    // The old page asks for a part under its old name; the new page, which asks for it before it has loaded, finds it.
    let isOldPage = true
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOldPage = false
    })
    await page.route('**/assets/*detail*.js', async (route) => {
      if (isOldPage) await route.fulfill({ status: 404, body: '{}', contentType: 'application/json' })
      else await route.continue()
    })
    await page.getByRole('link', { name: 'GONE0001', exact: true }).click()
    await page.getByRole('heading', { name: 'Gone' }).waitFor()
    assert.equal(isOldPage, false)
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, detail)
  })
})

test('a part that is missing after reloading is reported as missing, instead of loading forever', async () => {
  await make.device(at.app, { sn: 'LOST0001', name: 'Lost' })
  await at.inWindow({ as: person, start: ovenList, tolerates: missingPart }, async (page) => {
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.getByRole('link', { name: 'LOST0001', exact: true }).waitFor()
    await page.route('**/assets/*detail*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'LOST0001', exact: true }).click()
    await page.getByText('Part of the page could not be loaded. Reload to try again.').waitFor()
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
    assert.ok(loads <= 2, `loaded ${loads} times`)
    // The frame around it stays, and reloading helps once the part is there.
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    await page.unroute('**/assets/*detail*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Lost' }).waitFor()
  })
})

test('a part that cannot be loaded because the server is unavailable leaves the screen unchanged', async () => {
  await make.device(at.app, { sn: 'AWAY0001', name: 'Away' })
  await at.inWindow({ as: person, tolerates: /ERR_|Failed to fetch/ }, async (page) => {
    await page.route('**/assets/palette-*.js', (route) => route.abort())
    await page.route('**/readyz', (route) => route.abort())
    // Polling would show that the server is reachable, so it gets no answer.
    await page.route(`**${noticeApi.notices.path}`, () => undefined)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.goto(at.app.url + ovenList)
    // It is loaded ahead when the page is idle.
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/palette-'))
    await page.getByRole('link', { name: 'AWAY0001', exact: true }).waitFor()
    await lost
    await page.getByText('The server does not answer.').waitFor()
    await page.unroute(`**${noticeApi.notices.path}`)
    await page.unroute('**/readyz')
    await page.unroute('**/assets/palette-*.js')
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor()
    assert.equal(loads, 1)
  })
})

const words = inBoth({
  setTemperature: { en: 'Set temperature', zh: '设定温度' },
  ask: uiText.leaveTitle,
  stay: uiText.stay,
  mainMenu: shellText.mainMenu,
  leave: uiText.leave,
  coolers: word.refrigeration,
})

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  test(`leaving unsaved input requires a confirmation, whether by menu, by back or by closing, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Draft ${language}` })
    const device = await connectMade(at.app, oven)
    await device.report({ WorkState: workStateNumber.standby, SetTemp: 180 })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      await page.getByRole('link', { name: oven.sn, exact: true }).click()
      const typed = field(page.locator('main'), w.setTemperature)
      await typed.fill('205')
      const question = page.getByRole('dialog', { name: w.ask })
      const menu = page.getByRole('navigation', { name: w.mainMenu })
      await menu.getByRole('button', { name: w.coolers }).click()
      await menu.locator('a[href="/iceDevice/list"]').click()
      await question.getByRole('button', { name: w.stay }).click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await typed.inputValue(), '205')
      await page.goBack()
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      assert.equal(await typed.inputValue(), '205')
      assert.match(page.url(), /detail/)
      // A tab of the same page loses nothing and asks no question.
      await page.locator('main nav a[href*="tab=history"]').click()
      await page.waitForURL((url) => url.searchParams.get('tab') === 'history')
      await page.goBack()
      assert.equal(await question.count(), 0)
      // Closing the tab: the browser's own question.
      const requested = page.waitForEvent('dialog')
      const reloading = page.reload().catch(() => undefined)
      const dialog = await requested
      assert.equal(dialog.type(), 'beforeunload')
      await dialog.dismiss()
      await reloading
      await typed.fill('206')
      await menu.locator('a[href="/iceDevice/list"]').click()
      await question.getByRole('button', { name: w.leave, exact: true }).click()
      await arrived(page, '/iceDevice/list')
    })
    await device.leave()
  })
}

test('Escape closes what lies on top alone, Tab stays in it, and the focus goes back to what opened it', async () => {
  await make.device(at.app, { sn: 'FOCUS0001', name: 'Focus' })
  await at.inWindow({ as: person, start: ovenList }, async (page) => {
    const open = page.getByRole('button', { name: 'Add device' })
    await page.getByRole('link', { name: 'FOCUS0001', exact: true }).waitFor()
    await open.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Add oven' })
    const focused = page.locator(':focus')
    await field(sheet, 'SN').and(focused).waitFor()
    // Backwards over its first control, forwards over its last.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await sheet.getByRole('button', { name: 'Add device' }).and(focused).waitFor()
    await page.keyboard.press('Tab')
    await sheet.getByRole('button', { name: 'Close' }).and(focused).waitFor()
    await sheet.getByRole('combobox', { name: 'Product model' }).click()
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await sheet.getByRole('combobox', { name: 'Product model' }).and(focused).waitFor()
    // With typed text the sheet asks before it closes; without an answer the sheet stays, and with it the sheet closes.
    await field(sheet, 'Name').fill('Half')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(await field(sheet, 'Name').inputValue(), 'Half')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave' }).click()
    await sheet.waitFor({ state: 'detached' })
    await open.and(focused).waitFor()
  })
})

test('the tabs of a device and the rows of the named one do not wait for its head', async () => {
  const { id } = await make.device(at.app, { sn: 'SLOW0001', name: 'SLOW0001' })
  await at.inWindow({ as: person }, async (page) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/detail\?/, async (route: Route) => {
      if (route.request().resourceType() === 'fetch') await held
      await route.continue()
    })
    const rows = page.waitForResponse((answer) => answer.url().includes('/message'))
    await page.goto(`${at.app.url}/recipeManage/device/list/detail?id=${id}&tab=messages`)
    await page.getByRole('link', { name: 'History', exact: true }).waitFor()
    await rows
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 0)
    letGo()
    await page.getByRole('heading', { level: 1, name: 'SLOW0001' }).waitFor()
    await page.getByText('No messages', { exact: false }).first().waitFor()
  })
})

/** Runs in the page from its beginning: for how long at most nothing but the ground was drawn. */
const watchBlank = `(() => {
  window.blankMs = 0
  let since = performance.now()
  const isBlank = () => {
    for (const x of [0.1, 0.3, 0.5, 0.7, 0.9])
      for (const y of [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7]) {
        const drawn = document.elementsFromPoint(innerWidth * x, innerHeight * y)
        if (drawn.some((element) => !['HTML', 'BODY', 'MAIN'].includes(element.tagName) && element.id !== 'root')) return false
      }
    const bones = document.getElementById('skeleton')
    return bones === null || getComputedStyle(bones).display === 'none'
  }
  const look = () => {
    if (document.body === null || !isBlank()) since = performance.now()
    window.blankMs = Math.max(window.blankMs, performance.now() - since)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

test('no page is blank for over 300 ms while its parts come over a slow line, from the first paint on', async () => {
  const { id } = await make.device(at.app, { sn: 'BONES0001' })
  for (const start of ['/login', ovenList, `${ovenList}/detail?id=${id}`, '/data/statistics'])
    await at.inWindow(start === '/login' ? {} : { as: person, start: '/noAuth' }, async (page) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.clearBrowserCache')
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 40,
        downloadThroughput: 1_250_000,
        uploadThroughput: 1_250_000,
      })
      await page.addInitScript(watchBlank)
      await page.goto(at.app.url + start)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const blankMs = Number(await page.evaluate('window.blankMs'))
      assert.ok(blankMs <= 300, `${start}: ${Math.round(blankMs)} ms`)
    })
})
