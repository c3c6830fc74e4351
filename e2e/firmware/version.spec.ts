import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { addVersion, startRollout, type Rollout } from '@brigade/server/testing/firmware/rollout.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { Page } from 'playwright-core'
import { triedOnlyIn } from '../support/browser.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** Firmware models and versions as an engineer keeps them. */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const modelOf = async ({ app, engineer, modelId }: Rollout) =>
  (await app.ask(firmwareApi.model, { id: modelId }, engineer)).envelope.data

async function choose(page: Page, label: string, typed: string) {
  await field(dialog(page), label).fill(typed)
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
}

for (const { language } of triedOnlyIn('en')) {
  test('a firmware model is added for a product, edited, and deleted while it has no version', async () => {
    const as = await make.account(at.app, { role: 'firmware-engineer' })
    const product = await make.product(at.app, { en: 'Bench oven', zh: '台式烤箱' })
    await make.device(at.app, { productId: product.id })
    await at.inWindow({ language, as, start: '/fota/firmware' }, async (page) => {
      await page.getByRole('button', { name: 'Add model' }).first().click()
      await press(page, 'Add')
      await dialog(page).getByText('Choose a product model').waitFor()
      await field(dialog(page), 'Name').fill('Bench oven mainboard')
      await field(dialog(page), 'Code').fill('BENCH-1')
      await dialog(page).getByRole('button', { name: 'Double firmware' }).click()
      await field(dialog(page), 'Name of the second module').fill('DTU')
      await page.getByRole('button', { name: 'Choose models' }).click()
      await page.getByRole('checkbox', { name: 'Bench oven' }).check()
      await page.keyboard.press('Escape')
      await press(page, 'Add')
      const row = rowWith(page, 'BENCH-1')
      await row.getByText('Double firmware').waitFor()
      await row.getByRole('button', { name: 'Bench oven mainboard', exact: true }).click()
      await dialog(page).getByText('None reported').first().waitFor()
      await press(page, 'Edit')
      await field(dialog(page), 'Remark').fill('For kitchens of trains')
      await press(page, 'Save')
      await page.getByText('Bench oven mainboard saved').waitFor()
      await dialog(page).getByText('For kitchens of trains').waitFor()
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: 'Delete' }).click()
      await press(page, 'Delete')
      await page.getByText('No firmware models yet').waitFor()
    })
  })

  test('a file is uploaded with its size and both digests shown; a second one is refused as the specification requires, and replaces the first by the button beside it', async () => {
    const rollout = await startRollout(at.app)
    const { name } = await modelOf(rollout)
    const bytes = randomBytes(70_000)
    const buffer = { name: 'oven-2.bin', mimeType: 'application/octet-stream', buffer: bytes }
    const digest = (of: string) => createHash(of).update(bytes).digest('hex')
    await addVersion(rollout, '01.00.00')
    await at.inWindow({ language, as: rollout.engineer, start: '/fota/dtu', tolerates: /409/ }, async (page) => {
      await page.getByRole('button', { name: 'Add version' }).click()
      await dialog(page)
        .getByText(/over http: not encrypted/)
        .waitFor()
      await dialog(page)
        .getByText(/ has a port: /)
        .waitFor()
      await choose(page, 'Firmware model', name)
      await field(dialog(page), 'Version').fill('2.0')
      await press(page, 'Add')
      await dialog(page).getByText('Write the version as 00.00.00').waitFor()
      await dialog(page).getByRole('alert').filter({ hasText: 'Choose a file' }).waitFor()
      await field(dialog(page), 'Version').fill('02.00.00')
      const input = dialog(page).locator('input[type=file]')
      await input.setInputFiles({ ...buffer, name: 'oven.exe' })
      await dialog(page).getByRole('alert').first().waitFor()
      await input.setInputFiles(buffer)
      await dialog(page).getByText('70,000 B').waitFor()
      await dialog(page).getByText(digest('md5')).waitFor()
      await dialog(page).getByText(digest('sha256')).waitFor()
      await press(page, 'Add')
      await dialog(page).getByText('This model already has firmware, delete it first').waitFor()
      await press(page, 'Replace')
      await dialog(page).getByText('01.00.00 is archived, and 02.00.00 becomes the current version').waitFor()
      await press(page, 'Replace')
      await page.getByText('02.00.00 added').waitFor()
      await rowWith(page, '02.00.00').waitFor()
      await rowWith(page, '01.00.00').waitFor({ state: 'detached' })
      await page.goto(at.app.url + '/fota/dtu/history')
      const old = rowWith(page, '01.00.00')
      await old.getByText('Archived').waitFor()
      await old.getByRole('button', { name: 'Restore' }).click()
      await dialog(page).getByText('and 02.00.00 is archived in its place').waitFor()
      await press(page, 'Restore')
      await page.getByText('01.00.00 is current again').waitFor()
      await rowWith(page, '02.00.00').waitFor()
    })
    const { current } = await modelOf(rollout)
    assert.deepEqual(
      current.map(({ version }) => version?.number),
      ['01.00.00'],
    )
  })

  test('a version is disabled after its counts are shown, and enabled again; alias and notes are edited', async () => {
    const rollout = await startRollout(at.app)
    const { name } = await modelOf(rollout)
    await addVersion(rollout, '03.00.00')
    const start = `/fota/dtu?modelId=${rollout.modelId}`
    await at.inWindow({ language, as: rollout.engineer, start }, async (page) => {
      const row = rowWith(page, name)
      await row.getByRole('button', { name: 'Disable' }).click()
      await dialog(page).getByText('No upgrades are in progress.').waitFor()
      await press(page, 'Disable')
      await page.getByText('03.00.00 disabled; 0 devices wait again').waitFor()
      await row.getByText('Disabled').waitFor()
      await row.getByRole('button', { name: 'Enable' }).click()
      await press(page, 'Enable')
      await row.getByText('Enabled').waitFor()
      await row.getByRole('button', { name: 'Edit' }).click()
      await field(dialog(page), 'Alias').fill('Steam fix')
      await press(page, 'Save')
      await row.getByText('Steam fix').waitFor()
      await row.getByRole('button', { name: '03.00.00', exact: true }).click()
      await dialog(page).getByText('No task has used this version yet.').waitFor()
    })
  })
}

for (const { language } of triedOnlyIn('zh')) {
  test('an account that may only read firmware is offered no changes', async () => {
    const rollout = await startRollout(at.app)
    const { name } = await modelOf(rollout)
    await addVersion(rollout, '04.00.00')
    const as = await make.account(at.app, { role: 'support' })
    await at.inWindow({ language, as, start: '/fota/dtu' }, async (page) => {
      await rowWith(page, name).waitFor()
      assert.equal(await page.getByRole('button', { name: '新增版本' }).count(), 0)
      assert.equal(await rowWith(page, name).getByRole('button', { name: '停用' }).count(), 0)
      await rowWith(page, name).getByRole('button', { name: '04.00.00', exact: true }).click()
      await dialog(page).getByText('版本分布').waitFor()
      assert.equal(await dialog(page).getByRole('button', { name: '归档' }).count(), 0)
    })
  })
}
