import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { Locator, Page } from 'playwright-core'
import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from './support/browser.ts'
import { field, openConsole, type Console } from './support/open-console.ts'

/** A person edits the list of spare parts, beside the phone that shows it. */

const start = '/system/partsPurchase'
const both = ['parts-purchase:view', 'parts-purchase:update']
let at: Console
let oven: { id: string; name: { en: string; zh: string } }
before(async () => {
  at = await openConsole()
  oven = await make.product(at.app, { en: 'Stone 4', zh: '石窑 4 型' })
})
after(() => at.stop())

/** A distributor and somebody there, so that tests do not share a list. */
async function keeper(parentId?: string): Promise<MadeAccount> {
  const kind = parentId === undefined ? 'distributor' : 'agent'
  const { id } = await make.organisation(at.app, { kind, ...(parentId === undefined ? {} : { parentId }) })
  return make.account(at.app, { operationCodes: both, organisationId: id })
}
let made = 0
const part = (en: string, change: Partial<Part> = {}): Part => ({
  id: `e2e${(made += 1)}`,
  enabled: true,
  imageFileId: null,
  name: { en, zh: `${en} 配件` },
  number: `E-${made}`,
  productIds: [],
  link: 'https://parts.example.com/one',
  priceNote: '',
  ...change,
})
const shown = async ({ token }: MadeAccount) => (await at.app.ask(partsApi.detail, {}, { token })).envelope.data
async function keep(as: MadeAccount, parts: Part[]) {
  const { updatedAt } = await shown(as)
  assert.equal((await at.app.ask(partsApi.save, { parts, updatedAt }, { token: as.token })).status, 200)
}
const kept = async (as: MadeAccount) => (await shown(as)).parts.map(({ name }) => name.en)

const cards = (page: Page) => page.locator('main form ol > li')
const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
const phone = (page: Page): Locator => page.getByRole('complementary', { name: 'As the app shows it' })
const onPhone = (page: Page) => phone(page).locator('li b').allTextContents()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const saved = (page: Page) => page.getByText('All saved').waitFor()

