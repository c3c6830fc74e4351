import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { faultCauseApi } from '@brigade/contract/fault/cause.endpoints.ts'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { productApi } from '@brigade/contract/product/product.endpoints.ts'
import { filingApi } from '@brigade/contract/recipe/filing.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { roleApi } from '@brigade/contract/system/role/role.endpoints.ts'
import { addVersion } from '@brigade/server/testing/firmware/rollout.ts'
import { make } from '@brigade/server/testing/make.ts'
import { testPassword } from '@brigade/server/testing/make-account.ts'
import { makeKitchen, type Kitchen } from '@brigade/server/testing/recipe/make-recipe.ts'
import { until } from '@brigade/server/testing/until.ts'
import { triedOnlyIn } from './support/browser.ts'
import { field, openConsole, signInOver, type Console } from './support/open-console.ts'

/**
 * What everything that is declared as an entity (console/src/shell/entity) has from there: what was typed is not lost, a clash is told
 * field by field, and a removal says why it is refused. What is an entity's own is proved by the files of its domain.
 */

let at: Console
before(async () => {
  at = await openConsole()
})
after(() => at.stop())

type As = Readonly<{ token: string; kitchen?: Kitchen }>
type Entity = Readonly<{
  start: string
  /** Somebody who may do all of it. Made for each test, because sessions end in some. */
  who: () => Promise<As>
  addLabel: string
  /** The title of the sheet, if it differs from the button's. */
  addTitle?: string
  addVerb: string
  editTitle: string
  saveVerb: string
  added: (name: string) => string
  saved: (name: string) => string
  /** The fields of a new one; the first is its name. */
  fill: (page: Page, sheet: Locator, name: string) => Promise<void>
  nameLabel: string
  /** The label of the name in a clash. */
  clashLabel: string
  make: (name: string, as: As) => Promise<string>
  /** Somebody else saves another name and another value of one more field, which a clash calls `taken`. */
  other: (id: string, name: string, as: As) => Promise<void>
  taken: string
  /** Name and the other field. */
  now: (id: string, as: As) => Promise<readonly [string | undefined, unknown]>
  theirs: unknown
  removal?: Readonly<{
    use: (id: string, as: As) => Promise<void>
    /** The server's message, and the list's message afterwards. */
    refused: RegExp
    whyNot: RegExp
    done: (name: string) => string
  }>
}>

const seriesNow = async (id: string, { token }: As) => {
  const { list } = (await at.app.ask(productApi.listSeries, { pageSize: 80 }, { token })).envelope.data
  const found = list.find((row) => row.id === id)
  assert.ok(found)
  return found
}
const codeNow = async (id: string, { token }: As) => {
  const { list } = (await at.app.ask(faultCodeApi.codes, { keyword: 'E77', pageSize: 80 }, { token })).envelope.data
  const found = list.find((row) => row.id === id)
  assert.ok(found)
  return found
}
const causeNow = async (id: string, { token }: As) => {
  const { list } = (await at.app.ask(faultCauseApi.causes, { pageSize: 80 }, { token })).envelope.data
  const found = list.find((row) => row.id === id)
  assert.ok(found)
  return found
}
const describedAs = (en: string) => ({
  severity: 'major' as const,
  category: 'other' as const,
  name: { en, zh: `${en} 码` },
  reason: { en: '', zh: '' },
  remedy: { en: '', zh: '' },
  partNumber: '',
})
const account = (role: string) => () => make.account(at.app, { role })
const cook = async (): Promise<As> => {
  const kitchen = await makeKitchen(at.app)
  return { token: kitchen.token, kitchen }
}
const inUse = (kitchen: Kitchen | undefined): Kitchen => {
  assert.ok(kitchen)
  return kitchen
}

