import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { shellText } from '../console/src/shell/shell.text.ts'
import { partsText } from '../console/src/system/parts/parts.text.ts'
import { uiText } from '../console/src/ui/ui.text.ts'
import { word } from '@brigade/contract/word.text.ts'
import { inBoth } from './support/in-both.ts'
import type { Locator, Page } from 'playwright-core'
import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { MenuNode } from '@brigade/contract/system/menu/menu.model.ts'
import { make } from '@brigade/server/testing/make.ts'
import type { MadeAccount } from '@brigade/server/testing/make-account.ts'
import { until } from '@brigade/server/testing/until.ts'
import { accountHolding } from './support/account-holding.ts'
import { tried, type Language } from './support/browser.ts'
import { arrived, field, openConsole, type Console } from './support/open-console.ts'

/** The menu as an administrator changes it, and as everybody else sees the change. */

let at: Console
let admin: MadeAccount
before(async () => {
  at = await openConsole()
  admin = await make.account(at.app, { role: 'administrator' })
})
after(() => at.stop())

const words = inBoth({
  title: { en: 'Menus', zh: '菜单管理' },
  mainMenu: shellText.mainMenu,
  add: { en: 'Add menu item', zh: '新增菜单' },
  addUnder: { en: 'Add under it', zh: '新增下级' },
  save: word.saveChanges,
  zhName: partsText.zhName,
  enName: partsText.enName,
  web: { en: 'A web address', zh: '外部网址' },
  webAddress: { en: 'Web address', zh: '网址' },
  code: { en: 'Code', zh: '操作编码' },
  codeTyped: { en: 'oven:reset', zh: 'oven:reset' },
  calls: { en: 'Allows these calls', zh: '对应接口' },
  added: { en: (name: string) => `${name} is added`, zh: (name: string) => `已新增“${name}”` },
  saved: { en: (name: string) => `${name} is saved`, zh: (name: string) => `已保存“${name}”` },
  moved: { en: (name: string) => `${name} is moved`, zh: (name: string) => `已移动“${name}”` },
  help: { en: 'Help', zh: '帮助' },
  desk: { en: 'Service desk', zh: '服务台' },
  undo: word.undo,
  undone: word.undone,
  more: word.more,
  moveTo: { en: 'Move to…', zh: '移动到…' },
  under: { en: 'Under', zh: '上级菜单' },
  move: { en: 'Move', zh: '移动' },
  customers: { en: 'Customers', zh: '客户管理' },
  products: { en: 'Products', zh: '产品管理' },
  series: { en: 'Product series', zh: '产品系列' },
  disable: word.disable,
  accounts: { en: 'Accounts', zh: '账号' },
  lost: { en: 'Product series · View', zh: '产品系列 · 查看' },
  nowDisabled: { en: (name: string) => `${name} is disabled`, zh: (name: string) => `已停用“${name}”` },
  restore: { en: 'Restore', zh: '恢复默认' },
  restored: { en: '1 row restored', zh: '已恢复 1 项' },
  changed: { en: 'Changed', zh: '已改动' },
  remove: word.delete,
  removed: { en: (name: string) => `${name} is deleted`, zh: (name: string) => `已删除“${name}”` },
  menus: { en: 'Menus', zh: '菜单管理' },
  needed: { en: /Without this row nobody could administer/, zh: /缺少该项将无人能管理系统/ },
  addSeries: { en: 'Add series', zh: '新增系列' },
  seriesCode: { en: 'Code', zh: '系列编码' },
  kept: { en: /What you typed there is kept/, zh: /已填写的内容保留在本标签页/ },
  backToWork: shellText.backToWork,
  orderChanged: { en: /Somebody has changed the order/, zh: /该级菜单已被他人调整/ },
  moveAgain: { en: 'Move it again', zh: '重新移动' },
  changedSince: { en: /Somebody has changed this row/, zh: /该菜单项已被他人修改/ },
  keepMine: uiText.keepMine,
  keyword: { en: 'Name, address or code', zh: '名称、地址或编码' },
  found: { en: /^2 of \d+ rows found$/, zh: /^共 \d+ 项，找到 2 项$/ },
  edit: word.edit,
  ovens: { en: 'Ovens', zh: '烤箱管理' },
})

