import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { desiredText } from '../../console/src/command/desired/desired.text.ts'
import { tagText } from '../../console/src/device/record/tab/tab.text.ts'
import { subsText } from '../../console/src/device/topology/topology.text.ts'
import { detailText } from '../../console/src/device/view/detail.text.ts'
import { deviceLogText } from '../../console/src/telemetry/log/log.text.ts'
import { freeText, shadowText } from '../../console/src/telemetry/shadow/shadow.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { FakeDevice } from '@brigade/server/testing/fake-device.ts'
import { connectMade, shadowOf } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Data of a device beside its reports: desired values, tags, sub-devices, and the changes of its record. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator', name: 'Anke' })
})
after(() => at.stop())

const detail = ({ id }: { id: string }, tab = 'overview') => `/recipeManage/device/list/detail?id=${id}&tab=${tab}`

const words = inBoth({
  setDesired: desiredText.open,
  add: desiredText.choose,
  setTemperature: { en: 'Set temperature', zh: '设定温度' },
  option: { en: 'Set temperature · SetTemp', zh: '设定温度 · SetTemp' },
  confirm: { en: 'Set 1 desired value', zh: '设置 1 项期望值' },
  offline: desiredText.offlineNow,
  waits: shadowText.offlineWanted,
  never: shadowText.neverReported,
  password: word.signInPassword,
  takeBack: { en: 'Take back desired Set temperature', zh: '撤回设定温度的期望值' },
  takeItBack: desiredText.takeBackConfirm,
  moved: {
    en: 'Somebody has changed the desired values since you opened this. Reload and try again',
    zh: '期望值已被他人修改，请刷新后再试',
  },
  keepMine: uiText.keepMine,
  takeTheirs: uiText.takeTheirs,
  record: detailText.record,
  details: word.basicDetails,
  changes: detailText.changes,
  editTags: tagText.edit,
  addTag: tagText.add,
  key: { en: (n: number) => `Key ${n}`, zh: (n: number) => `键 ${n}` },
  value: { en: (n: number) => `Value ${n}`, zh: (n: number) => `值 ${n}` },
  saveTags: tagText.save,
  badKey: { en: '1 to 64 letters, digits and _ . : -', zh: '1 至 64 位字母、数字或 _ . : -' },
  subs: subsText.title,
  addSubs: subsText.add,
  find: subsText.find,
  unit: { en: (sn: string) => `Modbus unit of ${sn}`, zh: (sn: string) => `${sn} 的 Modbus 从站地址` },
  addOne: { en: 'Add 1 sub-device', zh: '添加 1 台子设备' },
  wrongUnit: subsText.wrongUnit,
  remove: word.remove,
  removeOne: { en: 'Remove 1 sub-device', zh: '移除 1 台子设备' },
  noSubs: subsText.emptyTitle,
  subAdded: { en: 'Sub-device added', zh: '添加子设备' },
  freeTitle: freeText.title,
  keyword: deviceLogText.keyword,
  search: uiText.search,
  asking: deviceLogText.switch,
  logOn: { en: 'Device log Off → On', zh: '日志上报 关闭 → 开启' },
  tagRoom: { en: 'Tag room - → 面包房', zh: '标签 room - → 面包房' },
  isOn: deviceLogText.isOn,
})

/** Answer to a device that requests its desired values, as an SDK does. */
async function askDesired(device: FakeDevice, identifiers: readonly string[]): Promise<string> {
  await device.send('thing/property/desired/get', { id: '77', version: '1.0', params: identifiers })
  return (await device.receive('thing/property/desired/get_reply')).payload
}

