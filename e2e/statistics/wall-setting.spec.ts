import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { field, openConsole, type Console } from '../support/open-console.ts'

/** The wall set up as an administrator does it: title and logo, hidden names, links, also of an organisation below. */

let at: Console
let admin: MadeAccount
let agent: Awaited<ReturnType<typeof make.organisation>>
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
  agent = await make.organisation(at.app, { kind: 'agent', name: 'Nordwind Kitchens' })
  await make.organisation(at.app, { parentId: agent.id, name: 'Lakeside Hotel' })
})
after(() => at.stop())

/** Saves pictures for people to look at, if a folder is named. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env['WALL_PICTURES']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${folder}/setting-${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('an administrator sets title, logo and hidden names of an organisation below, and its wall shows them', () =>
  at.inWindow({ as: admin, start: '/data/wallSetting', width: 1440 }, async (page) => {
    const organisation = page.getByRole('combobox', { name: 'Wall of' })
    await organisation.fill('Nordwind')
    await page.getByText('Nordwind Kitchens', { exact: true }).last().click()
    await page.getByText('For Nordwind Kitchens and those below it without their own').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('organisation'), agent.id)
    await page.getByLabel('Title, English').fill('Nordwind fleet')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // A title in one language alone is refused at the field of the other.
    await page.getByText('Enter the title in both languages, or in neither').waitFor()
    await page.getByLabel('Title, Chinese').fill('北风设备总览')
    const logo = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#0f6b61' } })
      .png()
      .toBuffer()
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
    await page.getByRole('button', { name: 'Remove the logo' }).waitFor()
    await page.getByLabel('Hide names of customers on the wall').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved; open walls show it within seconds').waitFor()
    await keep(page, 'en-light')
    const { data } = (await at.app.ask(wallApi.page, { organisation: agent.id }, admin)).envelope
    assert.deepEqual(
      [data.title, data.hidesCustomers, data.logo !== null],
      [{ en: 'Nordwind fleet', zh: '北风设备总览' }, true, true],
    )
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.goto(`${at.app.url}/data/dataWatchEn?organisation=${agent.id}`)
    await page.getByRole('heading', { name: 'Nordwind fleet' }).waitFor()
    await page.locator('header img').waitFor()
  }))

test('a link is made for the organisation that is set up, shown once, opens its wall, and is revoked in the list', () =>
  at.inWindow(
    { as: admin, start: `/data/wallSetting?organisation=${agent.id}`, width: 1440, tolerates: /401/ },
    async (page) => {
      await page.getByText('For Nordwind Kitchens and those below it without their own').waitFor()
      await page.getByRole('button', { name: 'New link' }).first().click()
      await field(page.getByRole('dialog'), 'Name').fill('Lobby, ground floor')
      await page.getByRole('dialog').getByRole('button', { name: 'New link' }).click()
      const link = await page.getByLabel('Wall link', { exact: true }).inputValue()
      assert.match(link, /\/data\/dataWatchEn#wall-[\w-]{43}$/)
      await page.getByRole('button', { name: 'Done' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Lobby, ground floor' })
      await row.getByText('Nordwind Kitchens').waitFor()
      await row.getByText('Valid').waitFor()
      const screen = await page.context().newPage()
      await screen.setViewportSize({ width: 1920, height: 1080 })
      await screen.goto(link)
      await screen.getByRole('heading', { name: /Nordwind fleet|Fleet overview/ }).waitFor()
      await keep(page, 'link-en-light')
      await row.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await row.getByText('Revoked').waitFor()
      await screen.getByText('This wall link is no longer valid').waitFor()
      await screen.close()
    },
  ))

test('an account that sees one organisation alone sets up that one, without a choice', async () => {
  const alone = await make.organisation(at.app, { name: 'Harbour Canteen' })
  const theirs = await make.account(at.app, { role: 'administrator', organisationId: alone.id })
  await at.inWindow({ as: theirs, language: 'zh', scheme: 'dark', start: '/data/wallSetting' }, async (page) => {
    await page.getByText('“Harbour Canteen”及未单独设置的下级组织').waitFor()
    await page.getByText('暂无大屏链接').waitFor()
    assert.equal(await page.getByText('所属组织').count(), 0)
    await keep(page, 'zh-dark')
  })
})