const entities: Readonly<Record<string, Entity>> = {
  'a product series': {
    start: '/product/series?pageSize=80',
    who: account('product-manager'),
    addLabel: 'Add series',
    addVerb: 'Add series',
    editTitle: 'Edit series',
    saveVerb: 'Save changes',
    added: (name) => `${name} is added`,
    saved: (name) => `${name} is saved`,
    nameLabel: 'Name in English',
    clashLabel: 'Name in English',
    fill: async (page, sheet, name) => {
      await field(sheet, 'Name in English').fill(name)
      await field(sheet, 'Name in Chinese').fill(`${name} 型`)
      await field(sheet, 'Code').fill(name.replaceAll(' ', '-'))
      await field(sheet, 'Category').click()
      await page.getByRole('option', { name: 'Oven' }).click()
    },
    make: async (name, as) => {
      const body = { name: { en: name, zh: `${name} 型` }, code: name.replaceAll(' ', '-'), kind: 'oven' as const }
      return (await at.app.ask(productApi.addSeries, body, as)).envelope.data.id
    },
    other: async (id, name, as) => {
      const { name: names, code, updatedAt } = await seriesNow(id, as)
      const body = { id, updatedAt, code, kind: 'cooler' as const, name: { ...names, en: name } }
      assert.equal((await at.app.ask(productApi.updateSeries, body, as)).status, 200)
    },
    taken: 'Category',
    now: async (id, as) => {
      const { name, kind } = await seriesNow(id, as)
      return [name.en, kind]
    },
    theirs: 'cooler',
    removal: {
      use: async (id) => void (await make.product(at.app, { seriesId: id })),
      refused: /still has models/,
      whyNot: /^Still has 1 model/,
      done: (name) => `${name} is deleted`,
    },
  },
  'a category of recipes': {
    start: '/recipeManage/recipeTypeList',
    who: cook,
    addLabel: 'Add category',
    addVerb: 'Save',
    editTitle: 'Edit category',
    saveVerb: 'Save',
    added: () => 'Saved',
    saved: () => 'Saved',
    nameLabel: 'English',
    clashLabel: 'Name · English',
    fill: (_page, sheet, name) => field(sheet, 'English').fill(name),
    make: async (name, as) => (await at.app.ask(filingApi.addCategory, { names: { en: name } }, as)).envelope.data.id,
    other: async (id, name, as) => {
      const { updatedAt } = (await at.app.ask(filingApi.category, { id }, as)).envelope.data
      const body = { id, updatedAt, names: { en: name, de: 'Geflügel' } }
      assert.equal((await at.app.ask(filingApi.updateCategory, body, as)).status, 200)
    },
    taken: 'Name · German',
    now: async (id, as) => {
      const { names } = (await at.app.ask(filingApi.category, { id }, as)).envelope.data
      return [names.en, names.de]
    },
    theirs: 'Geflügel',
    removal: {
      use: async (id, { kitchen }) => void (await inUse(kitchen).add({ categoryId: id })),
      refused: /recipe/,
      whyNot: /^It has recipes$/,
      done: () => 'Deleted',
    },
  },
  'an ingredient': {
    start: '/recipeManage/IngredientsList?pageSize=80',
    who: cook,
    addLabel: 'Add ingredient',
    addVerb: 'Save',
    editTitle: 'Edit ingredient',
    saveVerb: 'Save',
    added: () => 'Saved',
    saved: () => 'Saved',
    nameLabel: 'English',
    clashLabel: 'Name · English',
    fill: (_page, sheet, name) => field(sheet, 'English').fill(name),
    make: async (name, as) => {
      const body = { names: { en: name }, kind: 'mass' as const, unit: 'g' as const }
      return (await at.app.ask(filingApi.addIngredient, body, as)).envelope.data.id
    },
    other: async (id, name, as) => {
      const { kind, unit, updatedAt } = (await at.app.ask(filingApi.ingredient, { id }, as)).envelope.data
      const body = { id, updatedAt, kind, unit, names: { en: name }, allergens: ['milk' as const] }
      assert.equal((await at.app.ask(filingApi.updateIngredient, body, as)).status, 200)
    },
    taken: 'Allergen',
    now: async (id, as) => {
      const { names, allergens } = (await at.app.ask(filingApi.ingredient, { id }, as)).envelope.data
      return [names.en, allergens.join()]
    },
    theirs: 'milk',
    removal: {
      use: async (id, { kitchen }) =>
        void (await inUse(kitchen).add({ ingredients: [{ ingredientId: id, unit: 'g', measure: 20 }] })),
      refused: /recipe/,
      whyNot: /^Recipes use it$/,
      done: () => 'Deleted',
    },
  },
  'a firmware model': {
    start: '/fota/firmware?pageSize=80',
    who: async () => {
      await make.product(at.app, { en: 'Train oven', zh: '列车烤箱' })
      return make.account(at.app, { role: 'firmware-engineer' })
    },
    addLabel: 'Add model',
    addTitle: 'Add a firmware model',
    addVerb: 'Add',
    editTitle: 'Edit the firmware model',
    saveVerb: 'Save',
    added: (name) => `${name} added`,
    saved: (name) => `${name} saved`,
    nameLabel: 'Name',
    clashLabel: 'Name',
    fill: async (page, sheet, name) => {
      await field(sheet, 'Name').fill(name)
      await field(sheet, 'Code').fill(name.replaceAll(' ', '-'))
      await press(sheet, 'Choose models')
      await page.getByRole('checkbox', { name: 'Train oven' }).first().check()
      await page.keyboard.press('Escape')
    },
    make: async (name, as) => {
      const { id } = await make.product(at.app)
      const body = { name, code: name.replaceAll(' ', '-'), type: 'single' as const, productIds: [id] }
      return (await at.app.ask(firmwareApi.addModel, body, as)).envelope.data.id
    },
    other: async (id, name, as) => {
      const { code, type, products, updatedAt } = (await at.app.ask(firmwareApi.model, { id }, as)).envelope.data
      const body = { id, updatedAt, name, code, type, productIds: products.map((one) => one.id), remark: 'For trains' }
      assert.equal((await at.app.ask(firmwareApi.updateModel, body, as)).status, 200)
    },
    taken: 'Remark',
    now: async (id, as) => {
      const { name, remark } = (await at.app.ask(firmwareApi.model, { id }, as)).envelope.data
      return [name, remark]
    },
    theirs: 'For trains',
    removal: {
      use: async (modelId, as) => void (await addVersion({ app: at.app, engineer: as, modelId }, '00.00.01')),
      refused: /has versions or tasks/,
      whyNot: /^Has versions or tasks$/,
      done: (name) => `${name} deleted`,
    },
  },
  'a role': {
    start: '/system/role?pageSize=80',
    who: account('administrator'),
    addLabel: 'Add role',
    addVerb: 'Add role',
    editTitle: 'Edit role',
    saveVerb: 'Save changes',
    added: (name) => `${name} is added`,
    saved: (name) => `${name} is saved`,
    nameLabel: 'Name in English',
    clashLabel: 'Name in English',
    fill: async (_page, sheet, name) => {
      await field(sheet, 'Name in English').fill(name)
      await field(sheet, 'Name in Chinese').fill(`${name} 角色`)
    },
    make: async (name, as) => {
      const body = { name: `${name} 角色`, enName: name, kinds: ['platform' as const] }
      return (await at.app.ask(roleApi.add, body, as)).envelope.data.id
    },
    other: async (id, enName, as) => {
      const { name, kinds, updatedAt } = (await at.app.ask(roleApi.detail, { id }, as)).envelope.data
      const body = { id, updatedAt, name, enName, kinds, enDescription: 'For the night' }
      assert.equal((await at.app.ask(roleApi.update, body, as)).status, 200)
    },
    taken: 'Description in English',
    now: async (id, as) => {
      const { enName, enDescription } = (await at.app.ask(roleApi.detail, { id }, as)).envelope.data
      return [enName, enDescription]
    },
    theirs: 'For the night',
    removal: {
      use: async (roleId, as) => {
        const body = { account: 'night.shift', name: 'Night shift', roleId }
        assert.equal((await at.app.ask(accountApi.add, body, as)).status, 200)
      },
      refused: /account/,
      whyNot: /^It is the role of 1 account/,
      done: (name) => `${name} is deleted`,
    },
  },
  'an account': {
    start: '/system/account?pageSize=80',
    who: account('administrator'),
    addLabel: 'Add account',
    addVerb: 'Add account',
    editTitle: 'Edit account',
    saveVerb: 'Save',
    added: (name) => `Password of ${name}`,
    saved: (name) => `${name} was saved`,
    nameLabel: 'Name',
    clashLabel: 'Name',
    fill: async (page, sheet, name) => {
      await field(sheet, 'Name').fill(name)
      await field(sheet, 'Sign-in name').fill(name.toLowerCase().replaceAll(' ', '.'))
      await field(sheet, 'Role').click()
      await page.getByRole('option', { name: 'Support', exact: true }).click()
    },
    make: async (name) => (await make.account(at.app, { role: 'support', name })).id,
    other: async (id, name, as) => {
      const { role, email, emailVerified, updatedAt } = (await at.app.ask(accountApi.detail, { id }, as)).envelope.data
      const body = { id, updatedAt, name, roleId: role.id, email, emailVerified, phone: '13900139000' }
      assert.equal((await at.app.ask(accountApi.update, body, as)).status, 200)
    },
    taken: 'Mobile number',
    now: async (id, as) => {
      const { name, phone } = (await at.app.ask(accountApi.detail, { id }, as)).envelope.data
      return [name, phone]
    },
    theirs: '13900139000',
  },
  'a cause of faults': {
    start: '/fault/cause',
    who: account('administrator'),
    addLabel: 'Add cause',
    addVerb: 'Add cause',
    editTitle: 'Edit cause',
    saveVerb: 'Save',
    added: (name) => `${name} is added`,
    saved: (name) => `${name} is saved`,
    nameLabel: 'Name in English',
    clashLabel: 'Name in English',
    fill: async (_page, sheet, name) => {
      await field(sheet, 'Name in English').fill(name)
      await field(sheet, 'Name in Chinese').fill(`${name} 因`)
    },
    make: async (name, as) => {
      const body = { name: { en: name, zh: `${name} 因` } }
      return (await at.app.ask(faultCauseApi.addCause, body, as)).envelope.data.id
    },
    other: async (id, name, as) => {
      const { name: names, enabled, updatedAt } = await causeNow(id, as)
      const body = { id, updatedAt, enabled, name: { en: name, zh: `${names.zh}二` } }
      assert.equal((await at.app.ask(faultCauseApi.updateCause, body, as)).status, 200)
    },
    taken: 'Name in Chinese',
    now: async (id, as) => {
      const { name } = await causeNow(id, as)
      return [name.en, name.zh.endsWith('二')]
    },
    theirs: true,
  },
  'a fault code': {
    // Each model has codes of its own, of which no other is named so.
    start: '/fault/code?pageSize=80&keyword=code',
    who: async () => {
      await make.product(at.app, { en: 'Quiet fridge', zh: '静音冰箱', kind: 'cooler' })
      return make.account(at.app, { role: 'administrator' })
    },
    addLabel: 'Add fault code',
    addVerb: 'Save',
    editTitle: 'Edit the description',
    saveVerb: 'Save',
    added: () => 'Saved',
    saved: () => 'Saved',
    nameLabel: 'Name, English',
    clashLabel: 'Name, English',
    fill: async (page, sheet, name) => {
      await field(sheet, 'Name, English').fill(name)
      await field(sheet, 'Name, Chinese').fill(`${name} 码`)
      await field(sheet, 'Model').fill('Quiet fridge')
      await page.getByRole('option', { name: 'Quiet fridge' }).first().click()
    },
    make: async (name, as) => {
      const { id } = await make.product(at.app)
      const body = { ...describedAs(name), id: null, updatedAt: null, productId: id, identifier: 'Fault', code: 'E77' }
      return (await at.app.ask(faultCodeApi.saveCode, body, as)).envelope.data.id
    },
    other: async (id, name, as) => {
      const { product, name: names, identifier, code, updatedAt } = await codeNow(id, as)
      const own = { id, updatedAt, productId: product.id, identifier, code, partNumber: 'P-77' }
      const body = { ...describedAs(name), ...own, name: { ...names, en: name } }
      assert.equal((await at.app.ask(faultCodeApi.saveCode, body, as)).status, 200)
    },
    taken: 'Spare part',
    now: async (id, as) => {
      const { name, partNumber } = await codeNow(id, as)
      return [name.en, partNumber]
    },
    theirs: 'P-77',
  },
}

