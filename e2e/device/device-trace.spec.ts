import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { liveText, messagesText } from '../../console/src/telemetry/message/trace.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import type { Page } from 'playwright-core'
import { connectMade, isOnline } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { liveBegun } from '../support/live-calls.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Questions of support staff: why data is missing, why a device was offline, and which messages it sends now. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const detail = ({ id }: { id: string }, tab: string, more = '') =>
  `/recipeManage/device/list/detail?id=${id}&tab=${tab}${more}`

const words = inBoth({
  messages: word.messages,
  dropped: messagesText.dropped,
  withDropped: messagesText.withDropped,
  search: uiText.search,
  partly: { en: 'Partly stored', zh: '部分入库' },
  stored: { en: 'Stored', zh: '已入库' },
  since: { en: /^Messages since /, zh: /^消息自 / },
  open: messagesText.open,
  unknown: { en: 'Not in the thing model', zh: '物模型中没有该字段' },
  range: { en: 'Out of range', zh: '超出取值范围' },
  type: { en: 'Wrong data type', zh: '数据类型不符' },
  own: messagesText.ownConnection,
  rawBytes: { en: 'Payload, 4 bytes in hex', zh: '内容（4 字节，十六进制）' },
  left: { en: 'Left', zh: '下线' },
  goodbye: { en: 'The device disconnected', zh: '设备主动断开' },
  lost: { en: 'Lost', zh: '断线' },
  broke: { en: 'The connection was lost', zh: '网络连接中断' },
  refused: { en: 'Refused', zh: '被拒绝' },
  wrong: { en: 'Wrong credentials', zh: '凭证错误' },
  waiting: liveText.emptyTitle,
  filter: liveText.filter,
  pause: liveText.pause,
  goOn: { en: 'Resume (1 waiting)', zh: '继续（1 条待显示）' },
  clear: liveText.clear,
  noneMatch: liveText.noneMatch,
  live: liveText.title,
  whyOffline: word.whyItIsOffline,
  unsaid: {
    en: 'The connection was lost without a word. What is recorded does not say why.',
    zh: '连接无预兆中断，现有记录无法说明原因。',
  },
  notKnown: { en: 'Not known', zh: '原因未知' },
  stayed: { en: 'The one other that was online stayed online', zh: '当时在线的 1 台均未掉线' },
  disabled: { en: 'It is disabled here, and may not connect.', zh: '设备已停用，不允许连接。' },
})

