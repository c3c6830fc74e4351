import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makePerson } from '@brigade/server/testing/person/make-person.ts'
import { addressOf } from '@brigade/server/testing/start-app.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { bindToUser } from '../support/bound-device.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on app users, the parts of one of them, and versions of the app, in both themes. */

let at: Console
let person = { id: '', token: '' }
before(async () => {
  at = await openConsole()
  const { id } = await make.device(at.app, { kind: 'oven' })
  await bindToUser(at.app, id)
  person = await makePerson(at.app, { nickname: 'Klaas Petersen', address: '13912340011' })
  await fetch(addressOf(at.app.url, phoneApi.profile, {}), {
    headers: { authorization: person.token, 'x-app': 'android/2.3.1 (Android 15)' },
  })
})
after(() => at.stop())

async function look(page: Page, name: string, seen: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name)
}

for (const { language, spoken } of languagesForAxe)
  test(`axe finds nothing on app users, one of them and versions of the app, in ${spoken}`, async () => {
    const as = await make.account(at.app, { role: 'administrator' })
    const forbidden = { ids: [person.id], forbidden: true, reason: 'Shares the account' }
    await at.app.ask(appUserApi.forbid, forbidden, { token: as.token })
    await at.inWindow({ language, as, start: '/userList' }, async (page) => {
      await look(page, 'app users', 'main tbody a')
      await page.goto(`${at.app.url}/userList?tab=versions`)
      await look(page, 'versions of the app', 'main tbody td')
      await page.locator('main button[class*=primary]').first().click()
      await look(page, 'a new version', '[role=dialog] input')
    })
    await at.inWindow({ language, as, start: `/userList/UserDetail?id=${person.id}` }, async (page) => {
      await look(page, 'one app user', 'main h1')
      for (const tab of ['messages', 'activity', 'changes']) {
        await page.goto(`${at.app.url}/userList/UserDetail?id=${person.id}&tab=${tab}`)
        await look(page, `one app user, ${tab}`, 'main h1')
      }
    })
  })