const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).first().click()
/** An act of a row, whose button is named with the row. */
const pressIn = (row: Locator, verb: string) =>
  row
    .getByRole('button', { name: new RegExp(`^${verb} `) })
    .first()
    .click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** "Delete" of a row, which stands in its menu where it offers more than three things. */
async function removing(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name)
  await row.waitFor()
  const beside = row.getByRole('button', { name: /^Delete / })
  if ((await beside.count()) > 0) return beside
  await pressIn(row, 'More')
  return page.getByRole('menuitem', { name: 'Delete', exact: true })
}

/** TEST_ONLY_SCREENS limits the files that try many screens to these; what all entities have in common is tried always. */
const wanted = process.env['TEST_ONLY_SCREENS']?.split(',')
const triedEntities = Object.entries(entities).filter(
  ([what, { start }]) =>
    wanted === undefined || what === 'a product series' || wanted.includes(start.split('?')[0] ?? ''),
)

for (const { language } of triedOnlyIn('en'))
  for (const [what, entity] of triedEntities) {
    const { start, addLabel, addTitle = addLabel, addVerb, editTitle, saveVerb, nameLabel, removal } = entity
    const [initial = ''] = what.split(' ').slice(-1)
    const inWindow = (as: As, work: (page: Page) => Promise<void>) => at.inWindow({ language, as, start }, work)
    /** The rows are shown; what follows would otherwise be done to what is replaced a moment later. */
    const opened = (page: Page, name: string) => rowOf(page, name).waitFor()

    test(`what is typed of ${what} outlives a wrong key, a lost connection and the end of the session`, async () => {
      const as = await entity.who()
      const name = `New ${initial}`
      await inWindow(as, async (page) => {
        const sheet = dialog(page, addTitle)
        const typed = () => field(sheet, nameLabel).inputValue()
        await press(page, addLabel)
        await sheet.waitFor()
        await page.keyboard.press('Escape')
        await sheet.waitFor({ state: 'detached' })
        await press(page, addLabel)
        await entity.fill(page, sheet, name)
        await page.keyboard.press('Escape')
        await press(dialog(page, 'Leave without saving?'), 'Stay')
        assert.equal(await typed(), name)
        await page.context().setOffline(true)
        await press(sheet, addVerb)
        await sheet.getByRole('alert').waitFor()
        await page.context().setOffline(false)
        assert.equal(await typed(), name)
        await signInOver(at, page, () => press(sheet, addVerb), { password: testPassword })
        await sheet.waitFor()
        assert.equal(await typed(), name)
        await press(sheet, addVerb)
        await page.getByText(entity.added(name), { exact: true }).first().waitFor()
        await sheet.waitFor({ state: 'detached' })
        await rowOf(page, name).waitFor({ state: 'attached' })
        if (what === 'an account') await press(dialog(page, entity.added(name)), 'Done')
        await pressIn(rowOf(page, name), 'Edit')
        await field(dialog(page, editTitle), nameLabel).fill('Nobody wants this')
        await page.keyboard.press('Escape')
        await press(dialog(page, 'Leave without saving?'), 'Leave')
        await dialog(page, editTitle).waitFor({ state: 'detached' })
        await opened(page, name)
      })
    })

    test(`the second of two who edit ${what} sees what both changed, and loses neither`, async () => {
      const as = await entity.who()
      const name = `Old ${initial}`
      const [mine, theirs] = [`Mine ${initial}`, `Theirs ${initial}`]
      const id = await entity.make(name, as)
      await inWindow(as, async (page) => {
        await opened(page, name)
        await pressIn(rowOf(page, name), 'Edit')
        const sheet = dialog(page, editTitle)
        await field(sheet, nameLabel).fill(mine)
        at.app.clock.advance(1000)
        await entity.other(id, theirs, as)
        await press(sheet, saveVerb)
        const clash = sheet.getByRole('alert')
        await clash.getByText(`Changed by them and merged: ${entity.taken}.`).waitFor()
        const difference = clash.locator('dl > div')
        assert.equal(await difference.count(), 1)
        assert.deepEqual(await difference.locator('dt, dd').allTextContents(), [
          entity.clashLabel,
          `Theirs${theirs}`,
          `Yours${mine}`,
        ])
        await press(clash, 'Keep mine')
        await clash.waitFor({ state: 'detached' })
        assert.deepEqual(await entity.now(id, as), [theirs, entity.theirs], 'nothing is saved before it is said')
        await press(sheet, saveVerb)
        await page
          .getByRole('status')
          .filter({ hasText: entity.saved(mine) })
          .waitFor()
        assert.deepEqual(await entity.now(id, as), [mine, entity.theirs])
      })
    })

    if (removal !== undefined)
      test(`${what} that is used after the question is kept with the reason, and one that nothing uses is removed`, async () => {
        const as = await entity.who()
        const [used, free] = [`Used ${initial}`, `Free ${initial}`]
        const id = await entity.make(used, as)
        await entity.make(free, as)
        await inWindow(as, async (page) => {
          await (await removing(page, used)).click()
          const question = page.getByRole('dialog')
          await removal.use(id, as)
          await press(question, 'Delete')
          await question.getByRole('alert').getByText(removal.refused).waitFor()
          await press(question, 'Cancel')
          await page.reload()
          const refused = await removing(page, used)
          assert.match((await refused.getAttribute('aria-description')) ?? '', removal.whyNot)
          await page.keyboard.press('Escape')
          await (await removing(page, free)).click()
          await press(question, 'Delete')
          await page
            .getByRole('status')
            .filter({ hasText: removal.done(free) })
            .waitFor()
          await until('it is gone', async () => (await rowOf(page, free).count()) === 0)
          assert.equal(await rowOf(page, used).count(), 1)
        })
      })
  }