for (const { language, spoken } of tried('zh')) {
  const w = words[language]
  const setTempRow = (page: Page): Locator => page.getByRole('row').filter({ hasText: 'SetTemp' })

  /** Opens the sheet, chooses the set temperature and types it. */
  async function desire(page: Page, temperatureC: string): Promise<Locator> {
    await page.getByRole('button', { name: w.setDesired, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(w.add, { exact: true }).click()
    await page.getByRole('option', { name: w.option, exact: true }).click()
    await field(sheet, w.setTemperature).fill(temperatureC)
    return sheet
  }
  async function confirm(sheet: Locator) {
    await field(sheet, w.password).fill(testPassword)
    await sheet.getByRole('button', { name: w.confirm, exact: true }).click()
  }

  test(`an offline device is set a value, requests it when it connects, and applies it, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Obeys later ${language}` })
    await at.inWindow({ language, as: person, start: detail(oven) }, async (page) => {
      const sheet = await desire(page, '195')
      await sheet.getByText(w.offline).waitFor()
      await confirm(sheet)
      await sheet.waitFor({ state: 'detached' })
      await page.getByText(w.waits).waitFor()
      await setTempRow(page).getByText('195 °C').waitFor()
      await setTempRow(page).getByText(w.never).waitFor()

      const device = await connectMade(at.app, oven)
      await device.subscribe(`/sys/${oven.productKey}/${oven.sn}/thing/#`)
      assert.match(await askDesired(device, ['SetTemp']), /"SetTemp":\{"value":195,"version":1\}/)
      await device.report({ SetTemp: 195 })
      // The device has the value: the desired value is removed, and the screen updates by itself.
      await setTempRow(page).getByText('195', { exact: true }).waitFor()
      await until('nothing is desired any more', async () => (await page.getByText('195 °C').count()) === 0)
      await until('the shadow has no desired value', async () => {
        const { desired } = await shadowOf(at.app, oven)
        return Object.keys(desired).length === 0
      })
      await device.leave()
    })
  })

  test(`a value that two people set at once is decided by a dialog, and no input is lost, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Wanted twice ${language}` })
    const other = await make.account(at.app, { role: 'administrator' })
    const theirs = (version: number, value: number) =>
      at.app.ask(
        commandCalls.oven.setDesired,
        { id: oven.id, version, values: { SetTemp: value }, password: testPassword },
        { token: other.token },
      )
    await at.inWindow({ language, as: person, start: detail(oven), tolerates: /409/ }, async (page) => {
      const sheet = await desire(page, '210')
      await theirs(0, 150)
      await confirm(sheet)
      const clash = sheet.getByRole('alert')
      await clash.getByText(w.moved).waitFor()
      await clash.getByText('150 °C').waitFor()
      await clash.getByText('210 °C').waitFor()
      await clash.getByRole('button', { name: w.keepMine }).click()
      assert.equal(await field(sheet, w.setTemperature).inputValue(), '210')
      await confirm(sheet)
      await sheet.waitFor({ state: 'detached' })
      await setTempRow(page).getByText('210 °C').waitFor()

      await setTempRow(page).getByRole('button', { name: w.takeBack }).click()
      const prompt = page.getByRole('dialog')
      await prompt.getByText('210 °C').waitFor()
      await field(prompt, w.password).fill(testPassword)
      await prompt.getByRole('button', { name: w.takeItBack, exact: true }).click()
      await setTempRow(page).waitFor({ state: 'detached' })
    })
  })

  test(`values that a device reports outside its thing model are listed below its shadow, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Outspoken ${language}` })
    const device = await connectMade(at.app, oven)
    const reportShadow = (version: number, reported: object) =>
      device.send(`/shadow/update/${oven.productKey}/${oven.sn}`, { method: 'update', state: { reported }, version })
    await reportShadow(1, { ChamberTemp: 88, panelColour: '墨绿', slots: [1, 3] })
    await at.inWindow({ language, as: person, start: detail(oven) }, async (page) => {
      const free = page.getByRole('region', { name: w.freeTitle, exact: true })
      await free.getByRole('row').filter({ hasText: 'panelColour' }).getByText('墨绿').waitFor()
      await free.getByRole('row').filter({ hasText: 'slots' }).getByText('[1,3]').waitFor()
      assert.equal(await free.getByText('ChamberTemp').count(), 0)
      await reportShadow(9, { panelColour: 'red' })
      await free.getByRole('row').filter({ hasText: 'panelColour' }).getByText('red').waitFor()
    })
    await device.leave()
  })

  test(`tags are edited in place, and a wrong key is reported at its field, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Tagged ${language}` })
    await at.inWindow({ language, as: person, start: detail(oven) }, async (page) => {
      await page.getByRole('link', { name: w.record, exact: true }).click()
      await page.getByRole('button', { name: w.editTags }).click()
      await field(page, w.key(1)).fill('room name')
      await field(page, w.value(1)).fill('面包房')
      await page.getByRole('button', { name: w.saveTags }).click()
      await page.getByText(w.badKey).waitFor()
      await field(page, w.key(1)).fill('room')
      await page.getByRole('button', { name: w.addTag }).click()
      await field(page, w.key(2)).fill('line')
      await field(page, w.value(2)).fill('2')
      await page.getByRole('button', { name: w.saveTags }).click()
      await page.getByRole('listitem').filter({ hasText: 'room' }).getByText('面包房').waitFor()
      await page.reload()
      await page.getByRole('listitem').filter({ hasText: 'line' }).getByText('2', { exact: true }).waitFor()
      await page.getByRole('link', { name: w.changes, exact: true }).click()
      await page.locator('tbody tr').filter({ hasText: w.tagRoom }).waitFor()
    })
  })

  test(`a sub-device is placed behind a gateway with its unit, shown by both, and removed again, in ${spoken}`, async () => {
    const modem = await make.product(at.app, { nodeType: 'gateway' })
    const probe = await make.product(at.app, { nodeType: 'sub-device' })
    const gateway = await make.device(at.app, {
      name: `Modem ${language}`,
      productId: modem.id,
      productKey: modem.productKey,
    })
    const sub = await make.device(at.app, {
      name: `Probe ${language}`,
      productId: probe.id,
      productKey: probe.productKey,
    })
    await at.inWindow({ language, as: person, start: detail(gateway) }, async (page) => {
      await page.getByRole('link', { name: new RegExp(`^${w.subs}`) }).click()
      await page.getByText(w.noSubs).waitFor()
      await page.getByRole('button', { name: w.addSubs }).first().click()
      const dialog = page.getByRole('dialog')
      await field(dialog, w.find).fill(sub.sn)
      await dialog.getByRole('checkbox', { name: new RegExp(sub.sn) }).check()
      await field(dialog, w.unit(sub.sn)).fill('300')
      await dialog.getByRole('button', { name: w.addOne }).click()
      await dialog.getByText(w.wrongUnit, { exact: true }).waitFor()
      await field(dialog, w.unit(sub.sn)).fill('17')
      await dialog.getByRole('button', { name: w.addOne }).click()
      const row = page.locator('tbody tr').filter({ hasText: sub.sn })
      await row.getByText('17', { exact: true }).waitFor()

      await row.getByRole('link', { name: sub.sn, exact: true }).click()
      await page.getByRole('link', { name: w.record, exact: true }).click()
      await page.getByRole('link', { name: `Modem ${language}` }).waitFor()
      await page.getByText('17', { exact: true }).waitFor()
      await page.getByRole('link', { name: w.changes, exact: true }).click()
      await page.locator('tbody tr').filter({ hasText: w.subAdded }).getByText('Anke').first().waitFor()

      await page.goto(at.app.url + detail(gateway, 'subs'))
      await row.getByRole('button', { name: w.remove }).click()
      await page.getByRole('dialog').getByRole('button', { name: w.removeOne }).click()
      await page.getByText(w.noSubs).waitFor()
    })
  })

  test(`a device is requested to send its log, and its log lines are found, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Talkative ${language}` })
    const device = await connectMade(at.app, oven)
    await at.inWindow({ language, as: person, start: detail(oven, 'log') }, async (page) => {
      await page.getByRole('switch', { name: w.asking }).click()
      await page.getByText(w.isOn).waitFor()
      assert.equal(await page.getByRole('switch', { name: w.asking }).isChecked(), true)
      await page.getByRole('link', { name: w.changes, exact: true }).click()
      await page.locator('tbody tr').filter({ hasText: w.logOn }).waitFor()
      await page.goBack()
      const line = (logLevel: string, logContent: string) => ({
        timestamp: at.app.clock.now(),
        logLevel,
        module: 'mqtt',
        logContent,
      })
      const params = [line('wrn', 'weak signal'), line('dbg', 'ping')]
      await device.send('thing/log/post', { id: '9', version: '1.0', params, method: 'thing.log.post' })
      await field(page, w.keyword).fill('WEAK')
      await page.getByRole('button', { name: w.search, exact: true }).click()
      await page.locator('tbody tr').filter({ hasText: 'weak signal' }).getByText('WARN').waitFor()
      assert.equal(await page.getByText('ping').count(), 0)
    })
    await device.leave()
  })
}
