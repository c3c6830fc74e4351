import { hourMs } from '@brigade/contract/time.ts'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { uiText } from '../../console/src/ui/ui.text.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { connectMade } from '@brigade/server/testing/linked-device.ts'
import { make } from '@brigade/server/testing/make.ts'
import { makeKitchen } from '@brigade/server/testing/recipe/make-recipe.ts'
import { assertAccessible } from '../support/assert-accessible.ts'
import { languagesForAxe } from '../support/browser.ts'
import type { Language } from '../support/browser.ts'
import { ovenWithPast } from '../support/device-with-past.ts'
import { fillSignIn, openConsole } from '../support/open-console.ts'
import type { Console } from '../support/open-console.ts'
import { assertNames } from '../support/screen-names.ts'

/**
 * Axe finds no violation on any screen, in both themes and languages; and `inWindow` finds nothing that a screen may
 * not do. What a screen reader says of the main screens is as it is written down.
 */

let at: Console
let detail = ''
let customer = ''
let recipe = ''
before(async () => {
  at = await openConsole()
  const { oven } = await ovenWithPast(at.app, 'Left oven 左炉')
  const cooler = await make.device(at.app, { kind: 'cooler', name: 'Cold room 冷库' })
  const cold = await connectMade(at.app, cooler)
  await cold.report({ WorkState: workStateNumber.cooling, CabinetTemp: 3.4 })
  await make.device(at.app, { name: 'Never online 从未上线' })
  detail = `/recipeManage/device/list/detail?id=${oven.id}`
  const served = await make.organisation(at.app, { name: 'Harbour Catering 海港餐饮' })
  await make.device(at.app, { organisationId: served.id })
  await make.organisation(at.app, { name: 'Fjord Kantine 峡湾食堂' })
  customer = `/customer/detail?id=${served.id}`
  const kitchen = await makeKitchen(at.app)
  const { id } = await kitchen.add({ publish: true })
  recipe = `/recipeManage/recipeList/RecipeDetail?id=${id}`
})
after(() => at.stop())

type Screen = Readonly<{
  name: string
  start: () => string
  /** Opens the screen without signing in; by default the administrator is signed in. */
  isSignedOut?: boolean
  /** Limits the check to this part. */
  within?: string
  /** Brings the screen into the state to check, and waits until it is shown. */
  until: (page: Page, language: Language) => Promise<unknown>
}>

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const rows = (page: Page) => page.locator('tbody a').first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const curve = (page: Page) => page.locator('canvas').first().waitFor()
const userMenu = (nth: number) => async (page: Page) => {
  await heading(page)
  await page.locator('header button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem').nth(nth).click()
  await dialog(page)
}
const button = (page: Page, language: Language, en: string, zh: string) =>
  page.getByRole('button', { name: language === 'en' ? en : zh, exact: true }).first()
/** A row that an import accepts, and one that it refuses. */
const table = Buffer.from('Name,Note\nNew one,\nA name that is far too long,' + 'x'.repeat(121))
const tab = (name: string) => () => `${detail}&tab=${name}`

