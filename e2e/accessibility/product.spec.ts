import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/**
 * Axe finds no violation on the screens of series and models, nor in what opens over them; in both themes and
 * languages.
 */

let at: Console
let manager: MadeAccount
before(async () => {
  at = await openConsole()
  manager = await make.account(at.app, { role: 'product-manager' })
})
after(() => at.stop())

/** Checks the page once this is visible and nothing is loading. */
async function look(page: Page, name: string, seen: string, within?: string) {
  await page.locator(`${seen} >> visible=true`).first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await assertAccessible(page, name, within)
}

async function close(page: Page, opened: string) {
  await page.keyboard.press('Escape')
  await page.locator(`${opened} >> visible=true`).first().waitFor({ state: 'detached' })
}

async function removeSeeded() {
  const { token } = manager
  const { envelope: models } = await at.app.ask(productApi.list, { pageSize: 80 }, { token })
  for (const { id, productKey } of models.data.list) await at.app.ask(productApi.remove, { id, productKey }, { token })
  const { envelope: series } = await at.app.ask(productApi.listSeries, { pageSize: 80 }, { token })
  await at.app.ask(productApi.removeSeries, { ids: series.data.list.map(({ id }) => id) }, { token })
}

/** The buttons that change something stand in the title bar, rows end in two of them and "more". */
const primary = (page: Page) => page.locator('main button:has(svg)', { hasText: /Add|新增/ }).first()
const headMenu = (page: Page) => page.locator('main button[aria-haspopup=menu]').first()

for (const { language, spoken } of languagesForAxe) {
  const inWindow = (start: string, work: (page: Page) => Promise<void>) =>
    at.inWindow({ language, as: manager, start }, work)
  const named = (text: string) => ({ en: `${text} ${language}`, zh: `${text} ${language} 型` })

  // This runs first: nothing has been added yet, and the data of a new installation is removed.
  if (language === 'en')
    test('axe finds nothing where there are no series and no models yet', async () => {
      await removeSeeded()
      for (const locale of ['en', 'zh'] as const)
        await at.inWindow({ language: locale, as: manager, start: '/product/series' }, async (page) => {
          await look(page, 'no series', 'section [role=status] b')
          await page.goto(`${at.app.url}/product/model`)
          await look(page, 'no models', 'section [role=status] b')
        })
    })

  test(`axe finds nothing on the series, their form and their removal, in ${spoken}`, async () => {
    await make.product(at.app, { ...named('Counted') })
    const { code } = await make.series(at.app)
    await inWindow(`/product/series?pageSize=80`, async (page) => {
      await look(page, 'series', 'tbody a')
      await page.locator('tbody input[type=checkbox]').first().check()
      await look(page, 'series, one selected', 'tbody input:checked')
      await page.locator('tbody tr', { hasText: code }).locator('button').last().click()
      await look(page, 'series about to be deleted', '[role=dialog]')
      await close(page, '[role=dialog]')
      await primary(page).click()
      await page.locator('[role=dialog] button[type=submit]').click()
      await look(page, 'series form, wrong', '[aria-invalid=true]')
      await close(page, '[role=dialog]')
      await page.goto(`${at.app.url}/product/series?keyword=nowhere`)
      await look(page, 'no series found', 'section [role=status] button')
    })
  })

  test(`axe finds nothing on the models as cards and as rows, and on their forms, in ${spoken}`, async () => {
    await make.product(at.app, { ...named('Listed'), model: null })
    await inWindow('/product/model', async (page) => {
      await look(page, 'cards', 'h2 a')
      await page.locator('li button[aria-haspopup=menu]').first().click()
      await look(page, 'what can be done with a card', '[role=menuitem]', '[role=menu]')
      await close(page, '[role=menu]')
      await page.locator('form[role=search] button[aria-expanded]').click()
      await page.locator('[role=group] button', { hasText: /^(Rows|列表)$/ }).click()
      await look(page, 'rows, all filters', 'tbody a')
      await primary(page).click()
      await look(page, 'model form', '[role=dialog] form')
      await page.locator('[role=dialog] summary').click()
      await page.locator('[role=dialog] button[type=submit]').click()
      await look(page, 'model form, wrong', '[aria-invalid=true]')
      await page.locator('[role=dialog] input[type=radio]').last().check()
      await look(page, 'model form, a copy', '[role=dialog] form')
      await page.goto(`${at.app.url}/product/model?keyword=nowhere`)
      await look(page, 'no models found', 'section [role=status] button')
      await page.locator('[role=group] button', { hasText: /^(Cards|卡片)$/ }).click()
      await look(page, 'no models found, as cards', 'section [role=status] button')
    })
  })

  test(`axe finds nothing on a model and what opens over it, in ${spoken}`, async () => {
    const { id, productKey } = await make.product(at.app, { ...named('Shown'), note: 'GN 1/1 × 10' })
    await inWindow(`/product/model/detail?id=${id}`, async (page) => {
      await look(page, 'model', 'h1')
      await page.locator('dd button', { hasText: /Show|查看/ }).click()
      await look(page, 'password for the secret', '[role=dialog] input')
      await page.locator('[role=dialog] input').fill(manager.password)
      await page.keyboard.press('Enter')
      await page.locator('[role=dialog]').waitFor({ state: 'detached' })
      await look(page, 'secret shown', 'dd .mono')
      await headMenu(page).click()
      await page.getByRole('menuitem').last().click()
      await look(page, 'model about to be deleted', '[role=dialog] form')
      await close(page, '[role=dialog]')
      await headMenu(page).click()
      await page.getByRole('menuitem').first().click()
      await look(page, 'copy form', '[role=dialog] form')
      await close(page, '[role=dialog]')
      await page
        .locator('main button', { hasText: /^(Edit|编辑)$/ })
        .first()
        .click()
      await look(page, 'edit form', '[role=dialog] form')
      await close(page, '[role=dialog]')
      await page.goto(`${at.app.url}/product/model/detail?id=${id}&tab=devices`)
      await look(page, 'no devices of a model', 'section [role=status] b')
      await make.device(at.app, { productId: id, productKey })
      await page.reload()
      await look(page, 'devices of a model', 'tbody a')
    })
  })

  test(`axe finds nothing on the page of a draft and the question before it is discarded, in ${spoken}`, async () => {
    const { id: seriesId } = await make.series(at.app)
    const { envelope } = await at.app.ask(
      productApi.add,
      {
        name: named('Drafted'),
        seriesId,
        nodeType: 'direct',
        networkType: 'wifi',
        protocol: 'alink',
        imageFileId: null,
        startFrom: 'combi-oven',
      },
      { token: manager.token },
    )
    await inWindow(`/product/model/draft?id=${envelope.data.id}`, async (page) => {
      await look(page, 'draft', 'tbody tr')
      await page.locator('main button[aria-haspopup=menu]').first().click()
      await page.getByRole('menuitem').last().click()
      await look(page, 'draft about to be discarded', '[role=dialog]')
    })
  })
}
