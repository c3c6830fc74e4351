import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { broadcastText } from '../console/src/product/broadcast/broadcast.text.ts'
import { configText } from '../console/src/product/config/config.text.ts'
import { registrationText } from '../console/src/product/registration/registration.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Page } from 'playwright-core'
import { configApi } from '@brigade/contract/product/config/config.endpoints.ts'
import { broadcastApi } from '@brigade/contract/product/broadcast/broadcast.endpoints.ts'
import { registrationApi } from '@brigade/contract/product/registration/registration.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from './support/browser.ts'
import { field, openConsole, type Console } from './support/open-console.ts'

/** The remote configuration of a model: written, saved by versions, pushed to devices; and whether devices may register themselves. */

let at: Console
let manager: MadeAccount
before(async () => {
  at = await openConsole()
  manager = await make.account(at.app, { role: 'product-manager' })
})
after(() => at.stop())

const detail = ({ id }: { id: string }, tab: string) => `/product/model/detail?id=${id}&tab=${tab}`

const words = inBoth({
  content: configText.content,
  save: configText.save,
  fault: { en: 'Not JSON: line 3, column 10', zh: 'JSON 有误：第 3 行，第 10 列' },
  note: configText.note,
  push: configText.pushNow,
  saved: { en: 'Version 1 saved', zh: '版本 1 已保存' },
  difference: { en: '1 added, 1 removed', zh: '新增 1 行，删除 1 行' },
  compare: { en: 'Difference from version 1', zh: '与版本 1 的差异' },
  changed: { en: 'Somebody else', zh: '他人' },
  keepMine: uiText.keepMine,
  version: { en: (n: number) => `Version ${n}`, zh: (n: number) => `版本 ${n}` },
  any: { en: 'Any device', zh: '任意设备' },
  listed: { en: 'Devices entered here', zh: '仅限已登记的设备' },
  change: registrationText.change,
  password: word.signInPassword,
  topic: broadcastText.topic,
  message: broadcastText.content,
  broadcast: broadcastText.send,
  topicWrong: broadcastText.topicNeeded,
  messageMissing: broadcastText.contentNeeded,
  read: { en: 'Read news', zh: '查看 news' },
  again: broadcastText.again,
})

const first = '{\n  "report": {\n    "every": 30\n  }\n}'

for (const { language, spoken } of tried('en')) {
  const w = words[language]
  const editor = (page: Page) => field(page, w.content)

  test(`a configuration is written, a mistake is shown by its line, and online devices are notified, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    const oven = await make.device(at.app, { productId: product.id, productKey: product.productKey })
    const device = await connectMade(at.app, oven)
    await device.subscribe(`/sys/${oven.productKey}/${oven.sn}/thing/#`)
    await at.inWindow({ language, as: manager, start: detail(product, 'config') }, async (page) => {
      await editor(page).fill('{\n  "report": {\n    "every" 30\n  }\n}')
      await page.getByText(w.fault.replace('10', '13')).waitFor()
      await page.getByRole('button', { name: w.save }).click()
      await editor(page).fill(first)
      await page.getByText(w.fault.replace('10', '13')).waitFor({ state: 'detached' })
      await field(page, w.note).fill('Every 30 s')
      await page.getByRole('button', { name: w.save }).click()
      await page.getByText(w.saved).first().waitFor()

      await page.getByRole('button', { name: w.push }).click()
      await page.getByRole('dialog').getByRole('button', { name: w.push }).click()
      const { payload } = await device.receive('thing/config/push')
      assert.match(payload, /"configId"|"url"/)
    })
    await device.leave()
  })

  test(`changes are shown line by line, and of two people who save at once neither loses input, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    const save = (version: number, content: string) =>
      at.app.ask(
        configApi.saveConfig,
        { productId: product.id, version, content, note: '', push: false },
        { token: manager.token },
      )
    await save(0, first)
    await at.inWindow({ language, as: manager, start: detail(product, 'config'), tolerates: /409/ }, async (page) => {
      await editor(page).fill(first.replace('30', '60'))
      await page.getByText(w.difference).waitFor()
      await save(1, first.replace('30', '45'))
      await page.getByRole('button', { name: w.save }).click()
      const clash = page.getByRole('alert')
      await clash.getByRole('button', { name: w.keepMine }).click()
      assert.equal(await editor(page).inputValue(), first.replace('30', '60'))
      await page.getByRole('button', { name: w.save }).click()
      await page
        .getByText(new RegExp(`^${w.version(3)}`))
        .first()
        .waitFor()
      await page.getByRole('button', { name: w.compare }).click()
      await page.getByRole('dialog').getByText(w.difference).waitFor()
    })
  })

  test(`a broadcast reaches the devices that listen, is counted, and can be repeated, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    const oven = await make.device(at.app, { productId: product.id, productKey: product.productKey })
    const device = await connectMade(at.app, oven)
    const topic = `/broadcast/${oven.productKey}/news`
    await device.subscribe(topic)
    await at.inWindow({ language, as: manager, start: detail(product, 'config') }, async (page) => {
      const send = page.getByRole('button', { name: w.broadcast, exact: true })
      await field(page, w.topic).fill('a/b')
      await send.click()
      await page.getByText(w.topicWrong).waitFor()
      await page.getByText(w.messageMissing).waitFor()
      await field(page, w.topic).fill('news')
      await field(page, w.message).fill('The winter menu is there')
      await send.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(topic).waitFor()
      await field(dialog, w.password).fill('wrong')
      await dialog.getByRole('button', { name: w.broadcast }).click()
      await until('the wrong password to be said', async () => (await field(dialog, w.password).inputValue()) === '')
      await field(dialog, w.password).fill(testPassword)
      await dialog.getByRole('button', { name: w.broadcast }).click()
      assert.equal((await device.receive(topic)).payload, 'The winter menu is there')
      const row = page.getByRole('row').filter({ hasText: 'news' })
      await until('it to be counted', async () => {
        const { envelope } = await at.app.ask(
          broadcastApi.broadcasts,
          { productId: product.id },
          { token: manager.token },
        )
        return envelope.data[0]?.reached === 1
      })
      await row.getByText('1', { exact: true }).waitFor()
      assert.equal(await field(page, w.message).inputValue(), '')
      await row.getByRole('button', { name: w.read }).click()
      await dialog.getByText('The winter menu is there').waitFor()
      await dialog.getByRole('button', { name: w.again }).click()
      assert.equal(await field(page, w.message).inputValue(), 'The winter menu is there')
    })
    await device.leave()
  })

  test(`whether devices may register themselves is changed with the password, in ${spoken}`, async () => {
    const product = await make.product(at.app)
    await at.inWindow({ language, as: manager, start: detail(product, 'basics') }, async (page) => {
      await page.getByRole('radio', { name: w.listed }).click()
      const dialog = page.getByRole('dialog')
      await field(dialog, w.password).fill(testPassword)
      await dialog.getByRole('button', { name: w.change, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByRole('radio', { name: w.listed }).isChecked(), true)
      const { envelope } = await at.app.ask(
        registrationApi.registration,
        { productId: product.id },
        { token: manager.token },
      )
      assert.equal(envelope.data.dynamicRegistration, 'listed')
    })
  })
}
