import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword, type MadeAccount } from '@brigade/server/testing/make-account.ts'
import { makePerson, type MadePerson } from '@brigade/server/testing/person/make-person.ts'
import { bindToUser } from '../support/bound-device.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** The helpdesk works with app users: a caller is found by number, helped, disabled or deleted. */

let at: Console
let admin: MadeAccount
let person: MadePerson
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
  const { id } = await make.device(at.app, { kind: 'oven' })
  await bindToUser(at.app, id)
  person = await makePerson(at.app, { nickname: 'Klaas Petersen', address: '13912340011' })
})
after(() => at.stop())

const link = (page: Page) => page.getByRole('link', { name: 'Klaas Petersen' })
const codeOfNextCall = async () => (await at.app.ask(phoneApi.profile, {}, { token: person.token })).envelope.code

test('a person is found by the whole phone number, and the contact is shown by a click that is logged', async () => {
  await at.inWindow({ as: admin, start: '/userList' }, async (page) => {
    const keyword = page.getByLabel('Nickname, full phone or e-mail')
    await keyword.fill('1391234001')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('No app users').or(page.getByText(/match/)).first().waitFor()
    await keyword.fill('13912340011')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByText('139****0011').waitFor()
    await link(page).click()
    await page.waitForURL(/UserDetail\?id=/)
    const show = page.getByRole('button', { name: 'Show contact' })
    await show.waitFor()
    assert.equal(await page.getByText('13912340011').count(), 0)
    await show.click()
    await page.getByText('13912340011').waitFor()
  })
  const lines = await at.app.db
    .selectFrom('operationLog')
    .where('module', '=', 'app-user')
    .where('operation', '=', 'contact')
    .select(['account', 'success'])
    .execute()
  assert.deepEqual(lines, [{ account: admin.account, success: true }])
})

test('from a device one click leads to its user, and the log names the device for which the contact was shown', async () => {
  const { id } = await make.device(at.app, { kind: 'oven' })
  const boundAt = new Date(at.app.clock.now()).toISOString()
  await at.app.db
    .insertInto('deviceBinding')
    .values({ deviceId: id, appUserId: person.id, role: 'owner', boundAt })
    .execute()
  await at.inWindow({ as: admin, start: `/recipeManage/device/list/detail?id=${id}&tab=users` }, async (page) => {
    await page.getByText('139****0011').waitFor()
    await link(page).click()
    await page.getByRole('button', { name: 'Show contact' }).click()
    await page.getByText('13912340011').waitFor()
  })
  const { request } = await at.app.db
    .selectFrom('operationLog')
    .innerJoin('operationBody', 'operationBody.operationId', 'operationLog.operationId')
    .where('operation', '=', 'contact')
    .orderBy('operationLog.id', 'desc')
    .select('request')
    .executeTakeFirstOrThrow()
  assert.match(JSON.stringify(request), new RegExp(`"device".*"${id}"|"${id}".*"device"`))
})

test('disabling requires a reason, and the app is refused at its next call; deleting requires the password', async () => {
  await at.inWindow({ as: admin, start: `/userList/UserDetail?id=${person.id}` }, async (page) => {
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
    await dialog.getByLabel('Reason').fill('Shares the account')
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Shares the account').waitFor()
    assert.equal(await codeOfNextCall(), 102)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByLabel('Your sign-in password').fill(testPassword)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(/\/userList(\?|$)/)
    await page.getByText('Chef Li').waitFor()
    assert.equal(await link(page).count(), 0)
  })
  assert.equal(await codeOfNextCall(), 103)
})