/** Chooses one of a select's options. */
async function choose(page: Page, label: string, option: string) {
  await page.getByRole('search').getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`why data is missing is found in the trace: each dropped field with its reason, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Silent fields ${language}` })
    const device = await connectMade(at.app, oven)
    await device.report({ ChamberTemp: 21 })
    await device.report({ ChamberTemp: 22, Unheard: 7, SetHumidity: 900, Light: 'on' })
    await at.inWindow({ language, as: person, start: detail(oven, 'overview') }, async (page) => {
      await page.getByRole('link', { name: w.messages, exact: true }).click()
      // The note says since when there are messages, whatever is filtered.
      const said = await page.getByText(w.since).innerText()
      const { at: first } = await at.app.db
        .selectFrom('deviceMessage')
        .where('deviceId', '=', oven.id)
        .select(({ fn }) => fn.min('recordedAt').as('at'))
        .executeTakeFirstOrThrow()
      assert.equal(
        Date.parse(`${/\d{4}-\d\d-\d\d/.exec(said)?.[0]}T${/\d\d:\d\d:\d\d/.exec(said)?.[0]}+08:00`),
        Math.floor(Date.parse(first) / 1000) * 1000,
      )
      await choose(page, w.dropped, w.withDropped)
      await page.getByRole('button', { name: w.search, exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('dropped') === 'true')
      const rows = page.locator('tbody tr')
      await until('only the one with dropped fields', async () => (await rows.count()) === 1)
      await rows.getByText(w.partly).waitFor()
      await rows.getByRole('button', { name: w.open }).click()
      const sheet = page.getByRole('dialog')
      const fields = sheet.getByRole('region', { name: w.dropped }).getByRole('row')
      await fields.filter({ hasText: 'Unheard' }).getByText(w.unknown).waitFor()
      await fields.filter({ hasText: 'SetHumidity' }).getByText(w.range).waitFor()
      await fields.filter({ hasText: 'SetHumidity' }).getByText('900').waitFor()
      await fields.filter({ hasText: 'Light' }).getByText(w.type).waitFor()
      await sheet.getByText(w.own).waitFor()
      assert.match(await sheet.locator('pre').innerText(), /\n +"SetHumidity": 900/)
    })
    await device.leave()
  })

  test(`why it is offline stands on its page as soon as it goes, with whom to call, and no longer when it is back, in ${spoken}`, async () => {
    const { id: organisationId } = await make.organisation(at.app)
    const reached = { principal: 'Mei', contact: '138 0000 1111' }
    await at.app.db.updateTable('organisation').set(reached).where('id', '=', organisationId).execute()
    const oven = await make.device(at.app, { name: `Gone ${language}`, organisationId })
    const beside = await connectMade(at.app, await make.device(at.app, { organisationId }))
    const first = await connectMade(at.app, oven)
    await at.inWindow({ language, as: person, start: detail(oven, 'overview') }, async (page) => {
      await page.getByRole('heading', { name: `Gone ${language}` }).waitFor()
      await liveBegun(page, '/device/live')
      const card = page.getByRole('region', { name: w.whyOffline })
      assert.equal(await card.count(), 0)
      first.vanish()
      await card.getByText(w.unsaid, { exact: true }).waitFor()
      await card.getByText(w.notKnown, { exact: true }).waitFor()
      await card.getByText(w.stayed).waitFor()
      assert.equal(await card.getByRole('link', { name: reached.contact }).getAttribute('href'), 'tel:13800001111')
      const second = await connectMade(at.app, oven)
      await card.waitFor({ state: 'detached' })
      await at.app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', oven.id).execute()
      await second.ended
      await card.getByText(w.disabled, { exact: true }).waitFor()
    })
    await beside.leave()
  })

  test(`why it was offline last night is found in the online log, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Night ${language}` })
    const first = await connectMade(at.app, oven)
    await first.leave()
    await isOnline(at.app, oven, false)
    const second = await connectMade(at.app, oven)
    second.vanish()
    await isOnline(at.app, oven, false)
    await assert.rejects(connectMade(at.app, { ...oven, secret: '0'.repeat(32) }))
    await at.inWindow({ language, as: person, start: detail(oven, 'online') }, async (page) => {
      const rows = page.locator('tbody tr')
      await rows.filter({ hasText: w.goodbye }).getByText(w.left, { exact: true }).waitFor()
      await rows.filter({ hasText: w.broke }).getByText(w.lost, { exact: true }).waitFor()
      await rows.filter({ hasText: w.wrong }).getByText(w.refused, { exact: true }).waitFor()
    })
  })

  test(`messages are shown as they arrive, filtered, paused and cleared, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Traffic ${language}` })
    const device = await connectMade(at.app, oven)
    await at.inWindow({ language, as: person, start: detail(oven, 'live') }, async (page) => {
      const stream = page.getByRole('region', { name: w.live })
      await stream.getByText(w.waiting).waitFor()
      await liveBegun(page, '/msg/live')
      await until('the first message is there', async () => {
        await device.report({ ChamberTemp: 50 })
        return (await stream.getByRole('button').count()) > 0
      })
      await device.report({ CoreTemp: 31, Unheard: 1 })
      await stream.getByRole('button').filter({ hasText: w.partly }).filter({ hasText: 'Unheard' }).first().waitFor()

      await field(page, w.filter).fill('nowhere')
      await stream.getByText(w.noneMatch).waitFor()
      await field(page, w.filter).fill('coretemp')
      await until('only what matches', async () => (await stream.getByRole('button').count()) === 1)
      await field(page, w.filter).fill('')

      await page.getByRole('button', { name: w.pause, exact: true }).click()
      const before = await stream.getByRole('button').count()
      await device.report({ Humidity: 44 })
      const goOn = page.getByRole('button', { name: w.goOn })
      await goOn.waitFor()
      assert.equal(await stream.getByRole('button').count(), before)
      await goOn.click()
      await stream.getByRole('button').first().filter({ hasText: 'Humidity' }).waitFor()
      await stream.getByRole('button').first().click()
      assert.match(await page.getByRole('dialog').locator('pre').innerText(), /"Humidity": 44/)
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: w.clear, exact: true }).click()
      await stream.getByText(w.waiting).waitFor()
    })
    await device.leave()
  })

  test(`raw bytes are shown in hex, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Raw ${language}` })
    const device = await connectMade(at.app, oven)
    await device.send('thing/model/up_raw', '\u0001\u0003\u0002\u0010')
    await at.inWindow({ language, as: person, start: detail(oven, 'messages', '&topic=up_raw') }, async (page) => {
      await page.locator('tbody tr').first().getByRole('button', { name: w.open }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('heading', { name: w.rawBytes }).waitFor()
      assert.match(await sheet.locator('pre').innerText(), /^0000 {2}01 03 02 10/)
    })
    await device.leave()
  })
}