for (const { language } of triedOnlyIn('en')) {
  const inWindow = (as: MadeAccount, work: (page: Page) => Promise<void>, address = start) =>
    at.inWindow({ language, as, start: address }, work)

  test('from nothing: a part is added with its picture and models, refused at its fields, and shown on the phone', async () => {
    const as = await keeper()
    await inWindow(as, async (page) => {
      await page.getByText('No spare parts yet').waitFor()
      await page.getByRole('button', { name: 'Add a part' }).click()
      await field(page, 'Chinese name').fill('炉门密封条')
      await field(page, 'English name').fill('Door gasket')
      await field(page, 'Purchase link').fill('javascript:alert(1)')
      await save(page)
      await page.getByText('Enter a full address that begins with https://').waitFor()
      await page.getByText('This cannot be empty').waitFor()
      await page.getByText('2 fields need correcting:').waitFor()
      await field(page, 'Part number').fill('DG-4')
      await field(page, 'Purchase link').fill('https://parts.example.com/dg-4')
      await field(page, 'Price note').fill('€48')
      await page.getByRole('button', { name: 'Choose models' }).click()
      await page.getByLabel('Find a model').fill('stone')
      await page.getByLabel('Stone 4', { exact: true }).check()
      await page.keyboard.press('Escape')
      const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a63' } })
        .png()
        .toBuffer()
      await page.locator('input[type=file]').setInputFiles({ name: 'p.txt', mimeType: 'text/plain', buffer })
      await page.getByText('Choose a JPG, PNG or GIF picture').waitFor()
      await page.locator('input[type=file]').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer })
      await page.getByRole('button', { name: 'Use this picture' }).click()
      await phone(page).locator('img').waitFor()
      await save(page)
      await saved(page)
      assert.deepEqual(await onPhone(page), ['Door gasket'])
      await phone(page).getByRole('button', { name: '中文' }).click()
      await phone(page).getByText('炉门密封条').waitFor()
      assert.equal(await phone(page).getByRole('link').getAttribute('rel'), 'noopener noreferrer')
    })
    const [one] = (await shown(as)).parts
    assert.deepEqual([one?.number, one?.productIds, one?.priceNote], ['DG-4', [oven.id], '€48'])
    assert.notEqual(one?.imageFileId, null)
  })

  test('the order is set by keys and by dragging; a part is copied, hidden, removed and put back', async () => {
    const as = await keeper()
    await keep(as, [part('First'), part('Second'), part('Third')])
    await inWindow(as, async (page) => {
      await page.getByRole('button', { name: /^Move First/ }).press('Alt+ArrowDown')
      await page.getByText('First is now 2 of 3').waitFor()
      assert.deepEqual(await onPhone(page), ['Second', 'First', 'Third'])
      await card(page, 'Third')
        .locator('[data-grip]')
        .dragTo(cards(page).first(), { targetPosition: { x: 30, y: 4 } })
      await until('Third is first', async () => (await onPhone(page))[0] === 'Third')
      await page.getByRole('switch', { name: 'Show Second in the app' }).uncheck()
      assert.deepEqual(await onPhone(page), ['Third', 'First'])
      await page.getByRole('button', { name: 'Duplicate First' }).click()
      await field(page, 'English name').fill('Fourth')
      await page.getByRole('button', { name: 'Remove Third' }).click()
      await until('the copy is on the phone', async () => (await onPhone(page)).join(' ') === 'First Fourth')
      await page.getByRole('button', { name: 'Undo' }).click()
      await until('Third is back', async () => (await onPhone(page))[0] === 'Third')
      await save(page)
      await saved(page)
    })
    assert.deepEqual(await kept(as), ['Third', 'Second', 'First', 'Fourth'])
  })

  test('one model shows its parts and those of all models, in the list and on the phone', async () => {
    const as = await keeper()
    const other = await make.product(at.app, { en: 'Stone 9', zh: '石窑 9 型' })
    await keep(as, [
      part('For four', { productIds: [oven.id] }),
      part('For nine', { productIds: [other.id] }),
      part('For all'),
    ])
    await inWindow(as, async (page) => {
      await page.getByRole('combobox', { name: 'Model' }).fill('Stone 9')
      await page.getByRole('option', { name: 'Stone 9' }).click()
      await page.getByText('2 found').waitFor()
      assert.deepEqual(await onPhone(page), ['For nine', 'For all'])
      await page.getByRole('button', { name: /^Move For all/ }).press('Alt+ArrowUp')
      await save(page)
      await saved(page)
    })
    assert.deepEqual(await kept(as), ['For four', 'For all', 'For nine'])
  })

  test('changes saved by somebody else meanwhile are shown beside one’s own, and both are kept', async () => {
    const as = await keeper()
    const [one, two] = [part('Gasket'), part('Filter')]
    await keep(as, [one, two])
    await inWindow(as, async (page) => {
      await page.getByRole('button', { name: /^Gasket/ }).click()
      await field(page, 'Price note').fill('€10')
      await keep(as, [{ ...one, priceNote: '€12' }, two, part('Lamp')])
      await save(page)
      const clash = page.getByRole('alert').filter({ hasText: 'Somebody saved this list after you opened it' })
      await clash.getByText('€12').waitFor()
      await clash.getByText('€10').waitFor()
      await clash.getByRole('button').last().click()
      await save(page)
      await saved(page)
    })
    const { parts } = await shown(as)
    assert.deepEqual(
      parts.map(({ name, priceNote }) => `${name.en} ${priceNote}`),
      ['Gasket €10', 'Filter ', 'Lamp '],
    )
  })

  test('a list from above is viewed, copied as one’s own, and given up again', async () => {
    const above = await keeper()
    await keep(above, [part('Offered'), part('Not yet', { enabled: false })])
    const as = await keeper(above.organisationId)
    await inWindow(as, async (page) => {
      await page.getByText('the app offers that of the distributor').waitFor()
      assert.deepEqual(await onPhone(page), ['Offered'])
      assert.equal(await page.getByRole('button', { name: /^Offered/ }).count(), 0)
      await page.getByRole('button', { name: 'Keep own list' }).click()
      await save(page)
      await saved(page)
      await page.getByRole('button', { name: 'Remove own list' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove own list' }).click()
      await page.getByText('the app offers that of the distributor').waitFor()
    })
    assert.equal((await shown(as)).updatedAt, null)
    await inWindow(
      above,
      (page) => page.getByText('the app offers that of the distributor').waitFor(),
      `${start}?organisationId=${as.organisationId}`,
    )
  })

  test('leaving unsaved parts requires a confirmation', async () => {
    const as = await keeper()
    await keep(as, [part('Kept')])
    await inWindow(as, async (page) => {
      await page.getByRole('switch', { name: 'Show Kept in the app' }).uncheck()
      await page.getByText('Not saved', { exact: true }).waitFor()
      await page.locator('a[href="/"]').first().click()
      await page.getByRole('dialog').getByRole('button', { name: /Stay/ }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await saved(page)
    })
  })
}
