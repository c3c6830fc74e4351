import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** No violation of axe's rules on the list of spare parts, in both themes. */

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
  test(`axe finds nothing on the spare parts: none, edited, wrong, of another’s saving, and from above, in ${spoken}`, async () => {
    const operationCodes = ['parts-purchase:view', 'parts-purchase:update']
    const { id: organisationId } = await make.organisation(at.app, { kind: 'distributor' })
    const as = await make.account(at.app, { operationCodes, organisationId })
    const agent = await make.organisation(at.app, { kind: 'agent', parentId: organisationId })
    const below = await make.account(at.app, { operationCodes, organisationId: agent.id })
    const { id: productId } = await make.product(at.app)
    const one = { enabled: true, imageFileId: null, priceNote: '€48', link: 'https://parts.example.com/1' }
    const parts = [
      { ...one, id: 'axe1', name: { en: 'Gasket', zh: '密封条' }, number: 'A-1', productIds: [productId] },
      { ...one, id: 'axe2', name: { en: 'Filter', zh: '滤芯' }, number: 'A-2', productIds: [], enabled: false },
    ]
    const save = (updatedAt: string | null) => at.app.ask(partsApi.save, { parts, updatedAt }, { token: as.token })
    await at.inWindow({ language, as, start: '/system/partsPurchase' }, async (page) => {
      await look(page, 'no spare parts', 'main [role=status] b')
      const { envelope } = await save(null)
      await page.reload()
      await page.locator('main form ol button[aria-expanded]').first().click()
      await look(page, 'a spare part, edited', 'main form li input[type=file] ~ *, main form li [role=group]')
      await page.locator('main button[aria-haspopup=dialog]').click()
      await look(page, 'models to choose from', 'fieldset legend')
      await page.keyboard.press('Escape')
      await page.locator('main form li div[lang=en] input').fill('')
      await save(envelope.data.updatedAt)
      await page.locator('main button', { hasText: /^(Save|保存)$/ }).click()
      await look(page, 'a spare part, wrong', '[aria-invalid=true]')
      await page.locator('main form li div[lang=en] input').fill('Seal')
      await page.locator('main button', { hasText: /^(Save|保存)$/ }).click()
      await look(page, 'spare parts, saved by another', '[role=alert] dl, [role=alert] button')
    })
    await at.inWindow({ language, as: below, start: '/system/partsPurchase' }, async (page) => {
      await look(page, 'spare parts from above', 'main [role=note]')
    })
  })
