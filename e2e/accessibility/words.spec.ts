import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { languageApi } from '@brigade/contract/product/language/language.endpoints.ts'
import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import { combiOven } from '@brigade/contract/thing-model/ready-made/combi-oven.ts'
import { make } from '@brigade/server/testing/make.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe, type Language } from '../support/browser.ts'
import { openConsole, type Console } from '../support/open-console.ts'

/** Axe finds no violation on templates and languages of a product, in both themes and languages. */

let at: Console
/** With all templates and two languages, and without any. */
let full = ''
let bare = ''
before(async () => {
  at = await openConsole()
  const by = { token: (await make.account(at.app, { role: 'product-manager' })).token }
  const [product, other] = await Promise.all([make.product(at.app), make.product(at.app)])
  full = product.id
  bare = other.id
  let made = 0
  const newId = () => {
    made += 1
    return `id${String(made).padStart(6, '0')}`
  }
  const first = { productId: full, updatedAt: null }
  const network = emptyTemplate('distribution-network', combiOven, newId)
  await at.app.ask(templateApi.saveNetwork, { ...first, content: network }, by)
  await at.app.ask(templateApi.saveInfo, { ...first, content: emptyTemplate('params-info', combiOven, newId) }, by)
  await at.app.ask(templateApi.saveEdit, { ...first, content: emptyTemplate('params-edit', combiOven, newId) }, by)
  const panel = emptyTemplate('device-control', combiOven, newId)
  const saved = await at.app.ask(templateApi.saveControl, { ...first, content: panel }, by)
  const { updatedAt } = saved.envelope.data
  await at.app.ask(templateApi.publishControl, { productId: full, updatedAt }, by)
  // A reading that the thing model has not.
  await at.app.ask(
    templateApi.saveControl,
    { productId: full, content: { ...panel, headline: 'GoneNow' }, updatedAt },
    by,
  )
  const zones = emptyTemplate('temperature-control', combiOven, newId)
  await at.app.ask(templateApi.saveTemperature, { ...first, content: zones }, by)
  const german = await at.app.ask(languageApi.saveLanguage, { ...first, language: 'de', texts: {} }, by)
  const texts = { 'property.WorkState.name': 'Betriebszustand' }
  const change = { productId: full, language: 'de', texts, updatedAt: german.envelope.data.updatedAt } as const
  await at.app.ask(languageApi.saveLanguage, change, by)
  await at.app.ask(languageApi.saveLanguage, { ...first, language: 'ar', texts: {} }, by)
})
after(() => at.stop())

type Screen = Readonly<{
  name: string
  start: () => string
  /** Brings the screen into the state to check, and waits until it is shown. */
  until: (page: Page, language: Language) => Promise<unknown>
}>

const draft = (tab: string, of: () => string) => () => `/product/model/draft?id=${of()}&tab=${tab}`
const phone = (page: Page) => page.locator('aside section[data-theme=light]').first().waitFor()
const press = (page: Page, language: Language, en: string, zh: string) =>
  page
    .getByRole('button', { name: language === 'en' ? en : zh, exact: true })
    .last()
    .click()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const template = (tab: string): Pick<Screen, 'start' | 'until'> => ({ start: draft(tab, () => full), until: phone })
const words = (page: Page) => page.locator('input[data-word]').first().waitFor()
const setLang =
  (more = '') =>
  () =>
    `/product/model/setLang?id=${full}${more}`
const table = (page: Page) => page.locator('tbody tr').first().waitFor()

const screens: readonly Screen[] = [
  { name: 'network setup', ...template('distribution-network') },
  { name: 'parameters shown', ...template('params-info') },
  { name: 'parameters edited', ...template('params-edit') },
  { name: 'temperature control', ...template('temperature-control') },
  { name: 'device control with a function that is gone', ...template('device-control') },
  {
    name: 'device control, draft and published side by side, in German',
    start: draft('device-control', () => full),
    until: async (page, language) => {
      await phone(page)
      await press(page, language, 'Both', '对照')
      await page.locator('aside input[role=combobox]').click()
      await page.getByRole('option', { name: 'Deutsch' }).click()
      await page.locator('aside section[lang=de]').nth(1).waitFor()
    },
  },
  {
    name: 'a template that is not begun',
    start: draft('params-info', () => bare),
    until: (page) => page.getByRole('status').getByRole('button').first().waitFor(),
  },
  {
    name: 'a template that is wrong everywhere',
    start: draft('device-control', () => bare),
    until: async (page, language) => {
      await press(page, language, 'Start empty', '从空白开始')
      await press(page, language, 'Add a control', '添加控件')
      await press(page, language, 'Save draft', '保存草稿')
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'a template about to be published',
    start: draft('distribution-network', () => full),
    until: async (page, language) => {
      await phone(page)
      await press(page, language, 'Publish', '发布')
      await dialog(page)
    },
  },
  { name: 'templates of a model', start: () => `/product/model/detail?id=${full}&tab=templates`, until: table },
  { name: 'languages of a model', start: () => `/product/model/detail?id=${full}&tab=languages`, until: table },
  { name: 'words in German', start: setLang('&language=de'), until: words },
  { name: 'words in Arabic', start: setLang('&language=ar'), until: words },
  {
    name: 'words, none found',
    start: setLang('&language=de'),
    until: async (page) => {
      await words(page)
      await page.locator('[data-first-filter]').fill('nowhere to be found')
      await page.getByRole('status').getByRole('button').first().waitFor()
    },
  },
  {
    name: 'a word too long',
    start: setLang('&language=de'),
    until: async (page) => {
      await page.locator('input[data-word]').first().fill('x'.repeat(201))
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'languages about to be published',
    start: setLang(),
    until: async (page, language) => {
      await words(page)
      await press(page, language, 'Publish', '发布')
      await dialog(page)
    },
  },
  {
    name: 'a language about to be begun',
    start: setLang(),
    until: async (page, language) => {
      await words(page)
      await press(page, language, 'Add language', '添加语言')
      await dialog(page)
    },
  },
  {
    name: 'no language yet',
    start: () => `/product/model/setLang?id=${bare}`,
    until: (page) => page.getByRole('status').getByRole('button').first().waitFor(),
  },
]

for (const { language, spoken } of languagesForAxe) {
  for (const screen of screens) {
    test(`axe finds nothing in light or dark on: ${screen.name}, in ${spoken}`, async () => {
      const as = await make.account(at.app, { role: 'product-manager' })
      await at.inWindow({ language, as, start: screen.start() }, async (page) => {
        await screen.until(page, language)
        await assertAccessible(page, screen.name)
      })
    })
  }
}
