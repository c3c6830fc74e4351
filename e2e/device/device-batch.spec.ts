import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { batchText } from '../../console/src/command/batch/batch.text.ts'
import { commandText } from '../../console/src/command/command.text.ts'
import { resetText } from '../../console/src/command/reset.text.ts'
import { detailText } from '../../console/src/device/view/detail.text.ts'
import { curveText } from '../../console/src/telemetry/curve/curve.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { AlinkRequest } from '@brigade/contract/link/alink.model.ts'
import type { FakeDevice } from '@brigade/server/testing/fake-device.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { tried } from '../support/browser.ts'
import { field, openConsole } from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'

/** One command for many devices, as support staff sends it. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const words = inBoth({
  sendCommand: detailText.sendCommand,
  title: batchText.title,
  about: { en: '3 chosen, 2 of them online', zh: '已选 3 台，其中 2 台在线' },
  fan: { en: 'Fan speed', zh: '风机转速' },
  light: { en: 'Chamber light', zh: '腔体照明' },
  off: { en: 'Off', zh: '关' },
  leave: commandText.leave,
  sendTwo: { en: 'Send 2 values', zh: '下发 2 项' },
  password: word.signInPassword,
  send: { en: 'Send 1 value', zh: '下发 1 项' },
  done: { en: '3 of 3 finished', zh: '已完成 3 / 3 台' },
  outcomes: { en: ['Succeeded', 'Failed', 'Not sent'], zh: ['成功', '失败', '未下发'] },
  answered: { en: 'The device answered 500', zh: '设备返回码 500' },
  offline: resetText.offline,
  several: batchText.severalTitle,
  callService: commandText.callService,
  service: word.service,
  preheat: curveText.preheat,
  temperature: word.temperature,
  review: commandText.next,
  sendPreheat: { en: 'Send: Preheat', zh: '下发：预热' },
  condition: { en: 'I have made sure that nobody is at the oven', zh: '我已确认设备旁无人操作' },
  tick: uiText.tickFirst,
  close: word.close,
})

/** Answers the device's command, and returns its parameters. */
const answer = async (device: FakeDevice, topic: string, code: number): Promise<unknown> => {
  const { id, params } = AlinkRequest.parse(JSON.parse((await device.receive(topic)).payload))
  await device.send(`${topic}_reply`, { id, code, data: {} })
  return params
}

for (const { language, spoken } of tried('zh')) {
  const w = words[language]
  const rowOf = (page: Page, sn: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: sn, exact: true }) })

  async function threeOvens() {
    const product = await make.product(at.app)
    const wish = { productId: product.id, productKey: product.productKey }
    const ovens = [await make.device(at.app, wish), await make.device(at.app, wish), await make.device(at.app, wish)]
    const [good, bad] = ovens
    if (good === undefined || bad === undefined) throw new Error('No ovens')
    return { product, ovens, good: await connectMade(at.app, good), bad: await connectMade(at.app, bad) }
  }

  test(`a value is sent to all chosen ovens, and the outcome of each is shown, in ${spoken}`, async () => {
    const { product, ovens, good, bad } = await threeOvens()
    const start = `/recipeManage/device/list?productId=${product.id}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      for (const { sn } of ovens) await rowOf(page, sn).getByRole('checkbox').check()
      await page.getByRole('region').getByRole('button', { name: w.sendCommand }).first().click()
      const dialog = page.getByRole('dialog', { name: w.title })
      await dialog.getByText(w.about).waitFor()
      await field(dialog, w.fan).fill('60')
      // Closing loses nothing of it.
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('region').getByRole('button', { name: w.sendCommand }).first().click()
      await field(dialog, w.fan).waitFor()
      assert.equal(await field(dialog, w.fan).inputValue(), '60')
      // No value is chosen beforehand, so that Off can be chosen: it is sent with the rest, and is not sent if the
      // choice is undone.
      const light = dialog.getByRole('group', { name: w.light }).last()
      const pressed = light.getByRole('button', { pressed: true })
      assert.deepEqual(await pressed.allTextContents(), [w.leave])
      await light.getByRole('button', { name: w.off }).click()
      await dialog.getByRole('button', { name: w.sendTwo }).waitFor()
      await light.getByRole('button', { name: w.leave }).click()
      await dialog.getByRole('button', { name: w.send }).waitFor()
      await light.getByRole('button', { name: w.off }).click()
      await field(dialog, w.password).fill(testPassword)
      await assertAccessible(page, `a batch, filled in, in ${spoken}`)
      await dialog.getByRole('button', { name: w.sendTwo }).click()
      const [params] = await Promise.all([
        answer(good, 'thing/service/property/set', 200),
        answer(bad, 'thing/service/property/set', 500),
      ])
      assert.deepEqual(params, { FanSpeed: 60, Light: 0 })
      await dialog.getByText(w.done).waitFor()
      const [succeeded = '', failed = '', refused = ''] = w.outcomes
      const table = dialog.getByRole('table')
      for (const outcome of [w.answered, w.offline]) await table.getByText(outcome).waitFor()
      for (const name of [succeeded, failed, refused]) await dialog.getByText(`${name} 1`, { exact: true }).waitFor()
      await assertAccessible(page, `a batch and its outcomes, in ${spoken}`)
      await dialog.getByText(`${failed} 1`, { exact: true }).click()
      await table.getByText(w.offline).waitFor({ state: 'detached' })
      assert.equal(await table.getByText(w.answered).count(), 1)
    })
  })

  test(`ovens are heated together only after ticking that everybody is away from them, in ${spoken}`, async () => {
    const { product, ovens, good, bad } = await threeOvens()
    const start = `/recipeManage/device/list?productId=${product.id}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      for (const { sn } of ovens) await rowOf(page, sn).getByRole('checkbox').check()
      await page.getByRole('region').getByRole('button', { name: w.sendCommand }).first().click()
      const dialog = page.getByRole('dialog', { name: w.title })
      await dialog.getByText(w.callService, { exact: true }).click()
      await dialog.getByRole('combobox', { name: w.service }).click()
      await page.getByRole('option', { name: w.preheat, exact: true }).click()
      await field(dialog, w.temperature).fill('180')
      await dialog.getByRole('button', { name: w.review }).click()
      await field(dialog, w.password).fill(testPassword)
      await dialog.getByRole('button', { name: w.sendPreheat }).click()
      await dialog.getByText(w.tick).waitFor()
      await dialog.getByRole('checkbox', { name: w.condition }).check()
      await dialog.getByRole('button', { name: w.sendPreheat }).click()
      await Promise.all([answer(good, 'thing/service/Preheat', 200), answer(bad, 'thing/service/Preheat', 200)])
      await dialog.getByText(w.done).waitFor()
      await dialog.getByRole('contentinfo').or(dialog).getByRole('button', { name: w.close }).last().click()
      await dialog.waitFor({ state: 'detached' })
    })
  })

  test(`ovens of several models cannot be sent one command, in ${spoken}`, async () => {
    const one = await make.device(at.app, { productId: (await make.product(at.app)).id, name: `SEVERAL ${language}` })
    const other = await make.device(at.app, { productId: (await make.product(at.app)).id, name: `SEVERAL ${language}` })
    const start = `/recipeManage/device/list?keyword=SEVERAL ${language}`
    await at.inWindow({ language, as: person, start }, async (page) => {
      for (const { sn } of [one, other]) await rowOf(page, sn).getByRole('checkbox').check()
      await page.getByRole('region').getByRole('button', { name: w.sendCommand }).first().click()
      await page.getByRole('dialog', { name: w.title }).getByText(w.several).waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
  })
}