const screens: readonly Screen[] = [
  { name: 'sign-in', start: () => '/login', isSignedOut: true, until: heading },
  {
    name: 'sign-in, refused',
    start: () => '/login',
    isSignedOut: true,
    until: async (page) => {
      await fillSignIn(at, page, 'nobody-here', 'Wrong2026')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'preset password',
    start: () => '/login',
    isSignedOut: true,
    within: 'html',
    until: async (page) => {
      const { id, account, password } = await make.account(at.app, { role: 'administrator' })
      await at.app.db.updateTable('account').set({ mustChangePassword: true }).where('id', '=', id).execute()
      await fillSignIn(at, page, account, password)
      await dialog(page)
    },
  },
  { name: 'verifying an e-mail', start: () => '/verify-email?token=from-a-mail', isSignedOut: true, until: heading },
  { name: 'verifying an e-mail, no longer valid', start: () => '/verify-email', isSignedOut: true, until: heading },
  { name: 'oven list', start: () => '/recipeManage/device/list', until: rows },
  {
    name: 'oven list, nothing found',
    start: () => '/recipeManage/device/list?keyword=nowhere',
    until: (page) => page.locator('section button').last().waitFor(),
  },
  {
    name: 'oven list, all filters, a row selected',
    start: () => '/recipeManage/device/list?warranty=unregistered',
    until: async (page) => {
      await rows(page)
      await page.locator('tbody input[type=checkbox]').first().check()
    },
  },
  {
    name: 'column choice',
    start: () => '/recipeManage/device/list',
    until: async (page, language) => {
      await rows(page)
      await button(page, language, 'Columns', '列设置').click()
      await dialog(page)
    },
    // The dialog half covers buttons of the page, which axe then takes for too small.
    within: '[role=dialog]',
  },
  {
    name: 'saved filters',
    start: () => '/recipeManage/device/list?warranty=unregistered',
    until: async (page, language) => {
      await rows(page)
      await button(page, language, 'Saved filters', '常用筛选').click()
      await dialog(page)
    },
  },
  { name: 'cooler list', start: () => '/iceDevice/list', until: rows },
  { name: 'overview', start: () => detail, until: curve },
  { name: 'history', start: tab('history'), until: curve },
  { name: 'commands', start: tab('commands'), until: heading },
  { name: 'messages', start: tab('messages'), until: (page) => page.locator('tbody tr').first().waitFor() },
  { name: 'online log', start: tab('online'), until: (page) => page.locator('tbody tr').first().waitFor() },
  { name: 'faults and events', start: tab('events'), until: heading },
  {
    name: 'command confirmation',
    start: () => detail,
    until: async (page, language) => {
      await page.getByRole('textbox', { name: language === 'en' ? 'Set temperature' : '设定温度' }).fill('200')
      await page.locator('#command input[type=password]').waitFor()
    },
  },
  { name: 'customer list', start: () => '/customer', until: rows },
  {
    name: 'customer list, all filters, rows selected',
    start: () => '/customer?enabled=true',
    until: async (page) => {
      await rows(page)
      await page.locator('form[role=search] button[aria-expanded]').click()
      await page.locator('tbody input[type=checkbox]').first().check()
    },
  },
  {
    name: 'customers about to be deleted',
    start: () => '/customer',
    until: async (page, language) => {
      await rows(page)
      for (const box of await page.locator('tbody input[type=checkbox]').all()) await box.check()
      await button(page, language, 'Delete', '删除').click()
      await dialog(page)
    },
  },
  {
    name: 'customer form, wrong and refused',
    start: () => '/customer',
    until: async (page, language) => {
      await rows(page)
      await button(page, language, 'Add customer', '新增客户').click()
      await page.locator('textarea').fill('x'.repeat(121))
      await page.locator('[role=dialog] button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  {
    name: 'import dialog',
    start: () => '/customer',
    until: async (page, language) => {
      await rows(page)
      await button(page, language, 'Import', '导入').click()
      await dialog(page)
    },
  },
  {
    name: 'import dialog, checked',
    start: () => '/customer',
    until: async (page, language) => {
      await rows(page)
      await button(page, language, 'Import', '导入').click()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: table })
      await page.locator('[role=dialog] tbody tr').first().waitFor()
    },
  },
  { name: 'customer', start: () => customer, until: heading },
  { name: 'customer, devices', start: () => `${customer}&tab=devices`, until: rows },
  { name: 'customer, unknown', start: () => '/customer/detail?id=999999', until: heading },
  { name: 'product series', start: () => '/product/series', until: rows },
  { name: 'product models', start: () => '/product/model', until: (page) => page.locator('h2 a').first().waitFor() },
  { name: 'product model, unknown', start: () => '/product/model/detail?id=999999', until: heading },
  { name: 'not found', start: () => '/no/such/page', until: heading },
  { name: 'not found, signed out', start: () => '/no/such/page', isSignedOut: true, until: heading },
  { name: 'no right', start: () => '/noAuth', until: heading },
  { name: 'user menu, personal info', start: () => '/iceDevice/list', until: userMenu(0) },
  { name: 'change password', start: () => '/iceDevice/list', until: userMenu(1) },
  { name: 'own sessions', start: () => '/iceDevice/list', until: userMenu(2) },
  {
    name: 'palette',
    start: () => '/iceDevice/list',
    until: async (page) => {
      await rows(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
]

for (const { language, spoken } of languagesForAxe) {
  for (const screen of screens) {
    test(`axe finds nothing in light or dark on: ${screen.name}, in ${spoken}`, async () => {
      const as = screen.isSignedOut === true ? {} : { as: await make.account(at.app, { role: 'administrator' }) }
      await at.inWindow({ language, ...as, start: screen.start() }, async (page) => {
        await screen.until(page, language)
        // Rows that are being read again are dimmed.
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await assertAccessible(page, screen.name, screen.within)
      })
    })
  }

  test(`axe finds nothing in light or dark on: the sign-in dialog, in ${spoken}`, async () => {
    const passing = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: passing, start: '/iceDevice/list' }, async (page) => {
      await rows(page)
      at.app.clock.advance(12 * hourMs + 1000)
      await page.getByRole('button', { name: uiText.refresh[language] }).first().click()
      await dialog(page)
      await assertAccessible(page, 'sign-in dialog')
    })
  })
}

const mainScreens: Readonly<Record<string, Pick<Screen, 'start' | 'until' | 'isSignedOut'>>> = {
  'sign-in': { start: () => '/login', until: heading, isSignedOut: true },
  ovens: { start: () => '/recipeManage/device/list', until: rows },
  refrigerators: { start: () => '/iceDevice/list', until: rows },
  'cold-chain': { start: () => '/iceDevice/coldChain', until: rows },
  faults: { start: () => '/fault/list', until: heading },
  recipes: { start: () => '/recipeManage/recipeList', until: rows },
  recipe: { start: () => recipe, until: heading },
  customers: { start: () => '/customer', until: rows },
  customer: { start: () => customer, until: heading },
}

for (const [name, { start, until, isSignedOut = false }] of Object.entries(mainScreens))
  test(`a screen reader meets the roles and names that are written down on: ${name}`, async () => {
    const as = isSignedOut ? {} : { as: await make.account(at.app, { role: 'administrator', name: 'Ada' }) }
    await at.inWindow({ ...as, start: start() }, async (page) => {
      await until(page, 'en')
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      await assertNames(page.locator('main'), name)
    })
  })
