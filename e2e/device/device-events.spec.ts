import { dayMs } from '@brigade/contract/time.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventsText } from '../../console/src/telemetry/event/event.text.ts'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from '../support/in-both.ts'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { tried } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Events of a device and commands to it: the number of open ones, and the ones within a span. */

let at: Console
let person: MadeAccount
before(async () => {
  at = await openConsole()
  person = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const detail = ({ id }: { id: string }, tab: string, more = '') =>
  `/recipeManage/device/list/detail?id=${id}&tab=${tab}${more}`
const between = (fromMs: number, toMs: number) =>
  `&startTime=${new Date(fromMs).toISOString()}&endTime=${new Date(toMs).toISOString()}`

const words = inBoth({
  faults: { en: (count: number) => `Faults ${count}`, zh: (count: number) => `故障与事件 ${count}` },
  state: word.state,
  open: eventsText.stillOpen,
  cleared: eventsText.isCleared,
  search: uiText.search,
  clear: word.clearFilters,
  between: word.between,
  succeeded: word.succeeded,
})

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`all open faults are counted at the tab, also beyond the first page, and can be listed alone, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Faulty ${language}` })
    const device = await connectMade(at.app, oven)
    const fault = (number: number, active: 0 | 1) =>
      device.send('thing/event/Fault/post', {
        id: `${number}.${active}`,
        version: '1.0',
        params: { value: { Code: `E${number}`, Active: active }, time: at.app.clock.now() },
      })
    for (let number = 10; number < 22; number += 1) await fault(number, 1)
    await at.inWindow({ language, as: person, start: detail(oven, 'events') }, async (page) => {
      await page.getByRole('link', { name: w.faults(12), exact: true }).waitFor()
      await fault(21, 0)
      await page.getByRole('link', { name: w.faults(11), exact: true }).waitFor()

      const search = page.getByRole('search')
      await search.getByLabel(w.state, { exact: true }).click()
      await page.getByRole('option', { name: w.cleared, exact: true }).click()
      await page.getByRole('button', { name: w.search, exact: true }).click()
      const rows = page.locator('tbody tr')
      await until('only that it was raised, and that it ended', async () => (await rows.count()) === 2)
      assert.equal(await rows.filter({ hasText: 'E21' }).count(), 2)
      await search.getByLabel(w.state, { exact: true }).click()
      await page.getByRole('option', { name: w.open, exact: true }).click()
      await page.getByRole('button', { name: w.search, exact: true }).click()
      await until('a page of those that are open', async () => (await rows.count()) === 10)
      assert.equal(await rows.filter({ hasText: 'E21' }).count(), 0)
    })
    await device.leave()
  })

  test(`events and commands within a span are found, in ${spoken}`, async () => {
    const oven = await make.device(at.app, { name: `Dated ${language}` })
    const device = await connectMade(at.app, oven)
    await device.subscribe(`/sys/${oven.productKey}/${oven.sn}/thing/service/#`)
    const now = at.app.clock.now()
    const time = now - 3 * dayMs
    await device.send('thing/event/Fault/post', { id: '1', params: { value: { Code: 'E05', Active: 1 }, time } })
    const draft = { kind: 'property.set' as const, deviceId: oven.id, params: { SetTemp: 190 }, password: testPassword }
    await at.app.ask(commandCalls.oven.sendCommand, draft, { token: person.token })
    const rows = 'tbody tr'
    const lately = between(now - dayMs, now + dayMs)
    const before = between(now - 4 * dayMs, now - 2 * dayMs)
    for (const [tab, found, missed, row] of [
      ['events', before, lately, 'E05'],
      ['commands', lately, before, '190'],
    ] as const) {
      await at.inWindow({ language, as: person, start: detail(oven, tab, found) }, async (page) => {
        await page.getByRole('search').getByLabel(w.between).first().waitFor()
        await page.locator(rows).filter({ hasText: row }).waitFor()
        await page.goto(at.app.url + detail(oven, tab, missed))
        await page.getByRole('button', { name: w.clear }).click()
        await page.waitForURL((url) => !url.searchParams.has('startTime'))
        await page.locator(rows).filter({ hasText: row }).waitFor()
      })
    }
    await device.leave()
  })
}