const address = '/system/menu'
const treeOf = (page: Page) => page.getByRole('treegrid')
/** The row of this name, with its level if another row has the same one. */
const rowNamed = (page: Page, name: string, level: number): Locator =>
  treeOf(page)
    .locator(`[role=row][aria-level="${level}"]`)
    .filter({ has: page.getByText(name, { exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')

async function storedTree(): Promise<MenuNode[]> {
  return (await at.app.ask(menuApi.tree, {}, { token: admin.token })).envelope.data
}
const topNames = async (language: Language) =>
  (await storedTree()).map(({ name, enName }) => (language === 'zh' ? name : enName))

/** Chooses an action from the menu behind the first two of a row. */
async function actOn(page: Page, row: Locator, more: string, action: string) {
  await row.getByRole('button', { name: new RegExp(`^${more} `) }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

for (const { language, spoken } of tried('en')) {
  const w = words[language]

  test(`a row is added, edited, moved by keyboard and dialog, and deleted, and the side menu follows, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: address }, async (page) => {
      const menu = page.getByRole('navigation', { name: w.mainMenu })
      await page.getByRole('button', { name: w.add, exact: true }).click()
      await field(dialog(page), w.zhName).fill('帮助')
      await field(dialog(page), w.enName).fill('Help')
      await dialog(page).getByRole('button', { name: w.web }).click()
      await field(dialog(page), w.webAddress).fill('https://help.example.com/')
      await dialog(page).getByRole('button', { name: w.add, exact: true }).click()
      await page.getByText(w.added(w.help)).waitFor()
      await menu.getByRole('link', { name: w.help }).waitFor()

      // Enter on a row opens it.
      const help = rowNamed(page, w.help, 1)
      await help.click()
      await page.keyboard.press('Enter')
      await field(dialog(page), w.zhName).fill('服务台')
      await field(dialog(page), w.enName).fill('Service desk')
      await dialog(page).getByRole('button', { name: w.save }).click()
      await page.getByText(w.saved(w.desk)).waitFor()
      await menu.getByRole('link', { name: w.desk }).waitFor()

      const before = await topNames(language)
      assert.equal(before.at(-1), w.desk)
      const desk = rowNamed(page, w.desk, 1)
      await desk.click()
      await page.keyboard.press('Alt+ArrowUp')
      await page.keyboard.press('Alt+ArrowUp')
      await until('it stands two rows higher', async () => (await topNames(language)).at(-3) === w.desk)
      const focused = String(await page.evaluate('document.activeElement.textContent'))
      assert.ok(focused.includes(w.desk), 'it keeps the focus')
      await page.getByRole('button', { name: w.undo }).click()
      await page.getByText(w.undone).waitFor()
      assert.equal((await topNames(language)).at(-2), w.desk)

      // With the mouse, past the rows of its neighbour.
      await rowNamed(page, w.customers, 1).scrollIntoViewIfNeeded()
      await desk.scrollIntoViewIfNeeded()
      const grip = await desk.locator('[data-grip]').boundingBox()
      const target = await rowNamed(page, w.customers, 1).boundingBox()
      assert.ok(grip && target)
      await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
      await page.mouse.down()
      await page.mouse.move(grip.x + grip.width / 2, target.y + 4, { steps: 8 })
      await page.mouse.up()
      await until('it is dropped above', async () => (await topNames(language)).at(-3) === w.desk)

      await actOn(page, desk, w.more, w.moveTo)
      await field(dialog(page), w.under).click()
      await page.getByRole('option', { name: w.customers, exact: true }).click()
      await dialog(page).getByRole('button', { name: w.move, exact: true }).click()
      await rowNamed(page, w.desk, 2).waitFor()
      await actOn(page, rowNamed(page, w.desk, 2), w.more, w.remove)
      await dialog(page).getByRole('button', { name: w.remove, exact: true }).click()
      await page.getByText(w.removed(w.desk)).waitFor()
      await rowNamed(page, w.desk, 2).waitFor({ state: 'detached' })
    })
  })

  test(`an operation is added under a screen by its code, with the calls that the code opens, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${address}?keyword=customer:view` }, async (page) => {
      const screen = treeOf(page).locator('[role=row][aria-level="2"]').first()
      await screen.getByRole('button', { name: w.addUnder }).click()
      await field(dialog(page), w.zhName).fill('复位')
      await field(dialog(page), w.enName).fill('Reset there')
      await field(dialog(page), w.code).click()
      await field(dialog(page), w.code).fill(w.codeTyped)
      await page.getByRole('option').first().click()
      await dialog(page).getByText(w.calls).waitFor()
      await dialog(page).getByRole('button', { name: w.add, exact: true }).click()
      await until('the row is there', async () => {
        const { list } = (await at.app.ask(menuApi.list, { keyword: 'Reset there' }, { token: admin.token })).envelope
          .data
        return list[0]?.isOperation === true && list[0].operationCode === 'oven:reset'
      })
    })
  })

  test(`the loss is shown before a row is disabled; everybody loses it without a reload, keeps their input, and gets it back, in ${spoken}`, async () => {
    const other = await make.account(at.app, { role: 'administrator' })
    await at.inWindow({ language, as: other, start: '/product/series' }, async (theirs) => {
      const entry = theirs.getByRole('navigation', { name: w.mainMenu }).getByRole('link', { name: w.series })
      await entry.waitFor()
      await theirs.getByRole('button', { name: w.addSeries }).first().click()
      await field(dialog(theirs), w.seriesCode).fill('KEPT-1')
      await at.inWindow({ language, as: admin, start: `${address}?keyword=/product/series` }, async (page) => {
        const series = rowNamed(page, w.series, 2)
        await actOn(page, series, w.more, w.disable)
        await dialog(page).getByText(w.lost).waitFor()
        assert.ok(await dialog(page).getByText(w.accounts, { exact: true }).isVisible())
        await dialog(page).getByRole('button', { name: w.disable, exact: true }).click()
        await page.getByText(w.nowDisabled(w.series)).waitFor()
        await arrived(theirs, '/noAuth')
        await theirs.getByText(w.kept).waitFor()

        await series.getByText(w.changed).waitFor()
        await actOn(page, series, w.more, w.restore)
        await dialog(page).getByRole('button', { name: w.restore, exact: true }).click()
        await page.getByText(w.restored).waitFor()
      })
      await theirs.getByRole('button', { name: w.backToWork }).click()
      await arrived(theirs, '/product/series')
      assert.equal(await field(dialog(theirs), w.seriesCode).inputValue(), 'KEPT-1')
      await entry.waitFor()
    })
  })

  test(`a person who edits or moves a row that somebody else has changed is notified, sees the change, and loses nothing, in ${spoken}`, async () => {
    await at.inWindow({ language, as: admin, start: `${address}?keyword=/product/series` }, async (page) => {
      const series = rowNamed(page, w.series, 2)
      await series.getByRole('button', { name: w.edit }).click()
      await field(dialog(page), w.zhName).fill('我的系列')
      const row = (await storedTree())
        .flatMap(({ childList }) => childList)
        .find(({ url }) => url === '/product/series')
      assert.ok(row)
      const { id, name, url, isMainMenu, isOperation, operationCode, updatedAt } = row
      const theirs = { id, name, url, isMainMenu, isOperation, operationCode, updatedAt, enName: 'Their series' }
      assert.equal((await at.app.ask(menuApi.update, theirs, { token: admin.token })).status, 200)
      await dialog(page).getByRole('button', { name: w.save }).click()
      await dialog(page).getByText(w.changedSince).waitFor()
      await dialog(page).getByRole('button', { name: w.keepMine }).click()
      await dialog(page).getByRole('button', { name: w.save }).click()
      await dialog(page).waitFor({ state: 'detached' })
      const now = (await at.app.ask(menuApi.detail, { id }, { token: admin.token })).envelope.data
      assert.deepEqual([now.name, now.enName], ['我的系列', 'Their series'])
      await at.app.ask(menuApi.restore, { ids: [id] }, { token: admin.token })
    })
    await at.inWindow({ language, as: admin, start: address }, async (page) => {
      const products = rowNamed(page, w.products, 1)
      await products.click()
      // The tree on screen stays unchanged until the refusal, however early the console receives the other change.
      let open = (): void => undefined
      const refused = new Promise<void>((resolve) => (open = resolve))
      await page.route(`**${menuApi.tree.path}`, async (route) => {
        await refused
        await route.continue()
      })
      const before = (await storedTree()).map(({ id }) => id)
      const theirs = { parentId: null, before, ids: [...before.slice(1), before[0] ?? ''] }
      assert.equal((await at.app.ask(menuApi.sort, theirs, { token: admin.token })).status, 200)
      const answer = page.waitForResponse(`**${menuApi.sort.path}`)
      await page.keyboard.press('Alt+ArrowDown')
      assert.equal((await answer).status(), 409)
      open()
      await page.getByText(w.orderChanged).waitFor()
      await page.getByRole('button', { name: w.moveAgain }).click()
      const wanted = before.indexOf((await storedTree()).find(({ url }) => url === '#')?.id ?? '')
      assert.ok(wanted >= 0)
      await page.getByText(w.moved(w.products)).waitFor()
      assert.equal((await at.app.ask(menuApi.restore, {}, { token: admin.token })).status, 200)
    })
  })

  test(`the tree is walked by keyboard and narrowed; without the right to change it has no buttons, in ${spoken}`, async () => {
    const reader = await accountHolding(at.app, ['system', 'system.menu'])
    await at.inWindow({ language, as: reader, start: address }, async (page) => {
      await rowNamed(page, w.ovens, 1).click()
      const focused = () => page.evaluate('document.activeElement.getAttribute("aria-level")')
      await page.keyboard.press('ArrowRight')
      assert.equal(await focused(), '2')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await focused(), '1')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await rowNamed(page, w.ovens, 1).getAttribute('aria-expanded'), 'false')
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
      assert.equal(await focused(), '1')
      assert.equal(await treeOf(page).getByRole('button').count(), 0)
      assert.equal(await page.getByRole('button', { name: w.add, exact: true }).count(), 0)
      await page.getByLabel(w.keyword).fill('oven:secret')
      await page.keyboard.press('Enter')
      await page.getByText(w.found).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('keyword'), 'oven:secret')
      assert.ok(await rowNamed(page, w.ovens, 1).isVisible())
    })
  })
}
