import { after, before, test } from 'node:test'
import { make } from '@brigade/server/testing/make.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

test('who registers a device is told of a serial number that differs in case alone, and may go on', async () => {
  const admin = await make.account(at.app, { role: 'administrator' })
  await make.device(at.app, { sn: 'CX-Case-01' })
  await make.product(at.app, { en: 'Steamer' })
  await at.inWindow({ as: admin, start: '/recipeManage/device/UninstallList' }, async (page) => {
    await page.getByRole('button', { name: 'Add device' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Add oven' })
    await field(sheet, 'SN').fill('cx-case-01')
    await field(sheet, 'Name').focus()
    await sheet
      .getByText('CX-Case-01 is there already: this one differs in case alone, and is another device')
      .waitFor()
    await field(sheet, 'SN').fill('cx-case-02')
    await field(sheet, 'Name').focus()
    await sheet.getByText('Used as DeviceName when it connects').waitFor()
  })
})
