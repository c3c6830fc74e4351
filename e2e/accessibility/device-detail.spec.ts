import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { topologyCalls } from '@brigade/contract/device/topology/topology.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { ovenWithPast } from '../support/device-with-past.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation on any tab of a device, nor in what opens over the tabs; in both themes and languages. */

let at: Console
let person: MadeAccount
let manager: MadeAccount
let oven: { id: string; productId: string }
let offline: { id: string }
let gateway: { id: string }
let sub: { id: string }
let bareGateway: { id: string }
before(async () => {
  at = await openConsole()
  const { app } = at
  person = await make.account(app, { role: 'administrator' })
  manager = await make.account(app, { role: 'product-manager' })
  const { token } = person
  const past = await ovenWithPast(app, '面包房左炉')
  ;({ oven } = past)
  const { productKey, sn } = past.oven
  await past.device.send(`/ota/device/inform/${productKey}/${sn}`, {
    id: '1',
    params: { version: '1.9', module: 'wifi' },
  })
  const params = [{ timestamp: app.clock.now(), logLevel: 'wrn', module: 'mqtt', logContent: 'weak signal' }]
  await past.device.send('thing/log/post', { id: '2', version: '1.0', params, method: 'thing.log.post' })
  offline = await make.device(app, { name: 'Away' })
  const values = { SetTemp: 190, Light: 1 }
  await app.ask(commandCalls.oven.setDesired, { id: offline.id, version: 0, values, password: testPassword }, { token })
  await app.ask(recordCalls.oven.setTags, { id: oven.id, tags: [{ key: 'room', value: '面包房' }] }, { token })
  const modem = await make.product(app, { nodeType: 'gateway' })
  const probe = await make.product(app, { nodeType: 'sub-device' })
  gateway = await make.device(app, { productId: modem.id, productKey: modem.productKey })
  bareGateway = await make.device(app, { productId: modem.id, productKey: modem.productKey })
  sub = await make.device(app, { productId: probe.id, productKey: probe.productKey })
  await app.ask(topologyCalls.oven.addSubDevices, { id: gateway.id, subs: [{ id: sub.id, unit: 3 }] }, { token })
  const save = (version: number, content: string) =>
    app.ask(
      configApi.saveConfig,
      { productId: oven.productId, version, content, note: 'Note', push: false },
      { token: manager.token },
    )
  await save(0, '{\n  "every": 30\n}')
  await save(1, '{\n  "every": 60\n}')
})
after(() => at.stop())

const detail = ({ id }: { id: string }, tab: string, more = '') =>
  `/recipeManage/device/list/detail?id=${id}&tab=${tab}${more}`

/** Checks the page once this is visible and nothing is loading. */
async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog] >> visible=true').first().waitFor({ state: 'detached' })
}

for (const { language, spoken } of languagesForAxe) {
  const open = (start: string, work: (page: Page) => Promise<void>, as = person) =>
    at.inWindow({ language, as, start }, work)

  test(`axe finds nothing on the tabs of the record, in ${spoken}`, async () => {
    await open(detail(oven, 'details'), async (page) => {
      const go = async (tab: string, seen: string, of = oven, more = '') => {
        await page.goto(at.app.url + detail(of, tab, more))
        await look(page, tab, seen)
      }
      await look(page, 'details', 'dl')
      await page.locator('section:has(ul) button:has(svg)').last().click()
      await page.locator('form button[type=submit]').waitFor()
      await look(page, 'tags being edited', 'form button[type=submit]')
      await go('details', 'dl', { ...sub, productId: '' })
      await go('users', 'section [role=status]')
      await go('firmware', 'tbody tr b')
      await go('log', 'tbody tr button')
      await go('changes', 'tbody tr b', { ...sub, productId: '' })
      await go('subs', 'tbody a', { ...gateway, productId: '' })
      await page.locator('tbody tr button').last().click()
      await look(page, 'a sub-device about to be removed', '[role=dialog]')
      await close(page)
      await go('subs', 'section [role=status] button', { ...bareGateway, productId: '' })
      await page.locator('section [role=status] button').click()
      await page.locator('[role=dialog] [role=group] input[type=checkbox]').first().check()
      await look(page, 'sub-devices to add', '[role=dialog] section')
    })
  })

  test(`axe finds nothing on the trace of messages, nor on the live one, in ${spoken}`, async () => {
    await open(detail(oven, 'messages', '&dropped=true'), async (page) => {
      await look(page, 'messages', 'tbody tr')
      await page.locator('tbody tr button').first().click()
      await look(page, 'a message with dropped fields', '[role=dialog] pre')
      await close(page)
      await page.goto(at.app.url + detail(oven, 'live'))
      await look(page, 'live messages, none yet', 'section [role=status]')
      await page.goto(at.app.url + detail(oven, 'history', '&span=6h&limits=true&properties=ChamberTemp,CoreTemp'))
      await look(page, 'history with limits', 'canvas')
      const compare = `${at.app.url}/recipeManage/device/list/compare`
      await page.goto(compare)
      await look(page, 'a comparison without devices', 'section [role=status], [role=status] button')
      await page.goto(`${compare}?ids=${oven.id},${offline.id}&span=24h&property=ChamberTemp`)
      await look(page, 'a comparison', 'canvas')
      await page.getByRole('button', { name: /^(Devices|设备)\s?[(（]/ }).click()
      await look(page, 'devices to compare', '[role=dialog] input[type=checkbox]', '[role=dialog]')
    })
  })

  test(`axe finds nothing on desired values, in ${spoken}`, async () => {
    await open(detail(offline, 'overview'), async (page) => {
      await look(page, 'desired values of an offline device', 'tbody tr button')
      await page.locator('tbody tr button').last().click()
      await look(page, 'a desired value being set', '[role=dialog] input[type=password]')
      await close(page)
      await page.locator('tbody tr button').first().click()
      await look(page, 'a desired value about to be taken back', '[role=dialog] input[type=password]')
    })
  })

  test(`axe finds nothing on remote configuration and registration, in ${spoken}`, async () => {
    const product = (tab: string) => `/product/model/detail?id=${oven.productId}&tab=${tab}`
    await open(
      product('config'),
      async (page) => {
        const [content, message] = [page.locator('textarea').first(), page.locator('textarea').last()]
        await look(page, 'configuration', 'textarea')
        await content.fill('{\n  "every": 90\n}')
        await look(page, 'configuration with a difference', 'ol code')
        await content.fill('{\n  "every" 90\n}')
        await look(page, 'configuration with a fault', '[aria-invalid=true]')
        await page.locator('tbody tr button').first().click()
        await look(page, 'two versions beside each other', '[role=dialog] ol')
        await close(page)
        await content.fill('{\n  "every": 60\n}')
        await message.fill('The winter menu is there')
        await page.locator('form').last().locator('button[type=submit]').click()
        await look(page, 'a broadcast without a topic', '[aria-invalid=true]')
        await page.locator('form').last().locator('input').fill('news')
        await page.locator('form').last().locator('button[type=submit]').click()
        await look(page, 'a broadcast about to go out', '[role=dialog] input[type=password]')
        await close(page)
        await message.fill('')
        await page.goto(at.app.url + product('basics'))
        await look(page, 'basics with registration', 'input[type=radio]')
        await page.locator('input[type=radio]').last().click()
        await look(page, 'registration about to change', '[role=dialog] input[type=password]')
      },
      manager,
    )
  })
}
