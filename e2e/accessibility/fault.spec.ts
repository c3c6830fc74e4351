import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { until } from '@brigade/server/testing/until.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on faults, one record, its acts and the codes, in both themes. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

async function look(page: Page, name: string, seen: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on faults, a record, an act and codes, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    const oven = await make.device(at.app)
    const link = await connectMade(at.app, oven)
    await link.send('thing/event/Fault/post', { id: '1', version: '1.0', params: { Code: 'E03', Active: 1 } })
    const record = await until('the fault', async () => {
      const { envelope } = await at.app.ask(faultApi.page, { deviceId: oven.id }, { token: as.token })
      return envelope.data.list[0]
    })
    link.vanish()
    await at.inWindow({ language, as, start: '/fault/list' }, async (page) => {
      await look(page, 'the inbox of faults', 'main tbody td')
      await page.goto(`${at.app.url}/fault/list?id=${record.id}`)
      await look(page, 'a fault', '[role=dialog] ol li')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Assign|指派)$/ })
        .click()
      await look(page, 'an act that asks for somebody', '[role=dialog] form input')
      await page.goto(`${at.app.url}/fault/list?tab=shelved`)
      await look(page, 'nothing shelved', 'main b')
      await page.goto(`${at.app.url}/fault/code`)
      await look(page, 'fault codes', 'main tbody td')
      await page.getByRole('button', { name: /^(Not described|未说明)$/ }).click()
      await look(page, 'codes that are not described', '[role=dialog] tbody td')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator('main tbody button').first().click()
      await look(page, 'the description of a code', '[role=dialog] textarea')
      await page.goto(`${at.app.url}/fault/cause`)
      await look(page, 'causes of faults', 'main tbody td')
    })
  })
