import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandStatusWords, commandText } from '../../console/src/command/command.text.ts'
import { resetText } from '../../console/src/command/reset.text.ts'
import { detailText } from '../../console/src/device/view/detail.text.ts'
import { deviceListText } from '../../console/src/device/view/device.text.ts'
import { shadowText } from '../../console/src/telemetry/shadow/shadow.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import type { FakeDevice } from '@brigade/server/testing/fake-device.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { tried } from '../support/browser.ts'
import { liveBegun, liveLeft } from '../support/live-calls.ts'
import { field, openConsole } from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'

/** The device list and one device, live: the screen shows the values that devices report over MQTT. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const ovenList = '/recipeManage/device/list'
const detailOf = ({ id }: { id: string }) => `${ovenList}/detail?id=${id}`

const words = inBoth({
  keyword: word.nameSnOrMac,
  search: uiText.search,
  nothing: uiText.filteredEmpty,
  preheating: { en: 'Preheating', zh: '预热中' },
  standby: { en: 'Standby', zh: '待机' },
  offline: word.offline,
  neverOnline: deviceListText.neverOnline,
  offlineNow: resetText.offline,
  closed: commandText.offlineTitle,
  sendCommand: detailText.sendCommand,
  setTemperature: { en: 'Set temperature', zh: '设定温度' },
  password: word.signInPassword,
  send: { en: 'Send 1 value', zh: '下发 1 项' },
  chamberTemp: { en: 'Chamber temperature', zh: '腔体温度' },
  connecting: commandText.connecting,
  connectionFailed: commandText.connectionFailed,
  waiting: commandText.waiting,
  sent: commandStatusWords.sent,
  received: commandText.received,
  succeeded: word.succeeded,
  failed: word.failed,
  code: { en: 'code 5001', zh: '返回码 5001' },
  timedOut: { en: 'Timed out', zh: '超时' },
  noReply: { en: 'No reply from the device in 60 seconds', zh: '设备 60 秒内无应答' },
  wrongPassword: { en: 'Wrong password, try again', zh: '密码错误，请重试' },
  read: shadowText.readNow,
  readOffline: shadowText.readOffline,
  setHere: { en: /Set temperature/, zh: /设定温度/ },
  command: commandText.title,
  repeat: commandText.repeatLast,
  already: commandText.repeatAlready,
  readAll: { en: /^Read \d+ properties$/, zh: /^读取 \d+ 项属性$/ },
})

const commandPanel = (page: Page) => page.locator('#command')

/** The next command or question that the device receives. */
async function receivedMessage(
  device: FakeDevice,
  topic: 'thing/service/property/set' | 'thing/service/property/get' = 'thing/service/property/set',
): Promise<{ id: string; params: unknown }> {
  const { payload } = await device.receive(topic)
  const message: unknown = JSON.parse(payload)
  if (typeof message !== 'object' || message === null || !('id' in message) || !('params' in message))
    throw new Error(`Not a message for a device: ${payload}`)
  return { id: String(message.id), params: message.params }
}

/** A mark that a reload would wipe out. */
const mark = (page: Page) => page.evaluate('globalThis.notReloaded = true')
const isMarked = (page: Page) => page.evaluate('globalThis.notReloaded === true')

for (const { language, spoken } of tried('zh')) {
  const w = words[language]

  /** A connected oven in standby at 180 °C. */
  async function standingBy(name: string) {
    const oven = await make.device(at.app, { name })
    const device = await connectMade(at.app, oven)
    await device.subscribe(`/sys/${oven.productKey}/${oven.sn}/thing/service/#`)
    await device.report({ WorkState: workStateNumber.standby, ChamberTemp: 21, SetTemp: 180 })
    return { oven, device }
  }

  /** Types another set temperature and the password, and sends. */
  async function setTemperature(page: Page, temperatureC: string, password = testPassword) {
    const panel = commandPanel(page)
    await field(panel, w.setTemperature).fill(temperatureC)
    await field(panel, w.password).fill(password)
    await panel.getByRole('button', { name: w.send }).click()
  }

  test(`two Chinese characters of its name find a device, in ${spoken}`, async () => {
    const found = await make.device(at.app, { name: `面包房左炉 ${language}` })
    await make.device(at.app, { name: `中央厨房 ${language}` })
    await at.inWindow({ language, as: person, start: ovenList }, async (page) => {
      const keyword = page.getByRole('search').getByLabel(w.keyword)
      // "/" focuses the first filter.
      await page.getByRole('link', { name: found.sn, exact: true }).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.insertText('房左')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('keyword') === '房左')
      await until('only what matches', async () => !(await page.locator('tbody').innerText()).includes('中央'))
      assert.equal(await page.getByRole('link', { name: found.sn, exact: true }).count(), 1)
      await keyword.fill('无此')
      await page.getByRole('button', { name: w.search, exact: true }).click()
      await page.getByText(w.nothing).waitFor()
    })
  })

  test(`the list shows a device's new state without being loaded again, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Live ${language}`)
    const start = `${ovenList}?keyword=${oven.sn}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      const row = page.getByRole('row').filter({ hasText: oven.sn })
      await row.getByText(w.standby).waitFor()
      await mark(page)
      await device.report({ WorkState: workStateNumber.preheating, ChamberTemp: 93 })
      await row.getByText(w.preheating).waitFor()
      await row.getByText('93 °C').waitFor()
      device.vanish()
      await row.getByText(w.offline).waitFor()
      assert.equal(await isMarked(page), true)
    })
  })

  test(`a device's page follows what it reports, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Followed ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      const head = page.getByRole('region', { name: `Followed ${language}` })
      await head.getByText(w.standby).waitFor()
      await mark(page)
      await device.report({ WorkState: workStateNumber.preheating, ChamberTemp: 147 })
      await head.getByText(w.preheating).waitFor()
      await head.getByText('147.0', { exact: true }).waitFor()
      const row = page.getByRole('row').filter({ hasText: 'ChamberTemp' })
      await row.getByText('147.0', { exact: true }).waitFor()
      await row.getByText('float', { exact: true }).waitFor()
      await row.getByText(w.chamberTemp, { exact: true }).waitFor()
      assert.equal(await isMarked(page), true)
      await device.leave()
    })
  })

  test(`a command is sent, executed by the device and shown as succeeded, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Obedient ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      await setTemperature(page, '200')
      const { id, params } = await receivedMessage(device)
      assert.deepEqual(params, { SetTemp: 200 })
      await commandPanel(page)
        .getByText(new RegExp(`${w.waiting}|${w.received}`))
        .waitFor()
      await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
      await commandPanel(page).getByText(w.succeeded, { exact: true }).waitFor()
      await device.report({ SetTemp: 200 })
      await page.getByRole('row').filter({ hasText: 'SetTemp' }).getByText('200').first().waitFor()
      await device.leave()
    })
  })

  test(`a command is shown as connecting, as connected, and as failed to connect, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Reached ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      const panel = commandPanel(page)
      // Calls are delayed only after the page has loaded its data.
      await field(panel, w.setTemperature).waitFor()
      const call = '**/api/web/device/command/send'
      const { promise: mayGo, resolve: letGo } = Promise.withResolvers<undefined>()
      await page.route(call, async (route) => {
        await mayGo
        await route.continue()
      })
      await setTemperature(page, '200')
      await panel.getByText(w.connecting, { exact: true }).waitFor()
      assert.equal(await panel.getByText(w.waiting).count(), 0)
      letGo(undefined)
      const { id } = await receivedMessage(device)
      // The device's acknowledgement may be there first.
      await panel.getByText(new RegExp(`^(${w.waiting}|${w.received})$`)).waitFor()
      await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
      await panel.getByText(w.succeeded, { exact: true }).waitFor()
      await page.unroute(call)
      await page.route(call, (route) => route.abort())
      await setTemperature(page, '210')
      await panel.getByText(w.connectionFailed, { exact: true }).waitFor()
      assert.equal(await panel.getByText(w.connecting, { exact: true }).count(), 0)
      await device.leave()
    })
  })

  test(`the values of a device are requested, and its answer is shown in the table, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Asked ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      await page.getByRole('button', { name: w.read }).click()
      const { id, params } = await receivedMessage(device, 'thing/service/property/get')
      assert.ok(Array.isArray(params) && params.includes('SetTemp'))
      await commandPanel(page).getByText(w.readAll).waitFor()
      await device.send('thing/service/property/get_reply', { id, code: 200, data: { SetTemp: 195 } })
      await commandPanel(page).getByText(w.succeeded, { exact: true }).waitFor()
      await page.getByRole('row').filter({ hasText: 'SetTemp' }).getByText('195').first().waitFor()
      await device.leave()
      const read = page.getByRole('button', { name: w.read })
      await until('it to say why not', async () => (await read.getAttribute('aria-description')) === w.readOffline)
    })
  })

  test(`a command that the device refuses is shown as failed, with its reason, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Stubborn ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      await setTemperature(page, '200')
      const { id } = await receivedMessage(device)
      await device.send('thing/service/property/set_reply', { id, code: 5001, data: {} })
      await commandPanel(page).getByText(w.failed, { exact: true }).waitFor()
      await commandPanel(page).getByText(w.code).waitFor()
      await device.leave()
    })
  })

  test(`a command without an answer is timed out after 60 seconds, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Silent ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      using _held = at.app.clock.hold()
      await setTemperature(page, '200')
      await device.receive('thing/service/property/set')
      await commandPanel(page)
        .getByText(new RegExp(`${w.waiting}|${w.received}`))
        .waitFor()
      at.app.clock.advance(59_000)
      await device.report({ ChamberTemp: 22 })
      await page.getByRole('row').filter({ hasText: 'ChamberTemp' }).getByText('22.0', { exact: true }).waitFor()
      assert.equal(await commandPanel(page).getByText(w.timedOut).count(), 0)
      at.app.clock.advance(1001)
      await commandPanel(page).getByText(w.timedOut, { exact: true }).waitFor()
      await commandPanel(page).getByText(w.noReply).waitFor()
      await device.leave()
    })
  })

  test(`an offline device cannot be sent a command, and the screen shows the reason, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Away ${language}` })
    await at.inWindow({ language, as: person, start: `${ovenList}?keyword=${oven.sn}` }, async (page) => {
      const inRow = page.getByRole('row').filter({ hasText: oven.sn }).getByRole('button', { name: w.sendCommand })
      assert.equal(await inRow.getAttribute('aria-disabled'), 'true')
      assert.equal(await inRow.getAttribute('aria-description'), w.neverOnline)
      await page.getByRole('link', { name: oven.sn, exact: true }).click()
      const button = page.getByRole('region', { name: `Away ${language}` }).getByRole('button', { name: w.sendCommand })
      assert.equal(await button.getAttribute('aria-disabled'), 'true')
      assert.equal(await button.getAttribute('aria-description'), w.offlineNow)
      // The reason is there for the eye, too.
      await button.hover()
      await page.getByText(w.offlineNow).waitFor()
      await commandPanel(page).getByText(w.closed, { exact: true }).waitFor()
      assert.equal(await commandPanel(page).getByRole('textbox').count(), 0)
    })
  })

  test(`on a phone a command is sent from a drawer that shows what became of it, keeps what is typed and repeats it, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Pocket ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven), width: 390 }, async (page) => {
      const set = page.getByRole('row').filter({ hasText: 'SetTemp' }).getByRole('button', { name: w.setHere })
      await set.scrollIntoViewIfNeeded()
      const scrolled = await page.evaluate('scrollY')
      await set.click()
      const drawer = page.getByRole('dialog', { name: w.command })
      const temperature = field(drawer, w.setTemperature)
      await drawer.getByText(commandText.noLast[language]).waitFor()
      await temperature.and(page.locator(':focus')).waitFor()
      await temperature.fill('200')
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('scrollY'), scrolled)
      await set.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      assert.equal(await temperature.inputValue(), '200')
      await field(drawer, w.password).fill(testPassword)
      await drawer.getByRole('button', { name: w.send }).click()
      const { id } = await receivedMessage(device)
      const outcome = drawer.getByRole('status').filter({ hasText: 'SetTemp' })
      await outcome.getByText(new RegExp(`^(${w.waiting}|${w.received})$`)).waitFor()
      await device.send('thing/service/property/set_reply', { id, code: 200, data: {} })
      await outcome.getByText(w.succeeded, { exact: true }).waitFor()
      await outcome
        .getByText(new RegExp(`${w.sent} \\d\\d:\\d\\d:\\d\\d .*${w.succeeded} \\d\\d:\\d\\d:\\d\\d`))
        .waitFor()
      // It stands above what scrolls.
      await drawer.getByRole('group', { name: w.command }).press('End')
      const place = await outcome.boundingBox()
      assert.ok(place !== null && place.y > 0 && place.y + place.height < 300, JSON.stringify(place))
      await device.report({ SetTemp: 200 })
      const repeat = drawer.getByRole('button', { name: w.repeat })
      await drawer.getByText(w.already).waitFor()
      await assertAccessible(page, `the drawer of commands with an outcome, in ${spoken}`)
      assert.equal(await repeat.getAttribute('aria-disabled'), 'true')
      await device.report({ SetTemp: 190 })
      await drawer.getByText(w.already).waitFor({ state: 'detached' })
      await repeat.click()
      assert.equal(await temperature.inputValue(), '200')
      await page.keyboard.type(testPassword)
      await page.keyboard.press('Enter')
      assert.deepEqual((await receivedMessage(device)).params, { SetTemp: 200 })
      await device.leave()
    })
  })

  test(`a wrong password for a command is reported, signs nobody out and loses no input, in ${spoken}`, async () => {
    const { oven, device } = await standingBy(`Guarded ${language}`)
    await at.inWindow({ language, as: person, start: detailOf(oven) }, async (page) => {
      await setTemperature(page, '205', 'Wrong2026')
      const panel = commandPanel(page)
      await panel.getByText(w.wrongPassword).waitFor()
      assert.equal(await field(panel, w.setTemperature).inputValue(), '205')
      assert.deepEqual(
        device.received.filter(({ topic }) => topic.endsWith('property/set')),
        [],
      )
      assert.ok(page.url().includes(oven.id))
      await field(panel, w.password).fill(testPassword)
      await panel.getByRole('button', { name: w.send }).click()
      assert.deepEqual((await receivedMessage(device)).params, { SetTemp: 205 })
      await device.leave()
    })
  })
}

test('a hidden tab ends its live connection and is up to date when it is shown again', async () => {
  const oven = await make.device(at.app, { name: 'Left alone' })
  const device = await connectMade(at.app, oven)
  await device.report({ WorkState: workStateNumber.standby })
  await at.inWindow({ language: 'en', as: person, start: `${ovenList}?keyword=${oven.sn}` }, async (page) => {
    const row = page.locator('tbody tr').filter({ hasText: oven.sn })
    await row.getByText(words.en.standby).waitFor()
    await liveBegun(page, '/device/live')
    await page.clock.install()
    const hide = (hidden: boolean) =>
      page.evaluate(
        `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'))`,
      )
    await hide(true)
    await page.clock.fastForward(21_000)
    await liveLeft(page)
    await device.report({ WorkState: workStateNumber.preheating })
    await hide(false)
    await liveBegun(page, '/device/live', 2)
    await row.getByText(words.en.preheating).waitFor()
  })
  await device.leave()
})
